//! Tables of windows against the plain reading of the table, nanosecond by nanosecond.

use crate::machine::{Machine, SLOTS, id, params, steps};
use proptest::prelude::*;
use terrace_sched::{CyclicTable, FrameWindow, Instant, Policy, Span, TableError};

fn window(group: usize, start: u64, length: u64) -> FrameWindow {
    FrameWindow {
        group,
        start: Span::from_ns(start),
        length: Span::from_ns(length),
    }
}

fn windows() -> impl Strategy<Value = (Vec<FrameWindow>, u64)> {
    let one = (0usize..3, 0u64..5, 1u64..9);
    (prop::collection::vec(one, 1..5), 0u64..4).prop_map(|(list, rest)| {
        let mut free = 0;
        let mut windows = Vec::new();
        for (group, gap, length) in list {
            windows.push(window(group, free + gap, length));
            free += gap + length;
        }
        (windows, free + rest)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn i1_to_i4_the_most_important_of_the_open_window_runs(
        (windows, frame) in windows(), levels in prop::array::uniform5(1u8..9), steps in steps()
    ) {
        let origin = Instant::default();
        let table = CyclicTable::new(SLOTS, Span::from_ns(frame), &windows, origin).unwrap();
        let mut machine = Machine::new(table);
        let count = windows.iter().map(|w| w.group + 1).max().unwrap();
        for (slot, level) in levels.iter().enumerate() {
            prop_assert!(machine.policy.assign(id(slot), slot % count));
            machine.policy.admit(id(slot), params(*level), origin).unwrap();
        }
        let open = |at: u64| {
            let inside = |w: &&FrameWindow| {
                (w.start.as_ns()..w.start.plus(w.length).as_ns()).contains(&(at % frame))
            };
            windows.iter().find(inside).map(|w| w.group)
        };
        let mut before: Option<(u64, [bool; SLOTS])> = None;
        for step in steps {
            machine.step(step, &mut |m| {
                // Since the last decision the same tasks were eligible: each moment is known.
                if let Some((from, eligible)) = before {
                    for at in from..m.now {
                        let may = |s: &usize| eligible[*s] && open(at) == Some(*s % count);
                        let best = (0..SLOTS).filter(may).map(|s| levels[s]).max();
                        let ran = m.ran[usize::try_from(at).unwrap()];
                        assert_eq!(ran.map(|s| levels[s]), best, "at {at}");
                        assert!(ran.is_none_or(|s| may(&s)), "at {at}");
                    }
                }
                before = Some((m.now, std::array::from_fn(|s| m.eligible(s))));
            });
        }
    }
}

#[test]
fn tables_that_cannot_be_served_are_refused() {
    let new = |frame, windows: &[FrameWindow]| {
        CyclicTable::new(1, Span::from_ns(frame), windows, Instant::default()).map(drop)
    };
    assert_eq!(new(0, &[]), Err(TableError::EmptyFrame));
    let bad = Err(TableError::BadWindow(1));
    assert_eq!(new(9, &[window(0, 0, 5), window(0, 4, 1)]), bad);
    assert_eq!(new(9, &[window(0, 0, 5), window(0, 5, 5)]), bad);
    assert_eq!(new(9, &[window(0, 0, 5), window(0, 5, 0)]), bad);
    assert_eq!(new(9, &[window(0, 0, 5), window(0, 5, 4)]), Ok(()));
}

#[test]
fn a_group_is_fixed_while_its_slot_is_taken() {
    let frame = Span::from_ns(4);
    let list = [window(0, 0, 2), window(1, 2, 2)];
    let mut table = CyclicTable::new(2, frame, &list, Instant::default()).unwrap();
    assert!(table.assign(id(0), 1) && !table.assign(id(0), 2) && !table.assign(id(2), 0));
    table.admit(id(0), params(1), Instant::default()).unwrap();
    assert!(!table.assign(id(0), 0));
}
