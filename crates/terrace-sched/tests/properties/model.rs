//! The reference: the same policy written the slow and obvious way.
//!
//! One list of who came when, searched from the front; time charged nanosecond by nanosecond.
//! It shares no structure with the real one, so that a mistake in lists, heaps or the arithmetic
//! of periods shows as a difference.

use terrace_sched::{Budget, Event, Instant, Overrun, OverrunAction, Params, Priority, TaskId};

/// What is true of one task.
#[derive(Debug, Clone)]
pub struct Fact {
    pub present: bool,
    pub wants: bool,
    pub suspended: bool,
    pub stopped: bool,
    pub params: Params,
    pub slice_left: u64,
    pub used: u64,
    pub spent: u64,
    /// Of that, what went beyond the budget while nothing was to be done about it.
    pub let_pass: u64,
    pub next_refill: u64,
    pub told: bool,
    /// When it left the queue for want of budget, the refill it waits for.
    pub throttled: Option<u64>,
    pub overrun: Option<Overrun>,
}

#[derive(Debug)]
pub struct Model {
    pub facts: Vec<Fact>,
    /// Eligible tasks in order of arrival.
    pub queue: Vec<usize>,
    pub running: Option<usize>,
    pub now: u64,
}

impl Fact {
    fn new(params: Params, now: u64) -> Fact {
        let mut fact = Fact {
            present: true,
            wants: false,
            suspended: false,
            stopped: false,
            slice_left: params.slice.as_ns(),
            params,
            used: 0,
            spent: 0,
            let_pass: 0,
            next_refill: 0,
            told: false,
            throttled: None,
            overrun: None,
        };
        fact.open_account(now);
        fact
    }

    fn open_account(&mut self, now: u64) {
        self.spent = 0;
        self.let_pass = 0;
        self.told = false;
        self.next_refill = self
            .params
            .budget
            .map_or(u64::MAX, |b| now + b.period.as_ns());
    }

    fn amount(&self) -> u64 {
        self.params.budget.map_or(u64::MAX, |b| b.amount.as_ns())
    }

    pub fn out_of_budget(&self) -> bool {
        self.spent >= self.amount() && self.params.on_overrun != OverrunAction::Log
    }

    /// May it run?
    pub fn eligible(&self) -> bool {
        self.present && self.wants && !self.suspended && !self.stopped && !self.out_of_budget()
    }

    fn pass_refills(&mut self, now: u64) {
        while now >= self.next_refill {
            self.next_refill += self
                .params
                .budget
                .expect("only a budget is refilled")
                .period
                .as_ns();
            self.spent = 0;
            self.let_pass = 0;
            self.told = false;
        }
    }
}

impl Model {
    pub fn new(capacity: usize) -> Model {
        let params = Params {
            priority: Priority::NORMAL,
            slice: terrace_sched::Span::from_ns(1),
            budget: None,
            on_overrun: OverrunAction::Log,
        };
        let mut absent = Fact::new(params, 0);
        absent.present = false;
        Model {
            facts: vec![absent; capacity],
            queue: Vec::new(),
            running: None,
            now: 0,
        }
    }

    pub fn admit(&mut self, task: usize, params: Params, now: u64) {
        self.facts[task] = Fact::new(params, now);
    }

    pub fn change(&mut self, task: usize, params: Params, now: u64) {
        let late = self.pass(now);
        self.review_runner(late);
        let fact = &mut self.facts[task];
        let old = fact.params;
        if old.on_overrun == OverrunAction::Log {
            fact.let_pass = fact.spent.saturating_sub(fact.amount());
        }
        fact.params = params;
        fact.slice_left = fact.slice_left.min(params.slice.as_ns());
        if old.budget != params.budget {
            fact.open_account(now);
        }
        if old.priority != params.priority {
            self.queue.retain(|&t| t != task);
        }
        self.place(task);
    }

    pub fn decide(&mut self, event: Event, now: u64) -> Option<usize> {
        let late = self.pass(now);
        let task = event
            .task()
            .map(|t| t.get() as usize)
            .filter(|&t| t < self.facts.len());
        if let Some(task) = task.filter(|&t| self.facts[t].present) {
            self.apply(event, task);
        }
        self.review_runner(late);
        if let Some(task) = task.filter(|t| self.running != Some(*t)) {
            self.review(task, None);
        }
        self.running = self.choose();
        self.running
    }

    fn apply(&mut self, event: Event, task: usize) {
        let fact = &mut self.facts[task];
        match event {
            Event::Ready(_) => fact.wants = true,
            Event::Waits(_) => fact.wants = false,
            Event::Suspend(_) => fact.suspended = true,
            Event::Resume(_) => fact.suspended = false,
            Event::Yields(_) if self.running == Some(task) => self.send_back(task),
            Event::Leaves(_) => {
                fact.present = false;
                fact.overrun = None;
                fact.throttled = None;
            }
            Event::Yields(_) | Event::Tick => {}
        }
    }

    /// Let time pass; answers the first moment at which the running task went beyond its budget.
    fn pass(&mut self, now: u64) -> Option<u64> {
        let mut over = None;
        for t in self.now..now {
            let Some(runner) = self.running else { break };
            let fact = &mut self.facts[runner];
            fact.pass_refills(t);
            fact.used += 1;
            fact.slice_left = fact.slice_left.saturating_sub(1);
            fact.spent += 1;
            if fact.spent > fact.amount() && !fact.told {
                fact.told = true;
                over = over.or(Some(t));
            }
        }
        self.now = now;
        for fact in self.facts.iter_mut().filter(|f| f.present) {
            fact.pass_refills(now);
        }
        let due =
            |(task, f): (usize, &Fact)| f.throttled.filter(|&at| at <= now).map(|at| (at, task));
        let mut back: Vec<(u64, usize)> = self.facts.iter().enumerate().filter_map(due).collect();
        back.sort_unstable();
        for (_, task) in back {
            self.review(task, None);
        }
        over
    }

    fn review_runner(&mut self, late: Option<u64>) {
        if let Some(runner) = self.running {
            self.review(runner, late);
        }
    }

    fn review(&mut self, task: usize, late: Option<u64>) {
        let now = self.now;
        let fact = &mut self.facts[task];
        if fact.present {
            let wants_more = fact.wants && fact.spent >= fact.amount() && !fact.told;
            fact.told |= wants_more;
            if let Some(at) = late.or(wants_more.then_some(now)) {
                let action = fact.params.on_overrun;
                fact.suspended |= action == OverrunAction::Suspend;
                fact.stopped |= action == OverrunAction::Stop;
                let id = TaskId::new(u32::try_from(task).unwrap());
                fact.overrun = Some(Overrun {
                    task: id,
                    action,
                    at: Instant::from_ns(at),
                });
            }
        }
        self.place(task);
    }

    fn place(&mut self, task: usize) {
        let queued = self.queue.contains(&task);
        let fact = &mut self.facts[task];
        let held = fact.suspended || fact.stopped || !fact.wants || !fact.present;
        let throttled = !held && fact.out_of_budget();
        fact.throttled = throttled.then(|| fact.throttled.unwrap_or(fact.next_refill));
        if fact.eligible() && !queued {
            fact.slice_left = fact.params.slice.as_ns();
            self.queue.push(task);
        } else if !fact.eligible() {
            self.queue.retain(|&t| t != task);
        }
    }

    fn send_back(&mut self, task: usize) {
        if self.queue.contains(&task) {
            self.queue.retain(|&t| t != task);
            self.queue.push(task);
            self.facts[task].slice_left = self.facts[task].params.slice.as_ns();
        }
    }

    fn choose(&mut self) -> Option<usize> {
        let level = |&t: &usize| self.facts[t].params.priority.get();
        let top = self.queue.iter().map(level).max()?;
        let equals: Vec<usize> = self
            .queue
            .iter()
            .copied()
            .filter(|t| level(t) == top)
            .collect();
        if equals.len() == 1 || self.facts[equals[0]].slice_left > 0 {
            return Some(equals[0]);
        }
        self.send_back(equals[0]);
        Some(equals[1])
    }
}

/// The most a task may use in one period.
pub fn bound(budget: Budget, safe_point: u64) -> u64 {
    budget.amount.as_ns() + safe_point
}
