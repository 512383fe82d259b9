//! The supervisor: one thread that turns what workers report into events, acts on the restart
//! policies, and ends by force what does not stop in time.

use crate::control::Job;
use crate::controller::Inner;
use crate::events::EventKind;
use crate::id::PartitionId;
use crate::launch::launch;
use crate::port::Command;
use crate::reports::bits;
use crate::task::Task;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Weak};
use std::time::Duration;
use terrace_abi::FaultKind;
use terrace_engine::Outcome;
use terrace_host::clock::monotonic_ns;
use terrace_sched::{ExitKind, Instant};

/// The exit status that stands for an end by force.
const KILLED: u32 = 137;
/// Even with nothing due the supervisor looks this often whether the machine is gone.
const LOOK: Duration = Duration::from_millis(500);

pub(crate) fn start(inner: &Arc<Inner>) -> std::io::Result<()> {
    let reports = inner.reports.clone();
    let weak = Arc::downgrade(inner);
    std::thread::Builder::new()
        .name("supervisor".to_owned())
        .spawn(move || {
            reports.attach();
            run(&weak);
        })?;
    Ok(())
}

fn run(weak: &Weak<Inner>) {
    let mut told = 0;
    loop {
        let Some(inner) = weak.upgrade() else { return };
        let closing = inner.closing.load(Ordering::Acquire);
        while let Some((task, noted)) = inner.reports.next() {
            handle(&inner, &task, noted);
        }
        if closing {
            return;
        }
        while let Some(job) = inner.reports.next_job() {
            perform(&inner, job);
        }
        let next = due(&inner, monotonic_ns());
        let events = inner.events.next_sequence();
        if std::mem::replace(&mut told, events) != events {
            wake_watchers(&inner);
        }
        let reports = inner.reports.clone();
        // Not while resting: the machine must be able to go.
        drop(inner);
        let pause = next.map_or(LOOK, |at| {
            Duration::from_nanos(at.saturating_sub(monotonic_ns())).min(LOOK)
        });
        reports.rest(Some(pause));
    }
}

fn handle(inner: &Arc<Inner>, task: &Arc<Task>, noted: u32) {
    let Some(name) = inner.registry().get(task.id).ok().map(|p| p.name.clone()) else {
        return;
    };
    let tell = |bit: u32, kind: EventKind, detail: u32, message: &str| {
        if noted & bit != 0 {
            inner
                .events
                .add(task.id, &name, kind, detail, message.to_owned());
        }
    };
    tell(bits::STARTED, EventKind::Started, 0, "");
    if let Some(count) = overran(inner, task, noted) {
        inner.events.add(
            task.id,
            &name,
            EventKind::Overran,
            count,
            "used up its budget".to_owned(),
        );
    }
    if noted & bits::LOG_DROPPED != 0
        && let Some(count) = dropped(inner, task)
    {
        tell(
            bits::LOG_DROPPED,
            EventKind::LogDropped,
            count,
            "log records were lost",
        );
    }
    tell(
        bits::MEMORY_FULL,
        EventKind::MemoryFull,
        0,
        &format!("growth beyond {} bytes refused", task.meter.limit()),
    );
    tell(bits::SUSPENDED, EventKind::Suspended, 0, "");
    tell(bits::RESUMED, EventKind::Resumed, 0, "");
    if noted & bits::ENDED != 0 {
        ended(inner, task, &name);
    }
}

/// How many overruns there were since the last that was told; none if that was less than a
/// second ago, unless nothing may follow.
fn overran(inner: &Inner, task: &Task, noted: u32) -> Option<u32> {
    const PAUSE: u64 = 1_000_000_000;
    let now = monotonic_ns();
    let mut registry = inner.registry();
    let partition = registry.get_mut(task.id).ok()?;
    partition.overran_since = partition
        .overran_since
        .saturating_add(u32::from(noted & bits::OVERRAN != 0));
    let recent = partition.overran_told != 0 && now < partition.overran_told.saturating_add(PAUSE);
    let last = noted & (bits::SUSPENDED | bits::ENDED) != 0;
    if partition.overran_since == 0 || (recent && !last) {
        return None;
    }
    partition.overran_told = now;
    Some(std::mem::take(&mut partition.overran_since))
}

/// As [`overran`], for log records that a full ring dropped.
fn dropped(inner: &Inner, task: &Task) -> Option<u32> {
    const PAUSE: u64 = 1_000_000_000;
    let now = monotonic_ns();
    let mut registry = inner.registry();
    let partition = registry.get_mut(task.id).ok()?;
    if partition.dropped_told != 0 && now < partition.dropped_told.saturating_add(PAUSE) {
        return None;
    }
    partition.dropped_told = now;
    let lost = task.tap.lost();
    let since = lost.saturating_sub(std::mem::replace(&mut partition.dropped_before, lost));
    u32::try_from(since).ok().filter(|&n| n > 0)
}

/// Apps with `control` that wait for an event.
fn wake_watchers(inner: &Inner) {
    for partition in inner.registry().all() {
        if partition.app.manifest.permissions.control
            && let Some(task) = &partition.task
            && task.state().alive()
        {
            task.rouse();
        }
    }
}

fn ended(inner: &Arc<Inner>, task: &Arc<Task>, name: &str) {
    inner.journal.flush(&task.tap);
    let Some(end) = task.end.get() else { return };
    let exit = match &end.outcome {
        Outcome::Exited(status) => {
            inner.events.add(
                task.id,
                name,
                EventKind::Stopped,
                status.cast_unsigned(),
                String::new(),
            );
            if *status == 0 {
                ExitKind::Success
            } else {
                ExitKind::Failure
            }
        }
        Outcome::Faulted(fault) => {
            let message = fault.message.clone();
            // Ended by force because somebody asked: no fault of its own. 137 as after SIGKILL.
            let (kind, detail) = match fault.kind {
                FaultKind::Killed => (EventKind::Stopped, KILLED),
                other => (EventKind::Faulted, other as u32),
            };
            inner.events.add(task.id, name, kind, detail, message);
            ExitKind::Failure
        }
    };
    if settle(inner, task, name, exit) {
        relaunch(inner, task.id);
    }
    inner.announce_settled();
}

/// Decide what follows the end of a life. True: start it again now.
fn settle(inner: &Inner, task: &Arc<Task>, name: &str, exit: ExitKind) -> bool {
    let mut registry = inner.registry();
    let Ok(partition) = registry.get_mut(task.id) else {
        return false;
    };
    if !partition
        .task
        .as_ref()
        .is_some_and(|t| Arc::ptr_eq(t, task))
    {
        return false;
    }
    partition.settled = true;
    partition.force_at = None;
    if std::mem::take(&mut partition.again) {
        partition.settled = false;
        return true;
    }
    let now = Instant::from_ns(monotonic_ns());
    let lived = now.since(Instant::from_ns(task.started_at));
    let next = if partition.dismissed {
        None
    } else {
        partition.policy.decide(exit, lived, now)
    };
    partition.restart_at = next.map(Instant::as_ns);
    if next.is_some() {
        partition.restarts += 1;
        let count = partition.restarts;
        drop(registry);
        inner
            .events
            .add(task.id, name, EventKind::Restarting, count, String::new());
    } else {
        let app = partition.app.clone();
        registry.release(task.id, &app);
    }
    false
}

/// Hand a start to the launcher.
fn relaunch(inner: &Inner, id: PartitionId) {
    // The launcher is gone only when the machine is.
    let _ = inner.launcher.send(id);
}

/// The launcher: a thread that opens the folders a partition is granted, so that one which
/// hangs holds up other starts by the restart policy, and nothing else.
pub(crate) fn start_launcher(
    inner: Weak<Inner>,
    ids: Receiver<PartitionId>,
) -> std::io::Result<()> {
    std::thread::Builder::new()
        .name("launcher".to_owned())
        .spawn(move || {
            for id in ids {
                let Some(inner) = inner.upgrade() else { return };
                start_again(&inner, id);
            }
        })?;
    Ok(())
}

fn start_again(inner: &Arc<Inner>, id: PartitionId) {
    if let Err(e) = launch(inner, id) {
        // Nothing more comes of it: whoever waits must know, and it can be removed.
        if let Ok(partition) = inner.registry().get_mut(id) {
            partition.settled = !partition.state().alive();
        }
        inner.announce_settled();
        let name = inner
            .registry()
            .get(id)
            .map(|p| p.name.clone())
            .unwrap_or_default();
        inner.events.add(
            id,
            &name,
            EventKind::Faulted,
            0,
            format!("could not be started again: {e}"),
        );
    }
}

fn perform(inner: &Arc<Inner>, job: Job) {
    match job {
        Job::Start(id) | Job::Restart(id) => relaunch(inner, id),
    }
}

/// Do what is due, and tell when the next thing is.
fn due(inner: &Arc<Inner>, now: u64) -> Option<u64> {
    let mut next: Option<u64> = None;
    let mut restart = Vec::new();
    let mut late = Vec::new();
    {
        let mut registry = inner.registry();
        for partition in registry.all_mut() {
            if partition.force_at.is_some_and(|at| at <= now) {
                partition.force_at = None;
                late.extend(partition.task.clone());
            }
            if partition.restart_at.is_some_and(|at| at <= now) {
                partition.restart_at = None;
                partition.settled = false;
                restart.push(partition.id);
            }
            for at in [partition.force_at, partition.restart_at]
                .into_iter()
                .flatten()
            {
                next = Some(next.map_or(at, |n| n.min(at)));
            }
        }
    }
    // Not under the lock: an order may wait for a worker whose guest waits for the lock.
    for task in late {
        force(&task);
    }
    for id in restart {
        relaunch(inner, id);
    }
    next
}

fn force(task: &Arc<Task>) {
    if !task.state().ended() {
        task.port.command(Command::Kill(task.clone()));
    }
}
