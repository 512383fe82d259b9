//! The plan of a simulation: the set in whole ticks, names resolved.

use super::{Options, SimulateError, Start};
use crate::exact::{Exact, Time};
use crate::model::{Activation, Policy, Protocol, ServerKind, Task, TaskSet};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;
use std::collections::HashMap;

/// Beyond this no time is simulated: sums of a few stay inside 64 bits.
const MAX_TICKS: u64 = 1 << 60;

/// A resource, or a component whose callbacks run to completion.
#[derive(Debug, Clone, Copy)]
pub(super) struct Section {
    pub(super) resource: usize,
    pub(super) longest: u64,
}

#[derive(Debug)]
pub(super) struct Work {
    pub(super) cost: u64,
    pub(super) deadline: Option<u64>,
}

#[derive(Debug)]
pub(super) struct ServerPlan {
    pub(super) kind: ServerKind,
    pub(super) budget: u64,
    pub(super) works: Vec<Work>,
}

#[derive(Debug)]
pub(super) struct Item {
    pub(super) name: String,
    pub(super) worker: u32,
    /// What runs next on its worker.
    pub(super) policy: Policy,
    /// Dense: 1 is the least important of its worker.
    pub(super) level: usize,
    pub(super) cost: u64,
    pub(super) best: u64,
    pub(super) period: u64,
    pub(super) deadline: u64,
    pub(super) jitter: u64,
    pub(super) offset: u64,
    pub(super) sections: Vec<Section>,
    pub(super) component: Option<usize>,
    pub(super) window: Option<usize>,
    pub(super) before: Vec<usize>,
    pub(super) after: Vec<usize>,
    pub(super) server: Option<ServerPlan>,
}

#[derive(Debug)]
pub(super) struct TablePlan {
    pub(super) frame: u64,
    /// Group, start and length of each window.
    pub(super) windows: Vec<(usize, u64, u64)>,
}

#[derive(Debug)]
pub(super) struct BufferPlan {
    pub(super) name: String,
    pub(super) producers: Vec<usize>,
    pub(super) consumer: usize,
    pub(super) capacity: Option<u64>,
}

#[derive(Debug)]
pub(super) struct Plan {
    pub(super) unit: String,
    /// Ticks in one unit of the set.
    pub(super) scale: BigInt,
    pub(super) protocol: Protocol,
    /// Tasks, then servers.
    pub(super) items: Vec<Item>,
    /// Of each resource, the policy of the worker on which it is shared.
    pub(super) resources: Vec<Policy>,
    pub(super) workers: Vec<u32>,
    pub(super) tables: HashMap<u32, TablePlan>,
    pub(super) buffers: Vec<BufferPlan>,
    pub(super) slice: u64,
    pub(super) horizon: u64,
}

/// Times to ticks.
struct Ticks {
    scale: BigInt,
}

impl Ticks {
    fn of(set: &TaskSet, options: &Options) -> Ticks {
        let mut scale = BigInt::from(1);
        let mut add = |time: &Time| scale = scale.lcm(time.denom());
        for t in &set.tasks {
            [&t.cost, &t.period, &t.jitter, &t.offset]
                .into_iter()
                .chain(&t.deadline)
                .chain(&t.best_cost)
                .chain(t.resources.iter().map(|r| &r.longest))
                .for_each(&mut add);
        }
        for s in &set.servers {
            add(&s.budget);
            add(&s.period);
            let works = s.aperiodic.iter();
            works
                .flat_map(|a| std::iter::once(&a.cost).chain(&a.deadline))
                .for_each(&mut add);
        }
        for table in set.workers.iter().flat_map(|w| &w.table) {
            add(&table.frame);
            let windows = table.windows.iter();
            windows
                .flat_map(|w| [&w.start, &w.length])
                .for_each(&mut add);
        }
        options
            .horizon
            .iter()
            .chain(&options.slice)
            .for_each(&mut add);
        Ticks { scale }
    }

    fn whole(&self, time: &Time, of: &str) -> Result<u64, SimulateError> {
        let ticks = (time.numer() * &self.scale) / time.denom();
        let ticks = ticks.to_u64().filter(|t| *t <= MAX_TICKS);
        ticks.ok_or_else(|| SimulateError::OutOfRange { of: of.to_owned() })
    }

    fn some(&self, time: Option<&Time>, of: &str) -> Result<Option<u64>, SimulateError> {
        time.map(|t| self.whole(t, of)).transpose()
    }

    fn positive(&self, time: &Time, of: &str) -> Result<u64, SimulateError> {
        match self.whole(time, of)? {
            0 => Err(SimulateError::Empty { of: of.to_owned() }),
            ticks => Ok(ticks),
        }
    }
}

impl Plan {
    pub(super) fn new(set: &TaskSet, options: &Options) -> Result<Plan, SimulateError> {
        let ticks = Ticks::of(set, options);
        let tables = tables(set, &ticks)?;
        let mut numbers = Numbers::default();
        let mut items = Vec::with_capacity(set.tasks.len() + set.servers.len());
        for task in &set.tasks {
            items.push(task_item(set, task, &ticks, &mut numbers)?);
        }
        for server in &set.servers {
            items.push(server_item(set, server, &ticks)?);
        }
        levels(set, &mut items)?;
        order(set, &mut items);
        let horizon = match &options.horizon {
            Some(end) => ticks.whole(end, "the horizon")?,
            None => hyperperiod(&items, &tables, options.start),
        };
        Ok(Plan {
            unit: set.time_unit.clone(),
            protocol: set.protocol,
            resources: numbers.policies,
            workers: set.worker_numbers(),
            buffers: buffers(set),
            slice: ticks
                .some(options.slice.as_ref(), "the slice")?
                .unwrap_or(u64::MAX)
                .max(1),
            items,
            tables,
            horizon,
            scale: ticks.scale,
        })
    }

    pub(super) fn time(scale: &BigInt, ticks: u64) -> Time {
        Exact::ratio(ticks, scale.clone())
    }
}

fn tables(set: &TaskSet, ticks: &Ticks) -> Result<HashMap<u32, TablePlan>, SimulateError> {
    let mut tables = HashMap::new();
    for worker in &set.workers {
        let Some(table) = &worker.table else { continue };
        let of = format!("worker {}", worker.worker);
        let mut windows = Vec::new();
        for window in &table.windows {
            let group = group(table, &window.name).unwrap_or(0);
            let (start, length) = (
                ticks.whole(&window.start, &of)?,
                ticks.whole(&window.length, &of)?,
            );
            windows.push((group, start, length));
        }
        let frame = ticks.positive(&table.frame, &of)?;
        tables.insert(worker.worker, TablePlan { frame, windows });
    }
    Ok(tables)
}

/// Windows of one name are one group, by the place of the first.
fn group(table: &crate::model::Table, name: &str) -> Option<usize> {
    table.windows.iter().position(|w| w.name == name)
}

/// Resources, and components whose callbacks run to completion: each is one of its worker's.
#[derive(Default)]
struct Numbers<'s> {
    known: HashMap<(u32, bool, &'s str), usize>,
    policies: Vec<Policy>,
}

impl<'s> Numbers<'s> {
    fn of(&mut self, worker: u32, policy: Policy, component: bool, name: &'s str) -> usize {
        let next = self.policies.len();
        let number = *self.known.entry((worker, component, name)).or_insert(next);
        if number == next {
            self.policies.push(policy);
        }
        number
    }
}

fn task_item<'s>(
    set: &TaskSet,
    task: &'s Task,
    ticks: &Ticks,
    numbers: &mut Numbers<'s>,
) -> Result<Item, SimulateError> {
    let of = format!("task {}", task.name);
    let policy = set.policy_of(task.worker);
    let mut number = |component, name| numbers.of(task.worker, policy, component, name);
    let mut sections = Vec::new();
    for used in &task.resources {
        sections.push(Section {
            resource: number(false, used.name.as_str()),
            longest: ticks.whole(&used.longest, &of)?,
        });
    }
    let cost = ticks.whole(&task.cost, &of)?;
    let best = ticks.some(task.best_cost.as_ref(), &of)?;
    let table = set.table(task.worker);
    Ok(Item {
        worker: task.worker,
        policy,
        level: 0,
        cost,
        best: best.unwrap_or(cost).min(cost),
        period: ticks.positive(&task.period, &of)?,
        deadline: ticks.whole(task.deadline(), &of)?,
        jitter: ticks.whole(&task.jitter, &of)?,
        offset: ticks.whole(&task.offset, &of)?,
        sections,
        component: task.component.as_deref().map(|c| number(true, c)),
        window: table.and_then(|t| group(t, task.window.as_deref()?)),
        before: Vec::new(),
        after: Vec::new(),
        server: None,
        name: task.name.clone(),
    })
}

fn server_item(
    set: &TaskSet,
    server: &crate::model::Server,
    ticks: &Ticks,
) -> Result<Item, SimulateError> {
    let of = format!("server {}", server.name);
    let mut works = Vec::new();
    for work in &server.aperiodic {
        works.push(Work {
            cost: ticks.whole(&work.cost, &of)?,
            deadline: ticks.some(work.deadline.as_ref(), &of)?,
        });
    }
    let period = ticks.positive(&server.period, &of)?;
    let budget = ticks.positive(&server.budget, &of)?;
    Ok(Item {
        name: server.name.clone(),
        worker: server.worker,
        policy: set.policy_of(server.worker),
        level: 0,
        cost: budget,
        best: budget,
        period,
        deadline: period,
        jitter: 0,
        offset: 0,
        sections: Vec::new(),
        component: None,
        window: (set.table(server.worker)).and_then(|t| group(t, server.window.as_deref()?)),
        before: Vec::new(),
        after: Vec::new(),
        server: Some(ServerPlan {
            kind: server.kind,
            budget,
            works,
        }),
    })
}

/// Dense levels per worker; one level for all under EDF.
fn levels(set: &TaskSet, items: &mut [Item]) -> Result<(), SimulateError> {
    let ranks = set.ranks();
    for worker in set.worker_numbers() {
        let own = |item: &Item| item.worker == worker;
        let pairs = items.iter().zip(&ranks).filter(|(i, _)| own(i));
        let mut known: Vec<i64> = pairs.map(|(_, r)| *r).collect();
        known.sort_unstable();
        known.dedup();
        let policy = set.policy_of(worker);
        if policy == Policy::FixedPriority && known.len() > 99 {
            let count = known.len();
            return Err(SimulateError::TooManyPriorities { worker, count });
        }
        for (item, rank) in items.iter_mut().zip(&ranks).filter(|(i, _)| own(i)) {
            item.level = match policy {
                Policy::FixedPriority => known.partition_point(|k| k <= rank),
                Policy::Edf => 1,
            };
        }
    }
    Ok(())
}

fn order(set: &TaskSet, items: &mut [Item]) {
    let index = set.indices();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (i, task) in set.tasks.iter().enumerate() {
        let names = task.after.iter();
        pairs.extend(names.filter_map(|n| Some((*index.get(n.as_str())?, i))));
    }
    for chain in &set.chains {
        if chain.activation == Activation::Direct {
            let known = |n: &String| index.get(n.as_str()).copied();
            let steps = chain.tasks.windows(2);
            pairs.extend(steps.filter_map(|p| Some((known(&p[0])?, known(&p[1])?))));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    for (first, then) in pairs.into_iter().filter(|(a, b)| a != b) {
        items[then].before.push(first);
        items[first].after.push(then);
    }
}

fn buffers(set: &TaskSet) -> Vec<BufferPlan> {
    let index = set.indices();
    let plan = |b: &crate::model::Buffer| {
        let producers = b.producers.iter();
        Some(BufferPlan {
            name: b.name.clone(),
            producers: producers
                .filter_map(|p| index.get(p.as_str()).copied())
                .collect(),
            consumer: *index.get(b.consumer.as_deref()?)?,
            capacity: b.capacity,
        })
    };
    set.buffers.iter().filter_map(plan).collect()
}

/// The end of one hyperperiod from the critical instant, or of two after the last offset.
fn hyperperiod(items: &[Item], tables: &HashMap<u32, TablePlan>, start: Start) -> u64 {
    let periods = items.iter().map(|i| i.period);
    let mut all: u128 = 1;
    for period in periods.chain(tables.values().map(|t| t.frame)) {
        all = all.lcm(&u128::from(period));
        if all > u128::from(MAX_TICKS) {
            return MAX_TICKS;
        }
    }
    let late = match start {
        Start::Critical => items.iter().map(|i| i.jitter).max(),
        Start::Offsets => items.iter().map(|i| i.offset).max(),
    };
    let late = late.unwrap_or(0);
    let rounds = if start == Start::Offsets && late > 0 {
        2
    } else {
        1
    };
    let all = u64::try_from(all).unwrap_or(MAX_TICKS);
    all.saturating_mul(rounds)
        .saturating_add(late)
        .min(MAX_TICKS)
}
