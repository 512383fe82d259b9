//! From the model to a problem in whole numbers of one unit.

use super::{
    blocking::Use,
    chains::Links,
    item::{Before, Group, Item},
    problem::Problem,
    servers::Request,
    supply::{Supply, Windows},
    whole::{Overflow, Whole},
};
use crate::{
    exact::{Exact, Time},
    model::{Activation, Server, Table, Task, TaskSet},
};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};
use std::collections::HashMap;

/// The unit all times of a set are whole multiples of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unit {
    /// How many there are in one unit of the input.
    parts: BigInt,
}

impl Unit {
    /// The largest unit for this set.
    pub(crate) fn of(set: &TaskSet) -> Unit {
        let mut parts = BigInt::one();
        let mut add = |time: &Time| {
            if !time.is_integer() {
                parts = parts.lcm(time.denom());
            }
        };
        for task in &set.tasks {
            [
                &task.cost,
                &task.period,
                &task.jitter,
                &task.offset,
                &task.blocking,
            ]
            .into_iter()
            .chain(&task.deadline)
            .chain(&task.best_cost)
            .chain(task.resources.iter().map(|r| &r.longest))
            .for_each(&mut add);
        }
        for server in &set.servers {
            [&server.budget, &server.period]
                .into_iter()
                .for_each(&mut add);
            let works = server.aperiodic.iter();
            works
                .flat_map(|a| std::iter::once(&a.cost).chain(&a.deadline))
                .for_each(&mut add);
        }
        set.chains
            .iter()
            .flat_map(|c| &c.deadline)
            .for_each(&mut add);
        for worker in &set.workers {
            add(&worker.masked);
            if let Some(table) = &worker.table {
                add(&table.frame);
                for window in &table.windows {
                    add(&window.start);
                    add(&window.length);
                }
            }
        }
        Unit { parts }
    }

    /// A thousandth of it.
    pub(crate) fn finer(&self) -> Unit {
        Unit {
            parts: &self.parts * BigInt::from(1000),
        }
    }

    /// A time in this unit; negative times count as 0.
    pub(crate) fn whole<W: Whole>(&self, time: &Time) -> Result<W, Overflow> {
        if time.is_negative() {
            return Ok(W::zero());
        }
        let number = (time.numer() * &self.parts).div_ceil(time.denom());
        W::from_big(&number).ok_or(Overflow)
    }

    /// A time in this unit, if it is a whole number of it, not negative and not too large.
    pub(crate) fn exactly<W: Whole>(&self, time: &Time) -> Option<W> {
        let (number, rest) = (time.numer() * &self.parts).div_rem(time.denom());
        rest.is_zero().then(|| W::from_big(&number))?
    }

    /// A number of this unit as a time.
    pub(crate) fn time<W: Whole>(&self, number: &W) -> Time {
        Exact::ratio(number.to_big(), self.parts.clone())
    }
}

/// Where an item is: its worker and window.
pub(crate) type Home<'s> = (u32, Option<&'s str>);

/// The set as a problem: tasks first, then servers, in the order of the input.
pub(crate) fn problem<W: Whole>(set: &TaskSet, unit: &Unit) -> Result<Problem<W>, Overflow> {
    let homes = homes(set);
    let mut place: HashMap<Home<'_>, usize> = HashMap::new();
    let mut groups: Vec<Group<W>> = Vec::new();
    for (i, home) in homes.iter().enumerate() {
        let g = match place.get(home) {
            Some(g) => *g,
            None => {
                groups.push(Group {
                    members: Vec::new(),
                    policy: set.policy_of(home.0),
                    supply: supply(set.table(home.0), home.1, unit)?,
                });
                place.insert(*home, groups.len() - 1);
                groups.len() - 1
            }
        };
        groups[g].members.push(i);
    }
    let ranks = set.ranks();
    let masked = masked::<W>(set, unit)?;
    let resources = resources(set);
    let index = set.indices();
    let befores = befores(set, &index);
    let mut items = Vec::with_capacity(homes.len());
    for (i, task) in set.tasks.iter().enumerate() {
        let mut item: Item<W> = task_item(task, unit, &resources, befores[i].clone())?;
        item.rank = ranks[i];
        item.group = place[&homes[i]];
        if let Some(masked) = masked.get(&task.worker) {
            item.blocking = item.blocking.plus(masked)?;
        }
        items.push(item);
    }
    for (i, server) in set.servers.iter().enumerate() {
        let i = i + set.tasks.len();
        let mut item: Item<W> = server_item(server, unit)?;
        item.rank = ranks[i];
        item.group = place[&homes[i]];
        if let Some(masked) = masked.get(&server.worker) {
            item.blocking = item.blocking.plus(masked)?;
        }
        items.push(item);
    }
    Ok(Problem {
        protocol: set.protocol,
        order: order(&items),
        chains: chains(set, &index, unit)?,
        items,
        groups,
    })
}

/// Worker and window of each task, then of each server.
pub(crate) fn homes(set: &TaskSet) -> Vec<Home<'_>> {
    let tasks = set.tasks.iter().map(|t| (t.worker, t.window.as_deref()));
    let servers = (set.servers.iter()).map(|s| (s.worker, s.window.as_deref()));
    tasks.chain(servers).collect()
}

fn supply<W: Whole>(
    table: Option<&Table>,
    window: Option<&str>,
    unit: &Unit,
) -> Result<Supply<W>, Overflow> {
    let Some(table) = table else {
        return Ok(Supply::Full);
    };
    let mut windows = Vec::new();
    for window in table
        .windows
        .iter()
        .filter(|w| Some(w.name.as_str()) == window)
    {
        windows.push((unit.whole(&window.start)?, unit.whole(&window.length)?));
    }
    let found = Windows::new(unit.whole(&table.frame)?, &windows)?;
    Ok(found.map_or(Supply::Nothing, Supply::Windows))
}

fn masked<W: Whole>(set: &TaskSet, unit: &Unit) -> Result<HashMap<u32, W>, Overflow> {
    let workers = set.workers.iter().filter(|w| !w.masked.is_zero());
    workers
        .map(|w| Ok((w.worker, unit.whole(&w.masked)?)))
        .collect()
}

/// A number for every resource and for every component.
fn resources(set: &TaskSet) -> HashMap<(bool, &str), usize> {
    let mut numbers = HashMap::new();
    for task in &set.tasks {
        let used = task.resources.iter().map(|r| (false, r.name.as_str()));
        for name in used.chain(task.component.as_deref().map(|c| (true, c))) {
            let next = numbers.len();
            numbers.entry(name).or_insert(next);
        }
    }
    numbers
}

fn befores(set: &TaskSet, index: &HashMap<&str, usize>) -> Vec<Before> {
    let mut befores: Vec<Before> = set
        .tasks
        .iter()
        .map(|t| Before {
            direct: Vec::new(),
            after: t
                .after
                .iter()
                .filter_map(|n| index.get(n.as_str()).copied())
                .collect(),
        })
        .collect();
    for chain in set
        .chains
        .iter()
        .filter(|c| c.activation == Activation::Direct)
    {
        for pair in chain.tasks.windows(2) {
            if let (Some(a), Some(b)) = (index.get(pair[0].as_str()), index.get(pair[1].as_str()))
                && !befores[*b].direct.contains(a)
            {
                befores[*b].direct.push(*a);
            }
        }
    }
    // What activates a task need not be waited for once more.
    for before in &mut befores {
        let direct = before.direct.clone();
        before.after.retain(|p| !direct.contains(p));
    }
    befores
}

fn chains<W: Whole>(
    set: &TaskSet,
    index: &HashMap<&str, usize>,
    unit: &Unit,
) -> Result<Vec<Links<W>>, Overflow> {
    let all = set.chains.iter();
    all.map(|chain| {
        let tasks = chain
            .tasks
            .iter()
            .filter_map(|n| index.get(n.as_str()).copied());
        Ok(Links {
            tasks: tasks.collect(),
            activation: chain.activation,
            deadline: chain.deadline.as_ref().map(|d| unit.whole(d)).transpose()?,
        })
    })
    .collect()
}

/// Each item after all it comes after, as far as there is no circle.
fn order<W>(items: &[Item<W>]) -> Vec<usize> {
    let all = |i: &Item<W>| {
        i.before
            .direct
            .iter()
            .chain(&i.before.after)
            .copied()
            .collect()
    };
    let before: Vec<Vec<usize>> = items.iter().map(all).collect();
    let mut left: Vec<usize> = before.iter().map(Vec::len).collect();
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); items.len()];
    for (i, all) in before.iter().enumerate() {
        for p in all {
            next[*p].push(i);
        }
    }
    let mut order: Vec<usize> = (0..items.len()).filter(|i| left[*i] == 0).collect();
    let mut at = 0;
    while let Some(i) = order.get(at).copied() {
        at += 1;
        for n in &next[i] {
            left[*n] -= 1;
            if left[*n] == 0 {
                order.push(*n);
            }
        }
    }
    order
}

fn task_item<W: Whole>(
    task: &Task,
    unit: &Unit,
    resources: &HashMap<(bool, &str), usize>,
    before: Before,
) -> Result<Item<W>, Overflow> {
    let cost: W = unit.whole(&task.cost)?;
    let mut uses: Vec<Use<W>> = Vec::new();
    let sections = task
        .resources
        .iter()
        .map(|r| ((false, r.name.as_str()), &r.longest));
    let callback = task.component.as_deref().map(|c| ((true, c), &task.cost));
    for (name, longest) in sections.chain(callback) {
        let Some(resource) = resources.get(&name).copied() else {
            continue;
        };
        let longest: W = unit.whole(longest)?;
        match uses.iter_mut().find(|u| u.resource == resource) {
            Some(used) => used.longest = used.longest.clone().max(longest),
            None => uses.push(Use {
                resource,
                longest,
                callback: name.0,
            }),
        }
    }
    Ok(Item {
        rank: 0,
        best: match &task.best_cost {
            Some(best) => unit.whole::<W>(best)?.min(cost.clone()),
            None => W::zero(),
        },
        cost,
        period: unit.whole::<W>(&task.period)?.max(W::one()),
        deadline: unit.whole(task.deadline())?,
        deadline_follows: task.deadline.is_none(),
        offset: unit.whole(&task.offset)?,
        jitter: unit.whole(&task.jitter)?,
        blocking: unit.whole(&task.blocking)?,
        uses,
        server: None,
        requests: Vec::new(),
        group: 0,
        before,
    })
}

fn server_item<W: Whole>(server: &Server, unit: &Unit) -> Result<Item<W>, Overflow> {
    let period = unit.whole::<W>(&server.period)?.max(W::one());
    let requests = server.aperiodic.iter().map(|a| {
        Ok(Request {
            cost: unit.whole(&a.cost)?,
            deadline: a.deadline.as_ref().map(|d| unit.whole(d)).transpose()?,
        })
    });
    Ok(Item {
        rank: 0,
        cost: unit.whole(&server.budget)?,
        best: W::zero(),
        deadline: period.clone(),
        deadline_follows: true,
        period,
        offset: W::zero(),
        jitter: W::zero(),
        blocking: W::zero(),
        uses: Vec::new(),
        server: Some(server.kind),
        requests: requests.collect::<Result<_, Overflow>>()?,
        group: 0,
        before: Before::default(),
    })
}
