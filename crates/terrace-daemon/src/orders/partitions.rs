//! Starting, ending, suspending and forgetting partitions.

use super::{Orders, SLICE};
use crate::answers::{EventKind, Started};
use crate::database::PartitionRow;
use crate::protocol::{Refusal, RefusalCode, StartOrder};
use crate::reply::Break;
use std::time::{Duration, Instant};
use terrace_vm::{AdmitError, Overrides, PartitionId, PartitionInfo, State};

/// How long a worker may take to carry out what takes effect at a safe point. What takes
/// longer still happens; the answer tells the state that was seen.
const SAFE_POINT: Duration = Duration::from_secs(10);

impl Orders<'_> {
    /// All, or as many as fit: then the refusal names those that run.
    pub(super) fn start(&self, order: &StartOrder) -> Result<Vec<Started>, Break> {
        let machine = self.machine;
        // Held until it is written down, so that what ends at once is written down as ended
        // after it was as started.
        let mut ledger = machine.ledger();
        let app = ledger
            .find_app(&order.app)
            .map_err(|m| Refusal::new(RefusalCode::NoSuchApp, m))?;
        if let Some(problem) = &app.problem {
            return Err(Refusal::new(RefusalCode::Image, problem.clone()).into());
        }
        let app = app.row.name.clone();
        let mut started = Vec::new();
        let mut failure = None;
        for number in 1..=order.count {
            match self.start_one(&app, order, number) {
                Ok(one) => started.push(one),
                Err(e) => {
                    failure = Some(Refusal::from(e));
                    break;
                }
            }
        }
        let answer: Vec<_> = started
            .iter()
            .map(|(id, row)| Started {
                id: id.to_string(),
                name: row.name.clone(),
            })
            .collect();
        ledger.started(started)?;
        match failure {
            None => Ok(answer),
            Some(failure) => Err(partly(failure, &answer, order.count).into()),
        }
    }

    fn start_one(
        &self,
        app: &str,
        order: &StartOrder,
        number: u32,
    ) -> Result<(PartitionId, PartitionRow), AdmitError> {
        let controller = &self.machine.controller;
        let name = order.name.as_ref().map(|name| match order.count {
            1 => name.clone(),
            _ => format!("{name}-{number}"),
        });
        let overrides = Overrides {
            args: order.args.clone(),
            env: order.env.clone(),
            force: order.force,
            ..Overrides::default()
        };
        let id = controller.run(app, name.as_deref(), overrides)?;
        let row = PartitionRow {
            name: controller.info(id)?.name,
            app: app.to_owned(),
            args: order.args.clone(),
            env: order.env.clone(),
            force: order.force,
        };
        Ok((id, row))
    }

    pub(super) fn stop(
        &self,
        reference: &str,
        grace_ms: Option<u64>,
    ) -> Result<PartitionInfo, Break> {
        let controller = &self.machine.controller;
        let id = self.find(reference)?;
        let most = controller.config().grace;
        let grace = grace_ms.map_or(most, Duration::from_millis);
        if grace > most {
            let message = format!(
                "a grace time of {grace:?} is longer than the daemon's own of {most:?}; give a shorter one"
            );
            return Err(Refusal::new(RefusalCode::BadRequest, message).into());
        }
        self.dismiss(id)?;
        controller.stop(id)?;
        if self.await_end(id, grace)? {
            return self.info(id);
        }
        // It may end between the two, which is what is wanted.
        let _ = controller.kill(id);
        self.await_end(id, SAFE_POINT)?;
        self.info(id)
    }

    pub(super) fn kill(&self, reference: &str) -> Result<PartitionInfo, Break> {
        let id = self.find(reference)?;
        self.dismiss(id)?;
        self.machine.controller.kill(id)?;
        self.await_end(id, SAFE_POINT)?;
        self.info(id)
    }

    /// It should not run after a restart of the daemon: written before it is done.
    fn dismiss(&self, id: PartitionId) -> Result<(), Break> {
        let name = self.info(id)?.name;
        Ok(self.machine.ledger().dismiss(&[(id, name)])?)
    }

    fn await_end(&self, id: PartitionId, most: Duration) -> Result<bool, Break> {
        let ended = self.machine.controller.wait(id, Some(most))?;
        Ok(ended.is_some())
    }

    pub(super) fn suspend(&self, reference: &str) -> Result<PartitionInfo, Break> {
        let id = self.find(reference)?;
        self.machine.controller.suspend(id)?;
        self.await_state(id, |state| state == State::Suspended || state.ended())
    }

    pub(super) fn resume(&self, reference: &str) -> Result<PartitionInfo, Break> {
        let id = self.find(reference)?;
        self.machine.controller.resume(id)?;
        self.await_state(id, |state| state != State::Suspended)
    }

    fn await_state(
        &self,
        id: PartitionId,
        wanted: fn(State) -> bool,
    ) -> Result<PartitionInfo, Break> {
        self.machine.controller.wait_state(id, wanted, SAFE_POINT)?;
        self.info(id)
    }

    pub(super) fn restart(&self, reference: &str) -> Result<PartitionInfo, Break> {
        let controller = &self.machine.controller;
        let id = self.find(reference)?;
        let from = controller.events().next_sequence();
        controller.restart(id)?;
        let name = self.info(id)?.name;
        self.machine.ledger().revive(id, &name)?;
        self.await_start(id, from)?;
        self.info(id)
    }

    /// The old life ends first, so its state does not tell; events do.
    fn await_start(&self, id: PartitionId, mut from: u64) -> Result<(), Break> {
        let deadline = Instant::now() + SAFE_POINT;
        let wanted = id.to_string();
        while Instant::now() < deadline {
            for event in self.machine.controller.events().follow(from, SLICE) {
                from = event.sequence + 1;
                if event.id != wanted {
                    continue;
                }
                match (event.kind, event.detail) {
                    (EventKind::Started, _) => return Ok(()),
                    // No fault has the number 0: the start itself was refused.
                    (EventKind::Faulted, 0) => {
                        return Err(Refusal::new(RefusalCode::NotAdmitted, event.message).into());
                    }
                    _ => {}
                }
            }
            self.reply.wanted()?;
        }
        Ok(())
    }

    pub(super) fn remove(&self, reference: &str) -> Result<Started, Break> {
        let id = match self.find(reference) {
            Ok(id) => id,
            Err(refusal) => return self.remove_what_never_came_up(reference, refusal),
        };
        let name = self.info(id)?.name;
        self.machine.controller.remove(id)?;
        self.machine.ledger().forget(Some(id), &name)?;
        Ok(Started {
            id: id.to_string(),
            name,
        })
    }

    /// What should run but could not be started with the daemon has a name and no id.
    fn remove_what_never_came_up(&self, name: &str, refusal: Refusal) -> Result<Started, Break> {
        if self.machine.ledger().forget(None, name)? {
            return Ok(Started {
                id: String::new(),
                name: name.to_owned(),
            });
        }
        Err(refusal.into())
    }
}

fn partly(failure: Refusal, started: &[Started], wanted: u32) -> Refusal {
    let Some(last) = started.last() else {
        return failure;
    };
    let message = format!(
        "{} of {wanted} were started and run (the last is {}), then: {}",
        started.len(),
        last.name,
        failure.message
    );
    Refusal::new(failure.code, message)
}
