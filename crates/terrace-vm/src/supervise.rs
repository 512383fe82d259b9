//! The supervisor: one thread that turns what workers report into events, acts on the restart
//! policies, and ends by force what does not stop in time.

use crate::app::Overrides;
use crate::control::Job;
use crate::controller::{Controller, Inner};
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
use terrace_engine::{MemoryMeter, Outcome};
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
        if inner.reports.take_summons() {
            summon(&inner);
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
    let Some((name, floods)) = floods(inner, task, noted) else {
        return;
    };
    let add = |kind: EventKind, detail: u32, message: &str| {
        let events = &inner.events;
        events.add(task.id, &name, kind, detail, message.to_owned());
    };
    if noted & bits::STARTED != 0 {
        add(EventKind::Started, 0, "");
    }
    if let Some(count) = floods.overran {
        add(EventKind::Overran, count, "used up its budget");
    }
    if let Some(count) = floods.log_dropped {
        add(EventKind::LogDropped, count, "log records were lost");
    }
    if let Some(count) = floods.missed {
        add(EventKind::Missed, count, "missed a deadline");
    }
    if noted & bits::COMPONENT != 0 {
        components(inner, task, &name);
    }
    if noted & bits::PART_ENDED != 0 {
        force(task);
    }
    if noted & bits::MEMORY_FULL != 0 {
        let limit = task.total(MemoryMeter::limit);
        let message = format!("growth beyond {limit} bytes refused");
        add(EventKind::MemoryFull, 0, &message);
    }
    if noted & bits::SUSPENDED != 0 {
        add(EventKind::Suspended, 0, "");
    }
    if noted & bits::RESUMED != 0 {
        add(EventKind::Resumed, 0, "");
    }
    if noted & bits::ENDED != 0 {
        ended(inner, task, &name);
    }
}

/// How often what may come in floods is to be told now.
struct Floods {
    overran: Option<u32>,
    log_dropped: Option<u32>,
    missed: Option<u32>,
}

/// The name of the task's partition, and what of its floods is to be told.
fn floods(inner: &Inner, task: &Task, noted: u32) -> Option<(String, Floods)> {
    let now = monotonic_ns();
    let misses = task.ensemble().map_or(0, |all| all.misses());
    let mut registry = inner.registry();
    let partition = registry.get_mut(task.id).ok()?;
    partition.overruns += u64::from(noted & bits::OVERRAN != 0);
    let last = noted & (bits::SUSPENDED | bits::ENDED) != 0;
    let floods = Floods {
        overran: partition.overran.tell(partition.overruns, now, last),
        missed: partition.missed.tell(misses, now, last),
        log_dropped: partition.log_dropped.tell(task.lost(), now, last),
    };
    Some((partition.name.clone(), floods))
}

/// Tell which components were started, stopped, paused, resumed or suspended.
fn components(inner: &Inner, task: &Task, name: &str) {
    let Some(ensemble) = task.ensemble() else {
        return;
    };
    for seat in ensemble.seats.iter().filter(|s| s.component.take_change()) {
        let plan = &seat.component.plan;
        let state = seat.state();
        let message = format!("{} is {state}", plan.name);
        inner.events.add(
            task.id,
            name,
            EventKind::Component,
            plan.facts.index,
            message,
        );
    }
}

/// Apps with `control` that wait for an event.
fn wake_watchers(inner: &Inner) {
    for partition in inner.registry().managers() {
        if let Some(task) = &partition.task
            && task.state().alive()
        {
            task.rouse();
        }
    }
}

fn ended(inner: &Arc<Inner>, task: &Arc<Task>, name: &str) {
    for tap in task.taps() {
        inner.journal.flush(&tap);
    }
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
    // What came while it ended was not heard.
    inner.reports.summon();
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
    if let Some(next) = next {
        partition.restarts += 1;
        let count = partition.restarts;
        registry.restart_at(task.id, next.as_ns());
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
        let name = inner.registry().get(id).map(|p| p.name.clone());
        let message = format!("could not be started again: {e}");
        let name = name.unwrap_or_default();
        inner.events.add(id, &name, EventKind::Faulted, 0, message);
        // Nothing more comes of it: whoever waits must know, and it can be removed.
        if let Ok(partition) = inner.registry().get_mut(id) {
            partition.settled = !partition.state().alive();
        }
        inner.announce_settled();
    }
}

/// Start the apps for which messages wait, as their channels say.
fn summon(inner: &Arc<Inner>) {
    for app in inner.directory.unheard() {
        let Some(id) = place_for(inner, &app) else {
            continue;
        };
        inner.directory.has_summoned(&app);
        relaunch(inner, id);
    }
}

/// Where a partition of this app may begin a life: one that has ended, else a new one. None while one lives
/// or is about to: its end is looked at again.
fn place_for(inner: &Arc<Inner>, app: &str) -> Option<PartitionId> {
    let mut ended = None;
    for partition in inner.registry().all().filter(|p| p.app.name() == app) {
        let rests = partition.settled && partition.restart_at.is_none() && !partition.launching;
        if !partition.state().ended() || !rests {
            return None;
        }
        ended.get_or_insert(partition.id);
    }
    // No place for it, or the app is gone: the message waits on.
    ended.or_else(|| {
        let controller = Controller(inner.clone());
        controller.create(app, None, Overrides::default()).ok()
    })
}

fn perform(inner: &Arc<Inner>, job: Job) {
    match job {
        Job::Start(id) | Job::Restart(id) => relaunch(inner, id),
    }
}

/// Do what is due, and tell when the next thing is.
fn due(inner: &Arc<Inner>, now: u64) -> Option<u64> {
    let due = inner.registry().take_due(now);
    // Not under the lock: an order may wait for a worker whose guest waits for the lock.
    for task in due.force {
        force(&task);
    }
    for id in due.restart {
        relaunch(inner, id);
    }
    due.next
}

fn force(task: &Arc<Task>) {
    if !task.state().ended() {
        for body in task.bodies() {
            body.port.clone().command(Command::Kill(body));
        }
    }
}
