//! `[[service]]`, `[[receiver]]`, and what is nested in a service.

use super::{
    components::of,
    fields::{self, Names},
    links::Links,
    rules,
};
use crate::{
    bounds,
    model::{Bytes, Call, Callback, ComponentMemory, Flow, ResourceUse, Scheduler, Service, Span},
    read::{Item, Section, nowhere},
    report::{Problem, Report},
};

/// What kind of callback a table declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    /// A service's own.
    Service,
    /// A receiver with memory of its own.
    Receiver,
    /// A periodic task, nested.
    Task,
    /// A nested receiver.
    Nested,
}

impl Of {
    fn nested(self) -> bool {
        matches!(self, Of::Task | Of::Nested)
    }
}

/// `[[service]]`.
pub(super) fn service<'t>(
    item: Item<'t>,
    mut section: Section<'t>,
    names: &mut Names<'t>,
    links: &mut Links<'t>,
    report: &mut Report<'_>,
) -> Option<Service> {
    let bound = section.get("bound").and_then(|i| i.boolean(report));
    let mut inside = Names::default();
    let mut nested = |key, of, report: &mut Report<'_>| {
        let tables = fields::tables(&mut section, key, bounds::NESTED, report);
        let one = |(item, table): (Item<'t>, Section<'t>)| {
            callback(&item, table, of, &mut inside, links, report)
        };
        tables.into_iter().filter_map(one).collect::<Vec<_>>()
    };
    let tasks = nested("task", Of::Task, report);
    let receivers = nested("receiver", Of::Nested, report);
    let total = section.item_of("memory", "total");
    let own = callback(&item, section, Of::Service, names, links, report)?;
    let service = Service {
        own,
        bound: bound.unwrap_or(false),
        tasks,
        receivers,
    };
    if let (Some(total), Some(memory)) = (total, &service.own.memory) {
        let children = service.tasks.iter().chain(&service.receivers);
        judge_total(&total, memory, children, report);
    }
    Some(service)
}

/// A total is exactly the sum (I1: the reader refused what is no size).
fn judge_total<'c>(
    item: &Item<'_>,
    memory: &ComponentMemory,
    children: impl Iterator<Item = &'c Callback>,
    report: &mut Report<'_>,
) {
    let size = |b: Option<Bytes>| b.map_or(0, Bytes::get);
    let nested = children.filter_map(|c| c.memory.as_ref());
    let nested: u64 = nested.map(|m| size(m.release)).sum();
    let sum = size(memory.persistent) + size(memory.release) + size(memory.spare) + nested;
    if memory.total.is_some_and(|t| t.get() != sum) {
        let limit = format!(
            "persistent {}, release {}, spare {} and nested {} make {}",
            Bytes::new(size(memory.persistent)),
            Bytes::new(size(memory.release)),
            Bytes::new(size(memory.spare)),
            Bytes::new(nested),
            Bytes::new(sum),
        );
        let fix = format!("write total = \"{}\" or remove it", Bytes::new(sum));
        report.refuse(item.problem("is not the sum", limit, fix).depends());
    }
}

/// A table of any of the four kinds.
pub(super) fn callback<'t>(
    item: &Item<'t>,
    mut section: Section<'t>,
    of: Of,
    names: &mut Names<'t>,
    links: &mut Links<'t>,
    report: &mut Report<'_>,
) -> Option<Callback> {
    let name = names.read(&mut section, rules::label, report);
    // Without a name the rest is still judged.
    let known = name.clone();
    let stand_in = || "unnamed".parse().expect("these letters make a name");
    let mut callback = Callback::named(known.unwrap_or_else(stand_in));
    read_priority(&mut section, &mut callback, report);
    read_worker(&mut section, &mut callback, of, report);
    read_times(item, &mut section, &mut callback, of, report);
    read_memory(&mut section, &mut callback, of, report);
    callback.on_overrun = fields::word(&mut section, "on_overrun", report);
    callback.on_miss = fields::word(&mut section, "on_miss", report);
    read_uses(&mut section, &mut callback, links, report);
    callback.actions =
        fields::distinct(&mut section, "actions", bounds::USES, rules::label, report);
    if of == Of::Service {
        for key in ["bound", "task", "receiver"] {
            section.get(key);
        }
    }
    section.finish(report, |key| misplaced(key, of));
    name.map(|_| callback)
}

/// Where a key of a service would be right.
fn misplaced(key: &str, of: Of) -> Option<String> {
    let service = matches!(key, "bound" | "task" | "receiver") && of != Of::Service;
    service.then(|| format!("remove it: only a [[service]] has {key}"))
}

fn read_priority(section: &mut Section<'_>, callback: &mut Callback, report: &mut Report<'_>) {
    let scheduler = section.get("scheduler");
    let priority = section.get("priority");
    let number = priority
        .as_ref()
        .and_then(|i| i.integer(bounds::PRIORITY, report));
    callback.priority = number.map(|p| p as u8);
    callback.scheduler = scheduler.as_ref().and_then(|i| i.word(report));
    match (callback.scheduler, scheduler, priority) {
        (Some(Scheduler::Fifo), Some(item), None) => {
            let limit = format!("a fixed priority of {} is required", bounds::PRIORITY);
            let problem = item.problem("has no priority", limit, "add priority = 50");
            report.refuse(problem.depends());
        }
        (Some(Scheduler::Normal), _, Some(item)) => {
            let limit = "only scheduler = \"fifo\" has a priority";
            let fix = "remove it or write scheduler = \"fifo\"";
            report.refuse(item.problem("has no effect", limit, fix).depends());
        }
        _ => {}
    }
}

fn read_worker(
    section: &mut Section<'_>,
    callback: &mut Callback,
    of: Of,
    report: &mut Report<'_>,
) {
    let Some(item) = section.get("worker") else {
        return;
    };
    callback.worker = item.integer(bounds::WORKER, report).map(|w| w as u16);
    if of.nested() {
        let limit = "what is nested runs where its service does";
        let problem = item.problem(
            "is of something nested",
            limit,
            "move it to the [[service]]",
        );
        report.refuse(problem.depends());
    }
}

fn read_times(
    whole: &Item<'_>,
    section: &mut Section<'_>,
    callback: &mut Callback,
    of: Of,
    report: &mut Report<'_>,
) {
    let period = section.get("period");
    let cost = section.get("cost");
    let best = section.get("best_cost");
    callback.period = period.as_ref().and_then(|i| i.span(bounds::PERIOD, report));
    callback.deadline = fields::span(section, "deadline", bounds::DEADLINE, report);
    callback.cost = cost.as_ref().and_then(|i| i.span(bounds::COST, report));
    callback.best_cost = best.as_ref().and_then(|i| i.span(bounds::COST, report));
    let zero = Span::default();
    callback.start = fields::span(section, "start", bounds::START, report).unwrap_or(zero);
    callback.jitter = fields::span(section, "jitter", bounds::START, report).unwrap_or(zero);
    if of == Of::Task && period.is_none() {
        let what = format!("{}.period is missing", whole.name);
        let problem = Problem::new(
            &whole.key_at,
            what,
            "a periodic task has one",
            "add period = \"10 ms\"",
        );
        report.refuse(problem.value("nothing").depends());
    }
    judge_best(best.as_ref(), callback, report);
}

fn judge_best(best: Option<&Item<'_>>, callback: &Callback, report: &mut Report<'_>) {
    let Some((item, best)) = best.zip(callback.best_cost) else {
        return;
    };
    if callback.cost.is_some_and(|cost| best <= cost) {
        return;
    }
    let limit = match callback.cost {
        Some(cost) => format!("cost is {cost}"),
        None => "there is no cost".to_owned(),
    };
    let problem = item.problem("is more than the cost", limit, "lower it or raise cost");
    report.refuse(problem.depends());
}

fn read_memory(
    section: &mut Section<'_>,
    callback: &mut Callback,
    of: Of,
    report: &mut Report<'_>,
) {
    let Some(item) = section.get("memory") else {
        return;
    };
    let Some(mut memory) = item.section(report) else {
        return;
    };
    let mut size = |key, report: &mut Report<'_>| {
        let item: Item<'_> = memory.get(key)?;
        if of.nested() && key != "release" {
            let limit = "what is nested has release memory only";
            let problem = item.problem(
                "is of something nested",
                limit,
                "move it to the [[service]]",
            );
            report.refuse(problem.depends());
        }
        item.size(bounds::GUARANTEED, report)
    };
    let read = ComponentMemory {
        persistent: size("persistent", report),
        release: size("release", report),
        spare: size("spare", report),
        total: size("total", report),
        collection: fields::span(&mut memory, "collection", bounds::COST, report),
    };
    if of == Of::Receiver
        && let Some(total) = section.item_of("memory", "total")
    {
        judge_total(&total, &read, std::iter::empty(), report);
    }
    memory.finish(report, nowhere);
    callback.memory = Some(read);
}

fn read_uses<'t>(
    section: &mut Section<'t>,
    callback: &mut Callback,
    links: &mut Links<'t>,
    report: &mut Report<'_>,
) {
    for (_, table) in fields::tables(section, "uses", bounds::USES, report) {
        callback.uses.extend(resource(table, report));
    }
    for (_, table) in fields::tables(section, "calls", bounds::USES, report) {
        callback.calls.extend(call(table, links, report));
    }
    for (_, table) in fields::tables(section, "publish", bounds::USES, report) {
        callback.publish.extend(flow(table, links, report));
    }
    for (_, table) in fields::tables(section, "subscribe", bounds::USES, report) {
        callback.subscribe.extend(flow(table, links, report));
    }
}

fn resource(mut section: Section<'_>, report: &mut Report<'_>) -> Option<ResourceUse> {
    let name = section.require("resource", "\"table\"", report);
    let longest = section.require("longest", "\"20 us\"", report);
    section.finish(report, nowhere);
    let resource = name.and_then(|i| rules::label(&i, report));
    let longest = longest.and_then(|i| i.span(bounds::COST, report));
    Some(ResourceUse {
        resource: resource?,
        longest: longest?,
    })
}

fn call<'t>(
    mut section: Section<'t>,
    links: &mut Links<'t>,
    report: &mut Report<'_>,
) -> Option<Call> {
    let item = section.require("interface", "\"codec\"", report);
    let of = of(&mut section, report);
    section.finish(report, nowhere);
    let item = item?;
    let interface = rules::label(&item, report)?;
    if of.is_none() {
        links.interface(item, &interface);
    }
    Some(Call { interface, of })
}

fn flow<'t>(
    mut section: Section<'t>,
    links: &mut Links<'t>,
    report: &mut Report<'_>,
) -> Option<Flow> {
    let item = section.require("channel", "\"audio\"", report);
    let of = of(&mut section, report);
    let count = fields::number(&mut section, "count", bounds::FLIGHT, report);
    section.finish(report, nowhere);
    let item = item?;
    let channel = rules::label(&item, report)?;
    if of.is_none() {
        links.channel(item, &channel);
    }
    Some(Flow {
        channel,
        of,
        count: count.map_or(1, |c| c as u32),
    })
}
