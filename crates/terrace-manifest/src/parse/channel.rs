//! `[[channel]]`, `[[export]]` and `[[chain]]`.

use super::{
    fields::{self, Names},
    links::Links,
    rules, strings,
};
use crate::{
    bounds,
    model::{
        Activation, Chain, Channel, DropPolicy, Element, Execution, Export, Order, Queue,
        QueueModel, Word,
    },
    read::{Item, Section, nowhere},
    report::Report,
};

/// `[[channel]]`.
pub(super) fn channel<'t>(
    mut section: Section<'t>,
    names: &mut Names<'t>,
    report: &mut Report<'_>,
) -> Option<Channel> {
    let name = names.read(&mut section, rules::label, report);
    let kind = section.require("type", "\"message\"", report);
    let kind = kind.and_then(|i| i.word(report));
    let count = section.require("count", "128", report);
    let count = count.and_then(|i| i.integer(bounds::ELEMENTS, report));
    let depth = fields::number(&mut section, "depth", bounds::DEPTH, report);
    let mut grants =
        |key| fields::distinct(&mut section, key, bounds::GRANTS, rules::grantee, report);
    let (publishers, subscribers) = (grants("publishers"), grants("subscribers"));
    let channel = Channel {
        name: name?,
        kind: kind?,
        element: fields::word(&mut section, "element", report).unwrap_or(Element::Byte),
        count: count? as u32,
        depth: depth.map(|d| d as u32),
        order: fields::word(&mut section, "order", report).unwrap_or(Order::PriorityInheritance),
        execution: fields::word(&mut section, "execution", report)
            .unwrap_or(Execution::ComponentPriority),
        drop: fields::word(&mut section, "drop", report).unwrap_or(DropPolicy::Refuse),
        on_demand: section
            .get("on_demand")
            .and_then(|i| i.boolean(report))
            .unwrap_or(false),
        publishers,
        subscribers,
        queue: section.get("queue").and_then(|i| queue(&i, report)),
        implementation: fields::by(&mut section, "implementation", rules::label, report),
        validation: fields::by(&mut section, "validation", rules::label, report),
    };
    section.finish(report, nowhere);
    Some(channel)
}

fn queue(item: &Item<'_>, report: &mut Report<'_>) -> Option<Queue> {
    let mut section = item.section(report)?;
    let model = section.require("model", "\"P/P/1\"", report);
    let model: Option<QueueModel> = model.and_then(|i| i.word(report));
    refuse_idle(&mut section, model, report);
    let number = |section: &mut Section<'_>, key, report: &mut Report<'_>| {
        fields::number(section, key, bounds::FLIGHT, report).map(|n| n as u32)
    };
    let arrival = fields::span(&mut section, "arrival", bounds::PERIOD, report);
    let queue = Queue {
        model: model?,
        arrival,
        service: fields::span(&mut section, "service", bounds::COST, report),
        deviation: fields::span(&mut section, "deviation", bounds::START, report),
        servers: number(&mut section, "servers", report),
        population: number(&mut section, "population", report),
    };
    section.finish(report, nowhere);
    Some(queue)
}

/// Refuse what the model has no use for.
fn refuse_idle(section: &mut Section<'_>, model: Option<QueueModel>, report: &mut Report<'_>) {
    use QueueModel::{AnyService, FinitePopulation, Periodic};
    let Some(model) = model else { return };
    let idle = [
        ("arrival", model == Periodic),
        ("service", model == Periodic),
        ("deviation", model != AnyService),
        ("servers", model != FinitePopulation),
        ("population", model != FinitePopulation),
    ];
    for (key, idle) in idle {
        if let Some(item) = section.get(key)
            && idle
        {
            let limit = format!("model {} has none", model.word());
            report.refuse(item.problem("has no effect", limit, "remove it").depends());
        }
    }
}

/// `[[export]]`.
pub(super) fn export<'t>(
    mut section: Section<'t>,
    names: &mut Names<'t>,
    links: &mut Links<'t>,
    report: &mut Report<'_>,
) -> Option<Export> {
    let name = names.read(&mut section, rules::label, report);
    let item = section.get("component");
    let component = item.as_ref().and_then(|i| rules::label(i, report));
    if let Some((item, name)) = item.zip(component.clone()) {
        links.component(item, &name);
    }
    let longest = fields::span(&mut section, "longest", bounds::COST, report);
    let callers = fields::distinct(
        &mut section,
        "callers",
        bounds::GRANTS,
        rules::grantee,
        report,
    );
    section.finish(report, nowhere);
    Some(Export {
        name: name?,
        component,
        longest,
        callers,
    })
}

/// `[[chain]]`, of an app (whose tasks are linked) or a device.
pub(super) fn chain<'t>(
    mut section: Section<'t>,
    names: &mut Names<'t>,
    links: Option<&mut Links<'t>>,
    report: &mut Report<'_>,
) -> Option<Chain> {
    let name = names.read(&mut section, rules::label, report);
    let tasks = section.require("tasks", "[\"service/task\", \"receiver\"]", report);
    let activation = fields::word(&mut section, "activation", report);
    let deadline = fields::span(&mut section, "deadline", bounds::DEADLINE, report);
    section.finish(report, nowhere);
    let item = tasks?;
    let list = strings::each_once(&item, rules::task_path, report)?;
    strings::at_most(&item, list.len(), bounds::NESTED, report);
    if list.len() < 2 && item.value.as_array().is_some_and(|a| a.len() < 2) {
        let fix = "name its tasks, first to last";
        report.refuse(item.problem("is too short", "a chain has at least two tasks", fix));
    }
    if let Some(links) = links {
        links.tasks(&item);
    }
    Some(Chain {
        name: name?,
        tasks: list,
        activation: activation.unwrap_or(Activation::Direct),
        deadline,
    })
}
