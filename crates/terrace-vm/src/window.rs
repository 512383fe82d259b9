//! A window: the pages of a `bulk` channel, whose each buffer is, and who waits for one.
//!
//! # Invariants
//! I1. The lock is held for a few steps over the buffers; nobody is woken, and no memory of a guest
//!     touched, under it. The agenda of a component may be locked under it, never the other way round.
//! I2. Who found nothing is noted as asleep under the lock under which it found nothing: whoever
//!     brings something afterwards wakes it.
//! I3. A seat that is dropped leaves nothing of itself behind.

use crate::task::Task;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use terrace_abi::{Code, Ownership, Parcel, Part, WindowTerms};
use terrace_engine::{Blank, Sent, WindowSeat};
use terrace_host::clock::monotonic_ns;
use terrace_host::pi_mutex::PiMutex;
use terrace_host::window::Pages;
use terrace_manifest::{AppName, Grantee};
use terrace_ring::exchange::{Exchange, Refusal, SEATS, Seat as Place};

/// Bytes of all windows that exist.
#[derive(Debug, Default)]
pub(crate) struct Reserved(AtomicU64);

impl Reserved {
    /// Take so many bytes of `limit`; the error is how many are taken.
    pub(crate) fn take(&self, bytes: u64, limit: u64) -> Result<(), u64> {
        let fits = |taken: u64| taken.checked_add(bytes).filter(|&sum| sum <= limit);
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits)
            .map(|_| ())
    }

    pub(crate) fn give_back(&self, bytes: u64) {
        self.0.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// Bytes taken for a window, until it is dropped.
#[derive(Debug)]
pub(crate) struct Share {
    pub(crate) of: Arc<Reserved>,
    pub(crate) bytes: u64,
}

impl Drop for Share {
    fn drop(&mut self) {
        self.of.give_back(self.bytes);
    }
}

/// Who may open it, and how large its buffers are.
#[derive(Debug)]
pub(crate) struct Charter {
    pub(crate) owner: AppName,
    pub(crate) publishers: Vec<Grantee>,
    pub(crate) subscribers: Vec<Grantee>,
    pub(crate) capacity: u32,
}

/// See the module.
pub(crate) struct Window {
    pub(crate) charter: Charter,
    pages: Arc<Pages>,
    inside: PiMutex<Inside>,
    _share: Share,
}

struct Inside {
    exchange: Exchange,
    publisher: Option<Sleeper>,
    subscribers: [Option<Sleeper>; SEATS as usize],
}

/// A user, and whether it waits.
struct Sleeper {
    task: Arc<Task>,
    asleep: bool,
    /// The callback that is released by what comes.
    callback: Option<u32>,
}

impl Sleeper {
    /// Whom to wake.
    fn stir(&mut self) -> Option<Arc<Task>> {
        let wakes = std::mem::take(&mut self.asleep);
        (wakes || self.callback.is_some()).then(|| self.task.clone())
    }

    /// A buffer was sent to it.
    fn receives(&self, now: u64) {
        if let Some((member, callback)) = self.task.member().zip(self.callback) {
            member.component().agenda().receive(callback, now);
        }
    }
}

impl Window {
    pub(crate) fn new(
        charter: Charter,
        pages: Pages,
        exchange: Exchange,
        share: Share,
    ) -> Arc<Window> {
        Arc::new(Window {
            charter,
            pages: Arc::new(pages),
            inside: PiMutex::new(Inside {
                exchange,
                publisher: None,
                subscribers: [const { None }; SEATS as usize],
            }),
            _share: share,
        })
    }

    /// What a user has to know; where it may lie, the engine adds.
    pub(crate) fn terms(&self) -> WindowTerms {
        let layout = self.pages.layout();
        WindowTerms {
            bytes: layout.bytes() as u64,
            stride: u32::try_from(layout.stride).unwrap_or(u32::MAX),
            capacity: self.charter.capacity,
            buffers: u32::try_from(layout.buffers).unwrap_or(u32::MAX),
            alignment: u32::try_from(terrace_abi::WINDOW_ALIGNMENT).unwrap_or(u32::MAX),
            floor: 0,
            ownership: Ownership::Sealed.as_u32(),
        }
    }

    /// Take a place.
    pub(crate) fn sit(
        self: &Arc<Window>,
        task: &Arc<Task>,
        part: Part,
        callback: Option<u32>,
    ) -> Result<Seat, Code> {
        let sleeper = Sleeper {
            task: task.clone(),
            asleep: false,
            callback,
        };
        let mut inside = self.inside.lock();
        let place = match part {
            Part::Publish => {
                inside.exchange.publish().map_err(code)?;
                inside.publisher = Some(sleeper);
                0
            }
            Part::Subscribe => {
                let place = inside.exchange.subscribe().map_err(code)?;
                inside.subscribers[place as usize] = Some(sleeper);
                place
            }
        };
        drop(inside);
        Ok(Seat {
            window: self.clone(),
            task: task.clone(),
            part,
            place,
        })
    }
}

fn code(refusal: Refusal) -> Code {
    match refusal {
        Refusal::Published | Refusal::Crowded => Code::Occupied,
        Refusal::Nothing => Code::Again,
        Refusal::Foreign => Code::Foreign,
        Refusal::Unheard => Code::Unheard,
        Refusal::HeldUp => Code::HeldUp,
    }
}

/// A place at a window.
pub(crate) struct Seat {
    window: Arc<Window>,
    task: Arc<Task>,
    part: Part,
    place: Place,
}

impl Seat {
    /// Rest until somebody brings something, or `until`.
    fn rest(&self, until: u64) -> Code {
        match self.task.sleep_call(until) {
            Code::Ok => Code::Timeout,
            code => code,
        }
    }
}

impl WindowSeat for Seat {
    fn pages(&self) -> &Arc<Pages> {
        &self.window.pages
    }

    fn capacity(&self) -> u32 {
        self.window.charter.capacity
    }

    fn obtain(&self, until: u64) -> Result<Blank, Code> {
        let mut inside = self.window.inside.lock();
        let blank = inside.exchange.obtain();
        if let Some(publisher) = &mut inside.publisher {
            publisher.asleep = blank.is_err();
        }
        drop(inside);
        match blank {
            Ok(blank) => Ok(Blank {
                number: blank.number,
                soiled: blank.soiled,
            }),
            Err(_) => Err(self.rest(until)),
        }
    }

    fn send(&self, number: u32, length: u32) -> Result<Sent, Code> {
        let now = monotonic_ns();
        let mut wake: [Option<Arc<Task>>; SEATS as usize] = [const { None }; SEATS as usize];
        let mut inside = self.window.inside.lock();
        let receivers = inside.exchange.send(number, length).map_err(code)?;
        for (place, wake) in wake.iter_mut().enumerate() {
            if receivers & 1 << place != 0 {
                let subscriber = inside.subscribers[place].as_mut();
                if let Some(subscriber) = subscriber {
                    subscriber.receives(now);
                    *wake = subscriber.stir();
                }
            }
        }
        drop(inside);
        wake.iter().flatten().for_each(|task| task.rouse());
        Ok(Sent {
            receivers: receivers.count_ones(),
            seal: true,
        })
    }

    fn take(&self, until: u64) -> Result<Parcel, Code> {
        let mut inside = self.window.inside.lock();
        let parcel = inside.exchange.take(self.place);
        if let Some(subscriber) = &mut inside.subscribers[self.place as usize] {
            subscriber.asleep = parcel == Err(Refusal::Nothing);
        }
        drop(inside);
        match parcel {
            Ok(parcel) => Ok(Parcel {
                sequence: parcel.sequence,
                buffer: parcel.number,
                length: parcel.length,
            }),
            Err(Refusal::Nothing) => Err(self.rest(until)),
            Err(refusal) => Err(code(refusal)),
        }
    }

    fn release(&self, number: u32) -> Code {
        let mut inside = self.window.inside.lock();
        let freed = match self.part {
            Part::Publish => inside.exchange.return_blank(number).map(|()| false),
            Part::Subscribe => inside.exchange.release(self.place, number),
        };
        let wake = match freed {
            Ok(true) => inside.publisher.as_mut().and_then(Sleeper::stir),
            _ => None,
        };
        drop(inside);
        if let Some(task) = wake {
            task.rouse();
        }
        freed.map_or_else(code, |_| Code::Ok)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut inside = self.window.inside.lock();
        let (own, wake) = match self.part {
            Part::Publish => {
                inside.exchange.unpublish();
                (inside.publisher.take(), None)
            }
            Part::Subscribe => {
                let freed = inside.exchange.unsubscribe(self.place);
                let own = inside.subscribers[self.place as usize].take();
                let wake = inside.publisher.as_mut().filter(|_| freed);
                (own, wake.and_then(Sleeper::stir))
            }
        };
        drop(inside);
        drop(own);
        if let Some(task) = wake {
            task.rouse();
        }
    }
}
