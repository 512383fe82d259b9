//! I2 of every policy: nothing is allocated after construction.

use terrace_sched::{
    Budget, CyclicTable, EarliestDeadline, Event, FixedPriority, FrameWindow, Instant,
    OverrunAction, Params, Policy, Priority, ServerRule, Servers, Span, TaskId,
};

const SLOTS: u32 = 64;
const DECISIONS: u32 = 1_000_000;

/// Marsaglia's xorshift: random enough, and it does not allocate.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    fn params(&mut self) -> Params {
        let actions = [
            OverrunAction::Log,
            OverrunAction::Throttle,
            OverrunAction::Suspend,
            OverrunAction::Stop,
        ];
        let amount = 1 + self.below(500);
        let period = amount + self.below(5_000);
        let budget = Budget {
            amount: Span::from_ns(amount),
            period: Span::from_ns(period),
        };
        let level = u8::try_from(self.below(100)).unwrap();
        Params {
            priority: Priority::new(level).unwrap(),
            slice: Span::from_ns(1 + self.below(1_000)),
            budget: (self.below(4) > 0).then_some(budget),
            on_overrun: actions[usize::try_from(self.below(4)).unwrap()],
        }
    }

    fn event(&mut self, policy: &impl Policy) -> Event {
        let task = TaskId::new(u32::try_from(self.below(u64::from(SLOTS))).unwrap());
        let runner = policy.running().unwrap_or(task);
        match self.below(16) {
            0..=4 => Event::Ready(task),
            5..=7 => Event::Waits(runner),
            8..=9 => Event::Yields(runner),
            10 => Event::Leaves(task),
            11 => Event::Suspend(task),
            12..=13 => Event::Resume(task),
            _ => Event::Tick,
        }
    }
}

#[test]
fn a_million_decisions_allocate_nothing() {
    allocates_nothing(FixedPriority::new(SLOTS as usize), |_, _, _| false);
}

#[test]
fn a_million_decisions_by_deadline_allocate_nothing() {
    allocates_nothing(
        EarliestDeadline::new(SLOTS as usize),
        |policy, task, now| {
            policy.due(task, now.plus(Span::from_ns(u64::from(task.get()) * 50)));
            false
        },
    );
}

#[test]
fn a_million_decisions_by_table_allocate_nothing() {
    let window = |group: usize| FrameWindow {
        group,
        start: Span::from_ns(1_000 * group as u64),
        length: Span::from_ns(900),
    };
    let windows: Vec<FrameWindow> = (0..4).map(window).collect();
    let frame = Span::from_ns(4_000);
    let table = CyclicTable::new(SLOTS as usize, frame, &windows, Instant::default());
    allocates_nothing(table.unwrap(), |policy, task, _| {
        policy.assign(task, task.get() as usize % 4);
        false
    });
}

#[test]
fn a_million_decisions_with_servers_allocate_nothing() {
    let inner = FixedPriority::new(SLOTS as usize);
    allocates_nothing(Servers::new(inner, 8), |policy, task, now| {
        let rules = [
            ServerRule::Polling,
            ServerRule::Deferrable,
            ServerRule::Sporadic,
        ];
        let params = Params {
            priority: Priority::MAX,
            slice: Span::from_ns(100),
            budget: None,
            on_overrun: OverrunAction::Log,
        };
        let budget = Budget {
            amount: Span::from_ns(100),
            period: Span::from_ns(700),
        };
        let rule = rules[task.get() as usize % 3];
        task.get() < 8 && policy.admit_server(task, params, rule, budget, now).is_ok()
    });
}

/// Random events and changes; `before` is asked before each admission and may do it itself.
fn allocates_nothing<P: Policy>(
    mut policy: P,
    mut before: impl FnMut(&mut P, TaskId, Instant) -> bool,
) {
    let mut random = Random(0x5EED);
    let (mut admitted, mut overruns, mut dispatched, mut now) = (0u32, 0u32, 0u32, 0u64);
    let info = allocation_counter::measure(|| {
        for _ in 0..DECISIONS {
            now += random.below(200);
            let at = Instant::from_ns(now);
            let slot = TaskId::new(u32::try_from(random.below(u64::from(SLOTS))).unwrap());
            let params = random.params();
            let done = before(&mut policy, slot, at);
            admitted += u32::from(done || policy.admit(slot, params, at).is_ok());
            if random.below(16) == 0 {
                let changed = policy.change(slot, params, at);
                assert!(changed.is_ok(), "the slot was admitted above or before");
            }
            let event = random.event(&policy);
            dispatched += u32::from(policy.decide(event, at).run.is_some());
            // Not drained at once: the line of untold overruns must bear it.
            if random.below(8) == 0 {
                overruns +=
                    u32::try_from(std::iter::from_fn(|| policy.next_overrun()).count()).unwrap();
            }
        }
    });
    assert_eq!(info.count_total, 0);
    assert!(
        admitted > 1_000 && overruns > 1_000 && dispatched > 100_000,
        "the run was idle"
    );
}

#[test]
fn the_counter_counts() {
    let info = allocation_counter::measure(|| drop(FixedPriority::new(8)));
    assert!(info.count_total > 0);
}

/// The line of untold overruns does not grow when nobody asks and slots change hands.
#[test]
fn overruns_nobody_asks_for_take_no_room() {
    let task = TaskId::new(0);
    let mut policy = FixedPriority::new(2);
    let budget = Budget {
        amount: Span::from_ns(1),
        period: Span::from_ns(10),
    };
    let params = Params {
        priority: Priority::NORMAL,
        slice: Span::from_ns(5),
        budget: Some(budget),
        on_overrun: OverrunAction::Stop,
    };
    let info = allocation_counter::measure(|| {
        for life in 0..1_000u64 {
            let (start, end) = (Instant::from_ns(life * 10), Instant::from_ns(life * 10 + 3));
            policy.decide(Event::Leaves(task), start);
            policy.admit(task, params, start).expect("it left");
            policy.decide(Event::Ready(task), start);
            policy.decide(Event::Tick, end);
        }
    });
    assert_eq!(info.count_total, 0);
    assert_eq!(
        policy.next_overrun().map(|o| o.at),
        Some(Instant::from_ns(9_991))
    );
    assert_eq!(policy.next_overrun(), None);
}
