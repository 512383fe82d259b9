//! What one life has to do with messages: the channels it has open, and the slots that are its own.
//!
//! # Invariants
//! I1. Used on the thread that runs the guest, and once more when the life ends: the lock is free.
//! I2. After `end` nothing is opened, and nothing is left.

use super::bell::{Bell, Inlet};
use super::channel::{Channel, Nothing};
use super::directory::Directory;
use super::handles::Handles;
use super::intent;
use super::letter::{Head, Posting};
use super::members::{MemberId, Who};
use super::quota::Quota;
use crate::task::{Bridge, Task};
use crate::trace::{self, Occurrence};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use terrace_abi::{Code, Form, MESSAGE_CHANNELS, MESSAGE_COPY_BYTES, MESSAGE_HELD, Role};
use terrace_engine::{Messages, Sending};
use terrace_host::clock::monotonic_ns;
use terrace_host::pi_mutex::PiMutex;
use terrace_manifest::Execution;
use terrace_ring::Slot;

/// All actions of one filter.
const FILTER_BYTES: usize = 8192;
/// Any channel.
const ANY: u32 = u32::MAX;

/// See the module.
pub(crate) struct Mail {
    directory: Arc<Directory>,
    app: String,
    table: PiMutex<Table>,
}

#[derive(Default)]
struct Table {
    links: Handles<Link>,
    held: Handles<Held>,
    /// The message that the release which runs is for.
    brought: Option<Brought>,
    ended: bool,
}

/// A channel that is open.
struct Link {
    channel: Arc<Channel>,
    member: MemberId,
    role: Role,
    /// The callback that its messages release.
    inlet: Option<Inlet>,
    quota: Quota,
}

/// What has been taken for a release.
struct Brought {
    handle: u32,
    letter: [u8; RECORD],
}

/// A slot that is the guest's.
struct Held {
    /// The handle of its channel.
    link: u32,
    slot: Slot,
    /// Bytes that were filled, or that were sent.
    length: u32,
    taken: bool,
}

pub(crate) type Answer = Result<u32, Code>;

impl Mail {
    pub(crate) fn new(directory: Arc<Directory>, app: String) -> Mail {
        Mail {
            directory,
            app,
            table: PiMutex::new(Table::default()),
        }
    }

    pub(crate) fn open(&self, task: &Arc<Task>, name: &str, role: u32) -> Answer {
        let role = Role::from_u32(role).ok_or(Code::Invalid)?;
        self.join(task, name, role, None)
    }

    /// Have the messages of a channel release a callback of a component that does not run yet. What
    /// comes through a window releases it once the component has opened that.
    pub(crate) fn hear(
        &self,
        task: &Arc<Task>,
        callback: u32,
        name: &str,
        count: u32,
    ) -> Result<(), Code> {
        if self.directory.is_window(name) {
            return Ok(());
        }
        let channel = self.directory.find(name, &self.app, Role::Receive)?;
        let inlet = Inlet {
            task: task.clone(),
            callback,
            by_message: channel.terms.declared.execution == Execution::Undefined,
        };
        self.join(task, name, Role::Receive, Some((inlet.clone(), count)))?;
        // What was sent before anybody was there.
        self.announce(&inlet, monotonic_ns());
        Ok(())
    }

    fn join(
        &self,
        task: &Arc<Task>,
        name: &str,
        role: Role,
        inlet: Option<(Inlet, u32)>,
    ) -> Answer {
        let channel = self.directory.find(name, &self.app, role)?;
        let mut table = self.table.lock();
        if table.ended {
            return Err(Code::Stopping);
        }
        if let Some(handle) = table.find(&channel, role) {
            return Ok(handle);
        }
        if table.links.all().count() as u64 >= MESSAGE_CHANNELS {
            return Err(Code::Full);
        }
        let (inlet, count) = inlet.unzip();
        let bell = inlet.clone().map(Bell::Callback);
        let who = Who {
            app: self.app.clone(),
            partition: task.id.to_raw(),
            count,
            bell: bell.unwrap_or_else(|| Bell::Task(task.clone())),
        };
        let member = channel.join(who, role)?;
        table.links.reserve(1);
        table.held.reserve(MESSAGE_HELD as usize);
        let quota = Quota::of(task, name).filter(|_| role == Role::Send);
        let link = Link {
            channel,
            member,
            role,
            inlet,
            quota: quota.unwrap_or_default(),
        };
        table.links.put(link).map_err(|link| {
            link.channel.leave(link.member);
            Code::Full
        })
    }

    pub(crate) fn close(&self, channel: u32) -> Answer {
        self.table.lock().close(channel)?;
        Ok(0)
    }

    pub(crate) fn describe(&self, channel: u32, out: &mut [u8]) -> Answer {
        let table = self.table.lock();
        let link = table.link(channel)?;
        write(out, &link.channel.describe(link.member)?.to_bytes())
    }

    pub(crate) fn obtain(&self, channel: u32) -> Answer {
        let mut table = self.table.lock();
        let link = table.link(channel)?;
        let slot = link.channel.obtain(link.member)?;
        table.keep(Held {
            link: channel,
            slot,
            length: 0,
            taken: false,
        })
    }

    pub(crate) fn fill(&self, message: u32, offset: u32, data: &[u8]) -> Answer {
        let mut table = self.table.lock();
        let held = table.held.get_mut(message).ok_or(Code::Stale)?;
        if held.taken || offset > held.length {
            return Err(Code::Invalid);
        }
        let out = held.slot.bytes_mut().ok_or(Code::Invalid)?;
        let copied = copy(out, offset as usize, data)?;
        held.length = held.length.max(offset + copied);
        Ok(copied)
    }

    pub(crate) fn send(&self, task: &Task, message: u32, length: u32, sending: Sending) -> Answer {
        let mut table = self.table.lock();
        let held = table.held.get(message).ok_or(Code::Stale)?;
        if held.taken || length > held.length {
            return Err(Code::Invalid);
        }
        let held = table.held.take(message).ok_or(Code::Stale)?;
        let link = table.link_mut(held.link)?;
        if !link.quota.take(task) {
            link.channel.refuse(link.member, held.slot);
            return Err(Code::Crowded);
        }
        let posting = posting(task, length, sending);
        link.channel.send(link.member, held.slot, posting)
    }

    pub(crate) fn post(&self, task: &Task, channel: u32, data: &[u8], sending: Sending) -> Answer {
        self.post_as(Form::Plain, task, channel, data, sending)
    }

    pub(crate) fn intent(
        &self,
        task: &Task,
        channel: u32,
        data: &[u8],
        sending: Sending,
    ) -> Answer {
        if data.len() > most() {
            return Err(Code::TooLong);
        }
        intent::action(data).ok_or(Code::Invalid)?;
        self.post_as(Form::Intent, task, channel, data, sending)
    }

    pub(crate) fn filter(&self, channel: u32, actions: &[u8]) -> Answer {
        if actions.len() > FILTER_BYTES {
            return Err(Code::TooLong);
        }
        let actions = std::str::from_utf8(actions).map_err(|_| Code::Invalid)?;
        let table = self.table.lock();
        let link = table.link(channel)?;
        link.channel.filter(link.member, actions)?;
        Ok(0)
    }

    fn post_as(
        &self,
        form: Form,
        task: &Task,
        channel: u32,
        data: &[u8],
        sending: Sending,
    ) -> Answer {
        let length = u32::try_from(data.len()).map_err(|_| Code::TooLong)?;
        if u64::from(length) > MESSAGE_COPY_BYTES {
            return Err(Code::TooLong);
        }
        let mut table = self.table.lock();
        let link = table.link_mut(channel)?;
        if length > link.channel.terms.bytes {
            return Err(Code::TooLong);
        }
        let mut slot = link.channel.obtain(link.member)?;
        if !link.quota.take(task) {
            link.channel.refuse(link.member, slot);
            return Err(Code::Crowded);
        }
        if let Some(out) = slot.bytes_mut() {
            out[..data.len()].copy_from_slice(data);
        }
        let form = form as u32;
        let posting = Posting {
            form,
            ..posting(task, length, sending)
        };
        link.channel.send(link.member, slot, posting)
    }

    pub(crate) fn take(&self, task: &Task, channel: u32, until: u64, out: &mut [u8]) -> Answer {
        if out.len() < terrace_abi::Letter::default().to_bytes().len() {
            return Err(Code::TooLong);
        }
        let mut table = self.table.lock();
        let now = monotonic_ns();
        let found = table.choose(channel, now).and_then(|channel| {
            let link = table.link(channel).map_err(Nothing::Because)?;
            let (letter, priority) = link.channel.take(link.member, now)?;
            Ok((channel, letter, priority))
        });
        let (channel, letter, priority) = match found {
            Ok(found) => found,
            Err(nothing) => {
                drop(table);
                return Err(wait(task, nothing, until));
            }
        };
        let head = letter.head;
        trace::mark(
            Occurrence::Take,
            task.id.to_raw(),
            trace::flow(head.sender, head.sent_ns),
        );
        let length = letter.length;
        let message = table.keep(Held {
            link: channel,
            slot: letter.slot,
            length,
            taken: true,
        })?;
        write(out, &record(head, message, length, priority, channel))
    }

    pub(crate) fn read(&self, message: u32, offset: u32, out: &mut [u8]) -> Answer {
        let table = self.table.lock();
        let held = table.held.get(message).ok_or(Code::Stale)?;
        if !held.taken || offset > held.length {
            return Err(Code::Invalid);
        }
        let bytes = &held.slot.bytes()[offset as usize..held.length as usize];
        let count = bytes.len().min(out.len()).min(most());
        out[..count].copy_from_slice(&bytes[..count]);
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    pub(crate) fn release(&self, message: u32) -> Answer {
        let mut table = self.table.lock();
        let held = table.held.take(message).ok_or(Code::Stale)?;
        let link = held.link;
        table.give_back(held);
        let inlet = table.link(link).ok().and_then(|l| l.inlet.clone());
        drop(table);
        if let Some(inlet) = inlet {
            // It may have held as many as it may, and been released no more for that.
            self.announce(&inlet, monotonic_ns());
        }
        Ok(0)
    }

    /// Take the message for a release of the callback: when it was delivered, and its length.
    pub(crate) fn bring(&self, task: &Task, callback: u32, now: u64) -> Option<(u64, u32)> {
        let mut table = self.table.lock();
        let of = |link: &Link| link.inlet.as_ref().is_some_and(|i| i.callback == callback);
        let channel = table.first(of, now).ok()?;
        let link = table.link(channel).ok()?;
        let (letter, priority) = link.channel.take(link.member, now).ok()?;
        let (head, length) = (letter.head, letter.length);
        let flow = trace::flow(head.sender, head.sent_ns);
        trace::mark(Occurrence::Take, task.id.to_raw(), flow);
        let held = Held {
            link: channel,
            slot: letter.slot,
            length,
            taken: true,
        };
        let handle = table.keep(held).ok()?;
        table.brought = Some(Brought {
            handle,
            letter: record(head, handle, length, priority, channel),
        });
        Some((head.due_ns, length))
    }

    /// The message of the release that runs: its record and its first bytes.
    pub(crate) fn brought(&self, out: &mut [u8], data: &mut [u8]) -> Answer {
        let table = self.table.lock();
        let brought = table.brought.as_ref().ok_or(Code::NotFound)?;
        let held = table.held.get(brought.handle).ok_or(Code::Stale)?;
        let bytes = &held.slot.bytes()[..held.length as usize];
        let count = bytes.len().min(data.len()).min(most());
        data[..count].copy_from_slice(&bytes[..count]);
        write(out, &brought.letter)
    }

    /// The release that runs has completed: its message goes back.
    pub(crate) fn put_back(&self) {
        let mut table = self.table.lock();
        let Some(brought) = table.brought.take() else {
            return;
        };
        // Unless the guest has released it itself.
        if let Some(held) = table.held.take(brought.handle) {
            table.give_back(held);
        }
    }

    /// Tell the agenda what waits for the callback of an inlet, in any of its channels.
    pub(crate) fn announce(&self, inlet: &Inlet, now: u64) {
        let Some(member) = inlet.task.member() else {
            return;
        };
        let component = member.component();
        // First: what comes from here on is told by its sender.
        component.agenda().forget(inlet.callback);
        let table = self.table.lock();
        for (_, link) in table.links.all() {
            let Some(own) = &link.inlet else { continue };
            if own.callback != inlet.callback {
                continue;
            }
            if let Some(news) = link.channel.standing(link.member, now) {
                let level = own.level(news.priority);
                component.agenda().arrive(own.callback, news.at, level);
            }
        }
    }

    /// As [`Mail::announce`], of a callback.
    pub(crate) fn look(&self, callback: u32, now: u64) {
        let table = self.table.lock();
        let mut inlets = table.links.all().filter_map(|(_, l)| l.inlet.as_ref());
        let inlet = inlets.find(|i| i.callback == callback).cloned();
        drop(inlets);
        drop(table);
        if let Some(inlet) = inlet {
            self.announce(&inlet, now);
        }
    }

    pub(crate) fn receive(
        &self,
        task: &Task,
        channel: u32,
        until: u64,
        out: &mut [u8],
        data: &mut [u8],
    ) -> Answer {
        if out.len() < terrace_abi::Letter::default().to_bytes().len() {
            return Err(Code::TooLong);
        }
        let table = self.table.lock();
        let now = monotonic_ns();
        let found = table.choose(channel, now).and_then(|channel| {
            let link = table.link(channel).map_err(Nothing::Because)?;
            let room = data.len().min(most());
            let (letter, priority) = link.channel.take_short(link.member, room, now)?;
            Ok((link, channel, letter, priority))
        });
        let (link, channel, letter, priority) = match found {
            Ok(found) => found,
            Err(nothing) => {
                drop(table);
                return Err(wait(task, nothing, until));
            }
        };
        data[..letter.length as usize].copy_from_slice(letter.bytes());
        let head = letter.head;
        trace::mark(
            Occurrence::Take,
            task.id.to_raw(),
            trace::flow(head.sender, head.sent_ns),
        );
        let record = record(head, u32::MAX, letter.length, priority, channel);
        link.channel.release(link.member, letter.slot);
        write(out, &record)
    }

    pub(crate) fn remove(&self, channel: u32, kind: u32) -> Answer {
        let table = self.table.lock();
        let link = table.link(channel)?;
        link.channel.remove(link.member, kind)
    }

    pub(crate) fn lost(&self, channel: u32) -> Answer {
        let table = self.table.lock();
        let link = table.link(channel)?;
        link.channel.lost(link.member)
    }

    /// The life has ended: everything goes back.
    pub(crate) fn end(&self) {
        let mut table = self.table.lock();
        table.ended = true;
        while let Some(channel) = table.links.first() {
            // It is there: it was found just now.
            let _ = table.close(channel);
        }
    }
}

impl Table {
    fn link(&self, channel: u32) -> Result<&Link, Code> {
        self.links.get(channel).ok_or(Code::Stale)
    }

    fn link_mut(&mut self, channel: u32) -> Result<&mut Link, Code> {
        self.links.get_mut(channel).ok_or(Code::Stale)
    }

    fn find(&self, channel: &Arc<Channel>, role: Role) -> Option<u32> {
        let mut all = self.links.all();
        let found = all.find(|(_, link)| link.role == role && Arc::ptr_eq(&link.channel, channel));
        found.map(|(handle, _)| handle)
    }

    fn keep(&mut self, held: Held) -> Answer {
        self.held.put(held).map_err(|held| {
            self.give_back(held);
            Code::Held
        })
    }

    fn give_back(&self, held: Held) {
        // A slot is given back before its link goes.
        if let Some(link) = self.links.get(held.link) {
            link.channel.release(link.member, held.slot);
        }
    }

    fn close(&mut self, channel: u32) -> Result<(), Code> {
        self.link(channel)?;
        loop {
            let mut own = self.held.all().filter(|(_, held)| held.link == channel);
            let Some((message, _)) = own.next() else {
                break;
            };
            drop(own);
            if let Some(held) = self.held.take(message) {
                self.give_back(held);
            }
        }
        if let Some(link) = self.links.take(channel) {
            link.channel.leave(link.member);
        }
        Ok(())
    }

    /// The channel to take from: the one named, or the one with the most important message.
    fn choose(&self, channel: u32, now: u64) -> Result<u32, Nothing> {
        if channel != ANY {
            return Ok(channel);
        }
        self.first(|link| link.role == Role::Receive, now)
    }

    /// Of these channels the one with the most important message.
    fn first(&self, of: impl Fn(&Link) -> bool, now: u64) -> Result<u32, Nothing> {
        let mut until = None;
        let mut best: Option<(u32, (u8, u64))> = None;
        let receiving = self.links.all().filter(|(_, link)| of(link));
        for (handle, link) in receiving {
            match link.channel.peek(link.member, now) {
                Ok(found) => {
                    let ahead = |(_, (priority, sent)): &(u32, (u8, u64))| {
                        (*priority, std::cmp::Reverse(*sent))
                            >= (found.0, std::cmp::Reverse(found.1))
                    };
                    best = best.filter(ahead).or(Some((handle, found)));
                }
                Err(Nothing::Until(due)) => until = Some(until.unwrap_or(u64::MAX).min(due)),
                // Gone; the others are still there.
                Err(Nothing::Because(_)) => {}
            }
        }
        match (best, until) {
            (Some((handle, _)), _) => Ok(handle),
            (None, Some(until)) => Err(Nothing::Until(until)),
            (None, None) => Err(Nothing::Because(Code::Stale)),
        }
    }
}

/// Nothing was taken: rest until something may be.
fn wait(task: &Task, nothing: Nothing, until: u64) -> Code {
    let due = match nothing {
        Nothing::Because(code) => return code,
        Nothing::Until(due) => due,
    };
    match task.sleep_call(until.min(due)) {
        Code::Ok if due < until => Code::Again,
        Code::Ok => Code::Timeout,
        other => other,
    }
}

fn posting(task: &Task, length: u32, sending: Sending) -> Posting {
    let own = task.terms.priority.load(Ordering::Relaxed);
    Posting {
        length,
        kind: sending.kind,
        form: Form::Plain as u32,
        priority: u8::try_from(sending.priority.min(own)).unwrap_or(u8::MAX),
        at: sending.at,
    }
}

fn most() -> usize {
    usize::try_from(MESSAGE_COPY_BYTES).unwrap_or(usize::MAX)
}

/// Copy as much as one call may; how much.
fn copy(out: &mut [u8], offset: usize, data: &[u8]) -> Answer {
    let room = out.get_mut(offset..).ok_or(Code::TooLong)?;
    if data.len() > room.len() {
        return Err(Code::TooLong);
    }
    let count = data.len().min(most());
    room[..count].copy_from_slice(&data[..count]);
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

fn record(head: Head, message: u32, length: u32, priority: u8, channel: u32) -> [u8; RECORD] {
    let letter = terrace_abi::Letter {
        sender: head.sender,
        sent_ns: head.sent_ns,
        message,
        length,
        kind: head.kind,
        priority: u32::from(priority),
        channel,
        form: head.form,
    };
    letter.to_bytes()
}

const RECORD: usize = 40;

fn write(out: &mut [u8], record: &[u8]) -> Answer {
    let place = out.get_mut(..record.len()).ok_or(Code::TooLong)?;
    place.copy_from_slice(record);
    Ok(u32::try_from(record.len()).unwrap_or(u32::MAX))
}

/// A code, or a handle, length or count.
pub(crate) fn number(answer: Answer) -> i32 {
    match answer {
        Ok(number) => i32::try_from(number).unwrap_or(i32::MAX),
        Err(code) => code.as_i32(),
    }
}

impl Messages for Bridge {
    fn open(&self, channel: &str, role: u32) -> i32 {
        number(self.0.mail.open(&self.0, channel, role))
    }

    fn close(&self, channel: u32) -> i32 {
        number(self.0.mail.close(channel))
    }

    fn describe(&self, channel: u32, out: &mut [u8]) -> i32 {
        number(self.0.mail.describe(channel, out))
    }

    fn obtain(&self, channel: u32) -> i32 {
        number(self.0.mail.obtain(channel))
    }

    fn fill(&self, message: u32, offset: u32, data: &[u8]) -> i32 {
        number(self.0.mail.fill(message, offset, data))
    }

    fn send(&self, message: u32, length: u32, sending: Sending) -> i32 {
        number(self.0.mail.send(&self.0, message, length, sending))
    }

    fn post(&self, channel: u32, data: &[u8], sending: Sending) -> i32 {
        number(self.0.mail.post(&self.0, channel, data, sending))
    }

    fn take(&self, channel: u32, until: u64, out: &mut [u8]) -> i32 {
        number(self.0.mail.take(&self.0, channel, until, out))
    }

    fn read(&self, message: u32, offset: u32, out: &mut [u8]) -> i32 {
        number(self.0.mail.read(message, offset, out))
    }

    fn release(&self, message: u32) -> i32 {
        number(self.0.mail.release(message))
    }

    fn receive(&self, channel: u32, until: u64, out: &mut [u8], data: &mut [u8]) -> i32 {
        number(self.0.mail.receive(&self.0, channel, until, out, data))
    }

    fn remove(&self, channel: u32, kind: u32) -> i32 {
        number(self.0.mail.remove(channel, kind))
    }

    fn lost(&self, channel: u32) -> i32 {
        number(self.0.mail.lost(channel))
    }

    fn intent(&self, channel: u32, data: &[u8], sending: Sending) -> i32 {
        number(self.0.mail.intent(&self.0, channel, data, sending))
    }

    fn filter(&self, channel: u32, actions: &[u8]) -> i32 {
        number(self.0.mail.filter(channel, actions))
    }
}
