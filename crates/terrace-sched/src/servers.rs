//! Servers: a budget and a period for work that comes when it comes, over any other policy.
//!
//! A server holds the right to run of the tasks that it serves to one budget. Either it is one task of the
//! inner policy ([`Servers::admit_server`]) whose requests are the caller's: it is ready while one waits. Or it
//! has a name of its own ([`Servers::found`]), and tasks come under it and leave it as they go from one piece of
//! work to the next ([`Servers::serve`]).
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
//! I5. Nothing is allocated after [`Servers::new`] and [`Servers::found`]; a decision is O(servers and those
//!     they serve).
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

/// A server that was founded, counted from 0 in that order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ServerId(u32);

impl ServerId {
    /// The server founded as number `index`.
    #[must_use]
    pub const fn new(index: u32) -> ServerId {
        ServerId(index)
    }

    /// Its number.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }
}

/// A task that is served.
#[derive(Debug, Clone, Copy)]
struct Client {
    task: TaskId,
    wants: bool,
    /// The caller suspended it.
    suspended: bool,
}

impl Client {
    fn active(&self) -> bool {
        self.wants && !self.suspended
    }
}

#[derive(Debug, Clone)]
struct Server {
    /// None: it is one task's, and goes with that.
    id: Option<ServerId>,
    /// The task whose it is; of one with an id none.
    own: Option<Client>,
    /// Those that came under it.
    guests: Vec<Client>,
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
    /// The inner policy was told to suspend its clients for want of budget.
    held: bool,
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
        let own = Client {
            task,
            wants: false,
            suspended: false,
        };
        self.servers.push(Server {
            own: Some(own),
            ..Server::new(None, rule, budget, now, 0)
        });
        Ok(())
    }

    /// Found a server for tasks that come and go, at most `clients` at once; its first period starts at
    /// `now`. None: no room for a server, or a budget that cannot be served.
    pub fn found(
        &mut self,
        rule: ServerRule,
        budget: Budget,
        clients: usize,
        now: Instant,
    ) -> Option<ServerId> {
        let served = budget.amount > Span::ZERO && budget.amount <= budget.period;
        if self.servers.len() == self.servers.capacity() || !served {
            return None;
        }
        let founded = self.servers.iter().filter(|s| s.id.is_some()).count();
        let id = ServerId(u32::try_from(founded).ok()?);
        let server = Server::new(Some(id), rule, budget, now.max(self.now), clients);
        self.servers.push(server);
        Some(id)
    }

    /// Have an admitted task served from now on, or by nobody; `wants`: it is ready or runs. The next
    /// [`Policy::decide`] acts on it. False: there is no such server, or it has as many as it may: the
    /// task is served by nobody then.
    pub fn serve(
        &mut self,
        task: TaskId,
        server: Option<ServerId>,
        wants: bool,
        now: Instant,
    ) -> bool {
        let now = now.max(self.now);
        self.charge(now);
        let before = self.servers.iter().position(|s| s.has(task));
        if let Some(before) = before {
            let id = self.servers[before].id;
            // A server that is the task's own is not left.
            if id.is_none() || id == server {
                return id == server;
            }
            self.part(before, task, now);
        }
        let Some(id) = server else { return true };
        let Some(server) = self.servers.iter_mut().find(|s| s.id == Some(id)) else {
            return false;
        };
        if server.guests.len() == server.guests.capacity() {
            return false;
        }
        server.miss_polls(now);
        server.guests.push(Client {
            task,
            wants,
            suspended: false,
        });
        if server.held {
            self.inner.decide(Event::Suspend(task), now);
        }
        true
    }

    /// A task leaves the server that served it.
    fn part(&mut self, place: usize, task: TaskId, now: Instant) {
        let server = &mut self.servers[place];
        let Some(client) = server.remove(task) else {
            return;
        };
        if server.held && !client.suspended {
            self.inner.decide(Event::Resume(task), now);
        }
    }

    /// What a server may use before it is replenished; none if the task is no server.
    #[must_use]
    pub fn left(&self, task: TaskId) -> Option<Span> {
        self.servers.iter().find(|s| s.has(task)).map(|s| s.left)
    }

    /// Charge the running server up to `now`.
    fn charge(&mut self, now: Instant) {
        let runner = self.inner.running();
        let from = std::mem::replace(&mut self.now, now);
        let Some(runner) = runner else { return };
        let running = self.servers.iter_mut().find(|s| s.has(runner));
        if let Some(server) = running
            && server.charge(from, now)
        {
            self.inner.due(runner, server.next);
        }
    }

    fn apply(&mut self, event: Event) {
        let Some(task) = event.task() else { return };
        let Some(place) = self.servers.iter().position(|s| s.has(task)) else {
            return;
        };
        let server = &mut self.servers[place];
        match event {
            Event::Ready(_) => {
                let idle = server.clients().all(|c| !c.wants);
                if idle && server.rule == ServerRule::Sporadic {
                    self.inner.due(task, self.now.plus(server.budget.period));
                }
                server.miss_polls(self.now);
                server.change(task, |client| client.wants = true);
            }
            Event::Waits(_) => {
                server.change(task, |client| client.wants = false);
                server.rest();
            }
            Event::Suspend(_) => {
                server.change(task, |client| client.suspended = true);
                server.rest();
            }
            Event::Resume(_) => {
                server.miss_polls(self.now);
                server.change(task, |client| client.suspended = false);
            }
            Event::Leaves(_) if server.id.is_none() => drop(self.servers.swap_remove(place)),
            Event::Leaves(_) => drop(server.remove(task)),
            Event::Yields(_) | Event::Tick => {}
        }
    }

    /// Replenish what is due, and hold those without budget.
    fn supply(&mut self, now: Instant) {
        for server in &mut self.servers {
            let replenished = server.replenish(now);
            let held = server.left == Span::ZERO;
            let changed = std::mem::replace(&mut server.held, held) != held;
            for client in server.clients() {
                if replenished {
                    self.inner.due(client.task, now.plus(server.budget.period));
                }
                if changed && held {
                    self.inner.decide(Event::Suspend(client.task), now);
                } else if changed && !client.suspended {
                    self.inner.decide(Event::Resume(client.task), now);
                }
            }
        }
    }

    /// A server that is held stays so when its caller resumes it.
    fn passes(&self, event: Event) -> bool {
        let Event::Resume(task) = event else {
            return true;
        };
        !self.servers.iter().any(|s| s.held && s.has(task))
    }

    /// When the runner's budget ends, or a server comes back that it does not outrank.
    fn next(&self, runner: Option<TaskId>, now: Instant) -> Option<Instant> {
        let level = runner.and_then(|r| self.inner.priority(r));
        let mut next = None;
        for server in &self.servers {
            if runner.is_some_and(|r| server.has(r)) {
                next = earlier(next, Some(now.plus(server.left)));
            } else if server.held {
                let outranked = |client: &Client| {
                    let theirs = self.inner.priority(client.task);
                    level.zip(theirs).is_some_and(|(a, b)| a.outranks(b))
                };
                let mut active = server.clients().filter(|c| c.active());
                if active.any(|client| !outranked(client)) {
                    next = earlier(next, server.comes_back());
                }
            }
        }
        next
    }
}

impl Server {
    fn new(
        id: Option<ServerId>,
        rule: ServerRule,
        budget: Budget,
        now: Instant,
        clients: usize,
    ) -> Server {
        let left = match rule {
            ServerRule::Sporadic => budget.amount,
            ServerRule::Polling | ServerRule::Deferrable => Span::ZERO,
        };
        Server {
            id,
            own: None,
            guests: Vec::with_capacity(clients),
            rule,
            budget,
            left,
            next: now,
            chunks: [Chunk::default(); MAX_CHUNKS],
            coming: 0,
            began: None,
            spent: Span::ZERO,
            held: false,
        }
    }

    fn clients(&self) -> impl Iterator<Item = &Client> {
        self.own.iter().chain(&self.guests)
    }

    fn has(&self, task: TaskId) -> bool {
        self.clients().any(|c| c.task == task)
    }

    /// Does anybody wait to be served?
    fn active(&self) -> bool {
        self.clients().any(Client::active)
    }

    fn change(&mut self, task: TaskId, change: impl FnOnce(&mut Client)) {
        let mut all = self.own.iter_mut().chain(&mut self.guests);
        if let Some(client) = all.find(|c| c.task == task) {
            change(client);
        }
    }

    fn remove(&mut self, task: TaskId) -> Option<Client> {
        let place = self.guests.iter().position(|c| c.task == task)?;
        let client = self.guests.swap_remove(place);
        self.rest();
        Some(client)
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

    /// If nobody waits to be served, it has no use for its budget for now.
    fn rest(&mut self) {
        if self.active() {
            return;
        }
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
        let poll = self.rule == ServerRule::Deferrable || self.active();
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
            if !decision.run.is_some_and(|r| server.has(r)) {
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
