use super::*;
use std::path::Path;

fn ask(text: &str) -> Answer {
    analyse(&TaskSet::parse_json(text, Path::new("t.json")).unwrap_or_else(|e| panic!("{e}")))
}

fn responses(answer: &Answer) -> Vec<String> {
    let times = answer.tasks.iter().map(|t| t.response_time.as_ref());
    times
        .map(|t| t.map_or("-".into(), ToString::to_string))
        .collect()
}

#[test]
fn the_cochlear_implant_of_the_dissertation() {
    let answer = ask(r#"{"time_unit": "ms", "tasks": [
        {"name": "recording", "cost": 1, "period": 8, "priority": 90},
        {"name": "processing", "cost": 1, "period": 8, "priority": 89, "after": ["recording"]},
        {"name": "receiver", "cost": 1, "period": 8, "priority": 88, "after": ["processing"]}]}"#);
    assert!(answer.schedulable);
    assert_eq!(responses(&answer), ["1", "2", "3"]);
    assert_eq!(answer.workers[0].utilization.to_string(), "3/8");
    assert_eq!(answer.workers[0].hyperperiod, Some(Exact::from(8)));
}

#[test]
fn an_empty_set_holds() {
    let answer = ask("{}");
    assert!(answer.schedulable && answer.workers.is_empty());
}

#[test]
fn more_than_all_diverges_with_a_reason() {
    for policy in ["fixed-priority", "edf"] {
        let answer = ask(&format!(
            r#"{{"policy": "{policy}", "tasks": [{{"name": "a", "cost": 1, "period": 2}},
                {{"name": "b", "cost": "1000001/2000000", "period": 1000003}},
                {{"name": "c", "cost": 500001, "period": 1000000}}]}}"#
        ));
        assert!(!answer.schedulable);
        assert_eq!(responses(&answer)[2], "-");
        assert!(
            answer.tasks[2]
                .reason
                .as_ref()
                .unwrap()
                .contains("diverges")
        );
    }
}
