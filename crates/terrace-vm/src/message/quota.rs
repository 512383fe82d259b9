//! How many messages a callback sends to one channel in one release, as its manifest declares.
//!
//! The proof of its receivers counts on it: what is beyond is refused.

use crate::task::Task;

/// See the module. Of what is no component, or declares nothing for the channel, nothing is refused.
#[derive(Debug, Default)]
pub(super) struct Quota {
    /// By callback.
    most: Box<[Option<u32>]>,
    /// The run of a callback that sent last, and how many.
    run: u64,
    sent: u32,
}

impl Quota {
    /// What the callbacks of a component declare for a channel.
    pub(super) fn of(task: &Task, channel: &str) -> Option<Quota> {
        let callbacks = &task.member()?.component().plan.callbacks;
        let most = callbacks.iter().map(|callback| {
            let mut flows = callback.publish.iter();
            flows.find(|(name, _)| name == channel).map(|(_, n)| *n)
        });
        let most: Box<[_]> = most.collect();
        let any = most.iter().any(Option::is_some);
        any.then_some(Quota {
            most,
            run: 0,
            sent: 0,
        })
    }

    /// May it send one more? Counts it.
    pub(super) fn take(&mut self, task: &Task) -> bool {
        if self.most.is_empty() {
            return true;
        }
        let runs = task.member().and_then(|m| m.component().agenda().runs());
        let Some((callback, run)) = runs else {
            return true;
        };
        let Some(&Some(most)) = self.most.get(callback) else {
            return true;
        };
        if std::mem::replace(&mut self.run, run) != run {
            self.sent = 0;
        }
        let fits = self.sent < most;
        self.sent += u32::from(fits);
        fits
    }
}
