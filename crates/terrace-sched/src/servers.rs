//! Servers: a budget and a period for work that comes when it comes, over any other policy.
//!
//! A server is a task of the inner policy whose right to run is held to a budget. What it serves
//! (the requests of a looper, in their order) is the caller's: it is ready while a request waits.
//!
//! ```text
//!             budget used up: the inner policy is told Suspend
//!      free ------------------------------------------------> held
//!        ^                                                      |
//!        +------------------------------------------------------+
//!             replenished: the inner policy is told Resume
//! ```
//!
//! - Polling: gets its budget every period if a request waits then; loses it when none does.
//! - Deferrable: gets its budget every period and keeps it to the period's end.
//! - Sporadic: keeps its budget; what a stretch of running used comes back one period after that
//!   stretch began. (One stretch is one chunk, as preemption ends it: POSIX's rule of one chunk
//!   per activation gives back too early.)
//!
//! # Invariants
//! I1. A server runs beyond its budget by no more than one safe-point interval a replenishment.
//! I2. What is left and what is still to come back never exceed the budget together.
//! I3. In any stretch of time a sporadic server uses no more than a periodic task of its budget
//!     and period would. When more than [`MAX_CHUNKS`] chunks are to come back, the newest two
//!     come back together, at the later time.
//! I4. Tasks that are not servers are scheduled as the inner policy says.
//! I5. Nothing is allocated after [`Servers::new`]; a decision is O(servers).
//!
//! Source: Lehoczky, Sha & Strosnider 1987; Sprunt 1989; Strosnider 1995; Stanovich et al. 2010 (chunks).

use crate::books::earlier;
use crate::policy::{Decision, Event, Overrun, Policy};
use crate::task::{AdmitError, Budget, Params, Priority, TaskId};
use crate::time::{Instant, Span};

/// How many chunks of a sporadic server may be on their way back.
pub const MAX_CHUNKS: usize = 16;

/// What a server does with budget nobody wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ServerRule {
    /// It is lost as soon as nothing waits.
    Polling,
    /// It is kept to the end of the period.
    Deferrable,
    /// It is kept; what is used comes back one period after it began to be used.
    Sporadic,
}

#[derive(Debug, Clone, Copy, Default)]
struct Chunk {
    amount: Span,
    at: Instant,
}

#[derive(Debug, Clone, Copy)]
struct Server {
    task: TaskId,
    rule: ServerRule,
    budget: Budget,
    left: Span,
    /// Polling and deferrable: the next start of a period.
    next: Instant,
    /// Sporadic: what comes back, in order of time; the first `coming` of them.
    chunks: [Chunk; MAX_CHUNKS],
    coming: usize,
    /// Used in the stretch of running that began at the last decision to run it.
    began: Option<Instant>,
    spent: Span,
    wants: bool,
    /// The inner policy was told to suspend it for want of budget.
    held: bool,
    /// The caller suspended it.
    suspended: bool,
}

/// See the module.
#[derive(Debug, Clone)]
pub struct Servers<P> {
    inner: P,
    servers: Vec<Server>,
    now: Instant,
}

impl<P: Policy> Servers<P> {
    /// Room for `capacity` servers over a policy.
    #[must_use]
    pub fn new(inner: P, capacity: usize) -> Servers<P> {
        Servers {
            inner,
            servers: Vec::with_capacity(capacity),
            now: Instant::default(),
        }
    }

    /// The policy below.
    pub fn inner(&mut self) -> &mut P {
        &mut self.inner
    }

    /// Take a server into a free slot; its first period starts at `now`, with its whole budget.
    /// A budget in `params` is the inner policy's, and beside this one.
    ///
    /// # Errors
    /// [`AdmitError`]; [`AdmitError::OutOfRange`] also when there is no room for a server.
    pub fn admit_server(
        &mut self,
        task: TaskId,
        params: Params,
        rule: ServerRule,
        budget: Budget,
        now: Instant,
    ) -> Result<(), AdmitError> {
        let now = now.max(self.now);
        Params {
            budget: Some(budget),
            ..params
        }
        .check()?;
        let capacity = self.servers.capacity();
        if self.servers.len() == capacity {
            return Err(AdmitError::OutOfRange { task, capacity });
        }
        self.inner.admit(task, params, now)?;
        self.servers.push(Server::new(task, rule, budget, now));
        Ok(())
    }

    /// What a server may use before it is replenished; none if the task is no server.
    #[must_use]
    pub fn left(&self, task: TaskId) -> Option<Span> {
        self.servers.iter().find(|s| s.task == task).map(|s| s.left)
    }

    /// Charge the running server up to `now`.
    fn charge(&mut self, now: Instant) {
        let runner = self.inner.running();
        let from = std::mem::replace(&mut self.now, now);
        let running = self.servers.iter_mut().find(|s| Some(s.task) == runner);
        if let Some(server) = running
            && server.charge(from, now)
        {
            self.inner.due(server.task, server.next);
        }
    }

    fn apply(&mut self, event: Event) {
        let task = event.task();
        let Some(place) = self.servers.iter().position(|s| Some(s.task) == task) else {
            return;
        };
        let server = &mut self.servers[place];
        match event {
            Event::Ready(_) => {
                if !server.wants && server.rule == ServerRule::Sporadic {
                    self.inner
                        .due(server.task, self.now.plus(server.budget.period));
                }
                server.miss_polls(self.now);
                server.wants = true;
            }
            Event::Waits(_) => server.waits(),
            Event::Suspend(_) => server.suspend(),
            Event::Resume(_) => {
                server.miss_polls(self.now);
                server.suspended = false;
            }
            Event::Leaves(_) => drop(self.servers.swap_remove(place)),
            Event::Yields(_) | Event::Tick => {}
        }
    }

    /// Replenish what is due, and hold those without budget.
    fn supply(&mut self, now: Instant) {
        for server in &mut self.servers {
            if server.replenish(now) {
                self.inner.due(server.task, now.plus(server.budget.period));
            }
            let held = server.left == Span::ZERO;
            if held == server.held {
                continue;
            }
            server.held = held;
            if held {
                self.inner.decide(Event::Suspend(server.task), now);
            } else if !server.suspended {
                self.inner.decide(Event::Resume(server.task), now);
            }
        }
    }

    /// A server that is held stays so when its caller resumes it.
    fn passes(&self, event: Event) -> bool {
        let Event::Resume(task) = event else {
            return true;
        };
        !self.servers.iter().any(|s| s.task == task && s.held)
    }

    /// When the runner's budget ends, or a server comes back that it does not outrank.
    fn next(&self, runner: Option<TaskId>, now: Instant) -> Option<Instant> {
        let level = runner.and_then(|r| self.inner.priority(r));
        let mut next = None;
        for server in &self.servers {
            if Some(server.task) == runner {
                next = earlier(next, Some(now.plus(server.left)));
            } else if server.held && server.wants && !server.suspended {
                let theirs = self.inner.priority(server.task);
                let outranked = level.zip(theirs).is_some_and(|(a, b)| a.outranks(b));
                if !outranked {
                    next = earlier(next, server.comes_back());
                }
            }
        }
        next
    }
}

impl Server {
    fn new(task: TaskId, rule: ServerRule, budget: Budget, now: Instant) -> Server {
        let left = match rule {
            ServerRule::Sporadic => budget.amount,
            ServerRule::Polling | ServerRule::Deferrable => Span::ZERO,
        };
        Server {
            task,
            rule,
            budget,
            left,
            next: now,
            chunks: [Chunk::default(); MAX_CHUNKS],
            coming: 0,
            began: None,
            spent: Span::ZERO,
            wants: false,
            held: false,
            suspended: false,
        }
    }

    /// Charge running from `from` to `now`. Running through a refill is charged to the periods
    /// it lies in; answers whether it did.
    fn charge(&mut self, from: Instant, now: Instant) -> bool {
        if self.rule == ServerRule::Sporadic || now < self.next {
            self.consume(now.since(from));
            return false;
        }
        self.consume(self.next.since(from));
        self.replenish(now);
        let start = self.next.minus(self.budget.period);
        self.consume(now.since(start.max(from)));
        true
    }

    /// Time beyond the budget, up to a safe point, is not owed.
    fn consume(&mut self, ran: Span) {
        let ran = ran.min(self.left);
        self.left = self.left.minus(ran);
        self.spent = self.spent.plus(ran);
        if self.left == Span::ZERO {
            self.end_stretch();
        }
    }

    /// The stretch of running is over: what it used is on its way back.
    fn end_stretch(&mut self) {
        let (began, amount) = (self.began.take(), std::mem::take(&mut self.spent));
        let Some(began) = began.filter(|_| amount > Span::ZERO) else {
            return;
        };
        if self.rule != ServerRule::Sporadic {
            return;
        }
        let at = began.plus(self.budget.period);
        if self.coming == MAX_CHUNKS {
            let last = &mut self.chunks[MAX_CHUNKS - 1];
            *last = Chunk {
                amount: last.amount.plus(amount),
                at: at.max(last.at),
            };
        } else {
            self.chunks[self.coming] = Chunk { amount, at };
            self.coming += 1;
        }
    }

    /// What comes after a poll has missed it, though nobody woke up for that poll.
    fn miss_polls(&mut self, now: Instant) {
        if self.rule == ServerRule::Polling && self.next < now {
            self.replenish(now.minus(Span::from_ns(1)));
        }
    }

    fn waits(&mut self) {
        self.wants = false;
        self.give_up();
    }

    fn suspend(&mut self) {
        self.suspended = true;
        self.give_up();
    }

    /// It has no use for its budget for now.
    fn give_up(&mut self) {
        self.end_stretch();
        if self.rule == ServerRule::Polling {
            self.left = Span::ZERO;
        }
    }

    /// What comes back by `now` does. Answers whether anything did.
    fn replenish(&mut self, now: Instant) -> bool {
        if self.rule == ServerRule::Sporadic {
            return self.take_back(now);
        }
        if now < self.next {
            return false;
        }
        let period = self.budget.period;
        let whole = now.since(self.next).as_ns() / period.as_ns();
        self.next = self.next.plus(period.times(whole)).plus(period);
        let poll = self.rule == ServerRule::Deferrable || (self.wants && !self.suspended);
        self.left = if poll { self.budget.amount } else { Span::ZERO };
        true
    }

    fn take_back(&mut self, now: Instant) -> bool {
        let due = self.chunks[..self.coming]
            .iter()
            .take_while(|c| c.at <= now)
            .count();
        for chunk in &self.chunks[..due] {
            self.left = self.left.plus(chunk.amount);
        }
        self.chunks.copy_within(due..self.coming, 0);
        self.coming -= due;
        due > 0
    }

    fn comes_back(&self) -> Option<Instant> {
        match self.rule {
            ServerRule::Sporadic => (self.coming > 0).then(|| self.chunks[0].at),
            ServerRule::Polling | ServerRule::Deferrable => Some(self.next),
        }
    }
}

impl<P: Policy> Policy for Servers<P> {
    fn admit(&mut self, task: TaskId, params: Params, now: Instant) -> Result<(), AdmitError> {
        self.inner.admit(task, params, now)
    }

    fn change(&mut self, task: TaskId, params: Params, now: Instant) -> Result<(), AdmitError> {
        self.inner.change(task, params, now)
    }

    fn due(&mut self, task: TaskId, at: Instant) {
        self.inner.due(task, at);
    }

    fn decide(&mut self, event: Event, now: Instant) -> Decision {
        if self.servers.is_empty() {
            return self.inner.decide(event, now);
        }
        let now = now.max(self.now);
        self.charge(now);
        self.apply(event);
        self.supply(now);
        let event = if self.passes(event) {
            event
        } else {
            Event::Tick
        };
        let decision = self.inner.decide(event, now);
        for server in &mut self.servers {
            if decision.run != Some(server.task) {
                server.end_stretch();
            } else if server.began.is_none() {
                server.began = Some(now);
            }
        }
        let next = self.next(decision.run, now);
        match decision.run {
            Some(_) => Decision {
                until: earlier(decision.until, next),
                ..decision
            },
            None => Decision {
                wake: earlier(decision.wake, next),
                ..decision
            },
        }
    }

    fn next_overrun(&mut self) -> Option<Overrun> {
        self.inner.next_overrun()
    }

    fn used(&self, task: TaskId) -> Span {
        self.inner.used(task)
    }

    fn running(&self) -> Option<TaskId> {
        self.inner.running()
    }

    fn priority(&self, task: TaskId) -> Option<Priority> {
        self.inner.priority(task)
    }
}
