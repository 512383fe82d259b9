use super::*;
use crate::{Answer, Exact, Task, analyse};
use std::path::Path;

fn ask(text: &str) -> Answer {
    analyse(&TaskSet::parse_json(text, Path::new("t.json")).unwrap_or_else(|e| panic!("{e}")))
}

fn texts(answer: &Answer) -> Vec<&str> {
    answer.advice.iter().map(Advice::text).collect()
}

#[test]
fn a_wrong_order_is_mended_by_another_one() {
    let answer = ask(
        r#"{"tasks": [{"name": "slow", "cost": 3, "period": 12, "priority": 2},
        {"name": "fast", "cost": 1, "period": 3, "priority": 1}]}"#,
    );
    assert!(!answer.schedulable);
    assert_eq!(
        texts(&answer),
        [
            "give priorities in this order, the most important first: fast, slow",
            "lower the cost of slow from 3 to at most 2",
            "raise the period of fast from 3 to at least 4",
            "schedule worker 0 by earliest deadline first",
        ]
    );
}

#[test]
fn advice_mends_and_one_step_less_does_not() {
    // Burns & Wellings: 12/50, 10/40, 10/30 misses at 52.
    let set = |cost: &str| {
        ask(&format!(
            r#"{{"tasks": [{{"name": "a", "cost": {cost}, "period": 50}},
            {{"name": "b", "cost": 10, "period": 40}}, {{"name": "c", "cost": 10, "period": 30}}]}}"#
        ))
    };
    let answer = set("12");
    let Some(Advice::Cost { task, to, .. }) = answer
        .advice
        .iter()
        .find(|a| matches!(a, Advice::Cost { .. }))
    else {
        panic!("{:?}", answer.advice);
    };
    assert_eq!((task.as_str(), to.to_string().as_str()), ("c", "9"));
    assert!(set("10").schedulable && !set("11").schedulable);
    let shorter = |cost: i64| {
        let mut set = [(12, 50), (10, 40), (cost, 30)].map(|(c, t)| Task::new(t.to_string(), c, t));
        set.reverse();
        let tasks = set.to_vec();
        analyse(&TaskSet {
            tasks,
            ..TaskSet::default()
        })
        .schedulable
    };
    assert!(shorter(9) && !shorter(10));
}

#[test]
fn the_factor_holds_and_a_little_more_does_not() {
    let answer = ask(r#"{"tasks": [{"name": "a", "cost": 1, "period": 4},
        {"name": "b", "cost": 2, "period": 6}, {"name": "c", "cost": 1, "period": 10}]}"#);
    assert_eq!(answer.sensitivity.cost_factor, Some(Exact::ratio(5, 4)));
    assert!(answer.sensitivity.exact);
    let edf = ask(
        r#"{"policy": "edf", "tasks": [{"name": "a", "cost": 1, "period": 4},
        {"name": "b", "cost": 1, "period": 4}]}"#,
    );
    let factor = edf.sensitivity.cost_factor.unwrap().to_f64();
    assert!((1.998..=2.0).contains(&factor), "{factor}");
    let over = ask(r#"{"policy": "edf", "tasks": [{"name": "a", "cost": 8, "period": 4}]}"#);
    let factor = over.sensitivity.cost_factor.unwrap().to_f64();
    assert!((0.499..=0.5).contains(&factor), "{factor}");
}

#[test]
fn without_a_protocol_one_is_advised() {
    let answer = ask(r#"{"protocol": "none", "tasks": [
        {"name": "high", "cost": 1, "period": 10, "priority": 3, "resources": [{"name": "r", "longest": 1}]},
        {"name": "middle", "cost": 9, "period": 40, "priority": 2},
        {"name": "low", "cost": 2, "period": 80, "priority": 1, "resources": [{"name": "r", "longest": 2}]}]}"#);
    assert!(!answer.schedulable);
    assert!(
        texts(&answer).contains(&"use the protocol \"inheritance\" for the resources"),
        "{answer:#?}"
    );
}
