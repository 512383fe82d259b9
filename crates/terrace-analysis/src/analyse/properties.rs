//! What must be true of every set, tried on 100,000 random ones each.

use super::found::{Analysis, FoundSet};
use crate::{
    exact::Exact,
    model::{Policy, Protocol, ResourceUse, Task, TaskSet},
    solve::{bounds, sized::sized},
};
use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::{prelude::*, test_runner::Config};

const CASES: u32 = 100_000;

/// Periods with a short common multiple, so that busy periods end soon and often meet.
const PERIODS: &[i64] = &[4, 5, 6, 8, 10, 12, 15, 20, 24, 30];

/// Cost, period, deadline in percent of the period, jitter, blocking, priority, resource.
type Row = (i64, i64, i64, i64, i64, Option<i64>, u8);

fn row() -> impl Strategy<Value = Row> {
    let priority = prop_oneof![3 => Just(None), 1 => (0_i64..4).prop_map(Some)];
    (
        1_i64..6,
        prop::sample::select(PERIODS),
        40_i64..160,
        0_i64..4,
        0_i64..3,
        priority,
        0_u8..6,
    )
}

fn rows() -> impl Strategy<Value = Vec<Row>> {
    prop::collection::vec(row(), 1..5)
}

fn task(i: usize, row: &Row) -> Task {
    let (cost, period, percent, jitter, blocking, priority, resource) = *row;
    let used = (resource < 2).then(|| ResourceUse {
        name: format!("r{resource}"),
        longest: Exact::one(),
    });
    Task {
        deadline: Some((period * percent / 100).max(1).into()),
        jitter: jitter.into(),
        blocking: blocking.into(),
        priority,
        resources: used.into_iter().collect(),
        ..Task::new(format!("t{i}"), cost, period)
    }
}

fn set(rows: &[Row], policy: Policy) -> TaskSet {
    TaskSet {
        policy,
        protocol: Protocol::Ceiling,
        tasks: rows.iter().enumerate().map(|(i, r)| task(i, r)).collect(),
        ..TaskSet::default()
    }
}

fn solve(set: &TaskSet) -> FoundSet {
    sized(&Analysis { set })
}

proptest! {
    #![proptest_config(Config { cases: CASES, failure_persistence: None, ..Config::default() })]


    #[test]
    fn exact_test_and_response_times_agree(rows in rows()) {
        let mut set = set(&rows, Policy::FixedPriority);
        for task in &mut set.tasks {
            let within = task.deadline().clone().min(task.period.clone());
            task.deadline = Some(within);
        }
        let found = solve(&set);
        prop_assert_eq!(found.exact[0], Some(found.items.iter().all(|i| i.meets)));
    }

    #[test]
    fn sufficient_tests_never_accept_what_the_exact_one_rejects(rows in rows()) {
        let mut set = set(&rows, Policy::FixedPriority);
        for task in &mut set.tasks {
            *task = Task::new(task.name.clone(), task.cost.clone(), task.period.clone());
        }
        let holds = solve(&set).items.iter().all(|i| i.meets);
        let parts: Vec<(BigInt, BigInt)> = rows.iter().map(|r| (r.0.into(), r.1.into())).collect();
        let sum: BigRational = parts.iter().map(|(c, t)| BigRational::new(c.clone(), t.clone())).sum();
        let hyperbolic = bounds::hyperbolic(&parts) == Some(true);
        let liu_layland = bounds::liu_layland(&sum, rows.len() as u64) == Some(true);
        prop_assert!(holds || !hyperbolic);
        prop_assert!(hyperbolic || !liu_layland, "the hyperbolic bound accepts more");
    }




}
