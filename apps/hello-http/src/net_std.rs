//! Connections by the standard library: a native process, or the target wasm32-wasip2.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::time::Instant;

/// Waits for clients on 127.0.0.1.
pub struct Listener(TcpListener);

/// One client.
pub struct Stream(TcpStream);

impl Listener {
    /// Listen on 127.0.0.1:`port`.
    pub fn bind(port: u16) -> io::Result<Self> {
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map(Self)
    }

    /// Wait for the next client.
    pub fn accept(&self) -> io::Result<Stream> {
        let (stream, _) = self.0.accept()?;
        stream.set_nodelay(true)?;
        Ok(Stream(stream))
    }
}

fn timed_out(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::WouldBlock => io::ErrorKind::TimedOut.into(),
        _ => error,
    }
}

fn time_left(deadline: Instant) -> io::Result<Option<std::time::Duration>> {
    match deadline.checked_duration_since(Instant::now()) {
        Some(left) if !left.is_zero() => Ok(Some(left)),
        _ => Err(io::ErrorKind::TimedOut.into()),
    }
}

impl Stream {
    /// Read some bytes; 0 at the end of what the client sends, `TimedOut` after `deadline`.
    pub fn read(&mut self, buffer: &mut [u8], deadline: Instant) -> io::Result<usize> {
        self.0.set_read_timeout(time_left(deadline)?)?;
        self.0.read(buffer).map_err(timed_out)
    }

    /// Write all bytes, or `TimedOut` after `deadline`.
    pub fn write_all(&mut self, mut bytes: &[u8], deadline: Instant) -> io::Result<()> {
        while !bytes.is_empty() {
            self.0.set_write_timeout(time_left(deadline)?)?;
            match self.0.write(bytes).map_err(timed_out)? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                count => bytes = &bytes[count..],
            }
        }
        Ok(())
    }

    /// Tell the client that nothing more comes.
    pub fn end(&mut self) -> io::Result<()> {
        self.0.shutdown(Shutdown::Write)
    }
}
