use super::*;
use crate::model::{Policy, Protocol, Queue};

fn json(text: &str) -> Result<TaskSet, String> {
    TaskSet::parse_json(text, Path::new("set.json")).map_err(|e| e.to_string())
}

fn csv(text: &str) -> Result<TaskSet, String> {
    TaskSet::parse_csv(text, Path::new("set.csv")).map_err(|e| e.to_string())
}

const FULL: &str = r#"{ "time_unit": "us", "policy": "fixed-priority",
  "tasks": [ { "name": "a", "cost": 1, "period": 8, "deadline": 8, "jitter": 0, "offset": 0,
               "blocking": 0, "priority": 90, "worker": 0, "best_cost": 1,
               "resources": [ { "name": "r", "longest": 0.2 } ], "after": ["b"] },
             { "name": "b", "cost": "1/3", "period": 8e0 } ],
  "protocol": "ceiling",
  "servers": [ { "name": "s", "kind": "polling", "budget": 1, "period": 5, "priority": 99,
                 "aperiodic": [ { "name": "x", "cost": 2, "deadline": 20 } ] } ],
  "chains": [ { "name": "c", "tasks": ["b", "a"], "activation": "direct", "deadline": 30 } ],
  "buffers": [ { "name": "q", "producers": ["b"], "consumer": "a", "model": "M/M/s/N",
                 "capacity": 3, "rate": 0.1, "service": 1, "variance": 0, "servers": 1,
                 "population": 8 } ] }"#;

#[test]
fn every_field_is_read() {
    let set = json(FULL).unwrap();
    assert_eq!(set.time_unit, "us");
    assert_eq!(
        (set.policy, set.protocol),
        (Policy::FixedPriority, Protocol::Ceiling)
    );
    assert_eq!(set.tasks[0].resources[0].longest.to_string(), "1/5");
    assert_eq!(set.tasks[0].after, ["b"]);
    assert_eq!(set.tasks[1].cost.to_string(), "1/3");
    assert_eq!(set.tasks[1].deadline().to_string(), "8");
    assert_eq!(set.servers[0].aperiodic[0].name, "x");
    assert_eq!(set.chains[0].tasks, ["b", "a"]);
    assert_eq!(set.buffers[0].model, Queue::MmsN);
    assert_eq!(set.buffers[0].rate.as_ref().unwrap().to_string(), "1/10");
}

#[test]
fn an_empty_set_is_a_set() {
    for text in ["{}", r#"{"tasks": []}"#, "\u{feff}{}", r#"{"tasks": null}"#] {
        assert_eq!(json(text).map(|s| s.tasks.len()), Ok(0), "{text}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (text, said) in [
        ("", "set.json:1:1: there is no JSON value"),
        (
            "[1]",
            "set.json:1:1: the task set is a list: [1], an object",
        ),
        (
            r#"{"tasks": 3}"#,
            "1:11: tasks of the task set is a text or number: 3, a list is",
        ),
        (
            r#"{"taks": []}"#,
            "1:2: the task set has an unknown key: taks,",
        ),
        (r#"{"taks": []}"#, "did you mean tasks?"),
        (
            "{\"tasks\": [\n {\"name\": \"a\", \"cost\": 1, \"period\": 0}]}",
            "set.json:2:37: the period of task a is not above 0: 0,",
        ),
        (
            r#"{"tasks": [{"name": "a", "cost": 1}]}"#,
            "1:12: tasks[0] has no period: nothing, period is required, add \"period\"",
        ),
        (
            r#"{"tasks": [{"name": "a", "cost": "x", "period": 1}]}"#,
            "1:34: the cost of tasks[0] is not a number: \"x\",",
        ),
        (
            r#"{"tasks": [{"name": "a", "cost": 1e309, "period": 1}]}"#,
            "is beyond 30 digits",
        ),
        (
            r#"{"tasks": [{"name": "a", "cost": NaN, "period": 1}]}"#,
            "this is not JSON",
        ),
        (
            r#"{"tasks": [{"name": "a", "cost": "NaN", "period": 1}]}"#,
            "not a finite number",
        ),
        (
            r#"{"tasks": [{"name": "a", "cost": true, "period": 1}]}"#,
            "is true or false: true,",
        ),
        (
            r#"{"tasks": [{"name": "a", "name": "b", "cost": 1, "period": 1}]}"#,
            "same key twice: name",
        ),
        (
            r#"{"tasks": [{"name": "a", "cost": 1, "period": 1, "priority": 1.5}]}"#,
            "the priority of tasks[0] is out of range: 1.5, whole numbers",
        ),
        (
            r#"{"policy": "edff"}"#,
            "the policy of the task set is unknown: \"edff\", fixed-priority, edf are allowed, did you mean edf?",
        ),
        (
            r#"{"chains": [{"name": "c", "tasks": ["z"]}]}"#,
            "1:36: c names a task that is not there in `tasks`: z,",
        ),
        (r#"{"tasks": [,]}"#, "this is not JSON"),
        (
            r#"{"tasks": [] // no comments
            }"#,
            "this is not JSON",
        ),
    ] {
        let errors = json(text).expect_err(text);
        assert!(errors.contains(said), "{text}\nsays {errors}\nwants {said}");
    }
}

#[test]
fn all_errors_are_found_at_once() {
    let text = r#"{"tasks": [{"name": "a", "cost": -1, "period": 0, "x": 1}, {"name": "a"}]}"#;
    let errors = json(text).expect_err("it is wrong");
    assert_eq!(errors.lines().count(), 6, "{errors}");
}

#[test]
fn deep_long_and_broken_text_is_refused_in_peace() {
    assert!(
        json(&"[".repeat(1_000_000))
            .unwrap_err()
            .contains("nesting")
    );
    assert!(json(&"{\"a\":".repeat(100_000)).is_err());
    let large = " ".repeat(MAX_TEXT + 1);
    assert!(
        json(&large)
            .unwrap_err()
            .contains("too large: 16777217 bytes")
    );
    assert!(csv(&large).unwrap_err().contains("too large"));
    let many: Vec<String> = (0..1000).map(|i| format!("{{\"x{i}\": 1}}")).collect();
    let errors = json(&format!("{{\"tasks\": [{}]}}", many.join(","))).unwrap_err();
    assert!(errors.lines().count() <= 65);
}

#[test]
fn csv_says_the_same_as_json() {
    let text = "# time_unit = us\n# protocol = ceiling\n# a comment\n\
                name, C, T, D, resources, after, priority\n\
                a, 1, 8, 8, r:0.2, b, 90\n\
                b, 1/3, 8, , , , 80\n";
    let set = csv(text).unwrap();
    assert_eq!(set.time_unit, "us");
    assert_eq!(set.protocol, Protocol::Ceiling);
    assert_eq!(set.tasks[0].resources[0].longest.to_string(), "1/5");
    assert_eq!(set.tasks[0].after, ["b"]);
    assert_eq!(set.tasks[1].cost.to_string(), "1/3");
    assert_eq!(set.tasks[1].deadline, None);
}

#[test]
fn csv_errors_have_their_place_too() {
    for (text, said) in [
        ("", "no line of column names"),
        (
            "name,cost,period\na,1,0\n",
            "set.csv:2:5: the period of task a",
        ),
        (
            "name,cost,period\n# c\n\na,x,4\n",
            "set.csv:4:3: the cost of tasks[0]",
        ),
        ("name,cost,period\na,1\n", "set.csv:2:1: this is not CSV"),
        ("name,cots,period\na,1,2\n", "did you mean cost?"),
        (
            "# polcy = edf\nname,cost,period\na,1,2\n",
            "did you mean policy?",
        ),
        (
            "name,cost,period,resources\na,1,2,r\n",
            "the longest of resources[0] is not a number",
        ),
    ] {
        let errors = csv(text).expect_err(text);
        assert!(errors.contains(said), "{text}\nsays {errors}\nwants {said}");
    }
}
