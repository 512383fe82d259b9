//! What must be true of every set, tried on random ones. `TERRACE_CASES=100000` says on how many.

use super::found::{Analysis, FoundSet};
use crate::{
    exact::Exact,
    model::{Policy, Protocol, ResourceUse, Task, TaskSet},
    solve::{bounds, sized::Work, sized::sized},
};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use proptest::{prelude::*, test_runner::Config};

const CASES: u32 = 2_000;

fn config() -> Config {
    let asked = std::env::var("TERRACE_CASES").ok();
    Config {
        cases: asked.and_then(|n| n.parse().ok()).unwrap_or(CASES),
        failure_persistence: None,
        ..Config::default()
    }
}

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

/// Response times; none where they diverge.
fn times(found: &FoundSet) -> Vec<Option<Exact>> {
    let all = found.items.iter().map(|i| i.response.as_ref().ok());
    all.map(|r| r.map(|r| r.time.clone())).collect()
}

/// None is above everything.
fn longer_or_equal(a: &Option<Exact>, b: &Option<Exact>) -> bool {
    match (a, b) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(a), Some(b)) => a >= b,
    }
}

/// The recurrence as it is written, in plain numbers; none if it goes on for too long.
fn by_hand(rows: &[Row], ranks: &[i64], i: usize) -> Option<i64> {
    let (cost, period, _, jitter, blocking, ..) = rows[i];
    let above: Vec<&Row> = (0..rows.len())
        .filter(|j| *j != i && ranks[*j] >= ranks[i])
        .map(|j| &rows[j])
        .collect();
    let (mut w, mut worst) = (blocking + cost, 0);
    for q in 0.. {
        loop {
            let hp: i64 = above.iter().map(|r| (w + r.3 + r.1 - 1) / r.1 * r.0).sum();
            let next = blocking + (q + 1) * cost + hp;
            if next == w {
                break;
            }
            w = next;
            if w > 1_000 {
                return None;
            }
        }
        // Of a full processor no busy period need end, and each look may find its fixed point at once.
        if w > 1_000 {
            return None;
        }
        worst = worst.max(w - q * period + jitter);
        if w + jitter <= (q + 1) * period {
            return Some(worst);
        }
        w += cost;
    }
    None
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn response_times_are_those_of_the_recurrence_as_it_is_written(rows in rows()) {
        let mut set = set(&rows, Policy::FixedPriority);
        set.tasks.iter_mut().for_each(|t| t.resources.clear());
        let ranks = set.ranks();
        for (i, time) in times(&solve(&set)).into_iter().enumerate() {
            if let Some(known) = by_hand(&rows, &ranks, i) {
                prop_assert_eq!(time, Some(known.into()));
            }
        }
    }

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

    #[test]
    fn demand_and_response_times_agree_under_edf(rows in rows()) {
        let found = solve(&set(&rows, Policy::Edf));
        let meets = found.items.iter().all(|i| i.meets);
        prop_assert_eq!(found.demand[0], Some(meets));
    }

    #[test]
    fn more_cost_jitter_or_blocking_never_shortens_a_response(
        rows in rows(), at in 0_usize..6, what in 0_u8..3, edf in any::<bool>()
    ) {
        let policy = if edf { Policy::Edf } else { Policy::FixedPriority };
        let before = times(&solve(&set(&rows, policy)));
        let mut more = rows.clone();
        let at = at % more.len();
        match what {
            0 => more[at].0 += 1,
            1 => more[at].3 += 1,
            _ => more[at].4 += 1,
        }
        let after = times(&solve(&set(&more, policy)));
        for (i, (after, before)) in after.iter().zip(&before).enumerate() {
            prop_assert!(longer_or_equal(after, before), "t{i}: {after:?} < {before:?}");
        }
    }

    #[test]
    fn the_order_of_the_input_changes_nothing(rows in rows(), turn in 0_usize..6, edf in any::<bool>()) {
        let policy = if edf { Policy::Edf } else { Policy::FixedPriority };
        let straight = set(&rows, policy);
        let mut turned = straight.clone();
        turned.tasks.rotate_left(turn % rows.len());
        turned.tasks.reverse();
        let (a, b) = (times(&solve(&straight)), times(&solve(&turned)));
        for (task, time) in straight.tasks.iter().zip(a) {
            let there = turned.tasks.iter().position(|t| t.name == task.name).unwrap();
            prop_assert_eq!(time, b[there].clone());
        }
    }

    #[test]
    fn all_sizes_of_numbers_say_the_same(rows in rows(), edf in any::<bool>()) {
        let set = set(&rows, if edf { Policy::Edf } else { Policy::FixedPriority });
        let work = Analysis { set: &set };
        let small = times(&work.run::<u64>(1).unwrap());
        prop_assert_eq!(small, times(&work.run::<BigUint>(1).unwrap()));
    }
}
