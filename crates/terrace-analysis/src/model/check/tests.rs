use super::*;
use crate::model::{Activation, Chain, ResourceUse, Server, ServerKind, Task};

fn flaws(set: &TaskSet) -> Vec<String> {
    let found = set.check().expect_err("it is flawed");
    found
        .iter()
        .map(|f| {
            format!(
                "{}[{}].{}: {}: {}, {}, {}",
                f.place.list, f.place.index, f.place.field, f.what, f.value, f.limit, f.fix
            )
        })
        .collect()
}

fn of(tasks: Vec<Task>) -> TaskSet {
    TaskSet {
        tasks,
        ..TaskSet::default()
    }
}

#[test]
fn what_can_be_analysed_passes() {
    assert_eq!(of(vec![]).check(), Ok(()));
    assert_eq!(
        of(vec![Task::new("a", 0, 1), Task::new("b", 9, 1)]).check(),
        Ok(())
    );
}

#[test]
fn numbers_out_of_range_are_named() {
    let set = of(vec![Task::new("a", -1, 0)]);
    let said = flaws(&set);
    assert_eq!(said.len(), 2, "{said:#?}");
    assert!(said[0].starts_with("tasks[0].period: the period of task a is not above 0: 0,"));
    assert!(said[1].starts_with("tasks[0].cost: the cost of task a is negative: -1,"));
    let server = Server {
        name: "s".into(),
        kind: ServerKind::Polling,
        budget: 3.into(),
        period: 2.into(),
        priority: None,
        worker: 0,
        window: None,
        aperiodic: vec![],
    };
    let set = TaskSet {
        servers: vec![server],
        ..TaskSet::default()
    };
    assert!(flaws(&set)[0].contains("above its period: 3, at most 2"));
}

#[test]
fn names_are_unique_and_known() {
    let mut late = Task::new("late", 1, 5);
    late.after = vec!["erly".into()];
    let set = of(vec![
        Task::new("early", 1, 5),
        Task::new("early", 1, 5),
        late,
    ]);
    let said = flaws(&set);
    assert!(said[0].contains("tasks[1] has the name of tasks[0]: early"));
    assert!(said[1].ends_with("did you mean early?"), "{said:#?}");
}

#[test]
fn circles_are_shown_and_long_chains_do_not_overflow() {
    let mut a = Task::new("a", 1, 5);
    a.after = vec!["b".into()];
    let mut set = of(vec![a, Task::new("b", 1, 5)]);
    assert_eq!(set.check(), Ok(()));
    set.chains = vec![Chain {
        name: "c".into(),
        tasks: vec!["a".into(), "b".into()],
        activation: Activation::Direct,
        deadline: None,
    }];
    assert!(flaws(&set)[0].contains("circle: a -> b -> a"));
    let long = (0..10_000).map(|i| Task {
        after: (i > 0).then(|| format!("t{}", i - 1)).into_iter().collect(),
        ..Task::new(format!("t{i}"), 1, 100_000)
    });
    assert_eq!(of(long.collect()).check(), Ok(()));
}

#[test]
fn resources_stay_on_one_worker_and_denominators_short() {
    let uses = |name: &str, worker| Task {
        worker,
        resources: vec![ResourceUse {
            name: "r".into(),
            longest: 1.into(),
        }],
        ..Task::new(name, 1, 5)
    };
    assert!(flaws(&of(vec![uses("a", 0), uses("b", 1)]))[0].contains("worker 0 and worker 1"));
    let odd = (0..200).map(|i| Task::new(format!("t{i}"), Exact::ratio(1, 1_000_003 + 2 * i), 5));
    assert!(flaws(&of(odd.collect()))[0].contains("common denominator"));
}
