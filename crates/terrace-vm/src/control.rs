//! The control interface for apps: what an app with `permissions.control` may do.
//!
//! Runs on the worker of the app that calls. Orders are posted, never waited for; starting
//! opens files, so the supervisor does it. The registry's lock is shared with threads of
//! lower priority: the control interface is for managers, not for real-time releases.
//!
//! Source: MVM (2001), section 3: an application that manages others through an interface.

use crate::app::{App, Overrides};
use crate::controller::{Controller, Inner};
use crate::error::{AdmitError, ControlError};
use crate::id::PartitionId;
use crate::task::Task;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use terrace_abi::{Code, Event, Status};
use terrace_engine::ControlCall;

/// What the supervisor does for an app.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Job {
    Start(PartitionId),
    Restart(PartitionId),
}

/// The interface of one app.
pub(crate) struct Control {
    inner: Weak<Inner>,
    /// The event it has not seen yet.
    next: AtomicU64,
}

fn code(code: Code) -> i64 {
    i64::from(code.as_i32())
}

impl Control {
    fn new(inner: Weak<Inner>) -> Control {
        let next = inner.upgrade().map_or(0, |i| i.events.next_sequence());
        Control {
            inner,
            next: AtomicU64::new(next),
        }
    }

    /// That of an app that may control others.
    pub(crate) fn of(inner: &Arc<Inner>, app: &App) -> Option<Control> {
        let may = app.manifest.permissions.control;
        may.then(|| Control::new(Arc::downgrade(inner)))
    }

    pub(crate) fn serve(&self, caller: &Task, call: ControlCall<'_>) -> i64 {
        let Some(inner) = self.inner.upgrade() else {
            return code(Code::Stopping);
        };
        let controller = Controller(inner);
        match call {
            ControlCall::Create { app, name } => create(&controller, app, name),
            ControlCall::Start(id) => start(&controller, id, Job::Start),
            ControlCall::Restart(id) => restart(&controller, id),
            ControlCall::Suspend(id) => done(controller.suspend(PartitionId::from_raw(id))),
            ControlCall::Resume(id) => done(controller.resume(PartitionId::from_raw(id))),
            ControlCall::Stop(id) => done(controller.stop(PartitionId::from_raw(id))),
            ControlCall::Kill(id) => done(controller.kill(PartitionId::from_raw(id))),
            ControlCall::SetLimit { id, what, value } => set_limit(&controller, id, what, value),
            ControlCall::Trim { id, level } if level <= 2 => {
                done(controller.trim(PartitionId::from_raw(id), level))
            }
            ControlCall::Trim { .. } => code(Code::Invalid),
            ControlCall::List { out } => list(&controller, out),
            ControlCall::Status { id, out } => status(&controller, id, out),
            ControlCall::Name { id, out } => name(&controller, id, out),
            ControlCall::NextEvent { until, out } => {
                self.next_event(&controller, caller, until, out)
            }
        }
    }

    fn next_event(
        &self,
        controller: &Controller,
        caller: &Task,
        until: u64,
        out: &mut [u8],
    ) -> i64 {
        let from = self.next.load(Ordering::Relaxed);
        let Some(event) = controller.0.events.first_since(from) else {
            return match caller.sleep_call(until) {
                Code::Ok => code(Code::Timeout),
                other => code(other),
            };
        };
        let record = Event {
            sequence: event.sequence,
            at_ns: event.at_ns,
            id: event.raw_id,
            kind: event.kind as u32,
            detail: event.detail,
        };
        let answer = fill(out, &record.to_bytes());
        if answer > 0 {
            self.next.store(event.sequence + 1, Ordering::Relaxed);
        }
        answer
    }
}

fn done(result: Result<(), ControlError>) -> i64 {
    match result {
        Ok(()) => code(Code::Ok),
        Err(e) => refusal(&e),
    }
}

fn refusal(error: &ControlError) -> i64 {
    code(match error {
        ControlError::NoSuchPartition(_) => Code::NotFound,
        ControlError::WrongState { .. } => Code::WrongState,
        ControlError::BadLimit { .. } => Code::Invalid,
        ControlError::Busy { .. } => Code::Full,
    })
}

fn create(controller: &Controller, app: &str, name: &str) -> i64 {
    let name = (!name.is_empty()).then_some(name);
    match controller.create(app, name, Overrides::default()) {
        Ok(id) => id.to_raw().cast_signed(),
        Err(AdmitError::NoSuchApp(_)) => code(Code::NotFound),
        Err(AdmitError::Full { .. }) => code(Code::Full),
        Err(_) => code(Code::Invalid),
    }
}

fn start(controller: &Controller, id: u64, job: fn(PartitionId) -> Job) -> i64 {
    let id = PartitionId::from_raw(id);
    let state = controller
        .0
        .registry()
        .get(id)
        .map(crate::partition::Partition::state);
    match state {
        Err(e) => refusal(&e),
        Ok(state) if state.alive() => code(Code::WrongState),
        Ok(_) if controller.0.reports.post_job(job(id)) => code(Code::Ok),
        Ok(_) => code(Code::Full),
    }
}

fn restart(controller: &Controller, id: u64) -> i64 {
    let raw = id;
    let id = PartitionId::from_raw(raw);
    let alive = controller
        .0
        .registry()
        .get(id)
        .is_ok_and(|p| p.state().alive());
    if !alive {
        return start(controller, raw, Job::Restart);
    }
    match controller.restart(id) {
        Ok(()) => code(Code::Ok),
        Err(_) => code(Code::WrongState),
    }
}

fn set_limit(controller: &Controller, id: u64, what: u32, value: u64) -> i64 {
    let id = PartitionId::from_raw(id);
    match what {
        0 => done(controller.set_memory_limit(id, value)),
        1 => done(controller.set_terms(id, Some(value), None, None)),
        2 => done(controller.set_terms(id, None, Some(value), None)),
        3 => match u32::try_from(value) {
            Ok(priority) => done(controller.set_terms(id, None, None, Some(priority))),
            Err(_) => code(Code::Invalid),
        },
        _ => code(Code::Invalid),
    }
}

fn list(controller: &Controller, out: &mut [u8]) -> i64 {
    let registry = controller.0.registry();
    let mut count = 0;
    let mut places = out.chunks_exact_mut(8);
    for partition in registry.all() {
        if let Some(place) = places.next() {
            place.copy_from_slice(&partition.id.to_raw().to_le_bytes());
        }
        count += 1;
    }
    count
}

fn status(controller: &Controller, id: u64, out: &mut [u8]) -> i64 {
    let info = match controller.info(PartitionId::from_raw(id)) {
        Ok(info) => info,
        Err(e) => return refusal(&e),
    };
    let record = Status {
        id,
        cpu_ns: info.cpu_ns,
        committed: info.memory.committed,
        memory_limit: info.memory.limit,
        state: info.state as u32,
        priority: info.priority,
        restarts: info.restarts,
        fault: info.fault.map_or(0, |f| f.code),
    };
    fill(out, &record.to_bytes())
}

fn name(controller: &Controller, id: u64, out: &mut [u8]) -> i64 {
    let registry = controller.0.registry();
    match registry.get(PartitionId::from_raw(id)) {
        Ok(partition) => fill(out, partition.name.as_bytes()),
        Err(e) => refusal(&e),
    }
}

fn fill(out: &mut [u8], record: &[u8]) -> i64 {
    match out.get_mut(..record.len()) {
        None => code(Code::TooLong),
        Some(place) => {
            place.copy_from_slice(record);
            i64::try_from(record.len()).unwrap_or(i64::MAX)
        }
    }
}
