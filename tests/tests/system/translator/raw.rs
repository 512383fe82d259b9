//! A process that speaks the protocol by hand, to break it.

use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};
use std::io::{IoSliceMut, Write};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;
use terrace_peer::Roles;
use terrace_peer::greeting::{ANSWER_HEAD, Answer, DESCRIPTORS, Request, TEXT_BYTES};
use terrace_ring::Mapping;

pub fn request(channel: &str, roles: Roles) -> Vec<u8> {
    let channel = channel.to_owned();
    Request { roles, channel }.encode().unwrap()
}

/// Connect, send these bytes.
pub fn connect(socket: &Path, bytes: &[u8]) -> UnixStream {
    let mut stream = UnixStream::connect(socket).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    // A translator that is full may have closed it.
    let _ = stream.write_all(bytes);
    stream
}

/// The answer, none at the end, and its descriptors.
pub fn answer(stream: &UnixStream) -> (Option<Answer>, Vec<OwnedFd>) {
    let mut bytes = [0; ANSWER_HEAD + TEXT_BYTES];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(DESCRIPTORS))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let mut parts = [IoSliceMut::new(&mut bytes)];
    let Ok(received) = recvmsg(stream, &mut parts, &mut ancillary, RecvFlags::CMSG_CLOEXEC) else {
        return (None, Vec::new());
    };
    let rights = ancillary.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(rights) => Some(rights),
        _ => None,
    });
    let descriptors = rights.flatten().collect();
    (Answer::decode(&bytes[..received.bytes]), descriptors)
}

/// A connection with its two rings mapped and nothing checked.
pub struct Raw {
    pub stream: UnixStream,
    pub event: OwnedFd,
    pub rings: Vec<Mapping>,
}

impl Raw {
    pub fn open(socket: &Path, channel: &str, roles: Roles) -> Raw {
        let stream = connect(socket, &request(channel, roles));
        let (answer, descriptors) = answer(&stream);
        assert!(matches!(answer, Some(Answer::Granted { .. })), "{answer:?}");
        let mut descriptors = descriptors.into_iter();
        let event = descriptors.next().unwrap();
        let rings = descriptors.map(|d| Mapping::of(d).unwrap()).collect();
        Raw {
            stream,
            event,
            rings,
        }
    }

    pub fn ring(&self) {
        let _ = rustix::io::write(&self.event, &1u64.to_ne_bytes());
    }

    /// Has the translator let go of it?
    pub fn is_over(&self) -> bool {
        let mut byte = [0];
        let got = rustix::net::recv(&self.stream, &mut byte, RecvFlags::DONTWAIT);
        !matches!(got, Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR))
    }
}
