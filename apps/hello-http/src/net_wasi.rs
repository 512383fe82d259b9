//! Connections by the sockets of WASI 0.2, called without the standard library.
//!
//! The standard library of wasm32-wasip1 has no sockets, and the one of wasm32-wasip2 is not
//! installed everywhere; a wasm32-wasip1 module with these calls becomes the same kind of
//! component (see `apps/component`).
//!
//! Invariant: a stream's fields are dropped in order, because WASI wants the streams of a
//! socket dropped before the socket.

use std::io;
use std::time::Instant;
use wasip2::clocks::monotonic_clock;
use wasip2::io::poll::{Pollable, poll};
use wasip2::io::streams::{InputStream, OutputStream, StreamError};
use wasip2::sockets::instance_network::instance_network;
use wasip2::sockets::network::{ErrorCode, IpAddressFamily, IpSocketAddress, Ipv4SocketAddress};
use wasip2::sockets::tcp::{ShutdownType, TcpSocket};
use wasip2::sockets::tcp_create_socket::create_tcp_socket;

/// Waits for clients on 127.0.0.1.
pub struct Listener(TcpSocket);

/// One client.
pub struct Stream {
    input: InputStream,
    output: OutputStream,
    socket: TcpSocket,
}

fn network_error(code: ErrorCode) -> io::Error {
    let kind = match code {
        ErrorCode::AccessDenied => io::ErrorKind::PermissionDenied,
        ErrorCode::AddressInUse => io::ErrorKind::AddrInUse,
        ErrorCode::NotSupported => io::ErrorKind::Unsupported,
        _ => io::ErrorKind::Other,
    };
    io::Error::new(kind, code.name().to_owned())
}

fn stream_error(error: StreamError) -> io::Error {
    match error {
        StreamError::Closed => io::ErrorKind::BrokenPipe.into(),
        StreamError::LastOperationFailed(error) => io::Error::other(error.to_debug_string()),
    }
}

/// Call `step` until it no longer answers "would block", resting on `ready` in between.
fn finish<T>(ready: &Pollable, step: impl Fn() -> Result<T, ErrorCode>) -> io::Result<T> {
    loop {
        match step() {
            Err(ErrorCode::WouldBlock) => ready.block(),
            other => return other.map_err(network_error),
        }
    }
}

/// Rest until `ready`, or `TimedOut` after `deadline`.
fn wait(ready: &Pollable, deadline: Instant) -> io::Result<()> {
    let left = deadline.saturating_duration_since(Instant::now());
    let nanoseconds = u64::try_from(left.as_nanos()).unwrap_or(u64::MAX);
    let alarm = monotonic_clock::subscribe_duration(nanoseconds);
    match poll(&[ready, &alarm]).contains(&0) {
        true => Ok(()),
        false => Err(io::ErrorKind::TimedOut.into()),
    }
}

impl Listener {
    /// Listen on 127.0.0.1:`port`.
    pub fn bind(port: u16) -> io::Result<Self> {
        let address = Ipv4SocketAddress {
            port,
            address: (127, 0, 0, 1),
        };
        let socket = create_tcp_socket(IpAddressFamily::Ipv4).map_err(network_error)?;
        let ready = socket.subscribe();
        socket
            .start_bind(&instance_network(), IpSocketAddress::Ipv4(address))
            .map_err(network_error)?;
        finish(&ready, || socket.finish_bind())?;
        socket.start_listen().map_err(network_error)?;
        finish(&ready, || socket.finish_listen())?;
        drop(ready);
        Ok(Self(socket))
    }

    /// Wait for the next client.
    pub fn accept(&self) -> io::Result<Stream> {
        let ready = self.0.subscribe();
        let (socket, input, output) = finish(&ready, || self.0.accept())?;
        Ok(Stream {
            input,
            output,
            socket,
        })
    }
}

impl Stream {
    /// Read some bytes; 0 at the end of what the client sends, `TimedOut` after `deadline`.
    pub fn read(&mut self, buffer: &mut [u8], deadline: Instant) -> io::Result<usize> {
        loop {
            match self.input.read(buffer.len() as u64) {
                Ok(bytes) if bytes.is_empty() => wait(&self.input.subscribe(), deadline)?,
                Ok(bytes) => {
                    buffer[..bytes.len()].copy_from_slice(&bytes);
                    return Ok(bytes.len());
                }
                Err(StreamError::Closed) => return Ok(0),
                Err(error) => return Err(stream_error(error)),
            }
        }
    }

    /// Write all bytes, or `TimedOut` after `deadline`.
    pub fn write_all(&mut self, mut bytes: &[u8], deadline: Instant) -> io::Result<()> {
        while !bytes.is_empty() {
            let room = self.room(deadline)?.min(bytes.len());
            self.output.write(&bytes[..room]).map_err(stream_error)?;
            bytes = &bytes[room..];
        }
        self.output.flush().map_err(stream_error)?;
        self.room(deadline).map(drop)
    }

    /// How many bytes may be written now; waits until it is not 0.
    fn room(&mut self, deadline: Instant) -> io::Result<usize> {
        loop {
            match self.output.check_write().map_err(stream_error)? {
                0 => wait(&self.output.subscribe(), deadline)?,
                room => return Ok(usize::try_from(room).unwrap_or(usize::MAX)),
            }
        }
    }

    /// Tell the client that nothing more comes.
    pub fn end(&mut self) -> io::Result<()> {
        self.socket
            .shutdown(ShutdownType::Send)
            .map_err(network_error)
    }
}
