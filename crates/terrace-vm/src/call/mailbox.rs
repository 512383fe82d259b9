//! Mailbox: where a reply waits for a caller that was not there when it came.

use crate::task::Task;
use std::sync::{Arc, Weak};
use terrace_abi::Code;
use terrace_host::pi_mutex::PiMutex;

const BYTES: usize = terrace_abi::CALL_BYTES as usize;
const NONE: u64 = 0;

struct Post {
    /// Of which call a reply is awaited; 0 for none.
    serial: u64,
    /// How long it may be.
    room: usize,
    /// A length or a code, once it is there.
    answer: Option<i32>,
    bytes: Box<[u8]>,
}

/// See the module. Its bytes exist from the start.
pub(crate) struct Mailbox {
    owner: Weak<Task>,
    post: PiMutex<Post>,
}

impl Mailbox {
    pub(crate) fn new(owner: &Arc<Task>) -> Arc<Mailbox> {
        Arc::new(Mailbox {
            owner: Arc::downgrade(owner),
            post: PiMutex::new(Post {
                serial: NONE,
                room: 0,
                answer: None,
                bytes: vec![0; BYTES].into_boxed_slice(),
            }),
        })
    }

    /// Keep the reply of this call, when it comes.
    pub(crate) fn expect(&self, serial: u64, room: usize) {
        let mut post = self.post.lock();
        if post.serial != serial {
            post.serial = serial;
            post.room = room;
            post.answer = None;
        }
    }

    /// Nothing is awaited any more.
    pub(crate) fn forget(&self) {
        self.post.lock().serial = NONE;
    }

    /// The reply of this call: dropped unless it is awaited still.
    pub(crate) fn put(&self, serial: u64, reply: &[u8]) -> Code {
        let mut post = self.post.lock();
        if post.serial != serial {
            return Code::Ok;
        }
        let fits = reply.len() <= post.room.min(BYTES);
        let code = if fits {
            post.bytes[..reply.len()].copy_from_slice(reply);
            Code::Ok
        } else {
            Code::ReplyTooLong
        };
        post.answer = Some(if fits {
            i32::try_from(reply.len()).unwrap_or(i32::MAX)
        } else {
            code.as_i32()
        });
        drop(post);
        if let Some(owner) = self.owner.upgrade() {
            owner.rouse();
        }
        code
    }

    /// Take the reply of this call, if it is there.
    pub(crate) fn take(&self, serial: u64, reply: &mut [u8]) -> Option<i32> {
        let mut post = self.post.lock();
        let answer = post.answer.filter(|_| post.serial == serial)?;
        post.serial = NONE;
        let length = usize::try_from(answer).unwrap_or(0);
        Some(match reply.get_mut(..length) {
            Some(place) => {
                place.copy_from_slice(&post.bytes[..length]);
                answer
            }
            // The caller came back with a smaller buffer.
            None => Code::ReplyTooLong.as_i32(),
        })
    }
}
