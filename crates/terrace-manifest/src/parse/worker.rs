//! `[[worker]]` and `[[server]]` of a device file.

use super::{
    fields::{self, Names},
    rules,
};
use crate::{
    bounds,
    model::{Server, Span, Window, WorkerPlan, WorkerPolicy},
    read::{Item, Section, nowhere},
    report::Report,
};

/// Every `[[worker]]`.
pub(super) fn workers(root: &mut Section<'_>, report: &mut Report<'_>) -> Vec<WorkerPlan> {
    let mut seen = Vec::new();
    let mut plans = Vec::new();
    for (_, section) in fields::tables(root, "worker", bounds::NESTED, report) {
        plans.extend(worker(section, &mut seen, report));
    }
    plans
}

fn worker(
    mut section: Section<'_>,
    seen: &mut Vec<u64>,
    report: &mut Report<'_>,
) -> Option<WorkerPlan> {
    let item = section.require("id", "0", report);
    let id = item
        .as_ref()
        .and_then(|i| i.integer(bounds::WORKER, report));
    if let Some((item, id)) = item.zip(id) {
        if seen.contains(&id) {
            let limit = "a worker has one table";
            report.refuse(item.problem("is there twice", limit, "remove one of the two"));
        }
        seen.push(id);
    }
    let policy = fields::word(&mut section, "policy", report);
    let frame = section.get("frame");
    let length = frame.as_ref().and_then(|i| i.span(bounds::PERIOD, report));
    let windows = read_windows(&mut section, length, report);
    judge_frame(frame, &mut section, report);
    section.finish(report, nowhere);
    Some(WorkerPlan {
        id: id? as u16,
        policy: policy.unwrap_or(WorkerPolicy::FixedPriority),
        frame: length,
        windows,
    })
}

/// A frame without windows, or windows without a frame.
fn judge_frame(frame: Option<Item<'_>>, section: &mut Section<'_>, report: &mut Report<'_>) {
    match (frame, section.get("windows")) {
        (Some(frame), None) => {
            let limit = "a frame is cut into windows";
            let fix = "add windows = [{ app = \"...\", start = \"0 ms\", length = \"5 ms\" }]";
            report.refuse(frame.problem("has no windows", limit, fix).depends());
        }
        (None, Some(windows)) => {
            let limit = "windows repeat every frame";
            let problem = windows.problem("have no frame", limit, "add frame = \"100 ms\"");
            report.refuse(problem.depends());
        }
        _ => {}
    }
}

fn read_windows(
    section: &mut Section<'_>,
    frame: Option<Span>,
    report: &mut Report<'_>,
) -> Vec<Window> {
    let mut windows: Vec<(Item<'_>, Window)> = Vec::new();
    for (item, table) in fields::tables(section, "windows", bounds::NESTED, report) {
        if let Some(window) = window(table, report) {
            windows.push((item, window));
        }
    }
    let mut by_start: Vec<usize> = (0..windows.len()).collect();
    by_start.sort_by_key(|i| windows[*i].1.start);
    let end = |w: &Window| w.start.ns() + w.length.ns();
    for (n, i) in by_start.iter().enumerate() {
        let (item, window) = &windows[*i];
        let next = by_start.get(n + 1).map(|j| windows[*j].1.start);
        if next.is_some_and(|next| end(window) > next.ns()) {
            let limit = format!("the next one starts at {}", next.unwrap_or_default());
            let problem = item.problem("overlaps the next window", limit, "make it shorter");
            report.refuse(problem.depends());
        }
        if frame.is_some_and(|frame| end(window) > frame.ns()) {
            let limit = format!("frame is {}", frame.unwrap_or_default());
            let problem = item.problem("ends after the frame", limit, "make it shorter");
            report.refuse(problem.depends());
        }
    }
    windows.into_iter().map(|(_, window)| window).collect()
}

fn window(mut section: Section<'_>, report: &mut Report<'_>) -> Option<Window> {
    let app = section.require("app", "\"pulse\"", report);
    let app = app.and_then(|i| rules::name(&i, report));
    let start = section.require("start", "\"0 ms\"", report);
    let start = start.and_then(|i| i.span(bounds::START, report));
    let length = section.require("length", "\"5 ms\"", report);
    let length = length.and_then(|i| i.span(bounds::COST, report));
    section.finish(report, nowhere);
    Some(Window {
        app: app?,
        start: start?,
        length: length?,
    })
}

/// Every `[[server]]`.
pub(super) fn servers(root: &mut Section<'_>, report: &mut Report<'_>) -> Vec<Server> {
    let mut names = Names::default();
    let mut servers = Vec::new();
    for (_, mut section) in fields::tables(root, "server", bounds::NESTED, report) {
        let name = names.read(&mut section, rules::label, report);
        servers.extend(
            server(section, report)
                .zip(name)
                .map(|(server, name)| Server { name, ..server }),
        );
    }
    servers
}

fn server(mut section: Section<'_>, report: &mut Report<'_>) -> Option<Server> {
    section.get("name");
    let kind = section.require("kind", "\"sporadic\"", report);
    let kind = kind.and_then(|i| i.word(report));
    let item = section.require("budget", "\"1 ms\"", report);
    let budget = item.as_ref().and_then(|i| i.span(bounds::COST, report));
    let period = section.require("period", "\"5 ms\"", report);
    let period = period.and_then(|i| i.span(bounds::PERIOD, report));
    let priority = section.require("priority", "50", report);
    let priority = priority.and_then(|i| i.integer(bounds::PRIORITY, report));
    let worker = fields::number(&mut section, "worker", bounds::WORKER, report);
    let serves = fields::distinct(
        &mut section,
        "serves",
        bounds::NESTED,
        rules::task_path,
        report,
    );
    section.finish(report, nowhere);
    let (budget, period) = (budget?, period?);
    if let Some(item) = item
        && budget > period
    {
        let limit = format!("its period is {period}");
        let fix = format!("write budget = \"{period}\" or less");
        report.refuse(
            item.problem("is more than its period", limit, fix)
                .depends(),
        );
    }
    Some(Server {
        name: "unnamed".parse().expect("these letters make a name"),
        kind: kind?,
        budget,
        period,
        priority: priority? as u8,
        worker: worker.map_or(0, |w| w as u16),
        serves,
    })
}
