//! Events and the partitions' lines as one log, each line with its partition's name before it.

use crate::cli::Format;
use crate::failure::Failure;
use crate::{output, remote};
use std::collections::HashMap;
use terrace_vm::{Controller, PartitionInfo};

/// Lines of one partition taken at a time.
const PAGE: usize = 4096;

/// See the module.
pub struct Log {
    controller: Controller,
    /// The next record of each partition.
    next: HashMap<String, u64>,
    next_event: u64,
    /// Standard output is for the table alone.
    aside: bool,
}

impl Log {
    /// From the beginning.
    pub fn new(controller: Controller, format: Format) -> Log {
        Log {
            controller,
            next: HashMap::new(),
            next_event: 0,
            aside: format == Format::Json,
        }
    }

    /// What is new, in the order it happened.
    pub fn print(&mut self, partitions: &[PartitionInfo]) -> Result<(), Failure> {
        let mut lines = self.events();
        for partition in partitions {
            self.records(partition, &mut lines);
        }
        lines.sort_by_key(|(at, _)| *at);
        for (_, line) in lines {
            if self.aside {
                output::hint(&line);
            } else {
                output::line(&line)?;
            }
        }
        Ok(())
    }

    fn events(&mut self) -> Vec<(u64, String)> {
        let events = self.controller.events().since(self.next_event);
        if let Some(last) = events.last() {
            self.next_event = last.sequence + 1;
        }
        events
            .iter()
            .map(|e| {
                (
                    e.at_ns,
                    format!("{} * {}", name(&e.name), remote::event_text(e)),
                )
            })
            .collect()
    }

    fn records(&mut self, partition: &PartitionInfo, lines: &mut Vec<(u64, String)>) {
        let Ok(id) = partition.id.parse() else { return };
        let from = self.next.entry(partition.id.clone()).or_default();
        let page = self.controller.journal().read(id, *from, PAGE);
        *from = page.next;
        let shown = |r: &terrace_vm::Record| {
            (
                r.at_ns,
                format!("{} | {}", name(&partition.name), remote::record_line(r)),
            )
        };
        lines.extend(page.records.iter().map(shown));
    }
}

fn name(name: &str) -> String {
    format!("{name:<16}")
}
