//! The translator as its owner sees it: started, asked who is there, closed.

use crate::bell::Bell;
use crate::limits::Limits;
use crate::peer::Peer;
use crate::permits::Permits;
use crate::rounds::Rounds;
use serde::{Deserialize, Serialize};
use std::io;
use std::os::unix::net::UnixListener;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use terrace_vm::Controller;

/// A Linux process with a channel open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeerInfo {
    /// Its user.
    pub uid: u32,
    /// The process that connected.
    pub pid: i32,
    /// The channel.
    pub channel: String,
    /// Does it send?
    pub sends: bool,
    /// Does it receive?
    pub receives: bool,
    /// Bytes of its rings and buffers.
    pub memory: u64,
}

impl PeerInfo {
    pub(crate) fn of(peer: &Peer) -> PeerInfo {
        PeerInfo {
            uid: peer.uid,
            pid: peer.pid,
            channel: peer.channel.clone(),
            sends: peer.incoming.is_some(),
            receives: peer.outgoing.is_some(),
            memory: peer.memory as u64,
        }
    }
}

/// What the thread and its owner share.
pub(crate) struct Shared {
    pub(crate) bell: Arc<Bell>,
    pub(crate) stop: AtomicBool,
    pub(crate) refused: AtomicU64,
    pub(crate) broken: AtomicU64,
    peers: Mutex<Vec<PeerInfo>>,
}

impl Shared {
    pub(crate) fn set_peers(&self, peers: Vec<PeerInfo>) {
        *self.peers.lock().unwrap_or_else(PoisonError::into_inner) = peers;
    }
}

/// See the module. Closed when dropped.
pub struct Translator {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Translator {
    /// Begin to accept processes at a socket that listens.
    ///
    /// # Errors
    /// What Linux refused: a descriptor, or a thread.
    pub fn start(
        controller: Controller,
        listener: UnixListener,
        permits: Permits,
        limits: Limits,
    ) -> io::Result<Translator> {
        let shared = Arc::new(Shared {
            bell: Arc::new(Bell::new()?),
            stop: AtomicBool::new(false),
            refused: AtomicU64::new(0),
            broken: AtomicU64::new(0),
            peers: Mutex::new(Vec::new()),
        });
        let rounds = Rounds::new(controller, listener, permits, limits, shared.clone())?;
        let thread = std::thread::Builder::new()
            .name("translator".to_owned())
            .spawn(move || rounds.run())?;
        Ok(Translator {
            shared,
            thread: Some(thread),
        })
    }

    /// Who is there.
    #[must_use]
    pub fn peers(&self) -> Vec<PeerInfo> {
        let peers = self.shared.peers.lock();
        peers.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How many were refused.
    #[must_use]
    pub fn refused(&self) -> u64 {
        self.shared.refused.load(Ordering::Relaxed)
    }

    /// How many were let go because their ring was damaged or their channel went.
    #[must_use]
    pub fn broken(&self) -> u64 {
        self.shared.broken.load(Ordering::Relaxed)
    }
}

impl Drop for Translator {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        self.shared.bell.ring();
        if self
            .thread
            .take()
            .is_some_and(|thread| thread.join().is_err())
        {
            tracing::error!("the translator panicked");
        }
    }
}

impl std::fmt::Debug for Translator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Translator({} peers)", self.peers().len())
    }
}
