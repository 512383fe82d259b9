//! The run: from event to event, each told to the policy of its worker.
//!
//! ```text
//!   arrival -> pending -> (predecessors done) -> ready -> running -> completed
//!                                                  ^  \___ waits for a resource
//!                                                  |___________/
//! ```

use super::cores::{Core, params};
use super::plan::Plan;
use super::random::Random;
use super::schedule::{BufferMark, Mark, MarkKind, Row, RowKind, Schedule, Segment, SegmentKind};
use super::sharing::Sharing;
use super::{Costs, Options, Requests, Start};
use crate::model::{Policy, Protocol};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use terrace_sched::{Event, Instant, TaskId};

/// Room for this many different response times per row.
const MAX_DISTINCT: usize = 10_000;

#[derive(Debug, Clone, Copy)]
struct Job {
    arrival: u64,
    cost: u64,
    /// When it is due; `u64::MAX`: never.
    due: u64,
}

#[derive(Debug, Clone, Copy)]
enum Act {
    Enter(usize),
    Leave(usize),
    Complete,
}

/// What is true of one item now.
#[derive(Debug, Default)]
struct State {
    core: usize,
    slot: u32,
    pending: VecDeque<Job>,
    /// The steps of the present release: run so long, then act.
    steps: VecDeque<(u64, Act)>,
    /// It has begun its front job.
    begun: bool,
    /// The policy was told Ready.
    told: bool,
    blocked_since: Option<u64>,
    urgency: u64,
    /// The nominal time of the next arrival, before jitter.
    nominal: u64,
}

pub(super) struct Run {
    plan: Plan,
    cores: Vec<Core>,
    states: Vec<State>,
    sharing: Sharing,
    rows: Vec<Row>,
    fill: Vec<u64>,
    most: Vec<u64>,
    /// Ready time, item, nominal arrival, and which work of a server.
    heap: BinaryHeap<Reverse<(u64, usize, u64, usize)>>,
    random: Random,
    options: Options,
    segments: Vec<Segment>,
    marks: Vec<Mark>,
    truncated: bool,
    events: u64,
    now: u64,
    /// The latest jitter, at which all are ready from the critical instant.
    critical: u64,
}

impl Run {
    pub(super) fn new(plan: Plan, cores: Vec<Core>, options: &Options) -> Run {
        let mut states: Vec<State> = plan.items.iter().map(|_| State::default()).collect();
        for (number, core) in cores.iter().enumerate() {
            for (slot, item) in (0..).zip(&core.items) {
                states[*item].core = number;
                states[*item].slot = slot;
            }
        }
        let row = |item: &super::plan::Item| Row {
            name: item.name.clone(),
            worker: item.worker,
            kind: match item.server {
                None => RowKind::Task,
                Some(_) => RowKind::Server,
            },
            released: 0,
            completed: 0,
            missed: 0,
            preempted: 0,
            blocked: 0,
            worst: None,
            responses: BTreeMap::new(),
        };
        let mut run = Run {
            sharing: Sharing::new(plan.protocol, ceilings(&plan), plan.items.len()),
            rows: plan.items.iter().map(row).collect(),
            fill: vec![0; plan.buffers.len()],
            most: vec![0; plan.buffers.len()],
            heap: BinaryHeap::new(),
            random: Random::new(options.seed),
            options: options.clone(),
            segments: Vec::new(),
            marks: Vec::new(),
            truncated: false,
            events: 0,
            now: 0,
            critical: plan.items.iter().map(|i| i.jitter).max().unwrap_or(0),
            plan,
            cores,
            states,
        };
        for item in 0..run.plan.items.len() {
            run.first_arrival(item);
        }
        run
    }

    fn first_arrival(&mut self, item: usize) {
        let (jitter, offset) = (self.plan.items[item].jitter, self.plan.items[item].offset);
        if self.plan.items[item].server.is_some() {
            let works = self.plan.items[item]
                .server
                .as_ref()
                .map_or(0, |s| s.works.len());
            for work in 0..works {
                self.request(item, work, 0);
            }
            return;
        }
        let (nominal, ready) = match self.options.start {
            Start::Critical => (self.critical - jitter, self.critical),
            Start::Offsets => (offset, offset + self.random.between(0, jitter)),
        };
        self.states[item].nominal = nominal;
        self.heap.push(Reverse((ready, item, nominal, 0)));
    }

    /// The next request of one work of a server, after `from`.
    fn request(&mut self, item: usize, work: usize, from: u64) {
        let plan = &self.plan.items[item];
        let Some(server) = &plan.server else { return };
        let at = match self.options.requests {
            Requests::None => return,
            Requests::Saturated if from == 0 => 0,
            Requests::Saturated => from.saturating_add(plan.period),
            Requests::Random => {
                let share = server.works[work].cost.div_ceil(server.budget).max(1);
                let works = u64::try_from(server.works.len()).unwrap_or(u64::MAX);
                let mean = plan.period.saturating_mul(share).saturating_mul(works);
                from.saturating_add(self.random.between(1, mean.saturating_mul(2)))
            }
        };
        self.heap.push(Reverse((at, item, at, work)));
    }

    pub(super) fn finish(mut self) -> Schedule {
        let mut complete = true;
        while let Some(at) = self.next_time() {
            if at >= self.plan.horizon {
                break;
            }
            if self.events >= self.options.max_events {
                complete = false;
                break;
            }
            self.advance(at);
            self.boundaries();
            self.arrivals();
            self.timers();
            self.boundaries();
            self.show();
        }
        if complete {
            self.advance(self.plan.horizon);
            self.boundaries();
        }
        self.schedule(complete)
    }

    fn next_time(&self) -> Option<u64> {
        let arrival = self.heap.peek().map(|Reverse(a)| a.0);
        let stops = self.cores.iter().filter_map(|core| {
            let policy = core
                .decision
                .until
                .or(core.decision.wake)
                .map(Instant::as_ns);
            let item = running(core);
            let step =
                item.and_then(|i| Some(self.now.saturating_add(self.states[i].steps.front()?.0)));
            policy.into_iter().chain(step).min()
        });
        stops.chain(arrival).min()
    }

    fn advance(&mut self, to: u64) {
        for core in &mut self.cores {
            if let Some(item) = running(core)
                && let Some((left, _)) = self.states[item].steps.front_mut()
            {
                *left = left.saturating_sub(to - core.since);
            }
            core.since = to;
        }
        self.now = to;
    }

    /// Whatever the running items have come to, until all of them have time to run.
    fn boundaries(&mut self) {
        for number in 0..self.cores.len() {
            while let Some(item) = running(&self.cores[number]) {
                if !self.states[item].begun {
                    self.begin(item);
                }
                let Some((0, act)) = self.states[item].steps.front().copied() else {
                    break;
                };
                if self.events >= self.options.max_events {
                    return;
                }
                self.states[item].steps.pop_front();
                match act {
                    Act::Enter(resource) => self.enter(item, resource),
                    Act::Leave(resource) => self.leave(item, resource),
                    Act::Complete => self.complete(item),
                }
            }
        }
    }

    /// Lay out the steps of the front job: its sections with even gaps, or random ones.
    fn begin(&mut self, item: usize) {
        let Some(job) = self.states[item].pending.front().copied() else {
            return;
        };
        let plan = &self.plan.items[item];
        let state = &mut self.states[item];
        state.begun = true;
        let steps = &mut state.steps;
        steps.clear();
        if let Some(component) = plan.component {
            steps.push_back((0, Act::Enter(component)));
        }
        let inside: u64 = plan.sections.iter().map(|s| s.longest).sum();
        let mut free = job.cost.saturating_sub(inside);
        let mut left = job.cost;
        let count = plan.sections.len();
        for (place, section) in plan.sections.iter().enumerate() {
            let parts = u64::try_from(count - place + 1).unwrap_or(u64::MAX);
            let gap = match self.options.costs {
                Costs::Worst => free / parts,
                Costs::Random => self.random.between(0, free),
            };
            free -= gap;
            left -= gap;
            let length = section.longest.min(left);
            left -= length;
            steps.push_back((gap, Act::Enter(section.resource)));
            steps.push_back((length, Act::Leave(section.resource)));
        }
        match plan.component {
            Some(component) => {
                steps.push_back((left, Act::Leave(component)));
                steps.push_back((0, Act::Complete));
            }
            None => steps.push_back((left, Act::Complete)),
        }
    }

    /// What a ceiling lends to who enters now.
    fn lent(&self, resource: usize) -> u64 {
        match self.plan.resources[resource] {
            Policy::FixedPriority => self.sharing.ceiling(resource),
            Policy::Edf => u64::MAX - self.now.saturating_add(self.sharing.ceiling(resource)),
        }
    }

    fn enter(&mut self, item: usize, resource: usize) {
        let lent = self.lent(resource);
        if self.sharing.enter(item, resource, lent) {
            self.urge(item);
            return;
        }
        self.rows[item].blocked += 1;
        self.states[item].blocked_since = Some(self.now);
        // It tries again when it runs.
        self.states[item]
            .steps
            .push_front((0, Act::Enter(resource)));
        let holders: Vec<usize> = self.sharing.holders(item).collect();
        for holder in holders {
            self.urge(holder);
        }
        self.tell(item, Event::Waits);
    }

    fn leave(&mut self, item: usize, resource: usize) {
        let now = self.now;
        let (policy, lent) = (self.plan.resources[resource], self.lent(resource));
        // One that still holds others keeps what the deadline floors of now would lend.
        let ceilings: Vec<u64> = (0..self.plan.resources.len())
            .map(|r| self.sharing.ceiling(r))
            .collect();
        let lend = |r: usize| match policy {
            Policy::FixedPriority => ceilings[r],
            Policy::Edf => u64::MAX - now.saturating_add(ceilings[r]),
        };
        debug_assert_eq!(lend(resource), lent);
        let next = self.sharing.leave(item, resource, lend);
        self.urge(item);
        if let Some(next) = next {
            self.urge(next);
            if let Some(from) = self.states[next].blocked_since.take() {
                self.record(next, SegmentKind::Blocked, from);
            }
            self.tell(next, Event::Ready);
            return;
        }
        self.tick(self.states[item].core);
    }

    /// Tell the policy how urgent an item has become.
    fn urge(&mut self, item: usize) {
        let urgency = self.sharing.urgency(item);
        if std::mem::replace(&mut self.states[item].urgency, urgency) == urgency {
            return;
        }
        let id = TaskId::new(self.states[item].slot);
        let core = &mut self.cores[self.states[item].core];
        match self.plan.items[item].policy {
            Policy::FixedPriority => {
                let level = usize::try_from(urgency).unwrap_or(usize::MAX);
                core.policy
                    .change(
                        id,
                        params(level, self.plan.slice),
                        Instant::from_ns(self.now),
                    )
                    .expect("every item was admitted, with the same slice");
            }
            Policy::Edf => core.policy.due(id, Instant::from_ns(u64::MAX - urgency)),
        }
    }

    fn tell(&mut self, item: usize, event: fn(TaskId) -> Event) {
        let id = TaskId::new(self.states[item].slot);
        let core = &mut self.cores[self.states[item].core];
        core.decision = core.policy.decide(event(id), Instant::from_ns(self.now));
        self.events += 1;
    }

    fn tick(&mut self, core: usize) {
        let core = &mut self.cores[core];
        core.decision = core.policy.decide(Event::Tick, Instant::from_ns(self.now));
        self.events += 1;
    }

    fn arrivals(&mut self) {
        while let Some(Reverse((at, item, arrival, work))) = self.heap.peek().copied() {
            if at > self.now || self.events >= self.options.max_events {
                return;
            }
            self.heap.pop();
            self.arrive(item, arrival, work);
        }
    }

    fn arrive(&mut self, item: usize, arrival: u64, work: usize) {
        let plan = &self.plan.items[item];
        let (cost, best, deadline) = match &plan.server {
            Some(server) => (
                server.works[work].cost,
                server.works[work].cost,
                server.works[work].deadline,
            ),
            None => (plan.cost, plan.best, Some(plan.deadline)),
        };
        let cost = match self.options.costs {
            Costs::Worst => cost,
            Costs::Random => self.random.between(best, cost),
        };
        let due = deadline.map_or(u64::MAX, |d| arrival.saturating_add(d));
        self.rows[item].released += 1;
        self.mark(item, MarkKind::Arrival, arrival);
        if due <= self.plan.horizon {
            self.mark(item, MarkKind::Deadline, due);
        }
        self.states[item]
            .pending
            .push_back(Job { arrival, cost, due });
        if plan_is_server(&self.plan, item) {
            self.request(item, work, self.now.max(1));
        } else {
            self.next_arrival(item, arrival);
        }
        self.start(item);
    }

    fn next_arrival(&mut self, item: usize, arrival: u64) {
        let plan = &self.plan.items[item];
        let nominal = arrival.saturating_add(plan.period);
        let ready = match self.options.start {
            Start::Critical => nominal.max(self.critical),
            Start::Offsets => nominal.saturating_add(self.random.between(0, plan.jitter)),
        };
        // Releases become ready in the order of their arrivals.
        let ready = ready.max(self.now);
        self.heap.push(Reverse((ready, item, nominal, 0)));
    }

    /// Tell the policy of the front job, if it may start.
    fn start(&mut self, item: usize) {
        let state = &self.states[item];
        let Some(job) = state.pending.front().copied().filter(|_| !state.told) else {
            return;
        };
        let earlier = |other: &usize| {
            let front = self.states[*other].pending.front();
            front.is_some_and(|j| j.arrival <= job.arrival)
        };
        if self.plan.items[item].before.iter().any(earlier) {
            return;
        }
        self.states[item].told = true;
        let own = match self.plan.items[item].policy {
            Policy::FixedPriority => self.plan.items[item].level as u64,
            Policy::Edf if plan_is_server(&self.plan, item) => 0,
            Policy::Edf => u64::MAX - job.due,
        };
        self.sharing.set_own(item, own);
        if !plan_is_server(&self.plan, item) {
            self.urge(item);
        }
        self.tell(item, Event::Ready);
    }

    fn complete(&mut self, item: usize) {
        let state = &mut self.states[item];
        state.told = false;
        state.begun = false;
        let Some(job) = state.pending.pop_front() else {
            return;
        };
        self.account(item, job);
        self.count_messages(item);
        // A server with another request does not stop wanting its budget.
        if plan_is_server(&self.plan, item) && !self.states[item].pending.is_empty() {
            self.states[item].told = true;
            return;
        }
        self.tell(item, Event::Waits);
        self.start(item);
        for next in 0..self.plan.items[item].after.len() {
            self.start(self.plan.items[item].after[next]);
        }
    }

    fn account(&mut self, item: usize, job: Job) {
        let response = self.now - job.arrival;
        let late = self.now > job.due;
        let row = &mut self.rows[item];
        row.completed += 1;
        row.missed += u64::from(late);
        row.worst = row.worst.max(Some(response));
        if row.responses.len() < MAX_DISTINCT || row.responses.contains_key(&response) {
            *row.responses.entry(response).or_insert(0) += 1;
        }
        if late {
            self.mark(item, MarkKind::Miss, job.due);
        }
        let kind = if late {
            MarkKind::LateCompletion
        } else {
            MarkKind::Completion
        };
        self.mark(item, kind, self.now);
    }

    fn count_messages(&mut self, item: usize) {
        for (place, buffer) in self.plan.buffers.iter().enumerate() {
            let put = buffer.producers.iter().filter(|p| **p == item).count() as u64;
            self.fill[place] += put;
            self.most[place] = self.most[place].max(self.fill[place]);
            if buffer.consumer == item {
                self.fill[place] = self.fill[place].saturating_sub(1);
            }
        }
    }

    /// Whoever asked for this moment and has had no event at it.
    fn timers(&mut self) {
        for core in 0..self.cores.len() {
            let decision = self.cores[core].decision;
            if decision
                .until
                .or(decision.wake)
                .is_some_and(|at| at.as_ns() <= self.now)
            {
                self.tick(core);
            }
        }
    }

    /// Record who ran up to now, where that changes.
    fn show(&mut self) {
        for number in 0..self.cores.len() {
            let (item, shown) = (running(&self.cores[number]), self.cores[number].shown);
            // A new release of the same item is drawn on; its marks tell them apart.
            if item == shown {
                continue;
            }
            let from = std::mem::replace(&mut self.cores[number].shown_from, self.now);
            self.cores[number].shown = item;
            let Some(before) = shown else { continue };
            let state = &self.states[before];
            let goes_on = state.begun && state.told && state.blocked_since.is_none();
            self.rows[before].preempted += u64::from(goes_on);
            self.record(before, SegmentKind::Run, from);
        }
    }

    fn record(&mut self, row: usize, kind: SegmentKind, from: u64) {
        let to = self.now;
        if from == to {
            return;
        }
        if self.segments.len() < self.options.max_records {
            self.segments.push(Segment {
                row,
                kind,
                from,
                to,
            });
        } else {
            self.truncated = true;
        }
    }

    fn mark(&mut self, row: usize, kind: MarkKind, at: u64) {
        if self.marks.len() < self.options.max_records {
            self.marks.push(Mark { row, kind, at });
        } else {
            self.truncated = true;
        }
    }

    fn schedule(mut self, complete: bool) -> Schedule {
        for number in 0..self.cores.len() {
            if let Some(item) = self.cores[number].shown.take() {
                self.record(item, SegmentKind::Run, self.cores[number].shown_from);
            }
        }
        for item in 0..self.states.len() {
            if let Some(from) = self.states[item].blocked_since {
                self.record(item, SegmentKind::Blocked, from);
            }
            let pending = std::mem::take(&mut self.states[item].pending);
            // At the end itself everything was done that could be.
            let over = self.now.saturating_add(u64::from(complete));
            for job in pending.iter().filter(|j| j.due < over) {
                self.rows[item].missed += 1;
                self.mark(item, MarkKind::Miss, job.due);
            }
        }
        let buffers = self.plan.buffers.iter().zip(&self.most);
        Schedule {
            time_unit: self.plan.unit.clone(),
            scale: self.plan.scale.clone(),
            end: self.now,
            complete,
            events: self.events,
            workers: self.plan.workers.clone(),
            buffers: buffers
                .map(|(b, most)| BufferMark {
                    name: b.name.clone(),
                    most: *most,
                    capacity: b.capacity,
                })
                .collect(),
            rows: self.rows,
            segments: self.segments,
            marks: self.marks,
            truncated: self.truncated,
        }
    }
}

fn plan_is_server(plan: &Plan, item: usize) -> bool {
    plan.items[item].server.is_some()
}

fn running(core: &Core) -> Option<usize> {
    core.decision.run.map(|id| core.items[id.get() as usize])
}

/// The ceiling of each resource: the level of its most important user, or under EDF the least
/// time from entry within which a user that comes then may be due.
fn ceilings(plan: &Plan) -> Vec<u64> {
    let none = |policy: &Policy| match policy {
        Policy::Edf => u64::MAX,
        Policy::FixedPriority => 0,
    };
    let mut ceilings: Vec<u64> = plan.resources.iter().map(none).collect();
    if plan.protocol == Protocol::None {
        return ceilings;
    }
    for item in &plan.items {
        let used = item.sections.iter().map(|s| s.resource);
        for resource in used.chain(item.component) {
            let known = &mut ceilings[resource];
            *known = match item.policy {
                Policy::Edf => (*known).min(item.deadline.saturating_sub(item.jitter)),
                Policy::FixedPriority => (*known).max(item.level as u64),
            };
        }
    }
    ceilings
}
