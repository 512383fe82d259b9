//! A cyclic table: windows of time that repeat every frame; inside a window, fixed priority.
//!
//! Each task belongs to a group, each window to one. While a window is open, the group's own
//! [`FixedPriority`] decides; all other groups stand still, however important their tasks are.
//! In time that no window takes, nothing runs. So what a group gets is known from the table
//! alone, whatever the other groups do: this is the partition window of ARINC 653.
//!
//! # Invariants
//! I1. A task runs only while a window of its group is open, and up to one safe-point interval
//!     beyond its end: `until` is never later than that.
//! I2. Inside its windows a group is scheduled as [`FixedPriority`] says.
//! I3. Windows open at the same places of every frame, counted from the table's origin.
//! I4. With nothing to run, it is woken no later than the next window of a group with work.
//! I5. Nothing is allocated after [`CyclicTable::new`]; a decision is O(windows) at worst.
//!
//! Not for: lending unused time of one window to another group; that would make the supply of a
//! group depend on its neighbours.
//! Source: ARINC 653 part 1, partition scheduling; DESIGN.md 3.2.

use crate::books::earlier;
use crate::fixed_priority::FixedPriority;
use crate::policy::{Decision, Event, Overrun, Policy};
use crate::task::{AdmitError, Params, Priority, TaskId};
use crate::time::{Instant, Span};
use std::fmt;

/// A stretch of every frame that belongs to one group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameWindow {
    /// Whose it is, counted from 0.
    pub group: usize,
    /// Where in the frame it starts.
    pub start: Span,
    /// How long it is.
    pub length: Span,
}

/// Why a table cannot be served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableError {
    /// The frame is empty.
    EmptyFrame,
    /// This window, counted from 0, is empty, overlaps the one before it or ends beyond the frame.
    BadWindow(usize),
}

/// See the module.
#[derive(Debug, Clone)]
pub struct CyclicTable {
    groups: Vec<FixedPriority>,
    /// The group of each slot.
    group_of: Vec<usize>,
    windows: Vec<FrameWindow>,
    frame: Span,
    origin: Instant,
    /// The group whose window is open.
    open: Option<usize>,
    now: Instant,
}

impl CyclicTable {
    /// A table for tasks in slots below `capacity`, whose first frame starts at `origin`; windows
    /// are in the order of their starts. Every task is in group 0 until it is assigned.
    ///
    /// # Errors
    /// [`TableError`].
    pub fn new(
        capacity: usize,
        frame: Span,
        windows: &[FrameWindow],
        origin: Instant,
    ) -> Result<CyclicTable, TableError> {
        check(frame, windows)?;
        let count = windows.iter().map(|w| w.group + 1).max().unwrap_or(1);
        Ok(CyclicTable {
            // Not clones of one: a clone of an empty queue has no room.
            groups: (0..count).map(|_| FixedPriority::new(capacity)).collect(),
            group_of: vec![0; capacity],
            windows: windows.to_vec(),
            frame,
            origin,
            open: None,
            now: origin,
        })
    }

    /// Put the next task of this slot into a group; before its admission. False, and nothing
    /// changes, if there is no such slot or group, or the slot holds a task.
    pub fn assign(&mut self, task: TaskId, group: usize) -> bool {
        let free = self.priority(task).is_none();
        let known = group < self.groups.len() && task.index() < self.group_of.len();
        if free && known {
            self.group_of[task.index()] = group;
        }
        free && known
    }

    fn group(&self, task: TaskId) -> Option<&FixedPriority> {
        self.groups.get(*self.group_of.get(task.index())?)
    }

    /// The slot's group; the first for slots beyond the range, which then says so.
    fn group_mut(&mut self, task: TaskId) -> &mut FixedPriority {
        let group = self.group_of.get(task.index()).copied().unwrap_or(0);
        &mut self.groups[group]
    }

    /// Where in its frame a moment lies, and when that frame began.
    fn in_frame(&self, now: Instant) -> (Span, Instant) {
        let ns = now.since(self.origin).as_ns() % self.frame.as_ns();
        (Span::from_ns(ns), now.minus(Span::from_ns(ns)))
    }

    /// The window open at `now`, and when it ends.
    fn window_at(&self, now: Instant) -> Option<(usize, Instant)> {
        if now < self.origin {
            return None;
        }
        let (place, began) = self.in_frame(now);
        let after = self.windows.partition_point(|w| w.start <= place);
        let window = self.windows.get(after.checked_sub(1)?)?;
        let end = window.start.plus(window.length);
        (place < end).then(|| (window.group, began.plus(end)))
    }

    /// The next start, after `now`, of a window whose group has work.
    fn next_start(&self, now: Instant) -> Option<Instant> {
        let (place, began) = self.in_frame(now);
        let after = self.windows.partition_point(|w| w.start <= place);
        let (passed, ahead) = self.windows.split_at(after);
        let busy = |w: &&FrameWindow| self.groups[w.group].has_work();
        let next = ahead.iter().find(busy).map(|w| began.plus(w.start));
        let again = |w: &FrameWindow| began.plus(self.frame).plus(w.start);
        next.or_else(|| passed.iter().find(busy).map(again))
    }
}

fn check(frame: Span, windows: &[FrameWindow]) -> Result<(), TableError> {
    if frame == Span::ZERO {
        return Err(TableError::EmptyFrame);
    }
    let mut free = Span::ZERO;
    for (index, window) in windows.iter().enumerate() {
        let end = window.start.plus(window.length);
        if window.length == Span::ZERO || window.start < free || end > frame {
            return Err(TableError::BadWindow(index));
        }
        free = end;
    }
    Ok(())
}

impl Policy for CyclicTable {
    fn admit(&mut self, task: TaskId, params: Params, now: Instant) -> Result<(), AdmitError> {
        let now = now.max(self.now);
        self.group_mut(task).admit(task, params, now)
    }

    fn change(&mut self, task: TaskId, params: Params, now: Instant) -> Result<(), AdmitError> {
        let now = now.max(self.now);
        self.group_mut(task).change(task, params, now)
    }

    fn decide(&mut self, event: Event, now: Instant) -> Decision {
        let now = now.max(self.now);
        self.now = now;
        if let Some(task) = event.task() {
            self.group_mut(task).note(event, now);
        }
        let window = self.window_at(now);
        let open = window.map(|(group, _)| group);
        if let Some(closed) = self.open.filter(|_| self.open != open) {
            self.groups[closed].pause(now);
        }
        self.open = open;
        let Some((group, end)) = window else {
            return Decision {
                wake: self.next_start(now),
                ..Decision::default()
            };
        };
        let inside = self.groups[group].decide(Event::Tick, now);
        match inside.run {
            Some(run) => Decision {
                run: Some(run),
                until: earlier(inside.until, Some(end)),
                wake: None,
            },
            None => Decision {
                wake: earlier(inside.wake, self.next_start(now)),
                ..Decision::default()
            },
        }
    }

    fn next_overrun(&mut self) -> Option<Overrun> {
        self.groups.iter_mut().find_map(FixedPriority::next_overrun)
    }

    fn used(&self, task: TaskId) -> Span {
        self.group(task).map_or(Span::ZERO, |g| g.used(task))
    }

    fn running(&self) -> Option<TaskId> {
        self.groups[self.open?].running()
    }

    fn priority(&self, task: TaskId) -> Option<Priority> {
        self.group(task)?.priority(task)
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::EmptyFrame => {
                f.write_str("the frame is 0 ns; give at least the length of its windows")
            }
            TableError::BadWindow(index) => write!(
                f,
                "window {index} is empty, overlaps the one before it or ends beyond the frame; \
                 order windows by start, without overlap, inside the frame"
            ),
        }
    }
}

impl std::error::Error for TableError {}
