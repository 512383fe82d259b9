//! Random sets of at most four tasks, with periods whose hyperperiod is short.

use proptest::prelude::*;
use terrace_analysis::{Policy, Protocol, ResourceUse, Task, TaskSet, Time};

const PERIODS: [u64; 8] = [2, 3, 4, 5, 6, 8, 10, 12];

/// What sets may have beside a cost, a period and a constrained deadline.
#[derive(Debug, Clone, Copy, Default)]
pub struct Features {
    pub policy: Policy,
    /// Jitter, offsets, deadlines beyond the period, best costs.
    pub timing: bool,
    /// Two resources under one of the protocols.
    pub sharing: bool,
}

impl Features {
    pub fn all(policy: Policy) -> Features {
        Features {
            policy,
            timing: true,
            sharing: true,
        }
    }
}

fn task(features: Features, name: usize) -> impl Strategy<Value = Task> {
    let timing = (0u64..4, 0u64..12, 0u64..20, 0u64..100);
    let sharing = (0usize..4, 1u64..3, any::<bool>());
    let basics = (0..PERIODS.len(), 1u64..60, 0u64..100);
    (basics, timing, sharing).prop_map(
        move |((period, share, within), (jitter, offset, late, best), (used, longest, plain))| {
            let period = PERIODS[period];
            let cost = (period * share / 100).max(1);
            let deadline = cost + (period - cost) * within / 100;
            let mut task = Task::new(format!("t{name}"), cost, period);
            task.priority = Some(i64::try_from(name).expect("few tasks"));
            task.deadline = Some(Time::from(deadline));
            if features.timing && !plain {
                task.deadline = Some(Time::from(deadline + late));
                task.jitter = Time::from(jitter);
                task.offset = Time::from(offset);
                task.best_cost = Some(Time::from(1 + (cost - 1) * best / 100));
            }
            if features.sharing && used < 2 {
                task.resources = vec![ResourceUse {
                    name: format!("r{used}"),
                    longest: Time::from(longest.min(cost)),
                }];
            }
            task
        },
    )
}

pub fn sets(features: Features) -> impl Strategy<Value = TaskSet> {
    let four = (
        task(features, 1),
        task(features, 2),
        task(features, 3),
        task(features, 4),
    );
    (1usize..=4, four, any::<bool>(), any::<bool>()).prop_map(
        move |(count, (a, b, c, d), protocol, two)| {
            let mut tasks = vec![a, b, c, d];
            tasks.truncate(count);
            if two && !features.sharing {
                for (worker, task) in (0u32..).zip(&mut tasks) {
                    task.worker = worker % 2;
                }
            }
            TaskSet {
                policy: features.policy,
                protocol: if protocol {
                    Protocol::Inheritance
                } else {
                    Protocol::Ceiling
                },
                tasks,
                ..TaskSet::default()
            }
        },
    )
}
