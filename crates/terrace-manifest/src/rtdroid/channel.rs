//! `<channel>`.

use super::{
    component::Names,
    element::{Element, Reader, Text},
    values,
};
use crate::{
    bounds,
    model::{Channel, ChannelKind, DropPolicy, Element as Unit, Execution, Label, Order, Word},
};

const KINDS: &[(&str, ChannelKind)] = &[
    ("rt-msg", ChannelKind::Message),
    ("message", ChannelKind::Message),
    ("rt-broadcast", ChannelKind::Broadcast),
    ("broadcast", ChannelKind::Broadcast),
    ("rt-bulk", ChannelKind::Bulk),
    ("bulk", ChannelKind::Bulk),
    ("cross-context", ChannelKind::CrossContext),
];

/// RTDroid's words for how a channel is implemented.
pub(super) const IMPLEMENTATIONS: &[(&str, ChannelKind)] = &[
    ("rt_handler", ChannelKind::Message),
    ("broadcast_intent", ChannelKind::Broadcast),
    ("broadcast_bulk_intent", ChannelKind::Bulk),
];

const ORDERS: &[(&str, Order)] = &[
    ("priority-inheritance", Order::PriorityInheritance),
    ("fifo", Order::Fifo),
];

const EXECUTIONS: &[(&str, Execution)] = &[
    ("component-priority", Execution::ComponentPriority),
    ("undefined", Execution::Undefined),
];

/// RTDroid's words, and ours.
pub(super) const DROPS: &[(&str, DropPolicy)] = &[
    ("priority_and_FIFO", DropPolicy::LowestPriorityThenOldest),
    ("priority&oldest", DropPolicy::LowestPriorityThenOldest),
    (
        "lowest-priority-then-oldest",
        DropPolicy::LowestPriorityThenOldest,
    ),
    ("oldest", DropPolicy::Oldest),
    ("refuse", DropPolicy::Refuse),
];

pub(super) fn channel(
    mut element: Element<'_>,
    names: &mut Names,
    reader: &mut Reader<'_>,
) -> Option<Channel> {
    let text = element.require(&["name"], "audio", reader);
    let name = text.as_ref().and_then(|t| values::label(t, "", reader));
    if let Some((text, name)) = text.zip(name.as_ref()) {
        names.once(name, &text, reader);
    }
    let kind = element.attribute(&["type"]);
    let kind = kind.and_then(|t| values::word(&t, KINDS, reader));
    let validation = element.attribute(&["validation"]);
    let validation = validation.and_then(|t| values::label(&t, "", reader));
    let data = read_data(&mut element, reader);
    let order = worded(&mut element, "order", ORDERS, reader);
    let execution = worded(&mut element, "execution", EXECUTIONS, reader);
    let drop = worded(&mut element, "drop", DROPS, reader);
    let implementation = worded(&mut element, "implementation", IMPLEMENTATIONS, reader);
    element.finish(reader);
    let (unit, count) = data?;
    Some(Channel {
        name: name?,
        kind: kind.or(implementation).unwrap_or(ChannelKind::Message),
        element: unit,
        count,
        depth: None,
        order: order.unwrap_or(Order::PriorityInheritance),
        execution: execution.unwrap_or(Execution::ComponentPriority),
        drop: drop.unwrap_or(DropPolicy::Refuse),
        on_demand: false,
        publishers: Vec::new(),
        subscribers: Vec::new(),
        queue: None,
        implementation: implementation.map(|kind| word_of(IMPLEMENTATIONS, kind)),
        validation,
    })
}

/// The first word of a value.
pub(super) fn word_of<T: Copy + PartialEq>(words: &[(&str, T)], value: T) -> Label {
    let found = words.iter().find(|(_, v)| *v == value);
    let (word, _) = found.expect("every value was read by one of these words");
    word.parse().expect("the words have letters and '_' only")
}

fn worded<T: Copy>(
    element: &mut Element<'_>,
    name: &'static str,
    words: &[(&'static str, T)],
    reader: &mut Reader<'_>,
) -> Option<T> {
    let mut child = element.child(&[name], reader)?;
    let text = child.text(reader);
    child.finish(reader);
    values::word(&text?, words, reader)
}

/// `<data size= mimeType=>`: the size is in elements of the type, or in bytes with a suffix.
fn read_data(element: &mut Element<'_>, reader: &mut Reader<'_>) -> Option<(Unit, u32)> {
    let at = element.at();
    let Some(mut data) = element.child(&["data"], reader) else {
        let limit = "a channel has messages of one type and size";
        let fix = "add <data rtdroid:size=\"128\" android:mimeType=\"application/rtdroid.int\"/>";
        let problem = crate::report::Problem::new(&at, "<data> is missing", limit, fix);
        reader.refuse(problem.value("nothing"));
        return None;
    };
    let kind = data.attribute(&["mimeType", "type"]);
    let unit = kind.map_or(Some(Unit::Byte), |t| unit(&t, reader));
    let size = data.require(&["size"], "128", reader);
    data.finish(reader);
    let (unit, size) = (unit?, size?);
    Some((unit, elements(&size, unit, reader)?))
}

fn unit(text: &Text<'_>, reader: &mut Reader<'_>) -> Option<Unit> {
    let said = text.value.trim();
    let short = said
        .strip_prefix("application/")
        .or_else(|| said.strip_prefix("app/"));
    let found = match short {
        Some("octet-stream") => Some(Unit::Byte),
        Some(other) => other.strip_prefix("rtdroid.").and_then(Unit::from_word),
        None => None,
    };
    if found.is_none() {
        let words: Vec<&str> = Unit::ALL.iter().map(|(_, w)| *w).collect();
        let limit = format!(
            "it is application/octet-stream, or application/rtdroid. with one of {}",
            words.join(" ")
        );
        reader.refuse(text.problem(
            "is not a type of messages",
            limit,
            "write application/octet-stream",
        ));
    }
    found
}

fn elements(text: &Text<'_>, unit: Unit, reader: &mut Reader<'_>) -> Option<u32> {
    if text.value.trim().ends_with(|c: char| c.is_ascii_digit()) {
        return values::number(text, bounds::ELEMENTS, reader).map(|n| n as u32);
    }
    let bytes = values::size(text, bounds::GUARANTEED, reader)?.get();
    let count = bytes / unit.bytes();
    let whole = bytes.is_multiple_of(unit.bytes()) && (1..=bounds::ELEMENTS.max).contains(&count);
    if !whole {
        let limit = format!(
            "it holds 1 to {} times {} bytes",
            bounds::ELEMENTS.max,
            unit.bytes()
        );
        reader.refuse(text.problem("is no whole number of elements", limit, "correct it"));
    }
    whole.then_some(count as u32)
}
