//! The watcher: one thread that turns the controller's events into changes of the ledger.
//!
//! # Invariants
//! I1. A partition is written down as ended only after the controller has decided that it is
//!     not started again.
//! I2. Events that went by unseen (the list is bounded) lead to a look at every entry.

use crate::answers::{EventKind, PartitionEvent};
use crate::machine::Machine;
use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use terrace_vm::PartitionId;

/// How often to look for the stop of the daemon.
const LOOK: Duration = Duration::from_millis(250);
/// How soon to look again at what has ended and is not decided yet.
const SOON: Duration = Duration::from_millis(5);
/// How often to look again; then the controller will tell by an event.
const LOOKS: u32 = 200;

pub(crate) fn start(machine: &Arc<Machine>) -> io::Result<JoinHandle<()>> {
    let machine = machine.clone();
    let from = machine.controller.events().next_sequence();
    let watcher = Watcher {
        machine,
        from,
        undecided: HashMap::new(),
    };
    std::thread::Builder::new()
        .name("watcher".to_owned())
        .spawn(move || watcher.run())
}

struct Watcher {
    machine: Arc<Machine>,
    from: u64,
    /// Ended, and perhaps about to be started again; with the looks left.
    undecided: HashMap<PartitionId, (String, u32)>,
}

impl Watcher {
    fn run(mut self) {
        // What ends because the daemon stops should run again with the next one.
        while !self.machine.stop.turned() {
            let pause = if self.undecided.is_empty() {
                LOOK
            } else {
                SOON
            };
            let events = self.machine.controller.events().follow(self.from, pause);
            if self.machine.stop.turned() {
                return;
            }
            if events
                .first()
                .is_some_and(|first| first.sequence > self.from)
            {
                self.look_at_all();
            }
            for event in &events {
                self.from = event.sequence + 1;
                self.see(event);
            }
            self.decide();
        }
    }

    fn see(&mut self, event: &PartitionEvent) {
        let id = PartitionId::from_raw(event.raw_id);
        match event.kind {
            EventKind::Stopped => self.ended(id, &event.name),
            EventKind::Faulted => {
                self.count(event.detail);
                self.ended(id, &event.name);
            }
            EventKind::Started => {
                self.undecided.remove(&id);
                self.try_to(|machine| machine.ledger().revive(id, &event.name));
            }
            EventKind::Restarting => {
                self.undecided.remove(&id);
            }
            EventKind::Removed => {
                self.undecided.remove(&id);
                self.try_to(|machine| machine.ledger().forget(Some(id), &event.name));
            }
            _ => {}
        }
    }

    fn ended(&mut self, id: PartitionId, name: &str) {
        self.undecided.insert(id, (name.to_owned(), LOOKS));
    }

    fn count(&self, number: u32) {
        // A start that was refused is told as a fault with the number 0.
        if let Some(kind) = terrace_abi::FaultKind::from_u32(number).filter(|_| number != 0) {
            *self
                .machine
                .ledger()
                .faults
                .entry(kind.name().to_owned())
                .or_default() += 1;
        }
    }

    /// I1.
    fn decide(&mut self) {
        let controller = &self.machine.controller;
        let mut ended = Vec::new();
        self.undecided.retain(|&id, (name, looks)| {
            match controller.wait(id, Some(Duration::ZERO)) {
                Ok(Some(_)) => {
                    ended.push((id, name.clone()));
                    false
                }
                Ok(None) => {
                    *looks -= 1;
                    *looks > 0
                }
                // Its removal is told by an event of its own.
                Err(_) => false,
            }
        });
        self.try_to(|machine| machine.ledger().dismiss(&ended));
    }

    /// I2.
    fn look_at_all(&mut self) {
        let all: Vec<_> = self
            .machine
            .ledger()
            .entries()
            .filter_map(|e| Some((e.id?, e.row.name.clone())))
            .collect();
        for (id, name) in all {
            match self.machine.controller.info(id) {
                Ok(info) if info.state.ended() => self.ended(id, &name),
                Ok(_) => {}
                Err(_) => self.try_to(|machine| machine.ledger().forget(Some(id), &name)),
            }
        }
    }

    fn try_to<T>(&self, act: impl FnOnce(&Machine) -> Result<T, crate::database::DatabaseError>) {
        if let Err(cause) = act(&self.machine) {
            self.machine.note(format!(
                "what should run could not be written down: {cause}"
            ));
        }
    }
}
