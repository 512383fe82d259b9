//! What a guest that is a component gets from the interface `realtime`.

use super::{Component, Member, Take};
use crate::reports::bits;
use crate::task::{Bridge, Task};
use std::sync::Arc;
use terrace_abi::{CallbackTerms, Code, Component as Facts};
use terrace_engine::{Next, Realtime, ServiceOrder};
use terrace_host::clock::monotonic_ns;

impl Bridge {
    fn member(&self) -> &Member {
        let member = self.0.member();
        member.expect("`Monitor::realtime` answers for members only")
    }

    fn component(&self) -> &Component {
        self.member().component()
    }

    /// What runs has completed; false if nothing did.
    fn finish(&self, now: u64) -> bool {
        let task: &Arc<Task> = &self.0;
        let done = self.component().agenda().complete(now, task.used_by(now));
        let Some(done) = done else { return false };
        if done.changed {
            self.component().change();
            task.note(bits::COMPONENT);
        }
        if done.missed {
            task.note(bits::MISSED);
        }
        if done.ready {
            self.member().is_ready();
        }
        true
    }
}

impl Realtime for Bridge {
    fn component(&self) -> Facts {
        Bridge::component(self).plan.facts
    }

    fn callback(&self, index: u32) -> Option<CallbackTerms> {
        let callbacks = &Bridge::component(self).plan.callbacks;
        callbacks.get(index as usize).map(|c| c.terms)
    }

    fn name(&self, index: u32) -> Option<&str> {
        let callbacks = &Bridge::component(self).plan.callbacks;
        callbacks.get(index as usize).map(|c| c.name.as_str())
    }

    fn next(&self, until: u64) -> Next {
        let task = &self.0;
        let now = monotonic_ns();
        self.finish(now);
        let (level, deadline) = task.standing();
        let taken = {
            let mut agenda = Bridge::component(self).agenda();
            if task.stop_requested() {
                agenda.end();
            }
            agenda.take(
                now,
                task.used_by(now),
                self.member().has_turn(),
                level,
                deadline,
            )
        };
        match taken {
            Take::Run(release) => Next::Release(release),
            Take::Other => Next::Wait(task.leave()),
            Take::Gone => Next::Wait(Code::Stopping),
            Take::Nothing if now >= until => Next::Wait(Code::Timeout),
            Take::Nothing => Next::Wait(task.rest_until(until)),
        }
    }

    fn preparing(&self) -> bool {
        let component = Bridge::component(self);
        component.plan.realtime() && component.agenda().preparing()
    }

    fn complete(&self) -> Code {
        if self.finish(monotonic_ns()) {
            Code::Ok
        } else {
            Code::WrongState
        }
    }

    fn due(&self) -> u64 {
        Bridge::component(self).agenda().due()
    }

    fn set_priority(&self, level: u32) -> Code {
        let code = Bridge::component(self).agenda().set_level(level);
        if code == Code::Again {
            return self.0.leave();
        }
        code
    }

    fn order(&self, service: &str, order: ServiceOrder) -> Code {
        self.member().order(service, order)
    }

    fn enter(&self, _resource: &str) -> Code {
        Code::Unsupported
    }

    fn leave(&self) -> Code {
        Code::Unsupported
    }
}
