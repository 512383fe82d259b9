//! The agenda of a component: which of its callbacks runs next, and what became of the others.
//!
//! ```text
//!   waiting --create--> created --start command--> active <--pause, resume--> paused
//!      ^                                             |  \
//!      | start                          destroy      |   `-- suspend, resume --> suspended
//!   stopped <----------------------------------------+
//!                                                    `-- the app stops --> gone
//! ```
//!
//! A receiver has no start command. A pure state machine: callers pass the time and the
//! processor time that the component has used, and do what they are told.
//!
//! # Invariants
//! I1. One callback runs at a time, to its completion; of those that are due the most important
//!     is next, of equals the one registered first. Orders to the component come before both.
//! I2. Release k of a periodic callback is due at zero + start + k * period, whatever happened
//!     before: no drift.
//! I3. A release overruns once and misses its deadline once, at most.
//! I4. Nothing is allocated after `new`.
//!
//! Source: RTDroid dissertation, figure 5.1 and 5.1.1; DESIGN.md 3.2.

use super::ledger::{Ledger, Recent, ReleaseRecord};
use super::parcels::Parcels;
use super::plan::{CallbackPlan, ComponentPlan};
use terrace_abi::{CallbackKind, Code, ComponentKind, Occasion, Reaction, Release};
use terrace_engine::ServiceOrder;
use terrace_sched::ServerId;

/// Never.
const NEVER: u64 = u64::MAX;

/// What a component is doing, for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// It has not been created, or is to be created again.
    Waiting,
    /// Its start command is owed.
    Created,
    /// It has releases.
    Active,
    /// It was stopped, and may be started again.
    Stopped,
    /// It was destroyed because the app stops.
    Gone,
}

/// One callback.
#[derive(Debug)]
struct Entry {
    plan: CallbackPlan,
    periodic: bool,
    /// When its earliest release that has not begun is due.
    next_at: u64,
    /// The priority of that one.
    level: u32,
    sequence: u64,
    /// When what waits in windows came.
    parcels: Parcels,
    /// Of a callback that messages release: the next one is not due before.
    earliest: u64,
    /// The earliest release that has not begun has missed its deadline, and that is recorded.
    missed: bool,
    /// So many of the next releases are left out.
    skip: u64,
    /// So many overruns and misses are to be told to the app.
    overruns_owed: u32,
    misses_owed: u32,
    ledger: Ledger,
}

#[derive(Debug, Clone, Copy)]
struct Running {
    number: u64,
    callback: usize,
    what: Occasion,
    sequence: u64,
    released: u64,
    deadline: u64,
    start: u64,
    cpu_at_start: u64,
    level: u32,
    /// Its priority before it was raised for something that it is about to enter.
    raised_from: Option<u32>,
    server: Option<ServerId>,
    overran: bool,
    missed: bool,
    /// Somebody held it up: neither deadline nor cost is looked at.
    excused: bool,
}

/// What is next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Candidate {
    callback: usize,
    what: Occasion,
    level: u32,
    server: Option<ServerId>,
    deadline: u64,
}

/// What the policy knows of a component.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) level: u32,
    /// None: it does not order by deadlines.
    pub(crate) deadline: Option<u64>,
    pub(crate) server: Option<ServerId>,
}

/// What [`Agenda::look`] finds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Look {
    /// The priority it should have; none: nothing runs and nothing is due.
    pub(crate) level: Option<u32>,
    /// The server whose budget it uses.
    pub(crate) server: Option<ServerId>,
    /// By when what runs or is next has to complete; the largest number for never.
    pub(crate) deadline: u64,
    /// Look again then.
    pub(crate) wake: u64,
    /// Nothing runs and something is due.
    pub(crate) due: bool,
    /// It may not run until it is resumed.
    pub(crate) suspended: bool,
    /// What happened just now.
    pub(crate) noted: Noted,
}

/// What is to be told to others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Noted {
    pub(crate) missed: bool,
    pub(crate) overran: bool,
    /// It was started, stopped, paused, resumed or suspended.
    pub(crate) changed: bool,
    /// It is to be ended by force.
    pub(crate) stop: bool,
}

/// What [`Agenda::take`] answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Take {
    /// Run this.
    Run(Release),
    /// Something is due that has another priority or deadline.
    Other,
    /// Nothing is due.
    Nothing,
    /// It was destroyed, and the app stops.
    Gone,
}

/// What [`Agenda::complete`] answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Done {
    /// Its turn in the order of start-up is over.
    pub(crate) ready: bool,
    pub(crate) changed: bool,
    pub(crate) missed: bool,
    /// It was the release of a message.
    pub(crate) message: bool,
    /// It has not left all that it entered.
    pub(crate) holds: bool,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Agenda {
    entries: Box<[Entry]>,
    receiver: bool,
    phase: Phase,
    running: Option<Running>,
    zero: Option<u64>,
    /// It has had its turn in the order of start-up.
    booted: bool,
    stop: bool,
    ending: bool,
    paused: bool,
    pause_owed: bool,
    resume_owed: bool,
    suspended: bool,
    changed: bool,
    /// A reaction asked for its end by force.
    condemned: bool,
    /// How many callbacks have begun.
    begun: u64,
    /// Of each resource that what runs holds: its number among those the callback uses, and the
    /// priority of before.
    holds: Vec<(usize, u32)>,
    recent: Recent,
}

/// Shared resources that one release holds at once, at most.
const HELD: usize = 64;

impl Running {
    /// Is it a release, which has a cost and a deadline?
    fn counts(&self) -> bool {
        matches!(self.what, Occasion::Release | Occasion::Message)
    }

    fn release(&self, count: u32) -> Release {
        Release {
            sequence: self.sequence,
            released_ns: self.released,
            deadline_ns: if self.deadline == NEVER {
                0
            } else {
                self.deadline
            },
            what: self.what as u32,
            callback: u32::try_from(self.callback).unwrap_or(u32::MAX),
            length: 0,
            count,
        }
    }
}

impl Entry {
    fn new(plan: &CallbackPlan, receiver: bool) -> Entry {
        let released_by_time = plan.terms.kind != CallbackKind::Receiver as u32 && !receiver;
        Entry {
            periodic: released_by_time && plan.terms.period_ns > 0,
            plan: plan.clone(),
            next_at: NEVER,
            level: plan.terms.priority,
            sequence: 0,
            parcels: Parcels::new(plan),
            earliest: 0,
            missed: false,
            skip: 0,
            overruns_owed: 0,
            misses_owed: 0,
            ledger: Ledger::new(),
        }
    }

    fn deadline_of(&self, released: u64) -> u64 {
        match self.plan.terms.deadline_ns {
            0 => NEVER,
            relative => released.saturating_add(relative),
        }
    }

    /// The earliest release, which is one of time, has begun, or is left out.
    fn advance(&mut self) {
        self.sequence += 1;
        self.missed = false;
        self.next_at = self.next_at.saturating_add(self.plan.terms.period_ns);
    }

    fn leave_out(&mut self, count: u64) {
        if !self.periodic {
            // The next messages, when they are there.
            self.skip += count;
            return;
        }
        for _ in 0..count {
            if self.next_at == NEVER {
                return;
            }
            self.advance();
            self.ledger.skipped += 1;
        }
    }

    /// A message is there, or will be at `at`; it asks for this priority.
    fn arrive(&mut self, at: u64, level: u32) {
        if self.next_at == NEVER {
            self.level = 0;
        }
        self.next_at = self.next_at.min(at.max(self.earliest));
        self.level = self.level.max(level.min(self.plan.terms.priority));
    }

    /// Nothing is known of what waits but in windows.
    fn forget(&mut self) {
        self.next_at = NEVER;
        self.missed = false;
        if let Some(at) = self.parcels.first() {
            self.arrive(at, u32::MAX);
        }
    }

    /// The release of the message that came at `at` begins: when it was due.
    fn admit(&mut self, at: u64) -> u64 {
        let released = at.max(self.earliest);
        // A message is due once: what it waits for is not looked at again.
        self.missed &= released == self.next_at;
        self.earliest = released.saturating_add(self.plan.terms.period_ns);
        self.sequence += 1;
        released
    }

    /// Releases that are due before `now` are left out; messages that waited are due now.
    fn catch_up(&mut self, now: u64) {
        if !self.periodic {
            self.earliest = self.earliest.max(now);
        }
        if self.next_at >= now {
            return;
        }
        self.missed = false;
        if !self.periodic {
            self.next_at = self.earliest;
            return;
        }
        let period = self.plan.terms.period_ns;
        let past = (now - self.next_at).div_ceil(period);
        self.next_at = self.next_at.saturating_add(past.saturating_mul(period));
        self.sequence += past;
        self.ledger.skipped += past;
    }
}

impl Agenda {
    pub(crate) fn new(plan: &ComponentPlan) -> Agenda {
        let receiver = plan.facts.kind == ComponentKind::Receiver as u32;
        let entries = plan.callbacks.iter().map(|c| Entry::new(c, receiver));
        Agenda {
            entries: entries.collect(),
            receiver,
            phase: Phase::Waiting,
            running: None,
            zero: None,
            booted: false,
            stop: false,
            ending: false,
            paused: false,
            pause_owed: false,
            resume_owed: false,
            suspended: false,
            changed: false,
            condemned: false,
            begun: 0,
            holds: Vec::with_capacity(HELD),
            recent: Recent::new(),
        }
    }

    /// Releases count from `zero` on.
    pub(crate) fn begin(&mut self, zero: u64) {
        self.zero = Some(zero);
        for entry in &mut self.entries {
            if entry.periodic {
                entry.next_at = zero.saturating_add(entry.plan.terms.start_ns);
            } else {
                entry.catch_up(zero);
            }
        }
    }

    /// A message for the callback is there, or will be at `at`. It asks for this priority: the
    /// callback's own bounds it. False: messages do not release it.
    pub(crate) fn arrive(&mut self, callback: u32, at: u64, level: u32) -> bool {
        match self.released_by_messages(callback) {
            Some(entry) => entry.arrive(at, level),
            None => return false,
        }
        true
    }

    /// Something for the callback came through a window.
    pub(crate) fn receive(&mut self, callback: u32, now: u64) {
        if let Some(entry) = self.released_by_messages(callback) {
            entry.parcels.push(now);
            entry.arrive(now, u32::MAX);
        }
    }

    /// Nothing is known of what waits for the callback, but in windows: who looks tells by `arrive`.
    pub(crate) fn forget(&mut self, callback: u32) {
        if let Some(entry) = self.released_by_messages(callback) {
            entry.forget();
        }
    }

    fn released_by_messages(&mut self, callback: u32) -> Option<&mut Entry> {
        let entry = self.entries.get_mut(callback as usize);
        entry.filter(|entry| !entry.periodic)
    }

    /// What the release that [`Agenda::take`] began is for: a message that came at `at`, or else what
    /// came through a window. None: it is for none, or for one that is left out, and nothing runs.
    pub(crate) fn bring(&mut self, message: Option<(u64, u32)>) -> Option<Release> {
        let mut running = self.running.filter(|r| r.what == Occasion::Message)?;
        let entry = &mut self.entries[running.callback];
        let parcel = |entry: &mut Entry| entry.parcels.pop().map(|at| (at, 0));
        let brought = message.or_else(|| parcel(entry));
        let left_out = entry.skip > 0 && brought.is_some();
        if left_out {
            entry.skip -= 1;
            entry.sequence += 1;
            entry.ledger.skipped += 1;
        }
        let Some((at, length)) = brought.filter(|_| !left_out) else {
            self.running = None;
            return None;
        };
        running.sequence = entry.sequence;
        running.released = entry.admit(at);
        running.deadline = entry.deadline_of(running.released);
        running.missed = entry.missed;
        self.running = Some(running);
        Some(Release {
            length,
            ..running.release(0)
        })
    }

    /// Which callback runs, and a number that no other run of it has.
    pub(crate) fn runs(&self) -> Option<(usize, u64)> {
        self.running.as_ref().map(|r| (r.callback, r.number))
    }

    /// The app stops: it is destroyed once what runs has completed.
    pub(crate) fn end(&mut self) {
        self.ending = true;
        self.suspended = false;
    }

    /// Something from outside: start, stop, pause or resume.
    pub(crate) fn order(&mut self, order: ServiceOrder, now: u64) -> Code {
        let living = !self.stop && !self.ending && self.booted;
        let done = match order {
            ServiceOrder::Start if self.phase == Phase::Stopped && !self.ending => {
                self.phase = Phase::Waiting;
                true
            }
            ServiceOrder::Stop if living && self.phase == Phase::Active => {
                self.stop = true;
                self.suspended = false;
                true
            }
            ServiceOrder::Pause if living && self.phase == Phase::Active && !self.paused => {
                self.paused = true;
                self.pause_owed = !std::mem::take(&mut self.resume_owed);
                self.changed = true;
                true
            }
            ServiceOrder::Resume if living && (self.paused || self.suspended) => {
                self.resume(now);
                true
            }
            _ => false,
        };
        if done { Code::Ok } else { Code::WrongState }
    }

    fn resume(&mut self, now: u64) {
        if std::mem::take(&mut self.paused) {
            self.resume_owed = !std::mem::take(&mut self.pause_owed);
        }
        self.suspended = false;
        self.changed = true;
        self.excuse(now);
    }

    /// It could not run: what was due meanwhile is left out, what runs is not judged.
    pub(crate) fn excuse(&mut self, now: u64) {
        for entry in &mut self.entries {
            entry.catch_up(now);
        }
        if let Some(running) = &mut self.running {
            running.excused = true;
        }
    }

    /// Has it releases at present?
    fn released(&self) -> bool {
        self.phase == Phase::Active
            && self.zero.is_some()
            && !(self.paused || self.suspended || self.stop || self.ending)
    }

    fn order_owed(&self, turn: bool) -> Option<Occasion> {
        match self.phase {
            Phase::Waiting if self.ending => None,
            Phase::Waiting if turn || self.booted => Some(Occasion::Create),
            Phase::Created => Some(Occasion::StartCommand),
            Phase::Active if self.stop || self.ending => Some(Occasion::Destroy),
            Phase::Active if self.pause_owed => Some(Occasion::Pause),
            Phase::Active if self.resume_owed => Some(Occasion::Resume),
            _ => None,
        }
    }

    fn candidate(&self, now: u64, turn: bool) -> Option<Candidate> {
        let own = self.entries.first()?;
        let (level, server) = (own.plan.terms.priority, own.plan.server);
        let ends = |what| {
            matches!(
                what,
                Occasion::Create | Occasion::StartCommand | Occasion::Destroy
            )
        };
        let of_own = |what, callback| Candidate {
            callback,
            what,
            level,
            // What is not repeated does not wait for a budget.
            server: server.filter(|_| !ends(what)),
            deadline: NEVER,
        };
        if let Some(what) = self.order_owed(turn) {
            return Some(of_own(what, 0));
        }
        if !self.released() {
            return None;
        }
        let due = self.most_important(now);
        let told = self.owed().map(|(callback, what)| of_own(what, callback));
        match (told, due) {
            (Some(told), Some(due)) if due.level > told.level => Some(due),
            (told, due) => told.or(due),
        }
    }

    fn owed(&self) -> Option<(usize, Occasion)> {
        self.entries.iter().enumerate().find_map(|(i, entry)| {
            if entry.overruns_owed > 0 {
                Some((i, Occasion::Overran))
            } else if entry.misses_owed > 0 {
                Some((i, Occasion::Missed))
            } else {
                None
            }
        })
    }

    fn most_important(&self, now: u64) -> Option<Candidate> {
        let mut best: Option<Candidate> = None;
        for (callback, entry) in self.entries.iter().enumerate() {
            let level = entry.level;
            if entry.next_at > now || best.is_some_and(|b| b.level >= level) {
                continue;
            }
            best = Some(Candidate {
                callback,
                what: if entry.periodic {
                    Occasion::Release
                } else {
                    Occasion::Message
                },
                level,
                server: entry.plan.server,
                deadline: entry.deadline_of(entry.next_at),
            });
        }
        best
    }

    /// What there is at `now`, with `cpu` ns used so far; `turn`: it is its turn to be created.
    pub(crate) fn look(&mut self, now: u64, cpu: u64, turn: bool) -> Look {
        let mut noted = Noted::default();
        self.judge(now, cpu, &mut noted);
        noted.changed |= std::mem::take(&mut self.changed);
        noted.stop = self.condemned;
        let candidate = self.candidate(now, turn);
        let running = self.running.map(|r| r.level);
        let deadline = match (self.running, candidate) {
            (Some(r), c) => r.deadline.min(c.map_or(NEVER, |c| c.deadline)),
            (None, c) => c.map_or(NEVER, |c| c.deadline),
        };
        Look {
            // What runs inherits the priority of what it holds up.
            level: running.max(candidate.map(|c| c.level)),
            server: self.server(candidate),
            deadline,
            wake: self.wake(now),
            due: self.running.is_none() && (candidate.is_some() || self.gone()),
            suspended: self.suspended,
            noted,
        }
    }

    /// What runs uses its server's budget, unless it holds up something more important: that must not wait for
    /// a budget which is not its own.
    fn server(&self, next: Option<Candidate>) -> Option<ServerId> {
        if !self.holds.is_empty() {
            // Others wait for what it holds.
            return None;
        }
        match (self.running, next) {
            (Some(running), Some(next)) if next.level > running.level => next.server,
            (Some(running), _) => running.server,
            (None, next) => next?.server,
        }
    }

    fn gone(&self) -> bool {
        self.ending && matches!(self.phase, Phase::Waiting | Phase::Stopped | Phase::Gone)
    }

    /// The next time, after `now`, at which something becomes due or too late.
    fn wake(&self, now: u64) -> u64 {
        let mut wake = match &self.running {
            Some(r) if !r.missed && !r.excused => r.deadline.saturating_add(1),
            _ => NEVER,
        };
        if !self.released() {
            return wake;
        }
        for entry in &self.entries {
            let at = if entry.next_at > now {
                entry.next_at
            } else if entry.missed {
                NEVER
            } else {
                entry.deadline_of(entry.next_at).saturating_add(1)
            };
            wake = wake.min(at);
        }
        wake
    }

    /// Find overruns and misses.
    fn judge(&mut self, now: u64, cpu: u64, noted: &mut Noted) {
        if let Some(mut running) = self.running {
            let terms = self.entries[running.callback].plan.terms;
            let used = cpu.saturating_sub(running.cpu_at_start);
            let over = terms.cost_ns > 0 && used > terms.cost_ns;
            if running.counts() && over && !running.overran && !running.excused {
                running.overran = true;
                self.running = Some(running);
                self.overran(running.callback, noted);
            }
            if now > running.deadline && !running.missed && !running.excused {
                running.missed = true;
                self.running = Some(running);
                self.missed(running.callback, true, noted);
            }
        }
        if !self.released() {
            return;
        }
        for callback in 0..self.entries.len() {
            let entry = &mut self.entries[callback];
            if !entry.missed && entry.next_at <= now && now > entry.deadline_of(entry.next_at) {
                entry.missed = true;
                self.missed(callback, false, noted);
            }
        }
    }

    fn overran(&mut self, callback: usize, noted: &mut Noted) {
        noted.overran = true;
        let entry = &mut self.entries[callback];
        entry.ledger.overruns += 1;
        let reaction = entry.plan.on_overrun();
        if reaction == Reaction::Callback {
            entry.overruns_owed = entry.overruns_owed.saturating_add(1);
        }
        self.react(callback, reaction, true, noted);
    }

    fn missed(&mut self, callback: usize, runs: bool, noted: &mut Noted) {
        noted.missed = true;
        let entry = &mut self.entries[callback];
        entry.ledger.misses += 1;
        let reaction = entry.plan.on_miss();
        if reaction == Reaction::Callback {
            entry.misses_owed = entry.misses_owed.saturating_add(1);
        }
        self.react(callback, reaction, runs, noted);
    }

    fn react(&mut self, callback: usize, reaction: Reaction, runs: bool, noted: &mut Noted) {
        match reaction {
            Reaction::Log | Reaction::Callback => {}
            // The one after the release that went wrong.
            Reaction::Skip if runs => self.entries[callback].leave_out(1),
            Reaction::Skip => self.entries[callback].skip += 1,
            Reaction::Suspend => {
                self.suspended = true;
                noted.changed = true;
            }
            Reaction::Stop => {
                self.condemned = true;
                noted.changed = true;
            }
        }
    }

    /// Begin what is next, if the policy knows the component's priority, deadline and server for it.
    pub(crate) fn take(&mut self, now: u64, cpu: u64, turn: bool, known: Standing) -> Take {
        if self.condemned || self.suspended {
            // Its worker is to know first.
            return Take::Other;
        }
        if self.gone() {
            self.phase = Phase::Gone;
            return Take::Gone;
        }
        let Some(next) = self.candidate(now, turn) else {
            return Take::Nothing;
        };
        let in_time = known.deadline.is_none_or(|d| d == next.deadline);
        if next.level != known.level || next.server != known.server || !in_time {
            return Take::Other;
        }
        self.begun += 1;
        let entry = &mut self.entries[next.callback];
        let mut running = Running {
            number: self.begun,
            callback: next.callback,
            what: next.what,
            sequence: 0,
            released: now,
            deadline: NEVER,
            start: now,
            cpu_at_start: cpu,
            level: next.level,
            raised_from: None,
            server: next.server,
            overran: false,
            missed: false,
            excused: false,
        };
        let mut count = 0;
        match next.what {
            // The rest is known when its message is brought.
            Occasion::Message => running.released = entry.next_at,
            Occasion::Release => {
                running.sequence = entry.sequence;
                running.released = entry.next_at;
                running.deadline = next.deadline;
                running.missed = entry.missed;
                entry.advance();
                let skip = std::mem::take(&mut entry.skip);
                entry.leave_out(skip);
            }
            Occasion::Overran => count = std::mem::take(&mut entry.overruns_owed),
            Occasion::Missed => count = std::mem::take(&mut entry.misses_owed),
            Occasion::Pause => self.pause_owed = false,
            Occasion::Resume => self.resume_owed = false,
            Occasion::Create | Occasion::StartCommand | Occasion::Destroy => {}
        }
        self.running = Some(running);
        Take::Run(running.release(count))
    }

    /// What runs has completed; none: nothing runs.
    pub(crate) fn complete(&mut self, now: u64, cpu: u64) -> Option<Done> {
        let mut noted = Noted::default();
        self.judge(now, cpu, &mut noted);
        self.changed |= noted.changed;
        let running = self.running.take()?;
        self.record(&running, now, cpu);
        let mut done = self.progress(running.what, now);
        done.message = running.what == Occasion::Message;
        done.holds = !self.holds.is_empty();
        self.holds.clear();
        done.missed = noted.missed;
        Some(done)
    }

    fn record(&mut self, running: &Running, now: u64, cpu: u64) {
        let record = ReleaseRecord {
            callback: u32::try_from(running.callback).unwrap_or(u32::MAX),
            what: running.what as u32,
            sequence: running.sequence,
            released_ns: running.released,
            start_ns: running.start,
            end_ns: now,
            cost_ns: cpu.saturating_sub(running.cpu_at_start),
            overran: running.overran,
            missed: running.missed,
        };
        if running.counts() {
            self.entries[running.callback].ledger.enter(&record);
        }
        self.recent.push(record);
    }

    /// The arrow of the drawing that follows an occasion.
    fn progress(&mut self, what: Occasion, now: u64) -> Done {
        let mut done = Done::default();
        match what {
            Occasion::Create if !self.receiver => self.phase = Phase::Created,
            Occasion::Create | Occasion::StartCommand => {
                self.phase = Phase::Active;
                done.ready = !std::mem::replace(&mut self.booted, true);
                // Started again: what was due while it was stopped is not caught up with.
                self.excuse(now);
                self.changed = true;
            }
            Occasion::Destroy => {
                self.phase = if self.ending {
                    Phase::Gone
                } else {
                    Phase::Stopped
                };
                self.stop = false;
                self.paused = false;
                self.pause_owed = false;
                self.resume_owed = false;
                self.changed = true;
            }
            _ => {}
        }
        done.changed = self.changed;
        done
    }

    /// Processor time left of what runs until it overruns.
    pub(crate) fn cost_left(&self, cpu: u64) -> Option<u64> {
        let running = self.running.as_ref()?;
        let terms = self.entries[running.callback].plan.terms;
        if terms.cost_ns == 0 || running.overran || running.excused || !running.counts() {
            return None;
        }
        let used = cpu.saturating_sub(running.cpu_at_start);
        Some((terms.cost_ns + 1).saturating_sub(used))
    }

    /// Does it prepare itself still, so that its memory is yet to be touched?
    pub(crate) fn preparing(&self) -> bool {
        self.running
            .is_some_and(|r| matches!(r.what, Occasion::Create | Occasion::StartCommand))
    }

    /// When the next release is due, as far as it is known.
    pub(crate) fn due(&self) -> u64 {
        if !self.released() {
            return NEVER;
        }
        self.entries
            .iter()
            .map(|e| e.next_at)
            .min()
            .unwrap_or(NEVER)
    }

    /// Run at this priority until what runs completes: `again` where that is new.
    pub(crate) fn set_level(&mut self, level: u32) -> Code {
        let most = self.entries.iter().map(|e| e.plan.terms.priority).max();
        match &mut self.running {
            None => Code::WrongState,
            // What it holds, it holds at the ceiling.
            Some(_) if !self.holds.is_empty() => Code::WrongState,
            Some(_) if level > most.unwrap_or(0) => Code::Denied,
            Some(running) if running.level == level => Code::Ok,
            Some(running) => {
                running.level = level;
                Code::Again
            }
        }
    }

    /// It is about to enter what has this ceiling, which is its priority from now on.
    pub(crate) fn raise(&mut self, ceiling: u32) -> Code {
        let full = self.holds.len() >= HELD;
        match &mut self.running {
            None => Code::WrongState,
            Some(_) if full => Code::Full,
            Some(running) => {
                running.raised_from.get_or_insert(running.level);
                running.level = running.level.max(ceiling);
                Code::Ok
            }
        }
    }

    /// It has entered what [`Agenda::raise`] raised it for.
    pub(crate) fn entered(&mut self, resource: usize) {
        if let Some(running) = &mut self.running {
            let before = running.raised_from.take().unwrap_or(running.level);
            self.holds.push((resource, before));
        }
    }

    /// It leaves what it entered last, and has the priority of before: the callback and the
    /// resource's number. None: it holds nothing.
    pub(crate) fn left(&mut self) -> Option<(usize, usize)> {
        let running = self.running.as_mut()?;
        let (resource, before) = self.holds.pop()?;
        running.level = before;
        running.raised_from = None;
        Some((running.callback, resource))
    }

    /// Has a reaction suspended it?
    pub(crate) fn suspended(&self) -> bool {
        self.suspended
    }

    /// Did a reaction ask for its end by force?
    pub(crate) fn condemned(&self) -> bool {
        self.condemned
    }

    /// For people.
    pub(crate) fn state(&self) -> &'static str {
        match self.phase {
            Phase::Waiting | Phase::Created => "starting",
            Phase::Active if self.stop || self.ending => "stopping",
            Phase::Active if self.suspended => "suspended",
            Phase::Active if self.paused => "paused",
            Phase::Active => "active",
            Phase::Stopped => "stopped",
            Phase::Gone => "ended",
        }
    }

    /// Copy the ledger of a callback.
    pub(crate) fn copy_ledger(&self, callback: usize, out: &mut Ledger) {
        if let Some(entry) = self.entries.get(callback) {
            out.copy(&entry.ledger);
        }
    }

    /// Deadlines missed so far.
    pub(crate) fn misses(&self) -> u64 {
        self.entries.iter().map(|e| e.ledger.misses).sum()
    }

    /// Copy the last releases, oldest first.
    pub(crate) fn copy_recent(&self, out: &mut Vec<ReleaseRecord>) {
        self.recent.copy(out);
    }
}

#[cfg(test)]
mod tests;
