//! Desk: one guest's side of all its calls, as caller and as callee. It lies in the guest's store.

use super::directory::Directory;
use super::door::Absent;
use super::handles::{Found, Handles};
use super::mailbox::Mailbox;
use crate::app::App;
use crate::message;
use crate::port;
use crate::seat::Occupant;
use crate::task::{Phase, Task};
use crate::trace::{self, Occurrence};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use terrace_abi::{Code, Incoming, IncomingKind};
use terrace_engine::exchange::{self, Exchange, Progress, Terms};
use terrace_engine::{Calls, Outgoing, Rest};
use terrace_host::clock::monotonic_ns;
use terrace_host::preempt::remind;

const MOST: usize = terrace_abi::CALL_BYTES as usize;
const MOST_SENT: usize = terrace_abi::SEND_BYTES as usize;
/// A time that does not come.
const NEVER: u64 = u64::MAX;

/// Whose desk it is.
pub(crate) struct Owner {
    pub(crate) task: Arc<Task>,
    pub(crate) app: Arc<App>,
    /// The partition's name.
    pub(crate) name: String,
    /// Knows what the device file grants its app.
    pub(crate) grants: Arc<message::Directory>,
}

/// The call it is in the midst of.
#[derive(Debug, Clone, Copy)]
struct Attempt {
    handle: u32,
    method: u32,
    serial: u64,
    /// The callee has accepted it.
    taken: bool,
    /// It waits at the callee's door.
    waits: bool,
}

/// The call it serves.
#[derive(Debug, Clone, Copy)]
struct Current {
    caller: u64,
    serial: u64,
}

/// How one try of a call went.
enum Tried {
    /// It is over; a length or a code.
    Done(i32),
    /// Once more, when the guest has the processor again.
    Again,
    /// Once more, when woken.
    Wait,
    /// Once more, after equals.
    Yield,
}

/// See the module.
pub(crate) struct Desk {
    owner: Owner,
    directory: Arc<Directory>,
    handles: Handles,
    mailbox: Option<Arc<Mailbox>>,
    serial: u64,
    attempt: Option<Attempt>,
    current: Option<Current>,
}

impl Desk {
    pub(crate) fn new(owner: Owner, directory: Arc<Directory>) -> Desk {
        Desk {
            owner,
            directory,
            handles: Handles::default(),
            mailbox: None,
            serial: 0,
            attempt: None,
            current: None,
        }
    }

    fn me(&self) -> &Arc<Task> {
        &self.owner.task
    }

    /// The call is over, or given up.
    fn finish(&self, attempt: Attempt, callee: &Task) {
        let me = self.me();
        if attempt.waits {
            callee.door.leave(me);
            if callee.phase() == Phase::Accepts {
                callee.rouse_first();
            }
        }
        me.calling.store(0, Ordering::Release);
        if attempt.taken {
            callee.door.keep_no_reply(me.id.to_raw(), attempt.serial);
            if let Some(mailbox) = &self.mailbox {
                mailbox.forget();
            }
        }
    }

    /// Another call, or none, where one was begun: it is given up.
    fn give_up(&mut self) {
        let Some(attempt) = self.attempt.take() else {
            return;
        };
        match self.handles.get(attempt.handle).cloned() {
            Some(found) => self.finish(attempt, &found.callee),
            None => self.me().calling.store(0, Ordering::SeqCst),
        }
    }

    fn begin(&mut self, call: &Outgoing<'_>) -> Attempt {
        self.give_up();
        // Also unlike those of the other components of its partition.
        self.serial = (self.serial + 1) & u64::from(u32::MAX);
        let serial = self.me().key << 32 | self.serial;
        Attempt {
            handle: call.handle,
            method: call.method,
            serial,
            taken: false,
            waits: false,
        }
    }

    /// Try it once: run the callee, if its seat can be had.
    fn try_once(&self, found: &Found, attempt: &mut Attempt, call: &mut Outgoing<'_>) -> Tried {
        let callee = &found.callee;
        if attempt.taken
            && let Some(mailbox) = &self.mailbox
            && let Some(answer) = mailbox.take(attempt.serial, call.packet.reply())
        {
            return Tried::Done(answer);
        }
        if callee.door.is_closed() {
            return done(Code::Dead);
        }
        if call.until != NEVER {
            if monotonic_ns() >= call.until {
                return done(Code::Timeout);
            }
            remind(call.until);
        }
        // At rest, and nobody more important waits: what nearly always is.
        if !attempt.waits
            && callee.phase() == Phase::Accepts
            && callee.door.admits(port::level())
            && let Some(mut seat) = callee.seat.take()
            && let Some(occupant) = seat.as_mut()
            && !callee.barred()
        {
            let (tried, free) = self.run(found, occupant, attempt, call);
            drop(seat);
            callee.left(free);
            return tried;
        }
        self.try_busy(found, attempt, call)
    }

    /// The callee is not at rest, or others wait for it.
    fn try_busy(&self, found: &Found, attempt: &mut Attempt, call: &mut Outgoing<'_>) -> Tried {
        let callee = &found.callee;
        self.me().calling.store(callee.key, Ordering::SeqCst);
        if let Some(members) = self.directory.cycle(self.me(), callee) {
            self.me().tell(&format!(
                "the call would never end, each waits for the next: {members}; call from outside of the cycle, \
                 or send instead of call in one place"
            ));
            return done(Code::Cycle);
        }
        if callee.door.wait(self.me(), port::level()) == Code::Full {
            return done(if callee.door.is_closed() {
                Code::Dead
            } else {
                Code::Full
            });
        }
        attempt.waits = true;
        // Closed after the look above: then nobody will wake who came to the door too late.
        if callee.door.is_closed() {
            return done(Code::Dead);
        }
        if !attempt.taken && !callee.door.admits(port::level()) {
            return Tried::Wait;
        }
        let Some(mut seat) = callee.seat.take() else {
            return Tried::Wait;
        };
        let Some(occupant) = seat.as_mut().filter(|_| !callee.barred()) else {
            drop(seat);
            callee.left(false);
            return Tried::Wait;
        };
        // It may have been answered while another ran it.
        if attempt.taken
            && let Some(mailbox) = &self.mailbox
            && let Some(answer) = mailbox.take(attempt.serial, call.packet.reply())
        {
            drop(seat);
            callee.left(true);
            return Tried::Done(answer);
        }
        let (tried, free) = self.run(found, occupant, attempt, call);
        drop(seat);
        callee.left(free);
        tried
    }

    /// Run the callee, within the caller's host call, until it rests, waits, ends or is interrupted.
    /// Answers whether others may go on with it.
    fn run(
        &self,
        found: &Found,
        occupant: &mut Occupant,
        attempt: &mut Attempt,
        call: &mut Outgoing<'_>,
    ) -> (Tried, bool) {
        let callee = &found.callee;
        let terms = Terms {
            callee: callee.key,
            caller: self.me().id.to_raw(),
            serial: attempt.serial,
            target: found.target,
            method: attempt.method,
            deadline: call.until,
        };
        let progress = if attempt.taken {
            Progress::Taken
        } else {
            Progress::Offered
        };
        let mut exchange = Exchange::new(call.packet.reborrow(), terms, progress);
        callee.enters();
        port::remind();
        let flow = trace::flow(terms.caller, terms.serial);
        trace::mark(Occurrence::Call, callee.id.to_raw(), flow);
        let ended = exchange::during(&mut exchange, || occupant.poll());
        trace::mark(Occurrence::Return, callee.id.to_raw(), flow);
        let progress = exchange.progress;
        let (rests, free) = if ended {
            // Its worker will bury it; nobody shall find it until then.
            callee.end_calls();
            callee.rouse_home();
            (Tried::Wait, false)
        } else {
            after(callee)
        };
        let tried = match progress {
            Progress::Done(answer) => Tried::Done(answer),
            _ if ended => done(Code::Dead),
            Progress::Offered | Progress::Taken => {
                self.part(found, attempt, progress == Progress::Taken, call);
                if port::interrupted() {
                    Tried::Again
                } else {
                    rests
                }
            }
        };
        (tried, free)
    }

    /// The callee is not done: before its seat is free, see to it that what comes of it is not lost.
    fn part(&self, found: &Found, attempt: &mut Attempt, taken: bool, call: &mut Outgoing<'_>) {
        let me = &self.owner.task;
        if taken
            && !attempt.taken
            && let Some(mailbox) = &self.mailbox
        {
            attempt.taken = true;
            mailbox.expect(attempt.serial, call.packet.reply().len());
            found.callee.door.keep_reply(Absent {
                caller: me.id.to_raw(),
                serial: attempt.serial,
                mailbox: mailbox.clone(),
            });
        }
        if !attempt.waits {
            attempt.waits = found.callee.door.wait(me, port::level()) == Code::Ok;
        }
    }

    fn accept_call(&mut self, request: &mut [u8]) -> Option<Incoming> {
        let (incoming, serial) = exchange::with(self.me().key, |exchange| {
            if exchange.progress != Progress::Offered {
                return None;
            }
            let bytes = exchange.request();
            let Some(room) = request.get_mut(..bytes.len()) else {
                exchange.progress = Progress::Done(Code::RequestTooLong.as_i32());
                return None;
            };
            room.copy_from_slice(bytes);
            let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
            exchange.progress = Progress::Taken;
            let incoming = Incoming {
                caller: exchange.caller,
                deadline_ns: exchange.deadline,
                what: IncomingKind::Call as u32,
                target: exchange.target,
                method: exchange.method,
                length,
            };
            Some((incoming, exchange.serial))
        })??;
        self.current = Some(Current {
            caller: incoming.caller,
            serial,
        });
        Some(incoming)
    }

    fn accept_sent(&mut self, request: &mut [u8]) -> Option<Incoming> {
        let sent = self.me().door.next_sent(request)?;
        Some(Incoming {
            caller: sent.caller,
            deadline_ns: NEVER,
            what: IncomingKind::Send as u32,
            target: sent.target,
            method: sent.method,
            length: u32::try_from(sent.length).unwrap_or(u32::MAX),
        })
    }

    fn accept_death(&mut self) -> Option<Incoming> {
        while let Some(handle) = self.me().next_death() {
            // Of a handle that was given back meanwhile nobody wants to hear.
            if let Some(found) = self.handles.get_mut(handle).filter(|f| f.watched) {
                found.watched = false;
                return Some(Incoming {
                    caller: found.callee.id.to_raw(),
                    deadline_ns: NEVER,
                    what: IncomingKind::Death as u32,
                    target: handle,
                    method: 0,
                    length: 0,
                });
            }
        }
        None
    }
}

fn done(code: Code) -> Tried {
    Tried::Done(code.as_i32())
}

/// The callee gave the processor back to its caller: what comes next of the call, and may others go on
/// with the callee? If it is not at rest, it is its own worker's again, too.
fn after(callee: &Arc<Task>) -> (Tried, bool) {
    let safe = callee.left_at_safe_point();
    let rest = callee.take_rest();
    callee.leaves();
    if callee.phase() == Phase::Accepts {
        if let Some(Rest::Until(until)) = rest
            && until < callee.timer.load(Ordering::Acquire)
        {
            callee.rouse_home();
        }
        return (Tried::Again, true);
    }
    callee.rouse_home();
    match rest {
        Some(Rest::Yield) if safe => (Tried::Yield, true),
        None if safe => (Tried::Again, true),
        _ => (Tried::Wait, false),
    }
}

impl Calls for Desk {
    fn offer(&mut self, name: &str) -> i32 {
        let exports = &self.owner.app.manifest.components.exports;
        let Some(place) = exports.iter().position(|e| e.name.as_str() == name) else {
            return Code::Denied.as_i32();
        };
        // Of an app made of components only the one that is named answers.
        if let Some(member) = self.me().member() {
            let own = &member.component().plan.name;
            let named = exports[place].component.as_ref();
            if named.is_none_or(|n| n.as_str() != own) {
                return Code::Denied.as_i32();
            }
        }
        let target = u32::try_from(place).unwrap_or(u32::MAX);
        let me = self.me();
        me.door.open(self.directory.partitions);
        self.directory.enter(me, &self.owner.name);
        self.directory
            .offer(me, &self.owner.name, &self.owner.app, target);
        i32::try_from(target).unwrap_or(i32::MAX)
    }

    fn find(&mut self, name: &str) -> i32 {
        let app = self.owner.app.name();
        let (of, interface) = name.split_once('/').unwrap_or((app, name));
        let has = |permission: &str| self.owner.grants.grants(app, permission);
        let found = self.directory.find(of, interface, app, has);
        let (callee, target) = match found {
            Ok(found) => found,
            Err(code) => return code.as_i32(),
        };
        self.directory.enter(self.me(), &self.owner.name);
        let me = self.me().clone();
        self.mailbox.get_or_insert_with(|| Mailbox::new(&me));
        self.handles.add(Found {
            callee,
            target,
            watched: false,
        })
    }

    fn close(&mut self, handle: u32) -> Code {
        if self.attempt.is_some_and(|a| a.handle == handle) {
            self.give_up();
        }
        let Some(found) = self.handles.remove(handle) else {
            return Code::NotFound;
        };
        if found.watched {
            found.callee.door.unwatch(self.me(), handle);
        }
        Code::Ok
    }

    fn call(&mut self, mut call: Outgoing<'_>) -> i32 {
        if self.handles.get(call.handle).is_none() {
            return Code::NotFound.as_i32();
        }
        if call.packet.request().len() > MOST {
            return Code::RequestTooLong.as_i32();
        }
        let begun = self
            .attempt
            .take_if(|a| a.handle == call.handle && a.method == call.method);
        let mut attempt = match begun {
            Some(attempt) => attempt,
            None => self.begin(&call),
        };
        let Some(found) = self.handles.get(call.handle) else {
            return Code::NotFound.as_i32();
        };
        let me = self.me();
        // Who is asked on this thread meanwhile sees it; who waits says so once more (I2).
        me.calling.store(found.callee.key, Ordering::Release);
        let tried = self.try_once(found, &mut attempt, &mut call);
        let rest = match tried {
            Tried::Done(answer) => {
                self.finish(attempt, &found.callee);
                return answer;
            }
            Tried::Again => None,
            Tried::Wait => Some(Rest::Until(call.until)),
            Tried::Yield => Some(Rest::Yield),
        };
        me.waits_in_call();
        if let Some(rest) = rest {
            me.wish(rest);
        }
        self.attempt = Some(attempt);
        Code::Again.as_i32()
    }

    fn send(&mut self, call: &Outgoing<'_>) -> Code {
        let Some(found) = self.handles.get(call.handle) else {
            return Code::NotFound;
        };
        let request = call.packet.request();
        if request.len() > MOST_SENT {
            return Code::RequestTooLong;
        }
        let me = self.me().id.to_raw();
        let code = found
            .callee
            .door
            .send(me, found.target, call.method, request);
        if code == Code::Ok {
            found.callee.rouse();
        }
        code
    }

    fn accept(&mut self, until: u64, request: &mut [u8]) -> Result<Incoming, Code> {
        if self.current.is_some() {
            return Err(Code::WrongState);
        }
        self.give_up();
        if self.me().stop_requested() {
            return Err(Code::Stopping);
        }
        let incoming = self
            .accept_call(request)
            .or_else(|| self.accept_death())
            .or_else(|| self.accept_sent(request));
        if let Some(incoming) = incoming {
            return Ok(incoming);
        }
        if until != NEVER && monotonic_ns() >= until {
            return Err(Code::Timeout);
        }
        let me = self.me();
        me.accepts();
        me.wish(Rest::Until(until));
        Err(Code::Again)
    }

    fn reply(&mut self, reply: &[u8]) -> Code {
        let Some(current) = self.current.take() else {
            return Code::WrongState;
        };
        let answered = exchange::with(self.me().key, |exchange| {
            if exchange.caller != current.caller || exchange.serial != current.serial {
                return None;
            }
            let Some(room) = exchange
                .reply()
                .get_mut(..reply.len())
                .filter(|r| r.len() <= MOST)
            else {
                exchange.progress = Progress::Done(Code::ReplyTooLong.as_i32());
                return Some(Code::ReplyTooLong);
            };
            room.copy_from_slice(reply);
            exchange.progress = Progress::Done(i32::try_from(reply.len()).unwrap_or(i32::MAX));
            Some(Code::Ok)
        })
        .flatten();
        if let Some(code) = answered {
            return code;
        }
        // Its caller is not there: it waits elsewhere, or for nothing any more.
        match self.me().door.take_absent(current.caller, current.serial) {
            Some(absent) => absent.mailbox.put(current.serial, reply),
            None => Code::Ok,
        }
    }

    fn watch(&mut self, handle: u32) -> Code {
        let me = self.owner.task.clone();
        let Some(found) = self.handles.get_mut(handle) else {
            return Code::NotFound;
        };
        if found.watched {
            return Code::Ok;
        }
        me.make_ready_for_deaths();
        if !found.callee.door.watch(&me, handle) {
            return Code::Dead;
        }
        found.watched = true;
        Code::Ok
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.give_up();
        if let Some(mailbox) = &self.mailbox {
            mailbox.forget();
        }
    }
}
