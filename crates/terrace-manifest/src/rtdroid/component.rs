//! `<service>`, `<receiver>` and `<periodic-task>`.

use super::{
    element::{Element, Reader, Text},
    memory, values,
};
use crate::{
    bounds,
    model::{Callback, Channel, Flow, Label, Scheduler, Service, Span},
    read::closest,
    report::Problem,
};
use std::collections::HashMap;

/// Names that may stand once, and where they stand.
#[derive(Default)]
pub(super) struct Names(HashMap<Label, usize>);

impl Names {
    /// Refuse a name that stood before.
    pub(super) fn once(&mut self, name: &Label, text: &Text<'_>, reader: &mut Reader<'_>) {
        let line = reader.line(text.at.start);
        if let Some(first) = self.0.insert(name.clone(), line) {
            self.0.insert(name.clone(), first);
            let limit = format!("it is on line {first} already");
            reader.refuse(text.problem("is there twice", limit, "rename one of the two"));
        }
    }
}

/// Channels that are used, judged when all are known.
pub(super) struct Links<'n> {
    package: String,
    used: Vec<(Text<'n>, Label)>,
}

impl<'n> Links<'n> {
    pub(super) fn new(package: &str) -> Links<'n> {
        Links {
            package: package.to_owned(),
            used: Vec::new(),
        }
    }

    /// Refuse a channel nobody declared.
    pub(super) fn check(self, channels: &[Channel], reader: &mut Reader<'_>) {
        let names: Vec<&str> = channels.iter().map(|c| c.name.as_str()).collect();
        for (text, name) in &self.used {
            if names.contains(&name.as_str()) {
                continue;
            }
            let fix = match closest(name.as_str(), &names) {
                Some(near) => format!("did you mean {near}"),
                None => format!("add <rtdroid:channel name=\"{name}\">"),
            };
            let limit = match names.is_empty() {
                true => "no channel is declared".to_owned(),
                false => format!("there are {}", names.join(" ")),
            };
            reader.refuse(text.problem("is a channel that nobody declared", limit, fix));
        }
    }
}

/// A service with what is nested in it.
pub(super) fn service<'n>(
    mut element: Element<'n>,
    names: &mut Names,
    links: &mut Links<'n>,
    reader: &mut Reader<'_>,
) -> Option<Service> {
    let bound = element.attribute(&["bound"]);
    let bound = bound.and_then(|t| values::boolean(&t, reader));
    let mut inside = Names::default();
    let mut tasks = Vec::new();
    for task in element.children(&["periodic-task"]) {
        tasks.extend(periodic_task(task, &mut inside, links, reader));
    }
    let mut receivers = Vec::new();
    for nested in element.children(&["receiver"]) {
        receivers.extend(receiver(nested, true, &mut inside, links, reader));
    }
    let scopes = memory::scopes(&mut element, reader);
    let own = callback(element, false, names, links, reader)?;
    let mut service = Service {
        own,
        bound: bound.unwrap_or(false),
        tasks,
        receivers,
    };
    if let Some(scopes) = scopes {
        let nested = service.tasks.iter().chain(&service.receivers);
        let nested = nested
            .filter_map(|c| c.memory.as_ref()?.release)
            .map(|b| b.get())
            .sum();
        service.own.memory = scopes.judge(nested, reader);
    }
    Some(service)
}

/// A receiver, of its own or nested.
pub(super) fn receiver<'n>(
    mut element: Element<'n>,
    nested: bool,
    names: &mut Names,
    links: &mut Links<'n>,
    reader: &mut Reader<'_>,
) -> Option<Callback> {
    if nested {
        return callback(element, true, names, links, reader);
    }
    let scopes = memory::scopes(&mut element, reader);
    let mut own = callback(element, false, names, links, reader)?;
    own.memory = scopes.and_then(|s| s.judge(0, reader));
    Some(own)
}

fn periodic_task<'n>(
    element: Element<'n>,
    names: &mut Names,
    links: &mut Links<'n>,
    reader: &mut Reader<'_>,
) -> Option<Callback> {
    let at = element.at();
    let said = element.says_period();
    let task = callback(element, true, names, links, reader)?;
    if task.period.is_none() && !said {
        let limit = "a periodic task has <periodic><period ms=.../></periodic>";
        let problem = Problem::new(&at, "the period is missing", limit, "add it");
        reader.refuse(problem.value("nothing"));
    }
    Some(task)
}

/// What all three have.
fn callback<'n>(
    mut element: Element<'n>,
    nested: bool,
    names: &mut Names,
    links: &mut Links<'n>,
    reader: &mut Reader<'_>,
) -> Option<Callback> {
    let text = match element.name() {
        "periodic-task" => element.require(&["instance-id", "name"], "task", reader),
        _ => element.require(&["name"], ".MyService", reader),
    };
    let name = text
        .as_ref()
        .and_then(|t| values::label(t, &links.package, reader));
    if let Some((text, name)) = text.as_ref().zip(name.as_ref()) {
        names.once(name, text, reader);
    }
    let stand_in = || "unnamed".parse().expect("these letters make a name");
    let mut callback = Callback::named(name.clone().unwrap_or_else(stand_in));
    read_priority(&mut element, &mut callback, reader);
    read_times(&mut element, &mut callback, reader);
    if nested {
        callback.memory = memory::nested(&mut element, reader);
    }
    for filter in element.children(&["intent-filter"]) {
        read_filter(filter, &mut callback, links, reader);
    }
    element.finish(reader);
    name.map(|_| callback)
}

fn read_priority(element: &mut Element<'_>, callback: &mut Callback, reader: &mut Reader<'_>) {
    let short = element.attribute(&["priority"]);
    let short = short.and_then(|t| values::priority(&t, reader));
    let child = element.child(&["priority"], reader);
    let (scheduler, number) = child.map_or((None, None), |c| priority(c, reader));
    callback.scheduler = scheduler;
    callback.priority = number.or(short);
    if scheduler == Some(Scheduler::Normal) {
        callback.priority = None;
    }
}

/// `<priority scheduler= priority=>`.
pub(super) fn priority(
    mut element: Element<'_>,
    reader: &mut Reader<'_>,
) -> (Option<Scheduler>, Option<u8>) {
    const WORDS: &[(&str, Scheduler)] = &[("FIFO", Scheduler::Fifo), ("NORMAL", Scheduler::Normal)];
    let scheduler = element.attribute(&["scheduler"]);
    let scheduler = scheduler.and_then(|t| values::word(&t, WORDS, reader));
    let text = match scheduler {
        Some(Scheduler::Normal) => element.attribute(&["priority"]),
        _ => element.require(&["priority"], "50", reader),
    };
    element.finish(reader);
    let number = text.as_ref().and_then(|t| values::priority(t, reader));
    if let (Some(Scheduler::Normal), Some(text)) = (scheduler, &text) {
        let limit = "NORMAL work runs in slices, below all that is FIFO";
        reader.warn(text.problem(
            "has no effect",
            limit,
            "write scheduler=\"FIFO\" if it matters",
        ));
    }
    (scheduler, number)
}

/// Both spellings: `<periodic>` with `<period>` and `<startTime>`; `<release>` and `<time>`.
fn read_times(element: &mut Element<'_>, callback: &mut Callback, reader: &mut Reader<'_>) {
    if let Some(mut periodic) = element.child(&["periodic"], reader) {
        let period = periodic.child(&["period"], reader);
        callback.period = period.and_then(|p| values::time_of(p, bounds::PERIOD, reader));
        if let Some(start) = periodic.child(&["startTime"], reader) {
            callback.start = start_time(start, reader).unwrap_or_default();
        }
        periodic.finish(reader);
    }
    if let Some(mut release) = element.child(&["release"], reader) {
        let start = release.attribute(&["start"]);
        let start = start.and_then(|t| values::time(&t, bounds::START, reader));
        callback.start = start.unwrap_or(callback.start);
        let period = release.attribute(&["periodic", "period"]);
        let period = period.and_then(|t| values::time(&t, bounds::PERIOD, reader));
        callback.period = period.or(callback.period);
        release.finish(reader);
    }
    if let Some(time) = element.child(&["time"], reader) {
        read_time(time, callback, reader);
    }
}

fn read_time(mut time: Element<'_>, callback: &mut Callback, reader: &mut Reader<'_>) {
    let mut read = |name, bounds, reader: &mut Reader<'_>| -> Option<Span> {
        let child = time.child(&[name], reader)?;
        values::time_of(child, bounds, reader)
    };
    callback.start = read("start", bounds::START, reader).unwrap_or(callback.start);
    callback.cost = read("cost", bounds::COST, reader);
    callback.period = read("periodic", bounds::PERIOD, reader).or(callback.period);
    callback.deadline = read("deadline", bounds::DEADLINE, reader);
    time.finish(reader);
}

fn start_time(mut element: Element<'_>, reader: &mut Reader<'_>) -> Option<Span> {
    if let Some(text) = element.attribute(&["relative"])
        && values::boolean(&text, reader) == Some(false)
    {
        let limit = "a start is counted from the common zero of the device";
        reader.warn(text.problem("has no counterpart", limit, "write relative=\"true\""));
    }
    values::time_of(element, bounds::START, reader)
}

/// What an intent filter makes of its component.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Subscriber,
    Publisher,
}

const ROLES: &[(&str, Role)] = &[
    ("subscriber", Role::Subscriber),
    ("observer", Role::Publisher),
    ("publisher", Role::Publisher),
];

fn read_filter<'n>(
    mut filter: Element<'n>,
    callback: &mut Callback,
    links: &mut Links<'n>,
    reader: &mut Reader<'_>,
) {
    let realtime = filter.attribute(&["realtime"]);
    let realtime = realtime.and_then(|t| values::boolean(&t, reader));
    let count = filter.attribute(&["concurrentCount", "count"]);
    let said_count = count.is_some();
    let count = count.and_then(|t| values::number(&t, bounds::FLIGHT, reader));
    let role = filter.attribute(&["role"]);
    let said_role = role.is_some();
    let role = role.and_then(|t| values::word(&t, ROLES, reader));
    let actions = filter.children(&["action"]);
    if actions.is_empty() {
        let problem = Problem::new(
            &filter.at(),
            "<intent-filter> has no <action>",
            "it has one",
            "add it or remove the filter",
        );
        reader.refuse(problem);
    }
    let channel = realtime.unwrap_or(said_role || said_count);
    for mut action in actions {
        let name = action.require(&["name"], "channel", reader);
        action.finish(reader);
        let Some(text) = name else { continue };
        let Some(label) = values::label(&text, &links.package, reader) else {
            continue;
        };
        if !channel {
            callback.actions.push(label);
            continue;
        }
        links.used.push((text, label.clone()));
        let flow = Flow {
            channel: label,
            of: None,
            count: count.map_or(1, |c| c as u32),
        };
        match role.unwrap_or(Role::Subscriber) {
            Role::Subscriber => callback.subscribe.push(flow),
            Role::Publisher => callback.publish.push(flow),
        }
    }
    filter.finish(reader);
}
