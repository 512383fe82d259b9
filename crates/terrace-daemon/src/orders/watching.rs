//! Looking, waiting and following.

use super::{ITEMS_AT_ONCE, Orders, SLICE};
use crate::answers::{Ending, Inspection, LogPage};
use crate::protocol::LogsOrder;
use crate::reply::Break;
use std::time::{Duration, Instant};
use terrace_vm::{Page, PartitionId, Source};

impl Orders<'_> {
    pub(super) fn inspect(&self, reference: &str) -> Result<Inspection, Break> {
        let id = self.find(reference)?;
        let partition = self.info(id)?;
        let lost_records = self.machine.lost_records(&partition);
        let ledger = self.machine.ledger();
        let app = ledger.apps().find(|app| app.row.name == partition.app);
        let entry = ledger.entry(&partition.name).filter(|e| e.id == Some(id));
        Ok(Inspection {
            digest: app.map(|app| format!("sha256:{}", app.row.digest)),
            version: app.map(|app| app.row.version.clone()),
            args: entry.and_then(|e| e.row.args.clone()),
            env: entry.map(|e| e.row.env.clone()).unwrap_or_default(),
            kept: entry.is_some_and(|e| e.kept),
            lost_records,
            manifest: app.map(|app| app.manifest.clone()),
            partition,
        })
    }

    pub(super) fn wait(&self, reference: &str, timeout: Option<Duration>) -> Result<Ending, Break> {
        let id = self.find(reference)?;
        // Too far away to be a time is without end.
        let deadline = timeout.and_then(|t| Instant::now().checked_add(t));
        loop {
            let left = deadline.map(|at| at.saturating_duration_since(Instant::now()));
            let slice = left.map_or(SLICE, |left| left.min(SLICE));
            let ended = self.machine.controller.wait(id, Some(slice))?.is_some();
            if ended || left == Some(Duration::ZERO) {
                let info = self.info(id)?;
                let (exit_status, fault) = if ended {
                    (info.exit_status, info.fault)
                } else {
                    (None, None)
                };
                return Ok(Ending {
                    name: info.name,
                    state: info.state,
                    ended,
                    exit_status,
                    fault,
                });
            }
            self.reply.wanted()?;
        }
    }

    pub(super) fn logs(&self, order: &LogsOrder) -> Result<(), Break> {
        let id = self.find(&order.partition)?;
        let mut from = order.from.unwrap_or(0);
        let mut lost = None;
        loop {
            let page = self.page(id, from, order.follow);
            let more = page.records.len() == ITEMS_AT_ONCE;
            from = from.max(page.next);
            let page = LogPage {
                records: chosen(page.records, order.level),
                next: from,
                lost: page.lost,
            };
            // The first tells where to go on and what was lost, even if there is nothing.
            if !page.records.is_empty() || lost.replace(page.lost) != Some(page.lost) {
                self.reply.next(&page)?;
            }
            if !more && (!order.follow || self.machine.controller.info(id).is_err()) {
                return Ok(());
            }
            self.reply.wanted()?;
        }
    }

    fn page(&self, id: PartitionId, from: u64, follow: bool) -> Page {
        let journal = self.machine.controller.journal();
        if follow {
            journal.follow(id, from, ITEMS_AT_ONCE, SLICE)
        } else {
            journal.read(id, from, ITEMS_AT_ONCE)
        }
    }

    pub(super) fn events(&self, mut from: u64, follow: bool) -> Result<(), Break> {
        let events = self.machine.controller.events();
        loop {
            let some = if follow {
                events.follow(from, SLICE)
            } else {
                events.since(from)
            };
            from = some.last().map_or(from, |last| last.sequence + 1);
            self.reply.list(&some, ITEMS_AT_ONCE)?;
            if !follow {
                return Ok(());
            }
            self.reply.wanted()?;
        }
    }
}

/// Log records of a level, if one is wanted; else everything.
fn chosen(records: Vec<terrace_vm::Record>, level: Option<u32>) -> Vec<terrace_vm::Record> {
    let Some(most) = level else { return records };
    let wanted = |source| matches!(source, Source::Log(level) if level <= most);
    records
        .into_iter()
        .filter(|record| wanted(record.source))
        .collect()
}
