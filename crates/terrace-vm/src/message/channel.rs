//! A channel: its slots, its queues, and who has it open.
//!
//! The lock is held for a bounded number of steps per receiver and never while bytes are copied.
//! Slots are made before it is taken, and freed after.

use super::bell::{Bells, News};
use super::budget::Budget;
use super::info::{ChannelInfo, UserInfo};
use super::intent;
use super::letter::{Head, Letter, Posting};
use super::members::{Counts, Member, MemberId, Members, Who};
use super::terms::Terms;
use crate::id::PartitionId;
use crate::reports::Reports;
use crate::trace::{self, Occurrence};
use std::sync::Arc;
use terrace_abi::{ChannelTerms, Code, Form, MESSAGE_HELD, Role};
use terrace_host::clock::monotonic_ns;
use terrace_host::pi_mutex::PiMutex;
use terrace_ring::{Offer, Pool, Queue, Slot};

/// See the module.
pub(crate) struct Channel {
    /// The app that declares it.
    pub(crate) owner: String,
    pub(crate) terms: Terms,
    budget: Arc<Budget>,
    reports: Arc<Reports>,
    core: PiMutex<Core>,
}

struct Core {
    pool: Pool,
    /// Of all who receive; of a broadcast each has its own.
    shared: Option<Queue<Letter>>,
    members: Members,
    /// What became of all messages, also of those who have closed the channel.
    totals: Counts,
    high_water: usize,
    /// How many had been taken when its app was last started for it.
    summoned: Option<u64>,
    closed: bool,
    /// A sender outside rests until something is taken.
    room_wanted: bool,
}

/// Why nothing was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nothing {
    /// None is due before this time.
    Until(u64),
    /// For another reason.
    Because(Code),
}

/// What a new member brings: made before the lock is taken.
struct Dowry {
    slots: Vec<Slot>,
    queue: Option<Queue<Letter>>,
}

const HELD: usize = MESSAGE_HELD as usize;

impl Channel {
    pub(crate) fn new(
        owner: String,
        terms: Terms,
        budget: Arc<Budget>,
        reports: Arc<Reports>,
    ) -> Channel {
        Channel {
            reports,
            core: PiMutex::new(Core {
                pool: Pool::new(terms.bytes as usize),
                shared: None,
                members: Members::default(),
                totals: Counts::default(),
                high_water: 0,
                summoned: None,
                closed: false,
                room_wanted: false,
            }),
            owner,
            terms,
            budget,
        }
    }

    pub(crate) fn name(&self) -> &str {
        self.terms.declared.name.as_str()
    }

    fn bytes_of(&self, slots: usize) -> u64 {
        slots as u64 * u64::from(self.terms.bytes)
    }

    /// Open it. Makes the slots that this takes.
    pub(super) fn join(&self, who: Who, role: Role) -> Result<MemberId, Code> {
        let own = self.terms.is_broadcast() && role == Role::Receive;
        // What a subscriber says it lets wait bounds its own queue, where the channel says nothing.
        let own_depth = who
            .count
            .filter(|_| own && self.terms.declared.depth.is_none());
        let depth = own_depth.unwrap_or(self.terms.depth);
        let mut who = Some(who);
        loop {
            let first = !self.terms.is_broadcast() && self.core.lock().shared.is_none();
            let dowry = self.make((own || first).then_some(depth))?;
            if let Some(answer) = self.admit(&mut who, role, dowry) {
                return answer;
            }
            // The queue of all went meanwhile, with the last one who had the channel open.
        }
    }

    fn admit(
        &self,
        who: &mut Option<Who>,
        role: Role,
        mut dowry: Dowry,
    ) -> Option<Result<MemberId, Code>> {
        let mut core = self.core.lock();
        let mut surplus = Vec::new();
        let shares = !self.terms.is_broadcast();
        let answer = if core.closed {
            surplus = dowry.slots;
            Some(Err(Code::Closed))
        } else if shares && core.shared.is_none() && dowry.queue.is_none() {
            surplus = dowry.slots;
            None
        } else {
            if shares && core.shared.is_none() {
                core.shared = dowry.queue.take();
            } else if shares {
                // Somebody else was first to open it, and made the queue of all.
                surplus = dowry.slots.split_off(HELD);
                dowry.queue = None;
            }
            core.pool.grow(dowry.slots);
            who.take().map(|who| {
                Ok(core.members.add(Member {
                    who,
                    role,
                    queue: dowry.queue,
                    filter: None,
                    held: 0,
                    waits: false,
                    counts: Counts::default(),
                }))
            })
        };
        drop(core);
        self.budget.give_back(self.bytes_of(surplus.len()));
        answer
    }

    /// With a queue of this depth, if any.
    fn make(&self, queue: Option<u32>) -> Result<Dowry, Code> {
        let depth = queue.map_or(0, |depth| depth as usize);
        let slots = HELD + depth;
        if !self.budget.reserve(self.bytes_of(slots)) {
            return Err(Code::NoMemory);
        }
        Ok(Dowry {
            slots: (0..slots)
                .map(|_| Slot::new(self.terms.bytes as usize))
                .collect(),
            queue: queue.map(|_| Queue::new(depth, self.terms.order, self.terms.drop)),
        })
    }

    /// Give it up. What the member held has been released before.
    pub(super) fn leave(&self, id: MemberId) {
        let mut core = self.core.lock();
        let Some(mut member) = core.members.remove(id) else {
            return;
        };
        let mut surplus = HELD;
        if let Some(mut queue) = member.queue.take() {
            surplus += queue.depth();
            queue.remove(|_| true, |letter| core.drop_letter(letter));
        }
        let deserted = core.members.is_empty() && core.shared.as_ref().is_some_and(Queue::is_empty);
        if deserted && let Some(queue) = core.shared.take() {
            surplus += queue.depth();
        }
        let freed = core.pool.shrink(surplus);
        drop(core);
        self.budget.give_back(self.bytes_of(surplus));
        // Last of all: they may be large.
        drop((freed, member));
    }

    /// The declaration is gone: nothing is sent or taken any more, and who rests is woken.
    pub(crate) fn close(&self) {
        let mut bells = Bells::default();
        let mut core = self.core.lock();
        core.closed = true;
        if let Some(mut queue) = core.shared.take() {
            queue.remove(|_| true, |letter| core.drop_letter(letter));
            let freed = core.pool.shrink(queue.depth());
            self.budget.give_back(self.bytes_of(queue.depth()));
            drop(freed);
        }
        for member in core.members.all().filter(|m| m.waits) {
            bells.add(&member.who.bell);
        }
        drop(core);
        bells.ring();
    }

    pub(super) fn is_closed(&self) -> bool {
        self.core.lock().closed
    }

    pub(super) fn obtain(&self, id: MemberId) -> Result<Slot, Code> {
        let mut core = self.core.lock();
        if core.closed {
            return Err(Code::Closed);
        }
        let core = &mut *core;
        let member = core.members.get_mut(id).ok_or(Code::Stale)?;
        if member.role != Role::Send {
            return Err(Code::Invalid);
        }
        if member.held as usize >= HELD {
            return Err(Code::Held);
        }
        // There is one (I2 of the module).
        let slot = core.pool.obtain().ok_or(Code::Crowded)?;
        member.held += 1;
        Ok(slot)
    }

    /// A slot that was obtained or taken comes back.
    pub(super) fn release(&self, id: MemberId, slot: Slot) {
        let mut core = self.core.lock();
        core.given_up(id);
        core.pool.release(slot);
    }

    /// Send a slot that was obtained, with `posting.length` bytes in it. How many queues it waits in.
    pub(super) fn send(&self, id: MemberId, slot: Slot, posting: Posting) -> Result<u32, Code> {
        let now = monotonic_ns();
        let mut bells = Bells::of(News {
            at: posting.at.max(now),
            priority: posting.priority,
        });
        let mut core = self.core.lock();
        core.given_up(id);
        let answer = core.deliver(id, slot, posting, now, &mut bells);
        let summon = self.terms.declared.on_demand && answer.is_ok() && core.receiverless();
        if summon {
            core.summoned = None;
        }
        drop(core);
        bells.ring();
        if summon {
            self.reports.summon();
        }
        answer
    }

    /// Take the first message; the slot is the member's then.
    pub(super) fn take(&self, id: MemberId, now: u64) -> Result<(Letter, u8), Nothing> {
        let mut bells = Bells::default();
        let mut core = self.core.lock();
        let taken = core.take(id, now);
        core.call_senders(&mut bells);
        drop(core);
        bells.ring();
        taken
    }

    /// Refuse a slot that was obtained: the member has sent as much as it may.
    pub(super) fn refuse(&self, id: MemberId, slot: Slot) {
        let mut core = self.core.lock();
        core.given_up(id);
        core.pool.release(slot);
        for counts in core.counts_of(id) {
            counts.refused += 1;
        }
    }

    /// When the message is delivered that the member would take now, or the first of those for later,
    /// and its priority. None: none waits, or the member holds as many as it may.
    pub(super) fn standing(&self, id: MemberId, now: u64) -> Option<News> {
        let mut core = self.core.lock();
        if core.members.get(id)?.held as usize >= HELD {
            return None;
        }
        let queue = core.queue(id).ok()?;
        if let Some((letter, priority)) = queue.peek(now) {
            let at = letter.head.due_ns;
            return Some(News { at, priority });
        }
        let (at, priority) = queue.next_due().zip(queue.next_level())?;
        Some(News { at, priority })
    }

    /// Have a sender outside called, once, when something has been taken.
    pub(super) fn want_room(&self, id: MemberId) {
        let mut core = self.core.lock();
        if let Some(member) = core.members.get_mut(id) {
            member.waits = true;
            core.room_wanted = true;
        }
    }

    /// Priority and time of the message that [`Channel::take`] would take.
    pub(super) fn peek(&self, id: MemberId, now: u64) -> Result<(u8, u64), Nothing> {
        let mut core = self.core.lock();
        let queue = core.queue(id)?;
        let found = queue
            .peek(now)
            .map(|(letter, priority)| (priority, letter.head.sent_ns));
        found.ok_or_else(|| core.nothing(id))
    }

    /// As [`Channel::take`], of a message of at most so many bytes; a longer one waits on.
    pub(super) fn take_short(
        &self,
        id: MemberId,
        most: usize,
        now: u64,
    ) -> Result<(Letter, u8), Nothing> {
        let mut core = self.core.lock();
        let first = core.queue(id)?.peek(now);
        if first.is_some_and(|(letter, _)| letter.length as usize > most) {
            return Err(Nothing::Because(Code::TooLong));
        }
        let mut bells = Bells::default();
        let taken = core.take(id, now);
        core.call_senders(&mut bells);
        drop(core);
        bells.ring();
        taken
    }

    /// Remove what waits and is of this kind: what the member sent, or what waits for it.
    pub(super) fn remove(&self, id: MemberId, kind: u32) -> Result<u32, Code> {
        let mut core = self.core.lock();
        let core = &mut *core;
        let role = core.members.get(id).ok_or(Code::Stale)?.role;
        let mut count = 0;
        if role == Role::Send {
            let unwanted = |l: &Letter| l.head.kind == kind && l.head.from == id;
            if let Some(mut queue) = core.shared.take() {
                count += queue.remove(unwanted, |letter| core.drop_letter(letter));
                core.shared = Some(queue);
            }
            for place in 0..core.members.places() {
                count += core.in_queue_of(place, |core, queue| {
                    queue.remove(unwanted, |letter| core.drop_letter(letter))
                });
            }
        } else {
            let unwanted = |l: &Letter| l.head.kind == kind;
            let own = core.members.get_mut(id).and_then(|m| m.queue.take());
            let is_own = own.is_some();
            if let Some(mut queue) = own.or_else(|| core.shared.take()) {
                count = queue.remove(unwanted, |letter| core.drop_letter(letter));
                match core.members.get_mut(id) {
                    Some(member) if is_own => member.queue = Some(queue),
                    _ => core.shared = Some(queue),
                }
            }
        }
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// Of intents deliver to the member only those with one of these actions; empty: all.
    pub(super) fn filter(&self, id: MemberId, actions: &str) -> Result<(), Code> {
        let own = actions.trim_end_matches('\0').to_owned();
        let mut core = self.core.lock();
        let member = core.members.get_mut(id).ok_or(Code::Stale)?;
        if !self.terms.is_broadcast() || member.role != Role::Receive {
            return Err(Code::Invalid);
        }
        let old = std::mem::replace(&mut member.filter, Some(own).filter(|f| !f.is_empty()));
        drop(core);
        drop(old);
        Ok(())
    }

    /// Messages wait, nobody is there to take them, and its app shall be started for that: unless it
    /// was, and has taken none since.
    pub(super) fn is_unheard(&self) -> bool {
        let core = self.core.lock();
        self.terms.declared.on_demand
            && core.receiverless()
            && core.waiting() > 0
            && core.summoned != Some(core.totals.taken)
    }

    /// Its app is being started.
    pub(super) fn has_summoned(&self) {
        let mut core = self.core.lock();
        core.summoned = Some(core.totals.taken);
    }

    /// How many messages of the member gave way since it last asked.
    pub(super) fn lost(&self, id: MemberId) -> Result<u32, Code> {
        let mut core = self.core.lock();
        let counts = &mut core.members.get_mut(id).ok_or(Code::Stale)?.counts;
        let news = counts.lost - counts.told;
        counts.told = counts.lost;
        Ok(u32::try_from(news).unwrap_or(u32::MAX))
    }

    pub(super) fn describe(&self, id: MemberId) -> Result<ChannelTerms, Code> {
        let core = self.core.lock();
        let member = core.members.get(id).ok_or(Code::Stale)?;
        let waiting = match &member.queue {
            Some(queue) => queue.len() as u64,
            None => core.waiting(),
        };
        let few = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
        Ok(ChannelTerms {
            lost: member.counts.lost,
            bytes: self.terms.bytes,
            depth: self.terms.depth,
            waiting: few(waiting),
            kind: self.terms.declared.kind as u32,
            element: self.terms.declared.element as u32,
            receivers: few(core.members.receivers().count() as u64),
        })
    }

    /// Messages of this member that wait.
    pub(super) fn waiting_of(&self, id: MemberId) -> u64 {
        self.core
            .lock()
            .members
            .get(id)
            .map_or(0, |m| m.counts.waiting)
    }

    pub(crate) fn info(&self) -> ChannelInfo {
        let core = self.core.lock();
        let declared = &self.terms.declared;
        let users = |role| {
            let of_role = core.members.all().filter(move |m| m.role == role);
            of_role.map(|m| core.user(m)).collect()
        };
        ChannelInfo {
            name: declared.name.to_string(),
            app: self.owner.clone(),
            kind: declared.kind.to_string(),
            element: declared.element.to_string(),
            count: declared.count,
            depth: self.terms.depth,
            drop: declared.drop.to_string(),
            waiting: core.waiting(),
            high_water: core.high_water as u64,
            sent: core.totals.sent,
            taken: core.totals.taken,
            refused: core.totals.refused,
            dropped: core.totals.lost,
            memory: core.pool.bytes() as u64,
            held: core.members.all().map(|m| u64::from(m.held)).sum(),
            senders: users(Role::Send),
            receivers: users(Role::Receive),
        }
    }
}

impl Core {
    /// A slot that the member held is not its any more.
    fn given_up(&mut self, id: MemberId) {
        if let Some(member) = self.members.get_mut(id) {
            member.held = member.held.saturating_sub(1);
        }
    }

    fn deliver(
        &mut self,
        id: MemberId,
        slot: Slot,
        posting: Posting,
        now: u64,
        bells: &mut Bells,
    ) -> Result<u32, Code> {
        let sender = self.members.get(id).map_or(0, |m| m.who.partition);
        let head = Head {
            from: id,
            sender,
            sent_ns: now,
            due_ns: posting.at.max(now),
            kind: posting.kind,
            form: posting.form,
        };
        trace::mark(Occurrence::Send, sender, trace::flow(sender, now));
        let letter = Letter {
            slot,
            length: posting.length,
            head,
        };
        if self.closed {
            self.pool.release(letter.slot);
            return Err(Code::Closed);
        }
        let (tried, accepted) = if self.shared.is_some() {
            (1, u32::from(self.offer_shared(letter, posting, now, bells)))
        } else {
            self.offer_each(letter, posting, now, bells)
        };
        let refused = tried > 0 && accepted == 0;
        for counts in self.counts_of(id) {
            counts.refused += u64::from(refused);
            counts.sent += u64::from(!refused);
        }
        if refused {
            Err(Code::Crowded)
        } else {
            Ok(accepted)
        }
    }

    /// The totals, and the counts of the member if it is still there.
    fn counts_of(&mut self, id: MemberId) -> impl Iterator<Item = &mut Counts> {
        let own = self.members.get_mut(id).map(|m| &mut m.counts);
        std::iter::once(&mut self.totals).chain(own)
    }

    fn offer_shared(
        &mut self,
        letter: Letter,
        posting: Posting,
        now: u64,
        bells: &mut Bells,
    ) -> bool {
        let Some(mut queue) = self.shared.take() else {
            self.pool.release(letter.slot);
            return false;
        };
        let accepted = self.offer(&mut queue, letter, posting, now).is_ok();
        self.shared = Some(queue);
        if accepted {
            for place in 0..self.members.places() {
                self.wake(place, bells);
            }
        }
        accepted
    }

    /// Each who receives gets a reference; the sender's own goes back. How many queues were asked,
    /// and how many accepted it.
    fn offer_each(
        &mut self,
        letter: Letter,
        posting: Posting,
        now: u64,
        bells: &mut Bells,
    ) -> (u32, u32) {
        let (mut tried, mut accepted) = (0, 0);
        let is_intent = posting.form == Form::Intent as u32;
        let action = is_intent.then(|| intent::action_of_checked(letter.bytes()));
        for place in 0..self.members.places() {
            let unwanted = |member: &mut Member| action.is_some_and(|a| !member.wants(a));
            if self.members.at_mut(place).is_some_and(unwanted) {
                continue;
            }
            let copy = letter.copy();
            let mut copy = Some(copy);
            let fits = self.in_queue_of(place, |core, queue| {
                let copy = copy.take().expect("called once");
                tried += 1;
                match core.offer(queue, copy, posting, now) {
                    Ok(displaced) => 1 + usize::from(displaced),
                    Err(()) => 0,
                }
            });
            if let Some(copy) = copy {
                self.pool.release(copy.slot);
            }
            if fits > 0 {
                accepted += 1;
                self.wake(place, bells);
            }
            if fits > 1
                && let Some(receiver) = self.members.at_mut(place)
            {
                receiver.counts.lost += 1;
            }
        }
        self.pool.release(letter.slot);
        (tried, accepted)
    }

    /// Do something with the queue of the member at this place, if it has one of its own.
    fn in_queue_of(
        &mut self,
        place: usize,
        act: impl FnOnce(&mut Core, &mut Queue<Letter>) -> usize,
    ) -> usize {
        let Some(mut queue) = self.members.at_mut(place).and_then(|m| m.queue.take()) else {
            return 0;
        };
        let answer = act(self, &mut queue);
        if let Some(member) = self.members.at_mut(place) {
            member.queue = Some(queue);
        }
        answer
    }

    /// Did another one give way? An error: refused.
    fn offer(
        &mut self,
        queue: &mut Queue<Letter>,
        letter: Letter,
        posting: Posting,
        now: u64,
    ) -> Result<bool, ()> {
        let from = letter.head.from;
        let displaced = match queue.offer(letter, posting.priority, posting.at, now) {
            Offer::Refused(letter) => {
                self.pool.release(letter.slot);
                return Err(());
            }
            Offer::Accepted => None,
            Offer::Displaced(old) => Some(old),
        };
        self.high_water = self.high_water.max(queue.high_water());
        if let Some(sender) = self.members.get_mut(from) {
            sender.counts.waiting += 1;
        }
        let any = displaced.is_some();
        if let Some(old) = displaced {
            for counts in self.counts_of(old.head.from) {
                counts.lost += 1;
            }
            self.drop_letter(old);
        }
        Ok(any)
    }

    /// A letter leaves its queue without being taken.
    fn drop_letter(&mut self, letter: Letter) {
        self.no_longer_waits(letter.head.from);
        self.pool.release(letter.slot);
    }

    fn no_longer_waits(&mut self, from: MemberId) {
        if let Some(sender) = self.members.get_mut(from) {
            sender.counts.waiting = sender.counts.waiting.saturating_sub(1);
        }
    }

    fn wake(&mut self, place: usize, bells: &mut Bells) {
        let Some(member) = self.members.at_mut(place) else {
            return;
        };
        let receives = member.role == Role::Receive;
        let each = bells.are_news() && receives && member.who.bell.hears_each();
        if std::mem::take(&mut member.waits) || each {
            bells.add(&member.who.bell);
        }
    }

    /// Call the senders outside that rest until something is taken.
    fn call_senders(&mut self, bells: &mut Bells) {
        if !std::mem::take(&mut self.room_wanted) {
            return;
        }
        for place in 0..self.members.places() {
            let sends = |m: &&mut Member| m.role == Role::Send;
            if self.members.at_mut(place).as_ref().is_some_and(sends) {
                self.wake(place, bells);
            }
        }
    }

    /// The queue that the member takes from.
    fn queue(&mut self, id: MemberId) -> Result<&mut Queue<Letter>, Nothing> {
        let member = self.members.get_mut(id);
        let member = member.ok_or(Nothing::Because(Code::Stale))?;
        if member.role != Role::Receive {
            return Err(Nothing::Because(Code::Invalid));
        }
        if self.closed {
            return Err(Nothing::Because(Code::Closed));
        }
        let queue = member.queue.as_mut().or(self.shared.as_mut());
        queue.ok_or(Nothing::Because(Code::Closed))
    }

    fn take(&mut self, id: MemberId, now: u64) -> Result<(Letter, u8), Nothing> {
        let held = self.members.get(id).map_or(0, |m| m.held);
        if held as usize >= HELD {
            return Err(Nothing::Because(Code::Held));
        }
        let Some(delivery) = self.queue(id)?.take(now) else {
            return Err(self.nothing(id));
        };
        self.no_longer_waits(delivery.item.head.from);
        for counts in self.counts_of(id) {
            counts.taken += 1;
        }
        if let Some(member) = self.members.get_mut(id) {
            member.held += 1;
            member.waits = false;
        }
        Ok((delivery.item, delivery.priority))
    }

    /// Nothing is due: note that the member will rest, and until when at most.
    fn nothing(&mut self, id: MemberId) -> Nothing {
        let due = self.queue(id).map(|queue| queue.next_due());
        if let Some(member) = self.members.get_mut(id) {
            member.waits = true;
        }
        match due {
            Ok(due) => Nothing::Until(due.unwrap_or(u64::MAX)),
            Err(reason) => reason,
        }
    }

    fn receiverless(&self) -> bool {
        self.members.receivers().next().is_none()
    }

    fn waiting(&self) -> u64 {
        let own = self.members.all().filter_map(|m| m.queue.as_ref());
        own.chain(&self.shared)
            .map(|queue| queue.len() as u64)
            .sum()
    }

    fn user(&self, member: &Member) -> UserInfo {
        let who = &member.who;
        let queue = member.queue.as_ref().or(self.shared.as_ref());
        let queue = queue.filter(|_| member.role == Role::Receive);
        let counts = member.counts;
        UserInfo {
            app: who.app.clone(),
            id: match who.partition {
                0 => String::new(),
                raw => PartitionId::from_raw(raw).to_string(),
            },
            messages: match member.role {
                Role::Send => counts.sent,
                Role::Receive => counts.taken,
            },
            waiting: queue.map_or(counts.waiting, |q| q.len() as u64),
            high_water: queue.map_or(0, |q| q.high_water() as u64),
            refused: counts.refused,
            dropped: counts.lost,
        }
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        let bytes = self.core.lock().pool.wanted_bytes();
        self.budget.give_back(bytes as u64);
    }
}
