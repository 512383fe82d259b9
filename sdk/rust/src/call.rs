//! Calling other partitions, and answering them.
//!
//! A callee declares an interface under `[[export]]` of its manifest, [`offer`]s it, then
//! [`accept`]s and [`reply`]s in a loop; [`serve`] is that loop. A caller [`find`]s the interface and
//! calls it: the call runs on the caller's thread, at its priority.

use crate::clock::Instant;
use crate::sys::{self, Code, Incoming, IncomingKind, bounds};

/// An interface of another partition. Given back when it is dropped.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Interface(u32);

/// Look up `PARTITION/INTERFACE`, `APP/INTERFACE`, or `INTERFACE` of this app.
///
/// # Errors
/// [`Code::NotFound`] while nobody offers it, [`Code::Denied`] if its manifest does not permit this
/// app, [`Code::Full`] with too many found.
pub fn find(name: &str) -> Result<Interface, Code> {
    crate::answer(sys::call::find(name.as_bytes())).map(Interface)
}

impl Interface {
    /// Call, and wait for the reply, at most until the moment. The length of the reply.
    ///
    /// # Errors
    /// [`Code::Timeout`], [`Code::Dead`], [`Code::Cycle`], [`Code::RequestTooLong`],
    /// [`Code::ReplyTooLong`].
    pub fn call(
        &self,
        method: u32,
        request: &[u8],
        reply: &mut [u8],
        until: Instant,
    ) -> Result<usize, Code> {
        loop {
            let code = sys::call::call(self.0, method, request, reply, until.as_ns());
            if code != Code::Again.as_i32() {
                return crate::answer(code).map(|length| length as usize);
            }
        }
    }

    /// Send what nobody answers: at most `send-bytes`.
    ///
    /// # Errors
    /// [`Code::Full`] when too many wait there, [`Code::Dead`], [`Code::RequestTooLong`].
    pub fn send(&self, method: u32, request: &[u8]) -> Result<(), Code> {
        crate::done(sys::call::send(self.0, method, request))
    }

    /// Have [`accept`] tell when the partition that offers it has ended.
    ///
    /// # Errors
    /// [`Code::Dead`] if it has.
    pub fn watch(&self) -> Result<(), Code> {
        crate::done(sys::call::watch(self.0))
    }

    /// What [`Incoming::target`] is when it has ended.
    #[must_use]
    pub const fn handle(&self) -> u32 {
        self.0
    }
}

impl Drop for Interface {
    fn drop(&mut self) {
        // It is gone only if it never was.
        sys::call::close(self.0);
    }
}

/// Answer an interface that the manifest declares, from now on; its number.
///
/// # Errors
/// [`Code::Denied`] if the manifest does not declare it.
pub fn offer(name: &str) -> Result<u32, Code> {
    crate::answer(sys::call::offer(name.as_bytes()))
}

/// Rest until somebody calls or sends, or who is watched has ended, at most until the moment. The
/// request is in the first [`Incoming::length`] bytes of `request`.
///
/// # Errors
/// [`Code::Timeout`]; [`Code::Stopping`] when a stop is asked for; [`Code::WrongState`] before the
/// reply to the call that was accepted.
pub fn accept(request: &mut [u8], until: Instant) -> Result<Incoming, Code> {
    let mut record = [0; Incoming::SIZE];
    loop {
        let code = sys::call::accept(until.as_ns(), &mut record, request);
        if code != Code::Again.as_i32() {
            crate::answer(code)?;
            return Ok(Incoming::from_bytes(&record));
        }
    }
}

/// Answer the call that was accepted.
///
/// # Errors
/// [`Code::ReplyTooLong`] if the caller has less room, which is told it; [`Code::WrongState`] without a call.
pub fn reply(reply: &[u8]) -> Result<(), Code> {
    crate::done(sys::call::reply(reply))
}

/// Serve until a stop is asked for: `answer` is given what came and its request, and fills the reply,
/// of which nothing becomes of what is not a call.
///
/// # Errors
/// What [`accept`] answers beside [`Code::Stopping`].
pub fn serve(mut answer: impl FnMut(&Incoming, &[u8], &mut Vec<u8>)) -> Result<(), Code> {
    let mut request = vec![0; bounds::CALL_BYTES as usize];
    let mut bytes = Vec::with_capacity(request.len());
    loop {
        let incoming = match accept(&mut request, Instant::NEVER) {
            Ok(incoming) => incoming,
            Err(Code::Stopping) => return Ok(()),
            Err(code) => return Err(code),
        };
        bytes.clear();
        answer(&incoming, &request[..incoming.length as usize], &mut bytes);
        if incoming.what == IncomingKind::Call.as_u32() {
            // The caller has been told if it did not fit.
            let _ = reply(&bytes);
        }
    }
}
