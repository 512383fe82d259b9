//! The order for a trace.

use super::Orders;
use crate::answers::TracePage;
use crate::protocol::{Refusal, RefusalCode};
use crate::reply::Break;
use std::collections::HashSet;
use std::time::{Duration, Instant};
use terrace_vm::{Marks, PartitionId};

/// Marks in one answer.
const MARKS_AT_ONCE: usize = 2048;
/// How often the workers' rings are read.
const READ: Duration = Duration::from_millis(10);

impl Orders<'_> {
    pub(super) fn trace(&self, length: Duration) -> Result<(), Break> {
        let Some(trace) = self.machine.controller.trace() else {
            let message = "another trace goes on; wait until it has ended".to_owned();
            return Err(Refusal::new(RefusalCode::Busy, message).into());
        };
        let mut named = HashSet::new();
        let begun = Instant::now();
        loop {
            let over = begun.elapsed() >= length;
            for marks in trace.take() {
                self.send_marks(&marks, &mut named)?;
            }
            if over {
                return Ok(());
            }
            std::thread::sleep(READ.min(length.saturating_sub(begun.elapsed())));
            self.reply.wanted()?;
        }
    }

    fn send_marks(&self, all: &Marks, named: &mut HashSet<u64>) -> Result<(), Break> {
        for marks in all.marks.chunks(MARKS_AT_ONCE) {
            let mut names = Vec::new();
            for mark in marks {
                if mark.partition != 0 && named.insert(mark.partition) {
                    let id = PartitionId::from_raw(mark.partition);
                    // Of one that is gone already the id has to do.
                    let known = self.machine.controller.info(id);
                    names.extend(known.map(|info| (mark.partition, info.name)));
                }
            }
            let workers = vec![Marks {
                marks: marks.to_vec(),
                ..*all
            }];
            self.reply.next(&TracePage { names, workers })?;
        }
        Ok(())
    }
}
