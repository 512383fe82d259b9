//! What is known of tasks of fixed priorities that share nothing, kept for the next question.
//!
//! # Invariants
//! I1. Rows are sorted, the most important first, as `TaskSet::ranks` has them.
//! I2. A row's `window` is at most the least solution of its recurrence.
//!
//! Source: Bini, Nguyen, Richard & Baruah 2009 (the linear bound: at the end of a response what
//! a more important task was given is at most `U (w + J) + C (1 - U)`).

use crate::{
    exact::Time,
    model::{Policy, Task, TaskSet, natural},
    solve::{
        build::Unit,
        response::{Load, Own, Scratch, Until, response},
        share::Share,
        steps::Steps,
        supply::Supply,
    },
};
use std::{
    cmp::Ordering,
    collections::{HashMap, HashSet},
};

/// Steps to answer for all tasks; more than that is not quick.
const STEPS: u64 = 200_000_000;

/// Not everything would hold.
pub(super) struct Misses;

/// One task.
#[derive(Debug, Clone)]
struct Row {
    name: String,
    priority: Option<i64>,
    deadline: u64,
    blocking: u64,
    load: Load<u64>,
    window: u64,
}

impl Row {
    fn new(task: &Task, unit: &Unit) -> Option<Row> {
        let whole = |time: &Time| unit.exactly::<u64>(time);
        let above_zero = |time: &Time| whole(time).filter(|n| *n > 0);
        Some(Row {
            name: task.name.clone(),
            priority: task.priority,
            deadline: above_zero(task.deadline())?,
            blocking: whole(&task.blocking)?,
            load: Load {
                cost: above_zero(&task.cost)?,
                period: above_zero(&task.period)?,
                jitter: whole(&task.jitter)?,
            },
            window: 0,
        })
    }

    /// The more important first.
    fn order(&self, other: &Row) -> Ordering {
        match (self.priority, other.priority) {
            (Some(a), Some(b)) => b.cmp(&a),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => (self.deadline, self.load.period)
                .cmp(&(other.deadline, other.load.period))
                .then_with(|| natural(&self.name).cmp(&natural(&other.name))),
        }
    }
}

/// What is known of all workers.
#[derive(Debug, Clone)]
pub(super) struct Quick {
    unit: Unit,
    names: HashSet<String>,
    workers: HashMap<u32, Vec<Row>>,
}

/// A task the quick way can answer for.
fn is_plain(task: &Task) -> bool {
    task.resources.is_empty()
        && task.after.is_empty()
        && task.component.is_none()
        && task.window.is_none()
        && !task.blocking.is_negative()
        && !task.jitter.is_negative()
        && (1..=128).contains(&task.name.chars().count())
}

impl Quick {
    /// None: this set needs the whole analysis.
    pub(super) fn new(set: &TaskSet) -> Option<Quick> {
        let plain = set.policy == Policy::FixedPriority
            && set.servers.is_empty()
            && set.chains.is_empty()
            && set.buffers.is_empty()
            && set.workers.is_empty()
            && set.tasks.iter().all(is_plain);
        if !plain {
            return None;
        }
        let unit = Unit::of(set);
        let mut workers: HashMap<u32, Vec<Row>> = HashMap::new();
        for task in &set.tasks {
            let rows = workers.entry(task.worker).or_default();
            rows.push(Row::new(task, &unit)?);
        }
        for rows in workers.values_mut() {
            rows.sort_by(Row::order);
        }
        let names = set.tasks.iter().map(|t| t.name.clone());
        Some(Quick {
            names: names.collect(),
            unit,
            workers,
        })
    }

    /// What is known when these tasks have joined. None: that needs the whole analysis.
    pub(super) fn admit(&self, tasks: &[Task]) -> Option<Result<Quick, Misses>> {
        let mut next = self.clone();
        let mut first: HashMap<u32, usize> = HashMap::new();
        for task in tasks {
            let negative = task.offset.is_negative() || task.best_cost.is_some();
            if !is_plain(task) || negative || !next.names.insert(task.name.clone()) {
                return None;
            }
            let row = Row::new(task, &self.unit)?;
            let rows = next.workers.entry(task.worker).or_default();
            let place = rows.partition_point(|r| r.order(&row) == Ordering::Less);
            rows.insert(place, row);
            let from = first.entry(task.worker).or_insert(place);
            *from = (*from).min(place);
        }
        let mut steps = Steps::new(STEPS);
        for (worker, from) in first {
            let rows = next.workers.get_mut(&worker)?;
            if !check(rows, from, &mut steps)? {
                return Some(Err(Misses));
            }
        }
        Some(Ok(next))
    }
}

/// What the more important rows add up to.
#[derive(Default)]
struct Above {
    share: Share,
    /// `sum (C (1 - U) + J U)`, in units of 2^-60, rounded up. None: too large.
    ahead: Option<u128>,
}

impl Above {
    fn add(&mut self, load: &Load<u64>) {
        let share = Share::of(&load.cost, &load.period);
        self.share = self.share.plus(share);
        let unit = Share::unit();
        let rest = unit.saturating_sub(share.low());
        let mine = u128::from(load.cost)
            .checked_mul(rest)
            .zip(u128::from(load.jitter).checked_mul(share.high()))
            .and_then(|(a, b)| a.checked_add(b));
        self.ahead = self.ahead.zip(mine).and_then(|(a, b)| a.checked_add(b));
    }

    /// Is the row known to hold, by the linear bound?
    fn bounds(&self, row: &Row) -> bool {
        let left = self.share.left();
        let own = u128::from(row.blocking) + u128::from(row.load.cost);
        let Some(asked) = own.checked_mul(Share::unit()).zip(self.ahead) else {
            return false;
        };
        let Some(asked) = asked.0.checked_add(asked.1) else {
            return false;
        };
        if left == 0 {
            return false;
        }
        let response = asked.div_ceil(left) + u128::from(row.load.jitter);
        response <= u128::from(row.deadline.min(row.load.period))
    }
}

/// Do all rows from `from` on hold? None: that is not found quickly.
fn check(rows: &mut [Row], from: usize, steps: &mut Steps) -> Option<bool> {
    let loads: Vec<Load<u64>> = rows.iter().map(|r| r.load.clone()).collect();
    let mut above = Above {
        ahead: Some(0),
        ..Above::default()
    };
    let mut scratch = Scratch::new();
    // Equals interfere with each other: rows are taken in runs of them.
    let mut start = 0;
    while start < rows.len() {
        let equal = |r: &Row| rows[start].priority.is_some() && r.priority == rows[start].priority;
        let length = rows[start..].iter().take_while(|r| equal(r)).count().max(1);
        let end = start + length;
        if end > from {
            for place in start..end {
                // The others of the run count as more important.
                let mut others = Above {
                    share: above.share,
                    ahead: above.ahead,
                };
                let run = (start..end).filter(|i| *i != place);
                run.for_each(|i| others.add(&loads[i]));
                if others.bounds(&rows[place]) {
                    continue;
                }
                let hp = [&loads[..place], &loads[place + 1..end]];
                if !holds(&mut rows[place], hp, &others, &mut scratch, steps)? {
                    return Some(false);
                }
            }
        }
        loads[start..end].iter().for_each(|l| above.add(l));
        start = end;
    }
    Some(true)
}

/// Does the row hold, by the recurrence? None: not found quickly.
fn holds(
    row: &mut Row,
    hp: [&[Load<u64>]; 2],
    others: &Above,
    scratch: &mut Scratch<u64>,
    steps: &mut Steps,
) -> Option<bool> {
    let all = others
        .share
        .plus(Share::of(&row.load.cost, &row.load.period));
    match all.compare(Share::ONE)? {
        Ordering::Greater => return Some(false),
        Ordering::Equal => return None,
        Ordering::Less => {}
    }
    let own = Own {
        cost: row.load.cost,
        period: row.load.period,
        jitter: row.load.jitter,
        inherited: 0,
        blocking: row.blocking,
    };
    let until = Until {
        above: Some(row.deadline),
        jobs: None,
    };
    let full = Supply::Full;
    let found = response(&own, hp, &full, &row.window, &until, scratch, steps).ok()?;
    if found.job == 0 {
        row.window = found.window;
    }
    Some(found.time <= row.deadline)
}
