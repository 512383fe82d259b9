//! `terrace channel`: a shell as a Linux process with a channel open.

use crate::cli::{ChannelAction, ChannelArgs, Format, ListenArgs, PostArgs, Reach};
use crate::failure::Failure;
use crate::interrupt::{self, Interrupt};
use crate::{output, remote};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};
use terrace_daemon::place;
use terrace_peer::{Connection, Roles};

/// How often a command that waits looks whether it was interrupted.
const LOOK: Duration = Duration::from_millis(100);
/// Status of a command whose time was up, as `timeout` has it.
const TIMED_OUT: u8 = 124;

/// `terrace channel`.
pub fn channel(args: &ChannelArgs) -> Result<u8, Failure> {
    match &args.action {
        ChannelAction::Send(args) => send(args),
        ChannelAction::Listen(args) => listen(args),
    }
}

fn open(channel: &str, roles: Roles, reach: &Reach) -> Result<Connection, Failure> {
    let socket = place::translator_socket(&remote::socket(reach));
    Connection::open(&socket, channel, roles).map_err(|e| Failure::new(e.to_string()))
}

/// `terrace channel send`.
fn send(args: &PostArgs) -> Result<u8, Failure> {
    let mut connection = open(&args.channel, Roles::SEND, &args.reach)?;
    let timeout = args.timeout.map(Duration::from_secs);
    let mut send = |bytes: &[u8]| {
        let sent = connection.send(args.kind, bytes, timeout);
        sent.map_err(|e| Failure::new(format!("channel `{}`: {e}", args.channel)))
    };
    let input = |e: std::io::Error| Failure::new(format!("cannot read standard input: {e}"));
    if let Some(message) = &args.message {
        send(message.as_bytes())?;
    } else if args.whole {
        let mut whole = Vec::new();
        std::io::stdin().read_to_end(&mut whole).map_err(input)?;
        send(&whole)?;
    } else {
        let mut lines = std::io::stdin().lock();
        let mut line = Vec::new();
        while lines.read_until(b'\n', &mut line).map_err(input)? > 0 {
            send(line.strip_suffix(b"\n").unwrap_or(&line))?;
            line.clear();
        }
    }
    Ok(0)
}

/// `terrace channel listen`.
fn listen(args: &ListenArgs) -> Result<u8, Failure> {
    let mut connection = open(&args.channel, Roles::RECEIVE, &args.reach)?;
    let interrupted = Arc::new(AtomicU8::new(0));
    let heard = interrupted.clone();
    let hear = move |interrupt: Interrupt| heard.store(interrupt.status(), Ordering::Release);
    interrupt::on_signal(hear.clone())?;
    interrupt::on_output_closed(hear)?;
    let patience = args.timeout.map(Duration::from_secs);
    let mut buffer = vec![0; connection.longest()];
    let (mut count, mut since) = (0, Instant::now());
    while args.count.is_none_or(|most| count < most) {
        match interrupted.load(Ordering::Acquire) {
            0 => {}
            status => return Ok(status),
        }
        if patience.is_some_and(|patience| since.elapsed() >= patience) {
            return Ok(TIMED_OUT);
        }
        let received = connection.receive(&mut buffer, Some(LOOK));
        let received = received.map_err(|e| Failure::new(e.to_string()))?;
        if let Some(received) = received {
            show(received.kind, &buffer[..received.length], args.format)?;
            (count, since) = (count + 1, Instant::now());
        }
    }
    Ok(0)
}

/// A message as an object.
#[derive(Serialize)]
struct Shown<'a> {
    kind: u32,
    length: usize,
    /// If it is text.
    text: Option<&'a str>,
    /// Two hexadecimal digits for each byte.
    data: String,
}

fn show(kind: u32, bytes: &[u8], format: Format) -> Result<(), Failure> {
    let text = str::from_utf8(bytes).ok();
    match (format, text) {
        (Format::Json, text) => output::json_line(&Shown {
            kind,
            length: bytes.len(),
            text,
            data: hexadecimal(bytes),
        }),
        (Format::Table, Some(text)) => output::line(&output::plain(text)),
        (Format::Table, None) => output::line(&hexadecimal(bytes)),
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a text does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
