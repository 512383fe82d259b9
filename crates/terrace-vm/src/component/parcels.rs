//! When what waits in windows came: as many times as windows have buffers, where a callback hears channels.

use super::plan::CallbackPlan;
use std::collections::VecDeque;
use terrace_abi::WINDOW_BUFFERS;

/// See the module. Never grows: what is beyond its room gave way in the window, or is found there without a
/// release of its own.
#[derive(Debug)]
pub(super) struct Parcels(VecDeque<u64>);

impl Parcels {
    pub(super) fn new(plan: &CallbackPlan) -> Parcels {
        let room = usize::try_from(WINDOW_BUFFERS).unwrap_or(usize::MAX);
        let room = if plan.subscribe.is_empty() { 0 } else { room };
        Parcels(VecDeque::with_capacity(room))
    }

    pub(super) fn push(&mut self, at: u64) {
        if self.0.len() < self.0.capacity() {
            self.0.push_back(at);
        }
    }

    pub(super) fn pop(&mut self) -> Option<u64> {
        self.0.pop_front()
    }

    pub(super) fn first(&self) -> Option<u64> {
        self.0.front().copied()
    }
}
