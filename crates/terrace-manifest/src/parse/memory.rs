//! `[memory]`.

use crate::{
    bounds,
    model::Memory,
    read::{Section, nowhere},
    report::Report,
};

pub(super) fn read(mut section: Section<'_>, report: &mut Report<'_>) -> Memory {
    let mut memory = Memory::default();
    let guaranteed = section.get("guaranteed");
    let given = guaranteed
        .as_ref()
        .and_then(|i| i.size(bounds::GUARANTEED, report));
    memory.guaranteed = given.unwrap_or(memory.guaranteed);
    let limit = section.get("limit");
    let read = limit.as_ref().map(|i| i.size(bounds::LIMIT, report));
    let limit_wrong = read == Some(None);
    memory.limit = read.flatten().unwrap_or(memory.limit);
    let priority = section.get("surplus_priority");
    let priority = priority.and_then(|i| i.integer(bounds::SURPLUS_PRIORITY, report));
    memory.surplus_priority = priority.map_or(0, |p| p as u8);
    section.finish(report, nowhere);
    if let Some(item) = guaranteed
        && memory.guaranteed > memory.limit
        && !limit_wrong
    {
        let whose = if limit.is_some() { "" } else { ", its default" };
        let limit = format!("memory.limit is {}{whose}", memory.limit);
        let fix = format!(
            "raise limit to \"{}\" or lower guaranteed",
            memory.guaranteed
        );
        report.refuse(item.problem("is more than the limit", limit, fix).depends());
    }
    memory
}
