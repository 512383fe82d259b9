//! TCP sockets that never wait: what cannot be done at once answers [`SocketError::Again`].
//!
//! # Invariants
//! I1. Every socket here is non-blocking from its first moment, so that a worker may make any call.
//!
//! Not for: who may use which address (the engine), or waiting (the caller).

use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketFlags, SocketType, socket_with};
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};

/// Why a call was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SocketError {
    /// Its time has not come.
    Again,
    /// Another socket has the address.
    InUse,
    /// Nobody listens there, or it cannot be reached.
    Refused,
    /// The other side broke the connection off.
    Reset,
    /// Linux has no more descriptors, or no memory, for it.
    Full,
    /// A listener is asked for what a connection does, or the other way round.
    Kind,
}

/// A listener or a connection. Dropping it closes it.
#[derive(Debug)]
pub enum Socket {
    /// Others come to it.
    Listener(TcpListener),
    /// Leads to another side, or is about to.
    Stream(TcpStream),
}

impl Socket {
    /// Listen at an address.
    ///
    /// # Errors
    /// `InUse`, or another reason of Linux's.
    pub fn listen(address: SocketAddr) -> Result<Socket, SocketError> {
        let listener = TcpListener::bind(address).map_err(|e| of(&e))?;
        listener.set_nonblocking(true).map_err(|e| of(&e))?;
        Ok(Socket::Listener(listener))
    }

    /// Begin a connection; [`Socket::connected`] tells when it stands.
    ///
    /// # Errors
    /// `Refused`, if that is known at once.
    pub fn connect(address: SocketAddr) -> Result<Socket, SocketError> {
        let family = match address {
            SocketAddr::V4(_) => AddressFamily::INET,
            SocketAddr::V6(_) => AddressFamily::INET6,
        };
        let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
        let socket =
            socket_with(family, SocketType::STREAM, flags, None).map_err(|e| of(&e.into()))?;
        match rustix::net::connect(&socket, &address) {
            Ok(()) | Err(Errno::INPROGRESS) => Ok(Socket::Stream(socket.into())),
            Err(e) => Err(of(&e.into())),
        }
    }

    /// Does the connection that was begun stand?
    ///
    /// # Errors
    /// `Again` until it is known, `Refused`.
    pub fn connected(&self) -> Result<(), SocketError> {
        let stream = self.stream()?;
        if let Ok(Some(_)) | Err(_) = stream.take_error() {
            return Err(SocketError::Refused);
        }
        match stream.peer_addr() {
            Ok(_) => Ok(()),
            Err(e) if e.kind() == ErrorKind::NotConnected => Err(SocketError::Again),
            Err(e) => Err(of(&e)),
        }
    }

    /// Take a connection that came.
    ///
    /// # Errors
    /// `Again` while there is none.
    pub fn accept(&self) -> Result<Socket, SocketError> {
        let Socket::Listener(listener) = self else {
            return Err(SocketError::Kind);
        };
        let (stream, _) = listener.accept().map_err(|e| of(&e))?;
        stream.set_nonblocking(true).map_err(|e| of(&e))?;
        Ok(Socket::Stream(stream))
    }

    /// Read what came; 0 at its end.
    ///
    /// # Errors
    /// `Again` while nothing has come, `Reset`.
    pub fn receive(&self, into: &mut [u8]) -> Result<usize, SocketError> {
        let mut stream = self.stream()?;
        stream.read(into).map_err(|e| of(&e))
    }

    /// Send; answers how much was taken.
    ///
    /// # Errors
    /// `Again` while there is no room, `Reset`.
    pub fn send(&self, bytes: &[u8]) -> Result<usize, SocketError> {
        let mut stream = self.stream()?;
        stream.write(bytes).map_err(|e| of(&e))
    }

    /// Nothing more will be sent.
    ///
    /// # Errors
    /// `Reset`.
    pub fn shut(&self) -> Result<(), SocketError> {
        self.stream()?.shutdown(Shutdown::Write).map_err(|e| of(&e))
    }

    /// The address of this side.
    ///
    /// # Errors
    /// A reason of Linux's.
    pub fn local(&self) -> Result<SocketAddr, SocketError> {
        let local = match self {
            Socket::Listener(listener) => listener.local_addr(),
            Socket::Stream(stream) => stream.local_addr(),
        };
        local.map_err(|e| of(&e))
    }

    /// The address of the other side.
    ///
    /// # Errors
    /// `Again` or `Reset` while there is none.
    pub fn peer(&self) -> Result<SocketAddr, SocketError> {
        self.stream()?.peer_addr().map_err(|e| of(&e))
    }

    fn stream(&self) -> Result<&TcpStream, SocketError> {
        match self {
            Socket::Stream(stream) => Ok(stream),
            Socket::Listener(_) => Err(SocketError::Kind),
        }
    }
}

fn of(error: &std::io::Error) -> SocketError {
    let number = error.raw_os_error().map(Errno::from_raw_os_error);
    match (error.kind(), number) {
        (ErrorKind::WouldBlock | ErrorKind::Interrupted, _) => SocketError::Again,
        (ErrorKind::AddrInUse, _) => SocketError::InUse,
        (_, Some(Errno::MFILE | Errno::NFILE | Errno::NOBUFS | Errno::NOMEM)) => SocketError::Full,
        (
            ErrorKind::ConnectionReset
            | ErrorKind::BrokenPipe
            | ErrorKind::ConnectionAborted
            | ErrorKind::NotConnected,
            _,
        ) => SocketError::Reset,
        _ => SocketError::Refused,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn until<T>(mut call: impl FnMut() -> Result<T, SocketError>) -> Result<T, SocketError> {
        loop {
            match call() {
                Err(SocketError::Again) => std::thread::yield_now(),
                done => return done,
            }
        }
    }

    fn pair() -> (Socket, Socket) {
        let listener = Socket::listen("127.0.0.1:0".parse().unwrap()).unwrap();
        assert_eq!(listener.accept().unwrap_err(), SocketError::Again);
        let near = Socket::connect(listener.local().unwrap()).unwrap();
        let far = until(|| listener.accept()).unwrap();
        until(|| near.connected()).unwrap();
        assert_eq!(near.peer(), listener.local());
        assert_eq!(far.peer(), near.local());
        (near, far)
    }

    #[test]
    fn what_is_sent_arrives_and_the_end_is_told() {
        let (near, far) = pair();
        let mut text = [0; 8];
        assert_eq!(far.receive(&mut text), Err(SocketError::Again));
        assert_eq!(near.send(b"abc"), Ok(3));
        assert_eq!(until(|| far.receive(&mut text)), Ok(3));
        assert_eq!(&text[..3], b"abc");
        near.shut().unwrap();
        assert_eq!(until(|| far.receive(&mut text)), Ok(0));
        assert_eq!(far.send(b"d"), Ok(1), "the other way is open");
        assert_eq!(until(|| near.receive(&mut text)), Ok(1));
    }

    #[test]
    fn a_full_connection_answers_again() {
        let (near, _far) = pair();
        let block = vec![7; 1 << 16];
        let mut sent = 0;
        while let Ok(count) = near.send(&block) {
            sent += count;
        }
        assert!(sent > 0);
        assert_eq!(near.send(&block), Err(SocketError::Again));
    }

    #[test]
    fn an_address_has_one_listener_and_one_without_refuses() {
        let listener = Socket::listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let address = listener.local().unwrap();
        assert_eq!(Socket::listen(address).unwrap_err(), SocketError::InUse);
        drop(listener);
        let refused = Socket::connect(address).and_then(|s| until(|| s.connected()));
        assert_eq!(refused, Err(SocketError::Refused));
    }

    #[test]
    fn a_listener_is_no_connection() {
        let listener = Socket::listen("[::1]:0".parse().unwrap())
            .or_else(|_| Socket::listen("127.0.0.1:0".parse().unwrap()))
            .unwrap();
        assert_eq!(listener.send(b"x"), Err(SocketError::Kind));
        assert_eq!(listener.peer(), Err(SocketError::Kind));
        assert_eq!(pair().0.accept().unwrap_err(), SocketError::Kind);
    }
}
