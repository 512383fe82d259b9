//! A worker: one thread that runs the tasks of its port, as its policy decides.
//!
//! ```text
//!   inbox (commands, wakes, timers) -> policy.decide -> run a fiber until it ends, waits, rests
//!      ^                                             or gives the processor back -> inbox
//!      +-- idle: rest until notified or until the policy's next time
//! ```
//!
//! # Invariants
//! I1. Only this thread touches `slots`, the policy and the timers: no lock.
//! I2. Between two switches nothing is allocated: the queues, the timers and the policy have
//!     their places from the start. Admission and the end of a life do allocate and free.
//! I3. The interrupt flag is lowered before the inbox is read: what is queued later raises it
//!     again.
//! I4. While a guest runs, the preemption timer is set to the first time at which the policy
//!     or a sleeping task wants the processor.
//!
//! Source: first paper, section 2; DESIGN.md 3.2.

use crate::component::{Look, Noted};
use crate::order::Order;
use crate::port::{self, Admission, Command, Port};
use crate::reaper::Reaper;
use crate::reports::bits;
use crate::seat::Occupant;
use crate::state::State;
use crate::task::{End, Phase, Task};
use crate::timers::Timers;
use crate::trace::Occurrence;
use crate::turns::Turn;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::SyncSender;
use std::task::Waker;
use terrace_abi::FaultKind;
use terrace_engine::{Fault, Guest, Outcome, Rest, ServiceOrder};
use terrace_host::clock::monotonic_ns;
use terrace_host::preempt::PreemptTimer;
use terrace_host::thread::{self, Class};
use terrace_sched::{
    Decision, Event, Instant, OverrunAction, Params, Policy, Priority, ServerId, TaskId,
};

/// What a worker is made from.
pub(crate) struct Setup {
    pub(crate) port: Arc<Port>,
    pub(crate) slots: usize,
    /// Linux priority while a fifo partition lives here; none: never.
    pub(crate) fifo: Option<u8>,
    pub(crate) core: Option<usize>,
    pub(crate) reaper: Reaper,
    pub(crate) runtime: tokio::runtime::Handle,
    /// Threaded partitions take turns on a core.
    pub(crate) turn: Option<Turn>,
    /// Who runs first.
    pub(crate) order: Order,
}

struct Resident {
    task: Arc<Task>,
    fifo: bool,
    /// As admitted; the priority of a component changes with what it does.
    params: Params,
    /// When a rest that its guest wished for ends.
    rests_until: Option<u64>,
    /// It is suspended as a component, and the policy knows it.
    held: bool,
    /// The server whose budget it uses.
    server: Option<ServerId>,
}

/// See the module.
pub(crate) struct Worker {
    port: Arc<Port>,
    policy: Order,
    timers: Timers,
    slots: Vec<Option<Resident>>,
    free: Vec<u32>,
    clock: PreemptTimer,
    reaper: Reaper,
    turn: Option<Turn>,
    fifo: Option<u8>,
    fifo_tasks: usize,
    /// What Linux has it for: to ask costs two system calls.
    linux: Class,
    closing: bool,
    /// Slots of components that their own policy ends by force.
    condemned: Vec<u32>,
    /// When the policy decided last.
    decided_at: u64,
    /// Since when Linux has had nothing of the core, less what it had since.
    busy_since: u64,
}

/// So long a real-time thread may keep the core before it leaves it to Linux for [`BREATH`] ns. Linux wants a
/// twentieth, and counts it at moments of its own: who leaves just that is stopped now and then.
const BUSY: u64 = 14 * BREATH;
const BREATH: u64 = 1_000_000;
/// It is awake again so long before anything is due.
const AHEAD: u64 = 100_000;

impl Worker {
    /// Serve the port until told to shut down (or, with a turn, until its one task has ended).
    /// Tells `ready` first whether it can: Linux may refuse the timer.
    pub(crate) fn run(setup: Setup, ready: &SyncSender<std::io::Result<()>>) {
        let runtime = setup.runtime.clone();
        let _context = runtime.enter();
        terrace_engine::prepare_thread();
        setup.port.attach();
        if let Some(core) = setup.core {
            // Refused only where the set of allowed cores changed meanwhile; then Linux chooses.
            let _ = thread::pin(core);
        }
        let mut worker = match Worker::new(setup) {
            Ok(worker) => worker,
            Err(e) => {
                // The pool waits for the answer.
                let _ = ready.send(Err(std::io::Error::other(format!(
                    "no timer: {e}; raise `ulimit -i`"
                ))));
                return;
            }
        };
        let _ = ready.send(Ok(()));
        while !worker.closing {
            worker.turn();
        }
        worker.close();
        port::settle();
    }

    fn new(setup: Setup) -> std::io::Result<Worker> {
        let clock = PreemptTimer::new(setup.port.interrupt.clone())?;
        let last = u32::try_from(setup.slots).unwrap_or(u32::MAX);
        Ok(Worker {
            port: setup.port,
            policy: setup.order,
            timers: Timers::new(setup.slots),
            slots: (0..setup.slots).map(|_| None).collect(),
            free: (0..last).rev().collect(),
            clock,
            reaper: setup.reaper,
            turn: setup.turn,
            fifo: setup.fifo,
            fifo_tasks: 0,
            linux: thread::class(),
            closing: false,
            condemned: Vec::with_capacity(setup.slots),
            decided_at: 0,
            busy_since: monotonic_ns(),
        })
    }

    /// One round: read the inbox, decide, run or rest.
    fn turn(&mut self) {
        let decision = self.inbox(Event::Tick);
        if self.closing {
            return;
        }
        match decision.run {
            Some(task) => self.run_one(task, decision),
            None => {
                // Also a task that is suspended or throttled has no use for its turn.
                if let Some(turn) = &mut self.turn {
                    turn.after(true);
                }
                let until = earliest(decision.wake.map(Instant::as_ns), self.timers.next());
                self.port.recorder.mark(Occurrence::Idle, 0, 0);
                self.port.rest(until);
                self.port.recorder.mark(Occurrence::Awake, 0, 0);
                self.busy_since = monotonic_ns();
            }
        }
    }

    /// A worker with fifo partitions is a real-time thread. One that keeps ordinary threads waiting
    /// loses its core to Linux for 50 ms of every second, whatever is due then. So it rests by
    /// itself, as much and in small pieces, while what it would run is not important and nothing is due.
    fn breathes(&mut self, id: TaskId) -> bool {
        let now = self.decided_at;
        if self.breath(id).is_none_or(|at| now < at) {
            return false;
        }
        let soon = self.timers.next().map(|at| at.saturating_sub(AHEAD));
        let until = soon.map_or(now + BREATH, |at| at.min(now + BREATH));
        if until <= now {
            return false;
        }
        self.decide(Event::Waits(id), now);
        self.port.rest(Some(until));
        let rested = monotonic_ns().saturating_sub(now);
        let paid = rested.saturating_mul(BUSY / BREATH);
        self.busy_since = (self.busy_since + paid).min(now + rested);
        true
    }

    /// When it is to leave the core to Linux, if this is what it runs until then.
    fn breath(&self, id: TaskId) -> Option<u64> {
        let real_time = self.fifo.is_some() && self.fifo_tasks > 0 && self.turn.is_none();
        let normal = real_time && self.policy.priority(id) == Some(Priority::NORMAL);
        normal.then(|| self.busy_since.saturating_add(BUSY))
    }

    /// Keep running fibers while each gives way at once to the next; the short path of a switch.
    fn run_one(&mut self, task: TaskId, decision: Decision) {
        let (mut task, mut decision) = (task, decision);
        loop {
            let event = self.poll(task, decision);
            decision = self.inbox(event);
            self.charge(task);
            match decision.run {
                Some(next) => task = next,
                None => return,
            }
            if self.closing {
                return;
            }
        }
    }

    /// Publish what the policy has charged, which it does when it decides.
    fn charge(&self, id: TaskId) {
        if let Some(resident) = self.slots.get(id.get() as usize).and_then(Option::as_ref) {
            resident.task.charge(self.policy.used(id).as_ns());
        }
    }

    /// Lower the flag, take what is queued, and let the policy decide.
    fn inbox(&mut self, event: Event) -> Decision {
        self.port.interrupt.take();
        let now = monotonic_ns();
        if let Some(due) = self.port.interrupt.take_expired() {
            // What was due before the guest ran counts from then on.
            let since = due.max(self.decided_at);
            self.port.latency.lock().add(now.saturating_sub(since));
        }
        let mut decision = self.decide(event, now);
        while let Some(slot) = self.timers.pop_due(now) {
            self.due(slot);
            decision = self.timed(slot, now).unwrap_or(decision);
        }
        while let Some(slot) = self.port.next_wake() {
            decision = self.woken(slot, now).unwrap_or(decision);
        }
        while let Some(command) = self.port.next_command() {
            self.obey(command, now);
            decision = self.decide(Event::Tick, now);
        }
        if self.overruns() | self.execute() {
            self.decide(Event::Tick, now)
        } else {
            decision
        }
    }

    fn decide(&mut self, event: Event, now: u64) -> Decision {
        self.decided_at = now;
        self.policy.decide(event, Instant::from_ns(now))
    }

    /// Its time has come: who waits for it as a callee may help it on.
    fn due(&self, slot: u32) {
        if let Some(resident) = self.slots.get(slot as usize).and_then(Option::as_ref) {
            resident.task.timer.store(u64::MAX, Ordering::Release);
            resident.task.rouse_first();
        }
    }

    fn woken(&mut self, slot: u32, now: u64) -> Option<Decision> {
        let resident = self.slots.get_mut(slot as usize)?.as_mut()?;
        resident.task.unqueue();
        resident.task.timer.store(u64::MAX, Ordering::Release);
        resident.rests_until = None;
        self.timers.cancel(slot);
        self.attend(slot, now);
        Some(self.decide(Event::Ready(TaskId::new(slot)), now))
    }

    /// The time that was set for a task has come. None: there is nothing for it to do.
    fn timed(&mut self, slot: u32, now: u64) -> Option<Decision> {
        let resident = self.slots.get_mut(slot as usize)?.as_mut()?;
        let rested = resident.rests_until.take_if(|at| *at <= now).is_some();
        match self.attend(slot, now) {
            Some(look) if !look.due && !rested => Some(self.decide(Event::Tick, now)),
            _ => Some(self.decide(Event::Ready(TaskId::new(slot)), now)),
        }
    }

    /// Look at what a component has to do, and have the policy and the timers know. None: the task is
    /// no component, or may not run.
    fn attend(&mut self, slot: u32, now: u64) -> Option<Look> {
        let resident = self.slots.get(slot as usize)?.as_ref()?;
        let member = resident.task.member()?;
        if resident.task.state() == State::Suspended {
            return None;
        }
        let used = self.used(slot, now);
        let look = member
            .component()
            .agenda()
            .look(now, used, member.has_turn());
        let task = resident.task.clone();
        self.tell(&task, look.noted);
        self.place(slot, look, now);
        self.set_timer(slot, look.wake);
        if look.noted.stop && !self.condemned.contains(&slot) {
            self.condemned.push(slot);
        }
        Some(look)
    }

    /// Processor time a task has used by `now`.
    fn used(&self, slot: u32, now: u64) -> u64 {
        let id = TaskId::new(slot);
        let charged = self.policy.used(id).as_ns();
        if self.policy.running() == Some(id) {
            charged + now.saturating_sub(self.decided_at)
        } else {
            charged
        }
    }

    /// What happened to a component, for others to know.
    fn tell(&self, task: &Arc<Task>, noted: Noted) {
        let mut what = 0;
        if noted.missed {
            what |= bits::MISSED;
        }
        if noted.overran {
            what |= bits::OVERRAN;
        }
        if noted.changed {
            what |= bits::COMPONENT;
            if let Some(member) = task.member() {
                member.component().change();
            }
        }
        if what != 0 {
            task.note(what);
        }
    }

    /// Have the policy know the priority and the server of what a component does, and whether it may run.
    fn place(&mut self, slot: u32, look: Look, now: u64) {
        let id = TaskId::new(slot);
        let Some(resident) = self.slots[slot as usize].as_mut() else {
            return;
        };
        let level = look.level.and_then(|l| u8::try_from(l).ok());
        if let Some(priority) = level.and_then(Priority::new)
            && priority != resident.params.priority
        {
            resident.params.priority = priority;
            let (params, at) = (resident.params, Instant::from_ns(now));
            let level = &resident.task.terms.priority;
            level.store(u32::from(priority.get()), Ordering::Relaxed);
            // The slot is taken and the terms were admitted: only the priority is another.
            let _ = self.policy.change(id, params, at);
        }
        // Who may not run needs no budget.
        let server = look.server.filter(|_| !look.suspended);
        if std::mem::replace(&mut resident.server, server) != server {
            resident.task.is_served(server);
            let wants = look.level.is_some();
            self.policy.serve(id, server, wants, Instant::from_ns(now));
        }
        if self.policy.by_deadline() {
            self.policy.due(id, Instant::from_ns(look.deadline));
            resident.task.is_due(look.deadline);
        }
        if std::mem::replace(&mut resident.held, look.suspended) != look.suspended {
            let event = if look.suspended {
                Event::Suspend(id)
            } else {
                Event::Resume(id)
            };
            self.decide(event, now);
        }
    }

    /// Wake a component at `wake`, or when the rest ends that its guest wished for.
    fn set_timer(&mut self, slot: u32, wake: u64) {
        let rest = self.slots[slot as usize]
            .as_ref()
            .and_then(|r| r.rests_until);
        match rest.map_or(wake, |at| at.min(wake)) {
            u64::MAX => self.timers.cancel(slot),
            at => self.timers.set(slot, at),
        }
    }

    /// Run a fiber until it ends, waits, rests or is interrupted.
    fn poll(&mut self, id: TaskId, decision: Decision) -> Event {
        if self.breathes(id) {
            return Event::Ready(id);
        }
        let slot = id.get();
        // A breath that is due already waits for the timer that stands in its way.
        let breath = self.breath(id).filter(|at| *at > self.decided_at);
        let first = earliest(decision.until.map(Instant::as_ns), self.timers.next());
        match earliest(first, breath) {
            Some(at) => self.clock.arm_by(at),
            None => self.clock.keep_watch(self.decided_at),
        }
        if let Some(turn) = &mut self.turn
            && !turn.take(&self.clock)
        {
            // Until its turn comes it uses nothing: neither budget nor time is charged.
            self.decide(Event::Waits(id), monotonic_ns());
            self.port.rest(None);
            return Event::Ready(id);
        }
        // A guest that is new, or looked last on another thread, has a deadline beyond what was raised here
        // before; what is raised from here on passes it.
        if self.port.interrupt.pending() {
            return Event::Tick;
        }
        let Some(resident) = self.slots[slot as usize].as_ref() else {
            return Event::Leaves(id);
        };
        let task = &resident.task;
        let Some(mut seat) = task.seat.take() else {
            return if task.want_seat() {
                // A caller runs it, and wakes it when it lets go.
                Event::Waits(id)
            } else {
                Event::Tick
            };
        };
        if let Some(sentence) = task.sentence() {
            let sentence = sentence.clone();
            drop(seat);
            self.end(slot, sentence);
            return Event::Tick;
        }
        let Some(occupant) = seat.as_mut() else {
            return Event::Waits(id);
        };
        task.enters();
        task.runs_since(self.decided_at);
        if let Some(member) = task.member() {
            let left = member.component().agenda().cost_left(task.used());
            if let Some(left) = left {
                self.clock.arm_by(self.decided_at.saturating_add(left));
            }
        }
        self.port.runs(task.terms.priority.load(Ordering::Relaxed));
        let (id_told, priority) = (task.id.to_raw(), port::level());
        self.port
            .recorder
            .mark(Occurrence::Run, id_told, priority.into());
        port::settle();
        let ended = occupant.poll();
        self.port
            .recorder
            .mark(Occurrence::Rest, id_told, u64::from(ended));
        if ended {
            let outcome = occupant.take_outcome();
            drop(seat);
            if let Some(outcome) = outcome {
                self.end(slot, outcome);
            }
            return Event::Tick;
        }
        let accepts = task.phase() == Phase::Accepts;
        drop(seat);
        let event = self.after(slot, id);
        if let Some(resident) = self.slots[slot as usize].as_ref() {
            resident
                .task
                .left(accepts || matches!(event, Event::Tick | Event::Yields(_)));
        }
        if let Some(turn) = &mut self.turn {
            turn.after(matches!(event, Event::Waits(_)));
        }
        event
    }

    /// The fiber gave the processor back: why?
    fn after(&mut self, slot: u32, id: TaskId) -> Event {
        let Some(resident) = self.slots[slot as usize].as_ref() else {
            return Event::Leaves(id);
        };
        let task = &resident.task;
        if task.newly_refused() {
            task.note(bits::MEMORY_FULL);
        }
        let safe = task.left_at_safe_point();
        let rest = safe.then(|| task.take_rest());
        task.leaves();
        let Some(rest) = rest else {
            return Event::Waits(id);
        };
        if task.member().is_some() {
            return self.after_component(slot, id, rest);
        }
        match rest {
            Some(Rest::Yield) => Event::Yields(id),
            // It waits for somebody else.
            Some(Rest::Until(u64::MAX)) => Event::Waits(id),
            Some(Rest::Until(until)) => {
                task.timer.store(until, Ordering::Release);
                self.timers.set(slot, until);
                Event::Waits(id)
            }
            None => Event::Tick,
        }
    }

    /// The fiber of a component left at a safe point.
    fn after_component(&mut self, slot: u32, id: TaskId, rest: Option<Rest>) -> Event {
        if let Some(resident) = self.slots[slot as usize].as_mut() {
            resident.rests_until = match rest {
                Some(Rest::Until(until)) => Some(until),
                _ => None,
            };
        }
        let look = self.attend(slot, monotonic_ns());
        match rest {
            // What became due since it looked.
            Some(Rest::Until(_)) if look.is_some_and(|l| l.due) => Event::Tick,
            Some(Rest::Until(_)) => Event::Waits(id),
            Some(Rest::Yield) => Event::Yields(id),
            None => Event::Tick,
        }
    }

    fn obey(&mut self, command: Command, now: u64) {
        match command {
            Command::Admit(admission) => self.admit(*admission, now),
            Command::Suspend(task) => self.suspend(&task, now),
            Command::Resume(task) => self.resume(&task, now),
            Command::Kill(task) => self.kill(&task),
            Command::Change(task, params) => self.change(&task, params, now),
            Command::Shutdown => self.closing = true,
        }
    }

    fn admit(&mut self, admission: Admission, now: u64) {
        let Admission {
            task,
            guest,
            params,
            called,
        } = admission;
        if task.doomed() {
            return self.refuse(
                &task,
                guest,
                Fault::plain(FaultKind::Killed, "ended by force"),
            );
        }
        let Some(slot) = self.free.pop() else {
            let fault = Fault::plain(FaultKind::RefusedStart, "its worker has no place left");
            return self.refuse(&task, guest, fault);
        };
        let id = TaskId::new(slot);
        if !self.policy.seat(id, &called.partition, &called.app) {
            self.free.push(slot);
            let fault = Fault::plain(FaultKind::RefusedStart, "it has no window on its worker");
            return self.refuse(&task, guest, fault);
        }
        if let Err(e) = self.policy.admit(id, params, Instant::from_ns(now)) {
            self.free.push(slot);
            return self.refuse(
                &task,
                guest,
                Fault::plain(FaultKind::RefusedStart, e.to_string()),
            );
        }
        task.settle(Some(slot));
        let fifo = params.priority.outranks(Priority::NORMAL);
        self.fifo_tasks += usize::from(fifo);
        self.class();
        if let Some(mut seat) = task.seat.take() {
            // Nobody can have found it before: it has not run yet.
            *seat = Some(Occupant::new(guest, Waker::from(task.clone())));
        }
        let held = task.hold(false);
        self.slots[slot as usize] = Some(Resident {
            task: task.clone(),
            fifo,
            params,
            rests_until: None,
            held: false,
            server: None,
        });
        self.decide(Event::Ready(id), now);
        if held {
            self.suspend(&task, now);
        }
    }

    fn refuse(&mut self, task: &Arc<Task>, guest: Guest, fault: Fault) {
        drop(guest);
        self.release_turn();
        finish(task, Outcome::Faulted(fault));
    }

    /// A thread with a turn serves one life only.
    fn release_turn(&mut self) {
        if let Some(turn) = self.turn.take() {
            drop(turn);
            self.closing = true;
        }
    }

    /// Be a Linux real-time thread exactly while a fifo partition lives here: a worker of
    /// normal partitions must leave the core to the rest of Linux.
    fn class(&mut self) {
        let Some(priority) = self.fifo else { return };
        let wanted = if self.fifo_tasks > 0 {
            Class::Fifo(priority)
        } else {
            Class::Normal
        };
        // The privilege was tried at the start, and its absence reported there.
        if self.linux != wanted && thread::set_class(wanted).is_ok() {
            self.linux = wanted;
        }
    }

    fn here(&self, task: &Arc<Task>) -> Option<u32> {
        let slot = task.slot()?;
        let resident = self.slots.get(slot as usize)?.as_ref()?;
        Arc::ptr_eq(&resident.task, task).then_some(slot)
    }

    fn suspend(&mut self, task: &Arc<Task>, now: u64) {
        let Some(slot) = self.here(task) else {
            task.hold(true);
            return;
        };
        if task.state() == State::Suspended {
            return;
        }
        if let Some(member) = task.member() {
            // What runs is held up by somebody else.
            member.component().agenda().excuse(now);
            self.timers.cancel(slot);
        }
        self.decide(Event::Suspend(TaskId::new(slot)), now);
        // Whoever sees it suspended sees all it used.
        self.charge(TaskId::new(slot));
        task.state.set(State::Suspended as u32);
        // A caller may run it; and nobody shall wait behind it at a door.
        self.port.interrupt.bump();
        task.walk_away();
        task.note(bits::SUSPENDED);
    }

    fn resume(&mut self, task: &Arc<Task>, now: u64) {
        let Some(slot) = self.here(task) else {
            task.hold(false);
            return;
        };
        if let Some(member) = task.member() {
            // Also what its own policy has suspended.
            let agenda = || member.component().agenda();
            if agenda().suspended() {
                agenda().order(ServiceOrder::Resume, now);
                self.attend(slot, now);
            }
        }
        if task.state() != State::Suspended {
            return;
        }
        task.state.set(task.unsuspended() as u32);
        task.rouse();
        if let Some(member) = task.member() {
            // It could not run: that is no miss of its.
            member.component().agenda().excuse(now);
            self.attend(slot, now);
        }
        let held = self.slots[slot as usize].as_ref().is_some_and(|r| r.held);
        if !held {
            self.decide(Event::Resume(TaskId::new(slot)), now);
        }
        task.note(bits::RESUMED);
    }

    fn kill(&mut self, task: &Arc<Task>) {
        // The controller knows a task a moment before its admission is posted.
        task.doom();
        if let Some(slot) = self.here(task) {
            let fault = Fault::plain(FaultKind::Killed, "ended by force");
            self.end(slot, Outcome::Faulted(fault));
        }
    }

    fn change(&mut self, task: &Arc<Task>, params: Params, now: u64) {
        let Some(slot) = self.here(task) else { return };
        let mut params = params;
        if let Some(resident) = self.slots[slot as usize].as_mut() {
            if task.member().is_some() {
                // It has the priority of what it does.
                params.priority = resident.params.priority;
            }
            resident.params = params;
        }
        if self
            .policy
            .change(TaskId::new(slot), params, Instant::from_ns(now))
            .is_err()
        {
            // `Controller::set_terms` checked the values; a policy that still refuses keeps the old ones.
            return;
        }
        let fifo = params.priority.outranks(Priority::NORMAL);
        if let Some(resident) = self.slots[slot as usize].as_mut()
            && task.member().is_none()
            && std::mem::replace(&mut resident.fifo, fifo) != fifo
        {
            self.fifo_tasks = if fifo {
                self.fifo_tasks + 1
            } else {
                self.fifo_tasks - 1
            };
            self.class();
        }
    }

    /// Handle what the policy recorded of used-up budgets. True if somebody left.
    fn overruns(&mut self) -> bool {
        let mut left = false;
        while let Some(overrun) = self.policy.next_overrun() {
            let slot = overrun.task.get();
            let Some(resident) = self.slots.get(slot as usize).and_then(Option::as_ref) else {
                continue;
            };
            let task = resident.task.clone();
            task.note(bits::OVERRAN);
            match overrun.action {
                OverrunAction::Log | OverrunAction::Throttle => {}
                OverrunAction::Suspend => {
                    self.charge(overrun.task);
                    task.state.set(State::Suspended as u32);
                    task.note(bits::SUSPENDED);
                }
                OverrunAction::Stop => {
                    self.end(slot, Outcome::Faulted(overran(&task)));
                    left = true;
                }
            }
        }
        left
    }

    /// End the components that overran or missed a deadline and say `stop`. True if somebody left.
    fn execute(&mut self) -> bool {
        let mut left = false;
        while let Some(slot) = self.condemned.pop() {
            let message = "a release overran or missed its deadline (reaction `stop`)";
            let fault = Fault::plain(FaultKind::Overrun, message);
            self.end(slot, Outcome::Faulted(fault));
            left = true;
        }
        left
    }

    /// The end of a life: everything it owned goes before anybody is told.
    fn end(&mut self, slot: u32, outcome: Outcome) {
        let Some(resident) = self.slots[slot as usize].as_ref() else {
            return;
        };
        let Some(guest) = vacate(&resident.task, &outcome) else {
            return;
        };
        let Some(Resident { task, fifo, .. }) = self.slots[slot as usize].take() else {
            return;
        };
        task.end_calls();
        self.decide(Event::Leaves(TaskId::new(slot)), monotonic_ns());
        task.charge(self.policy.used(TaskId::new(slot)).as_ns());
        self.timers.cancel(slot);
        task.settle(None);
        self.free.push(slot);
        self.fifo_tasks -= usize::from(fifo);
        self.class();
        self.release_turn();
        let id = task.id.to_raw();
        self.port.recorder.mark(Occurrence::Bury, id, 0);
        self.reaper.bury(task, guest, outcome);
        self.port.recorder.mark(Occurrence::Buried, id, 0);
    }

    fn close(&mut self) {
        for slot in 0..self.slots.len() {
            let fault = Fault::plain(FaultKind::Killed, "the monitor shut down");
            let number = u32::try_from(slot).unwrap_or(u32::MAX);
            self.end(number, Outcome::Faulted(fault.clone()));
            // A caller on another worker runs it, until its next safe point.
            while self.slots[slot].is_some() {
                std::thread::yield_now();
                self.end(number, Outcome::Faulted(fault.clone()));
            }
        }
        while let Some(command) = self.port.next_command() {
            if let Command::Admit(admission) = command {
                let fault = Fault::plain(FaultKind::RefusedStart, "the monitor shut down");
                self.refuse(&admission.task, admission.guest, fault);
            }
        }
    }
}

/// Take the guest from its seat. None while a caller runs it: then it ends, like this, when that
/// one lets go.
fn vacate(task: &Task, outcome: &Outcome) -> Option<Guest> {
    let mut seat = task.seat.take();
    if seat.is_none() {
        task.condemn(outcome.clone());
        if task.want_seat() {
            return None;
        }
        seat = task.seat.take();
    }
    seat?.take().map(Occupant::into_guest)
}

/// Publish the end of a life, or of a component's part in one. Everything it owned must be gone.
pub(crate) fn finish(task: &Arc<Task>, outcome: Outcome) {
    conclude(task, outcome.clone());
    task.port.load.fetch_sub(1, Ordering::Relaxed);
    if let Some(member) = task.member()
        && let Some(verdict) = member.ended(outcome)
    {
        conclude(&member.lead, verdict);
    }
}

fn conclude(task: &Arc<Task>, outcome: Outcome) {
    let state = match outcome {
        Outcome::Exited(_) => State::Stopped,
        // Somebody wanted it gone: nothing went wrong by itself.
        Outcome::Faulted(ref fault) if fault.kind == FaultKind::Killed => State::Stopped,
        Outcome::Faulted(_) => State::Faulted,
    };
    task.mail.end();
    task.give_up_shared();
    // Set once: a life ends once.
    let _ = task.end.set(End {
        outcome,
        at: monotonic_ns(),
    });
    task.state.set(state as u32);
    task.note(bits::ENDED);
}

fn overran(task: &Task) -> Fault {
    let budget = task.terms.budget_ns.load(Ordering::Relaxed) / 1000;
    let period = task.terms.period_ns.load(Ordering::Relaxed) / 1000;
    Fault::plain(
        FaultKind::Overrun,
        format!(
            "used its budget of {budget} us within a period of {period} us (on_overrun = \"stop\")"
        ),
    )
}

fn earliest(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
