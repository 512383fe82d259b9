//! What a guest that is a component gets from the interface `realtime`.

use super::shared::Entry;
use super::{Component, Member, Take};
use crate::message::number;
use crate::reports::bits;
use crate::task::{Bridge, Task};
use std::sync::Arc;
use terrace_abi::{CallbackTerms, Code, Component as Facts, Occasion, Release};
use terrace_engine::{Next, Realtime, ServiceOrder};
use terrace_host::clock::monotonic_ns;

/// Messages that may turn out to have gone, one after the other, before others are let on.
const TRIES: usize = 4;

impl Bridge {
    fn member(&self) -> &Member {
        let member = self.0.member();
        member.expect("`Monitor::realtime` answers for members only")
    }

    fn component(&self) -> &Component {
        self.member().component()
    }

    /// Begin what is next, with its message where it is for one.
    fn take(&self, now: u64) -> Take {
        let task = &self.0;
        let known = task.standing();
        if task.stop_requested() {
            self.component().agenda().end();
        }
        for _ in 0..TRIES {
            let turn = self.member().has_turn();
            let used = task.used_by(now);
            let mut agenda = self.component().agenda();
            let taken = agenda.take(now, used, turn, known);
            drop(agenda);
            match taken {
                Take::Run(release) if release.what == Occasion::Message as u32 => {
                    if let Some(release) = self.bring(release.callback, now) {
                        return Take::Run(release);
                    }
                }
                other => return other,
            }
        }
        Take::Other
    }

    /// Take the message that the release which has just begun is for. None: it gave way or was removed
    /// meanwhile, or is left out, and nothing has begun.
    fn bring(&self, callback: u32, now: u64) -> Option<Release> {
        let mail = &self.0.mail;
        let message = mail.bring(&self.0, callback, now);
        let release = self.component().agenda().bring(message);
        if release.is_none() {
            mail.put_back();
        }
        self.component().agenda().forget(callback);
        mail.look(callback, now);
        release
    }

    /// What runs has completed; false if nothing did.
    fn finish(&self, now: u64) -> bool {
        let task: &Arc<Task> = &self.0;
        let done = self.component().agenda().complete(now, task.used_by(now));
        let Some(done) = done else { return false };
        if done.message {
            task.mail.put_back();
        }
        if done.holds {
            self.component().free(task.key, false);
        }
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
        match self.take(now) {
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

    fn enter(&self, resource: &str) -> Code {
        let (task, component) = (&self.0, Bridge::component(self));
        let Some((callback, _)) = component.agenda().runs() else {
            return Code::WrongState;
        };
        let Some((number, resource)) = component.resource(callback, resource) else {
            return Code::NotFound;
        };
        let ceiling = resource.ceiling();
        let raised = component.agenda().raise(ceiling);
        if raised != Code::Ok {
            return raised;
        }
        if task.standing().level < ceiling {
            // Its policy is to know first.
            return task.leave();
        }
        match resource.enter(task.key) {
            Entry::Entered => {
                component.agenda().entered(number);
                Code::Ok
            }
            Entry::Own => Code::WrongState,
            Entry::Held => task.rest_until(u64::MAX),
        }
    }

    fn leave(&self) -> Code {
        let (task, component) = (&self.0, Bridge::component(self));
        let left = component.agenda().left();
        let Some((callback, number)) = left else {
            return Code::WrongState;
        };
        if let Some(resource) = component.numbered(callback, number) {
            resource.leave(task.key);
        }
        // Its policy is told at the next safe point.
        task.leave();
        Code::Ok
    }

    fn message(&self, out: &mut [u8], data: &mut [u8]) -> i32 {
        number(self.0.mail.brought(out, data))
    }
}
