//! Workers and their tables.

use super::{Flaws, TaskSet};
use crate::{
    exact::Time,
    model::{Table, Worker},
};
use std::collections::HashSet;

pub(super) fn check(set: &TaskSet, flaws: &mut Flaws) {
    let mut seen = HashSet::new();
    for (i, worker) in set.workers.iter().enumerate() {
        if !seen.insert(worker.worker) {
            flaws.add(
                ("workers", i, "worker"),
                format!("worker {} is described twice", worker.worker),
                worker.worker,
                "once is allowed",
                "keep one description",
            );
        }
        let of = format!("worker {}", worker.worker);
        flaws.natural(("workers", i, "masked"), &of, &worker.masked);
        if let Some(table) = &worker.table {
            windows(i, worker, table, flaws);
        }
    }
    for (i, task) in set.tasks.iter().enumerate() {
        if !fits(set, task.worker, task.window.as_deref()) {
            flaws.add(
                ("tasks", i, "window"),
                format!("task {} has no window to run in", task.name),
                task.window.as_deref().unwrap_or("nothing"),
                format!("a window of worker {}'s table is allowed", task.worker),
                "name a window of the table, or drop it where there is no table",
            );
        }
    }
    for (i, server) in set.servers.iter().enumerate() {
        if !fits(set, server.worker, server.window.as_deref()) {
            flaws.add(
                ("servers", i, "window"),
                format!("server {} has no window to run in", server.name),
                server.window.as_deref().unwrap_or("nothing"),
                format!("a window of worker {}'s table is allowed", server.worker),
                "name a window of the table, or drop it where there is no table",
            );
        }
    }
}

/// Is it a window of the worker's table, or nothing where there is none?
fn fits(set: &TaskSet, worker: u32, window: Option<&str>) -> bool {
    match (set.table(worker), window) {
        (table, None) => table.is_none(),
        (table, Some(name)) => table.is_some_and(|t| t.windows.iter().any(|w| w.name == name)),
    }
}

fn windows(i: usize, worker: &Worker, table: &Table, flaws: &mut Flaws) {
    let of = format!("worker {}", worker.worker);
    flaws.positive(("workers", i, "frame"), &of, &table.frame);
    let mut free = Time::zero();
    for window in &table.windows {
        let end = &window.start + &window.length;
        if window.start < free || !window.length.is_positive() || end > table.frame {
            flaws.add(
                ("workers", i, "windows"),
                format!(
                    "window {} of {of} is empty, out of order or beyond the frame",
                    window.name
                ),
                format!("{} to {end}", window.start),
                format!("{free} to {} is free for it", table.frame),
                "order windows by start, without overlap, inside the frame",
            );
        }
        free = end.max(free);
    }
}
