//! One life of a partition: what its worker, its host calls and the controller share.
//!
//! A restart makes a new task; handles to the old one see it ended and nothing else.
//!
//! # Invariants
//! I1. Only the worker writes `state` after the admission, except `stop` (running -> stopping).
//! I2. `end` is set before `state` becomes stopped or faulted, and everything the guest owned
//!     is freed before that.
//! I3. Host calls (the `Monitor` below) run on the thread that holds the seat only: the worker's own, or
//!     that of a caller ([`crate::call`]).

use crate::call::{self, Door};
use crate::component::{Ensemble, Member, Standing};
use crate::control::Control;
use crate::id::PartitionId;
use crate::journal::Tap;
use crate::message::Mail;
use crate::port::{self, Port};
use crate::provider::Clerk;
use crate::reports::{Reports, bits};
use crate::seat::Seat;
use crate::state::{self, State};
use crate::windows::Gallery;
use crossbeam_queue::ArrayQueue;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering, fence};
use std::sync::{Arc, OnceLock};
use std::task::{Wake, Waker};
use terrace_abi::{Code, Limits, Part, WindowTerms};
use terrace_engine::{
    ControlCall, Fault, Lifecycle, MemoryMeter, Messages, Monitor, Outcome, Providers, Realtime,
    Rest, Stream, WindowSeat,
};
use terrace_host::clock::monotonic_ns;
use terrace_host::event::Watched;
use terrace_sched::ServerId;

/// How a life ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct End {
    /// By itself, or by a fault. A kill is a fault of that kind.
    pub outcome: Outcome,
    /// Monotonic ns.
    pub at: u64,
}

impl End {
    /// The fault, if it was one.
    #[must_use]
    pub fn fault(&self) -> Option<&Fault> {
        match &self.outcome {
            Outcome::Faulted(fault) => Some(fault),
            Outcome::Exited(_) => None,
        }
    }
}

/// What a task may use; the controller changes it while the task runs.
#[derive(Debug, Default)]
pub(crate) struct Terms {
    pub(crate) guaranteed: u64,
    pub(crate) threaded: bool,
    pub(crate) priority: AtomicU32,
    pub(crate) slice_ns: AtomicU64,
    pub(crate) budget_ns: AtomicU64,
    pub(crate) period_ns: AtomicU64,
}

const NO_SLOT: u32 = u32::MAX;
const NO_TRIM: u32 = 0;

/// Its policy does not order by deadlines.
const LOOSE: u64 = 0;
/// No server serves it.
const NO_SERVER: u32 = u32::MAX;

const REST_NONE: u32 = 0;
const REST_YIELD: u32 = 1;
const REST_UNTIL: u32 = 2;
const REST_DONE: u32 = 3;

/// Where a guest gave the processor back last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Anywhere.
    Own,
    /// In `accept`, with nothing to do.
    Accepts,
}

/// The key of the next task; 0 is nobody's.
static KEYS: AtomicU64 = AtomicU64::new(1);

/// A guest gives stack back no more often than this: it costs a system call, and two page faults later.
const SHED_NS: u64 = 100_000_000;

/// Most waits in a row that one wake-up follows.
const CHAIN: usize = 32;

/// See the module.
pub(crate) struct Task {
    pub(crate) id: PartitionId,
    /// Its own: the components of a partition share the id.
    pub(crate) key: u64,
    pub(crate) port: Arc<Port>,
    pub(crate) meter: Arc<MemoryMeter>,
    pub(crate) terms: Terms,
    pub(crate) tap: Arc<Tap>,
    pub(crate) state: Watched,
    pub(crate) end: OnceLock<End>,
    pub(crate) cpu_ns: AtomicU64,
    pub(crate) started_at: u64,
    pub(crate) reports: Arc<Reports>,
    pub(crate) noted: AtomicU32,
    pub(crate) reported: AtomicBool,
    role: Role,
    /// Since when it has the processor, monotonic ns; what it used before is in `cpu_ns`.
    runs_since: AtomicU64,
    /// By when the policy knows that it has to complete; `LOOSE` where the policy does not ask.
    due: AtomicU64,
    /// The server whose budget it uses, as its policy knows.
    server: AtomicU32,
    control: Option<Control>,
    pub(crate) mail: Mail,
    slot: AtomicU32,
    queued: AtomicBool,
    doomed: AtomicBool,
    held: AtomicBool,
    created: AtomicBool,
    stop: AtomicBool,
    stop_served: AtomicBool,
    trim: AtomicU32,
    at_safe_point: AtomicBool,
    rest: AtomicU32,
    rest_until: AtomicU64,
    refused_seen: AtomicU64,
    /// Its guest; empty before the admission and after the end.
    pub(crate) seat: Seat,
    /// Who waits for it as a callee.
    pub(crate) door: Door,
    calls: Arc<call::Directory>,
    /// The key of the task whose answer it waits for; 0 for none.
    pub(crate) calling: AtomicU64,
    /// It gave the processor back in a call.
    in_call: AtomicBool,
    /// It asked to be stopped at the next safe point.
    leaving: AtomicBool,
    accepting: AtomicBool,
    /// Its worker found its seat taken.
    wanted: AtomicBool,
    /// Monotonic ns of its worker's timer for it.
    pub(crate) timer: AtomicU64,
    /// It is to be ended like this, by its own worker.
    sentence: OnceLock<Outcome>,
    deaths: OnceLock<ArrayQueue<u32>>,
    /// When it gave back stack last, monotonic ns.
    shed_at: AtomicU64,
}

impl std::fmt::Debug for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Task({})", self.id)
    }
}

/// What a new task is made from.
pub(crate) struct Birth {
    pub(crate) id: PartitionId,
    pub(crate) port: Arc<Port>,
    pub(crate) meter: Arc<MemoryMeter>,
    pub(crate) terms: Terms,
    pub(crate) tap: Arc<Tap>,
    pub(crate) reports: Arc<Reports>,
    pub(crate) control: Option<Control>,
    pub(crate) mail: Mail,
    pub(crate) calls: Arc<call::Directory>,
    pub(crate) role: Role,
}

/// What part a task has in its partition.
#[derive(Clone)]
pub(crate) enum Role {
    /// It is all of it.
    Whole,
    /// It stands for it, and runs nothing.
    Lead(Arc<Ensemble>),
    /// It is one component.
    Member(Member),
}

impl Task {
    pub(crate) fn new(birth: Birth) -> Arc<Task> {
        Arc::new(Task {
            id: birth.id,
            key: KEYS.fetch_add(1, Ordering::Relaxed),
            port: birth.port,
            meter: birth.meter,
            terms: birth.terms,
            tap: birth.tap,
            state: Watched::new(State::Starting as u32),
            end: OnceLock::new(),
            cpu_ns: AtomicU64::new(0),
            started_at: monotonic_ns(),
            reports: birth.reports,
            noted: AtomicU32::new(0),
            reported: AtomicBool::new(false),
            control: birth.control,
            mail: birth.mail,
            role: birth.role,
            runs_since: AtomicU64::new(0),
            due: AtomicU64::new(LOOSE),
            server: AtomicU32::new(NO_SERVER),
            slot: AtomicU32::new(NO_SLOT),
            queued: AtomicBool::new(false),
            doomed: AtomicBool::new(false),
            held: AtomicBool::new(false),
            created: AtomicBool::new(false),
            stop: AtomicBool::new(false),
            stop_served: AtomicBool::new(false),
            trim: AtomicU32::new(NO_TRIM),
            at_safe_point: AtomicBool::new(false),
            rest: AtomicU32::new(REST_NONE),
            rest_until: AtomicU64::new(0),
            refused_seen: AtomicU64::new(0),
            seat: Seat::default(),
            door: Door::default(),
            calls: birth.calls,
            calling: AtomicU64::new(0),
            in_call: AtomicBool::new(false),
            leaving: AtomicBool::new(false),
            accepting: AtomicBool::new(false),
            wanted: AtomicBool::new(false),
            timer: AtomicU64::new(u64::MAX),
            sentence: OnceLock::new(),
            deaths: OnceLock::new(),
            shed_at: AtomicU64::new(0),
        })
    }

    pub(crate) fn state(&self) -> State {
        state::of(self.state.get())
    }

    /// The state of a task that is not suspended.
    pub(crate) fn unsuspended(&self) -> State {
        if self.stop.load(Ordering::Acquire) {
            State::Stopping
        } else if self.created.load(Ordering::Acquire) {
            State::Running
        } else {
            State::Starting
        }
    }

    /// Its place on its worker; set by the worker at the admission.
    pub(crate) fn slot(&self) -> Option<u32> {
        Some(self.slot.load(Ordering::Acquire)).filter(|&s| s != NO_SLOT)
    }

    pub(crate) fn settle(&self, slot: Option<u32>) {
        self.slot.store(slot.unwrap_or(NO_SLOT), Ordering::Release);
    }

    /// A kill that reached its worker before it did.
    pub(crate) fn doom(&self) {
        self.doomed.store(true, Ordering::Relaxed);
    }

    pub(crate) fn doomed(&self) -> bool {
        self.doomed.load(Ordering::Relaxed)
    }

    /// A suspend, or the resume after it, that reached its worker before it did. Answers what
    /// was noted before.
    pub(crate) fn hold(&self, held: bool) -> bool {
        self.held.swap(held, Ordering::Relaxed)
    }

    /// The component it is.
    pub(crate) fn member(&self) -> Option<&Member> {
        match &self.role {
            Role::Member(member) => Some(member),
            _ => None,
        }
    }

    /// It enters no shared resource any more; what it holds is free.
    pub(crate) fn give_up_shared(&self) {
        if let Some(member) = self.member() {
            member.component().free(self.key, true);
        }
    }

    /// The components it stands for.
    pub(crate) fn ensemble(&self) -> Option<&Arc<Ensemble>> {
        match &self.role {
            Role::Lead(ensemble) => Some(ensemble),
            _ => None,
        }
    }

    /// The tasks that have guests: itself, or those it stands for.
    pub(crate) fn bodies(self: &Arc<Task>) -> Vec<Arc<Task>> {
        match &self.role {
            Role::Lead(ensemble) => ensemble.tasks().collect(),
            _ => vec![self.clone()],
        }
    }

    /// Something of its memory, or the sum over those it stands for.
    pub(crate) fn total(&self, of: impl Fn(&MemoryMeter) -> u64) -> u64 {
        match &self.role {
            Role::Lead(ensemble) => ensemble.seats.iter().map(|s| of(&s.meter)).sum(),
            _ => of(&self.meter),
        }
    }

    /// Records it has lost, or those it stands for.
    pub(crate) fn lost(&self) -> u64 {
        match &self.role {
            Role::Lead(ensemble) => ensemble.seats.iter().map(|s| s.tap.lost()).sum(),
            _ => self.tap.lost(),
        }
    }

    /// Where it writes, and those it stands for.
    pub(crate) fn taps(&self) -> Vec<Arc<Tap>> {
        match &self.role {
            Role::Lead(ensemble) => ensemble.seats.iter().map(|s| s.tap.clone()).collect(),
            _ => vec![self.tap.clone()],
        }
    }

    /// Processor time of this life, in ns.
    pub(crate) fn used(&self) -> u64 {
        match &self.role {
            Role::Lead(ensemble) => ensemble.cpu_ns(),
            _ => self.cpu_ns.load(Ordering::Relaxed),
        }
    }

    /// Publish the processor time it has used.
    pub(crate) fn charge(&self, ns: u64) {
        self.cpu_ns.store(ns, Ordering::Relaxed);
        if let Some(member) = self.member() {
            member.component().cpu_ns.store(ns, Ordering::Relaxed);
        }
    }

    /// It has the processor from now on.
    pub(crate) fn runs_since(&self, now: u64) {
        self.runs_since.store(now, Ordering::Relaxed);
    }

    /// Processor time it has used by `now`, while it runs.
    pub(crate) fn used_by(&self, now: u64) -> u64 {
        let since = self.runs_since.load(Ordering::Relaxed);
        self.cpu_ns.load(Ordering::Relaxed) + now.saturating_sub(since)
    }

    /// Its policy knows that it has to complete by then.
    pub(crate) fn is_due(&self, at: u64) {
        self.due.store(at, Ordering::Relaxed);
    }

    /// All components of a lead are ready.
    pub(crate) fn runs(self: &Arc<Task>) {
        self.created.store(true, Ordering::Release);
        self.state
            .change(State::Starting as u32, self.unsuspended() as u32);
        self.note(bits::STARTED);
    }

    /// All components of a lead are suspended.
    pub(crate) fn suspends(self: &Arc<Task>) {
        let before = self.state.get();
        if !state::of(before).ended()
            && before != State::Suspended as u32
            && self.state.change(before, State::Suspended as u32)
        {
            self.note(bits::SUSPENDED);
        }
    }

    /// A component of a lead was resumed.
    pub(crate) fn resumes(self: &Arc<Task>) {
        if self
            .state
            .change(State::Suspended as u32, self.unsuspended() as u32)
        {
            self.note(bits::RESUMED);
        }
    }

    /// Note something for the controller. Never blocks or allocates.
    pub(crate) fn note(self: &Arc<Task>, what: u32) {
        if let Some(member) = self.member() {
            return member.note(what);
        }
        self.noted.fetch_or(what, Ordering::AcqRel);
        self.reports.post(self);
    }

    /// Make it ready, ending any rest, and whoever waits for it.
    pub(crate) fn rouse(&self) {
        self.rouse_home();
        self.rouse_first();
    }

    /// Wake the most important one that waits for it as a callee, and whoever waits for that one.
    pub(crate) fn rouse_first(&self) {
        let mut first = self.door.first();
        for _ in 0..CHAIN {
            let Some(task) = first else { return };
            task.rouse_home();
            first = task.door.first();
        }
    }

    /// Make it ready on its own worker, ending any rest.
    pub(crate) fn rouse_home(&self) {
        if let Some(slot) = self.slot() {
            let priority = match self.member() {
                // What it is roused for is not looked at yet.
                Some(member) => member.component().plan.top(),
                None => self.terms.priority.load(Ordering::Relaxed),
            };
            self.port.wake(slot, &self.queued, priority);
        }
    }

    /// The worker has taken it from its wake queue.
    pub(crate) fn unqueue(&self) {
        self.queued.store(false, Ordering::Release);
    }

    /// Ask for a polite stop. True the first time.
    pub(crate) fn request_stop(&self) -> bool {
        let first = !self.stop.swap(true, Ordering::AcqRel);
        self.state
            .change(State::Running as u32, State::Stopping as u32);
        if let Some(ensemble) = self.ensemble() {
            for task in ensemble.tasks() {
                task.request_stop();
            }
        }
        self.rouse();
        first
    }

    /// Ask to give memory back.
    pub(crate) fn request_trim(&self, level: u32) {
        self.trim.store(level + 1, Ordering::Release);
        if let Some(ensemble) = self.ensemble() {
            for task in ensemble.tasks() {
                task.request_trim(level);
            }
        }
        self.rouse();
    }

    /// About to be polled.
    pub(crate) fn enters(&self) {
        self.at_safe_point.store(false, Ordering::Relaxed);
        self.leaving.store(false, Ordering::Relaxed);
        self.accepting.store(false, Ordering::Relaxed);
        self.in_call.store(false, Ordering::Relaxed);
    }

    /// What follows a poll has been seen to: from now on it can be woken.
    pub(crate) fn leaves(&self) {
        self.at_safe_point.store(false, Ordering::Relaxed);
        if self.calling.load(Ordering::Relaxed) != 0 && !self.in_call.load(Ordering::Relaxed) {
            self.walk_away();
        }
    }

    /// It waits in a call no more: it went on with something else, is suspended, or has ended.
    pub(crate) fn walk_away(&self) {
        let callee = self.calling.swap(0, Ordering::SeqCst);
        if callee != 0
            && let Some(callee) = self.calls.member(callee)
        {
            callee.door.leave(self);
            callee.rouse_first();
        }
    }

    /// The seat is free again: if its worker wanted it meanwhile, or if others may have it, they
    /// are told.
    pub(crate) fn left(&self, free: bool) {
        fence(Ordering::SeqCst);
        if self.wanted.load(Ordering::Relaxed) && self.wanted.swap(false, Ordering::SeqCst) {
            self.rouse_home();
        }
        if free {
            self.rouse_first();
        }
    }

    /// Its worker wants the seat, which somebody else holds: it will be woken. False if it is free now.
    pub(crate) fn want_seat(&self) -> bool {
        self.wanted.store(true, Ordering::SeqCst);
        fence(Ordering::SeqCst);
        let taken = self.seat.take().is_none();
        if !taken {
            self.wanted.store(false, Ordering::SeqCst);
        }
        taken
    }

    /// Is it not to run now, whoever would run it?
    pub(crate) fn barred(&self) -> bool {
        self.sentence.get().is_some() || self.state() == State::Suspended
    }

    /// End it like this as soon as its seat is free. Running guests look for attention.
    pub(crate) fn condemn(&self, outcome: Outcome) {
        // The first is the one that counts.
        let _ = self.sentence.set(outcome);
        self.port.interrupt.bump();
    }

    pub(crate) fn sentence(&self) -> Option<&Outcome> {
        self.sentence.get()
    }

    pub(crate) fn phase(&self) -> Phase {
        if self.accepting.load(Ordering::Acquire) {
            Phase::Accepts
        } else {
            Phase::Own
        }
    }

    pub(crate) fn accepts(&self) {
        self.accepting.store(true, Ordering::Release);
    }

    pub(crate) fn waits_in_call(&self) {
        self.in_call.store(true, Ordering::Relaxed);
    }

    pub(crate) fn stop_requested(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }

    /// Its life is over: nobody calls it or waits for it any more.
    pub(crate) fn end_calls(&self) {
        self.walk_away();
        // Who hears of the end does not find it any more.
        self.calls.forget(self);
        self.door.close();
    }

    /// Allocates room for the ends of others that it wants to hear of.
    pub(crate) fn make_ready_for_deaths(&self) {
        let room = usize::try_from(terrace_abi::HANDLES).unwrap_or(usize::MAX);
        self.deaths.get_or_init(|| ArrayQueue::new(room));
    }

    /// What it has found under this handle has ended.
    pub(crate) fn tell_death(&self, handle: u32) {
        if let Some(deaths) = self.deaths.get() {
            // As many places as handles; one that was given back and taken anew may need more.
            let _ = deaths.push(handle);
            self.rouse();
        }
    }

    pub(crate) fn next_death(&self) -> Option<u32> {
        self.deaths.get()?.pop()
    }

    /// Write something into its log in the monitor's name.
    pub(crate) fn tell(&self, text: &str) {
        let most = usize::try_from(terrace_abi::LOG_BYTES).unwrap_or(usize::MAX);
        self.tap.log(
            terrace_abi::Level::Error as u32,
            &text.as_bytes()[..text.len().min(most)],
        );
    }

    /// After a poll that did not end: did it give the processor back at a safe point (else it
    /// waits in a host call)?
    pub(crate) fn left_at_safe_point(&self) -> bool {
        self.at_safe_point.load(Ordering::Relaxed)
    }

    /// It begins to wait. Not more often than its pages are worth, and never where a page fault would make
    /// somebody late.
    fn idles(&self) -> bool {
        let normal = self.terms.priority.load(Ordering::Relaxed) == 0 && self.member().is_none();
        let now = monotonic_ns();
        if !normal || now.saturating_sub(self.shed_at.load(Ordering::Relaxed)) < SHED_NS {
            return false;
        }
        self.shed_at.store(now, Ordering::Relaxed);
        true
    }

    /// The rest it wished for, once.
    pub(crate) fn take_rest(&self) -> Option<Rest> {
        match self.rest.load(Ordering::Relaxed) {
            REST_YIELD => {
                self.rest.store(REST_DONE, Ordering::Relaxed);
                Some(Rest::Yield)
            }
            REST_UNTIL => {
                self.rest.store(REST_NONE, Ordering::Relaxed);
                Some(Rest::Until(self.rest_until.load(Ordering::Relaxed)))
            }
            _ => None,
        }
    }

    /// Has growth been refused since the last question?
    pub(crate) fn newly_refused(&self) -> bool {
        let refused = self.meter.refused();
        self.refused_seen.swap(refused, Ordering::Relaxed) != refused
    }

    /// Rest at the next safe point.
    pub(crate) fn wish(&self, rest: Rest) -> Code {
        let what = match rest {
            Rest::Yield => REST_YIELD,
            Rest::Until(until) => {
                self.rest_until.store(until, Ordering::Relaxed);
                REST_UNTIL
            }
        };
        self.rest.store(what, Ordering::Relaxed);
        self.leave()
    }

    fn yield_call(&self) -> Code {
        if self.rest.load(Ordering::Relaxed) == REST_DONE {
            self.rest.store(REST_NONE, Ordering::Relaxed);
            return Code::Ok;
        }
        self.wish(Rest::Yield)
    }

    /// Leave at the next safe point, to which the engine brings the guest's deadline forward. Code that
    /// asks once more instead did not see that, and gets a new epoch.
    pub(crate) fn leave(&self) -> Code {
        if self.leaving.load(Ordering::Relaxed) {
            self.port.interrupt.bump();
        }
        self.leaving.store(true, Ordering::Relaxed);
        Code::Again
    }

    /// What its policy knows of it; the deadline where that asks for deadlines.
    pub(crate) fn standing(&self) -> Standing {
        let due = self.due.load(Ordering::Relaxed);
        let server = self.server.load(Ordering::Relaxed);
        Standing {
            level: self.terms.priority.load(Ordering::Relaxed),
            deadline: (due != LOOSE).then_some(due),
            server: (server != NO_SERVER).then(|| ServerId::new(server)),
        }
    }

    /// Its policy knows that it uses this server's budget.
    pub(crate) fn is_served(&self, server: Option<ServerId>) {
        let number = server.map_or(NO_SERVER, ServerId::get);
        self.server.store(number, Ordering::Relaxed);
    }

    /// Rest until there is something to do, or `until`.
    pub(crate) fn rest_until(&self, until: u64) -> Code {
        self.wish(Rest::Until(until))
    }

    pub(crate) fn sleep_call(&self, until: u64) -> Code {
        if self.stop.load(Ordering::Acquire) {
            return Code::Stopping;
        }
        if monotonic_ns() >= until {
            return Code::Ok;
        }
        self.wish(Rest::Until(until))
    }
}

impl Wake for Task {
    fn wake(self: Arc<Task>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Task>) {
        // A fiber that yields at a safe point wakes itself; whoever runs it knows already.
        if self.at_safe_point.load(Ordering::Relaxed) {
            return;
        }
        self.rouse();
    }
}

/// The bridge from the engine's host calls to the task. Split from it so that a `Task` has one
/// reference-counted home and the bridge can hand out that reference.
pub(crate) struct Bridge(
    pub(crate) Arc<Task>,
    pub(crate) Gallery,
    pub(crate) Arc<Clerk>,
);

impl Monitor for Bridge {
    fn attention(&self) -> bool {
        // A caller may run it: what counts is the thread it runs on.
        let wanted =
            self.0.leaving.load(Ordering::Relaxed) || port::interrupted() || self.0.barred();
        if wanted {
            self.0.at_safe_point.store(true, Ordering::Relaxed);
        }
        wanted
    }

    fn leaving(&self) -> bool {
        self.0.leaving.load(Ordering::Relaxed)
    }

    fn idles(&self) -> bool {
        self.0.idles()
    }

    fn id(&self) -> u64 {
        self.0.id.to_raw()
    }

    fn limits(&self) -> Limits {
        let terms = &self.0.terms;
        Limits {
            memory_guaranteed: terms.guaranteed,
            memory_limit: self.0.meter.limit(),
            memory_size: self.0.meter.size(),
            budget_ns: terms.budget_ns.load(Ordering::Relaxed),
            period_ns: terms.period_ns.load(Ordering::Relaxed),
            slice_ns: terms.slice_ns.load(Ordering::Relaxed),
            priority: terms.priority.load(Ordering::Relaxed),
            mode: u32::from(terms.threaded),
        }
    }

    fn rest(&self, rest: Rest) -> Code {
        match rest {
            Rest::Yield => self.0.yield_call(),
            Rest::Until(until) => self.0.sleep_call(until),
        }
    }

    fn stop_requested(&self) -> bool {
        self.0.stop.load(Ordering::Acquire)
    }

    fn log(&self, level: u32, text: &[u8]) -> Code {
        if !(1..=4).contains(&level) {
            return Code::Invalid;
        }
        if self.0.tap.log(level, text) {
            return Code::Ok;
        }
        self.0.note(bits::LOG_DROPPED);
        Code::Full
    }

    fn output_space(&self, _: Stream) -> usize {
        self.0.tap.space()
    }

    fn output(&self, stream: Stream, bytes: &[u8]) {
        self.0.tap.output(stream, bytes);
    }

    fn output_wait(&self, _: Stream, waker: &Waker) {
        self.0.tap.wait(waker);
    }

    fn next_lifecycle(&self) -> Option<Lifecycle> {
        let trim = self.0.trim.swap(NO_TRIM, Ordering::AcqRel);
        if trim != NO_TRIM {
            return Some(Lifecycle::Trim(trim - 1));
        }
        let stop =
            self.0.stop.load(Ordering::Acquire) && !self.0.stop_served.swap(true, Ordering::AcqRel);
        stop.then_some(Lifecycle::Stop)
    }

    fn created(&self) {
        self.0.created.store(true, Ordering::Release);
        self.0
            .state
            .change(State::Starting as u32, self.0.unsuspended() as u32);
        self.0.note(bits::STARTED);
    }

    fn providers(&self) -> Option<Arc<dyn Providers>> {
        Some(self.2.clone())
    }

    fn window_terms(&self, channel: &str) -> Result<WindowTerms, Code> {
        self.1.terms(channel)
    }

    fn open_window(&self, channel: &str, part: Part) -> Result<Box<dyn WindowSeat>, Code> {
        self.1.open(&self.0, channel, part)
    }

    fn control(&self, call: ControlCall<'_>) -> i64 {
        match &self.0.control {
            Some(control) => control.serve(&self.0, call),
            None => i64::from(Code::Denied.as_i32()),
        }
    }

    fn messages(&self) -> Option<&dyn Messages> {
        Some(self)
    }

    fn realtime(&self) -> Option<&dyn Realtime> {
        self.0.member().map(|_| self as &dyn Realtime)
    }
}
