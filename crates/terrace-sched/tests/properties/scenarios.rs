//! Named cases: each of the policy's rules once, small enough to follow by hand.

use terrace_sched::{
    AdmitError, Budget, Decision, Event, FixedPriority, Instant, OverrunAction, Params, Policy,
    Priority, Span, TaskId,
};

const A: TaskId = TaskId::new(0);
const B: TaskId = TaskId::new(1);
const C: TaskId = TaskId::new(2);

fn at(ns: u64) -> Instant {
    Instant::from_ns(ns)
}

fn params(level: u8) -> Params {
    Params {
        priority: Priority::new(level).unwrap(),
        slice: Span::from_ns(10),
        budget: None,
        on_overrun: OverrunAction::Log,
    }
}

/// 5 of every 20 ns.
fn budgeted(level: u8, on_overrun: OverrunAction) -> Params {
    let budget = Budget {
        amount: Span::from_ns(5),
        period: Span::from_ns(20),
    };
    Params {
        budget: Some(budget),
        on_overrun,
        ..params(level)
    }
}

/// A policy at time 0 with these tasks ready in order.
fn ready(tasks: &[Params]) -> FixedPriority {
    let mut policy = FixedPriority::new(4);
    for (slot, params) in (0..).zip(tasks) {
        policy.admit(TaskId::new(slot), *params, at(0)).unwrap();
        policy.decide(Event::Ready(TaskId::new(slot)), at(0));
    }
    policy
}

fn runs(task: TaskId, until: Option<u64>) -> Decision {
    Decision {
        run: Some(task),
        until: until.map(at),
        wake: None,
    }
}

fn idle(wake: Option<u64>) -> Decision {
    Decision {
        run: None,
        until: None,
        wake: wake.map(at),
    }
}

#[test]
fn a_new_task_waits_until_it_is_ready() {
    let mut policy = FixedPriority::new(1);
    policy.admit(A, params(0), at(0)).unwrap();
    assert_eq!(policy.decide(Event::Tick, at(0)), idle(None));
    assert_eq!(policy.decide(Event::Ready(A), at(1)), runs(A, None));
}

#[test]
fn equals_take_turns_by_slices_and_yields() {
    let mut policy = ready(&[params(0), params(0)]);
    assert_eq!(policy.decide(Event::Tick, at(9)), runs(A, Some(10)));
    assert_eq!(policy.decide(Event::Tick, at(12)), runs(B, Some(22)));
    assert_eq!(policy.decide(Event::Yields(B), at(13)), runs(A, Some(23)));
}

#[test]
fn a_slice_used_up_alone_ends_when_an_equal_comes() {
    let mut policy = ready(&[params(0), params(0)]);
    assert_eq!(policy.decide(Event::Waits(B), at(1)), runs(A, None));
    assert_eq!(policy.decide(Event::Ready(B), at(50)), runs(B, Some(60)));
}

#[test]
fn a_preempted_task_keeps_its_place_and_the_rest_of_its_slice() {
    let mut policy = ready(&[params(0), params(0), params(7)]);
    policy.decide(Event::Waits(C), at(0));
    assert_eq!(policy.decide(Event::Ready(C), at(4)), runs(C, None));
    assert_eq!(policy.decide(Event::Waits(C), at(30)), runs(A, Some(36)));
}

#[test]
fn any_fifo_priority_outranks_normal() {
    let mut policy = ready(&[params(0), params(1), params(99)]);
    assert_eq!(policy.running(), Some(C));
    assert_eq!(policy.decide(Event::Leaves(C), at(1)).run, Some(B));
    assert_eq!(policy.decide(Event::Leaves(B), at(2)).run, Some(A));
}

#[test]
fn log_records_once_a_period_and_goes_on() {
    let mut policy = ready(&[budgeted(0, OverrunAction::Log)]);
    assert_eq!(policy.decide(Event::Tick, at(0)), runs(A, Some(5)));
    assert_eq!(policy.decide(Event::Tick, at(7)), runs(A, Some(25)));
    assert_eq!(policy.next_overrun().map(|o| o.at), Some(at(5)));
    assert_eq!(policy.decide(Event::Tick, at(12)), runs(A, Some(25)));
    assert_eq!(policy.next_overrun(), None);
    assert_eq!(policy.decide(Event::Tick, at(25)), runs(A, Some(45)));
    assert_eq!(policy.next_overrun().map(|o| o.at), Some(at(25)));
}

#[test]
fn throttle_waits_for_the_refill() {
    let mut policy = ready(&[budgeted(3, OverrunAction::Throttle), params(0)]);
    assert_eq!(policy.decide(Event::Tick, at(6)), runs(B, Some(20)));
    assert_eq!(
        policy.next_overrun().map(|o| (o.task, o.at)),
        Some((A, at(5)))
    );
    assert_eq!(policy.decide(Event::Waits(B), at(7)), idle(Some(20)));
    assert_eq!(policy.decide(Event::Tick, at(21)), runs(A, Some(26)));
}

#[test]
fn i6_a_refill_does_not_interrupt_a_more_important_task() {
    let mut policy = ready(&[budgeted(3, OverrunAction::Throttle), params(9)]);
    policy.decide(Event::Waits(B), at(0));
    policy.decide(Event::Tick, at(5));
    assert_eq!(policy.decide(Event::Ready(B), at(6)), runs(B, None));
}

#[test]
fn exact_use_of_the_budget_is_no_overrun() {
    let mut policy = ready(&[budgeted(0, OverrunAction::Stop)]);
    assert_eq!(policy.decide(Event::Waits(A), at(5)), idle(None));
    assert_eq!(policy.next_overrun(), None);
    assert_eq!(policy.decide(Event::Ready(A), at(20)), runs(A, Some(25)));
}

#[test]
fn suspend_lasts_until_resume_and_brings_a_full_budget_in_the_next_period() {
    let mut policy = ready(&[budgeted(0, OverrunAction::Suspend)]);
    assert_eq!(policy.decide(Event::Tick, at(5)), idle(None));
    assert_eq!(
        policy.next_overrun().map(|o| o.action),
        Some(OverrunAction::Suspend)
    );
    assert_eq!(policy.decide(Event::Tick, at(70)), idle(None));
    assert_eq!(policy.decide(Event::Resume(A), at(71)), runs(A, Some(76)));
}

#[test]
fn suspend_and_resume_are_no_way_round_a_budget() {
    let mut policy = ready(&[budgeted(0, OverrunAction::Suspend)]);
    policy.decide(Event::Tick, at(5));
    assert_eq!(policy.decide(Event::Resume(A), at(6)), idle(Some(20)));
    assert_eq!(policy.decide(Event::Tick, at(20)), runs(A, Some(25)));
}

#[test]
fn stop_is_final_until_the_slot_is_admitted_anew() {
    let mut policy = ready(&[budgeted(0, OverrunAction::Stop)]);
    assert_eq!(policy.decide(Event::Tick, at(5)), idle(None));
    assert_eq!(
        policy.next_overrun().map(|o| o.action),
        Some(OverrunAction::Stop)
    );
    policy.decide(Event::Resume(A), at(30));
    assert_eq!(policy.decide(Event::Ready(A), at(31)), idle(None));
    policy.decide(Event::Leaves(A), at(32));
    assert_eq!(policy.used(A), Span::from_ns(5));
    policy.admit(A, params(0), at(33)).unwrap();
    assert_eq!(policy.decide(Event::Ready(A), at(33)), runs(A, None));
    assert_eq!(policy.used(A), Span::ZERO);
}

#[test]
fn the_overrun_of_a_task_that_left_is_not_told_of_its_successor() {
    let mut policy = ready(&[budgeted(0, OverrunAction::Stop)]);
    policy.decide(Event::Tick, at(5));
    policy.decide(Event::Leaves(A), at(6));
    policy
        .admit(A, budgeted(0, OverrunAction::Throttle), at(7))
        .unwrap();
    assert_eq!(policy.next_overrun(), None);
    policy.decide(Event::Ready(A), at(7));
    policy.decide(Event::Tick, at(12));
    assert_eq!(policy.next_overrun().map(|o| o.at), Some(at(12)));
}

#[test]
fn i4_ready_while_suspended_takes_effect_on_resume_once() {
    let mut policy = ready(&[params(0)]);
    policy.decide(Event::Waits(A), at(1));
    policy.decide(Event::Suspend(A), at(2));
    assert_eq!(policy.decide(Event::Ready(A), at(3)), idle(None));
    assert_eq!(policy.decide(Event::Ready(A), at(4)), idle(None));
    assert_eq!(policy.decide(Event::Resume(A), at(5)), runs(A, None));
    assert_eq!(policy.decide(Event::Waits(A), at(6)), idle(None));
    assert_eq!(policy.decide(Event::Resume(A), at(7)), idle(None));
}

#[test]
fn a_change_of_priority_takes_effect_with_the_next_decision() {
    let mut policy = ready(&[params(0), params(0)]);
    policy.change(B, params(5), at(3)).unwrap();
    assert_eq!(policy.decide(Event::Tick, at(3)), runs(B, None));
    assert_eq!(
        policy.change(C, params(5), at(3)),
        Err(AdmitError::Absent(C))
    );
}

#[test]
fn time_that_runs_back_is_charged_to_nobody() {
    let mut policy = ready(&[params(0)]);
    policy.decide(Event::Tick, at(9));
    policy.decide(Event::Tick, at(3));
    assert_eq!(policy.used(A), Span::from_ns(9));
    policy.decide(Event::Tick, at(12));
    assert_eq!(policy.used(A), Span::from_ns(12));
}

#[test]
fn slots_are_checked() {
    let mut policy = ready(&[params(0)]);
    let beyond = TaskId::new(4);
    let refused = policy.admit(beyond, params(0), at(0)).unwrap_err();
    assert_eq!(
        refused,
        AdmitError::OutOfRange {
            task: beyond,
            capacity: 4
        }
    );
    assert!(refused.to_string().contains("slot 4 is beyond the 4 slots"));
    assert_eq!(policy.admit(A, params(0), at(0)), Err(AdmitError::Taken(A)));
    assert_eq!(
        FixedPriority::new(0).decide(Event::Ready(A), at(0)),
        idle(None)
    );
}

#[test]
fn a_worker_can_hold_any_policy() {
    let mut policy: Box<dyn Policy> = Box::new(ready(&[params(0)]));
    assert_eq!(policy.decide(Event::Tick, at(1)).run, Some(A));
}
