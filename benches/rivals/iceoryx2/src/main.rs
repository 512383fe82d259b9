//! iceoryx2 as a rival of messages and windows: `WAY SIZE ROUNDS CORE CORE`. Two processes, one message at a
//! time; writes to standard output how long each took, 8 bytes each.
//!
//! | way | the receiver | from | until |
//! |---|---|---|---|
//! | `blocking` | rests in an event's wait | the sender's call | all was copied in, and out again |
//! | `busy` | asks again and again | the same | the same |
//! | `blocking-window`, `busy-window` | as above | the sender has filled the loan in place | both ends of it were read in place |

use iceoryx2::port::{
    listener::Listener, notifier::Notifier, publisher::Publisher, subscriber::Subscriber,
};
use iceoryx2::prelude::*;
use iceoryx2::sample::Sample;
use rustix::thread::{CpuSet, sched_setaffinity};
use rustix::time::{ClockId, clock_gettime};
use std::error::Error;
use std::io::Write;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

type Result<T> = std::result::Result<T, Box<dyn Error>>;
type Out = Publisher<ipc::Service, [u8], u64>;
type In = Subscriber<ipc::Service, [u8], u64>;

/// As the other rivals warm up.
const WARM: usize = 200;
/// Nothing takes longer: the other end is gone.
const PATIENCE: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{args:?}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[String]) -> Result<()> {
    let (args, receives) = match args.split_last() {
        Some((last, rest)) if last.starts_with("receive-") => (rest, Some(last.as_str())),
        _ => (args, None),
    };
    let [way, size, rounds, here, there] = args else {
        return Err("WAY SIZE ROUNDS CORE CORE are needed".into());
    };
    set_log_level(LogLevel::Error);
    let way = Way {
        busy: way.starts_with("busy"),
        window: way.ends_with("-window"),
    };
    let (size, rounds): (usize, usize) = (size.parse()?, rounds.parse()?);
    if let Some(name) = receives {
        pin(there.parse()?)?;
        let name = name.strip_prefix("receive-").unwrap_or(name);
        return receive(&Ends::open(name, size, false)?, way, size, rounds);
    }
    let name = format!("terrace-{}", std::process::id());
    // Before the other end comes, so that it finds the services.
    let ends = Ends::open(&name, size, true)?;
    let mut receiver = Command::new(std::env::current_exe()?)
        .args(args)
        .arg(format!("receive-{name}"))
        .stdin(Stdio::null())
        .spawn()?;
    pin(here.parse()?)?;
    let sent = send(&ends, way, size, rounds);
    if sent.is_err() {
        receiver.kill()?;
    }
    let status = receiver.wait()?;
    sent?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("the receiver ended with {status}").into())
    }
}

#[derive(Clone, Copy)]
struct Way {
    busy: bool,
    window: bool,
}

/// One end: messages out, messages in, and an event for each.
struct Ends {
    to: Out,
    from: In,
    tell: Notifier<ipc::Service>,
    hear: Listener<ipc::Service>,
    _node: Node<ipc::Service>,
}

impl Ends {
    fn open(name: &str, size: usize, first: bool) -> Result<Ends> {
        let node = NodeBuilder::new().create::<ipc::Service>()?;
        let (out, back) = if first {
            ("there", "back")
        } else {
            ("back", "there")
        };
        let messages = |way: &str| -> Result<_> {
            let name = format!("{name}-{way}");
            let service = node.service_builder(&name.as_str().try_into()?);
            let service = service.publish_subscribe::<[u8]>().user_header::<u64>();
            let service = service
                .max_publishers(1)
                .max_subscribers(1)
                .subscriber_max_buffer_size(1);
            Ok(service.open_or_create()?)
        };
        let event = |way: &str| -> Result<_> {
            let name = format!("{name}-{way}-event");
            Ok(node
                .service_builder(&name.as_str().try_into()?)
                .event()
                .open_or_create()?)
        };
        Ok(Ends {
            to: messages(out)?
                .publisher_builder()
                .initial_max_slice_len(size)
                .create()?,
            from: messages(back)?.subscriber_builder().create()?,
            tell: event(out)?.notifier_builder().create()?,
            hear: event(back)?.listener_builder().create()?,
            _node: node,
        })
    }

    /// The next message, in place.
    fn next(&self, way: Way) -> Result<Sample<ipc::Service, [u8], u64>> {
        let began = now();
        loop {
            if let Some(sample) = self.from.receive()? {
                return Ok(sample);
            }
            if !way.busy {
                self.hear.timed_wait(|_| {}, PATIENCE)?;
            } else {
                std::hint::spin_loop();
            }
            if now() - began > PATIENCE.as_nanos() as u64 {
                return Err("the other end is gone".into());
            }
        }
    }

    /// Fills a loan, and sends it.
    fn post(&self, way: Way, bytes: &[u8]) -> Result<()> {
        let called = now();
        let loan = self.to.loan_slice_uninit(bytes.len())?;
        let mut loan = loan.write_from_slice(bytes);
        *loan.user_header_mut() = if way.window { now() } else { called };
        loan.send()?;
        if !way.busy {
            self.tell.notify()?;
        }
        Ok(())
    }
}

fn send(ends: &Ends, way: Way, size: usize, rounds: usize) -> Result<()> {
    let bytes = vec![7; size];
    // The receiver says that it is there.
    ends.next(way)?;
    for _ in 0..rounds + warm(rounds) {
        ends.post(way, &bytes)?;
        ends.next(way)?;
    }
    Ok(())
}

fn receive(ends: &Ends, way: Way, size: usize, rounds: usize) -> Result<()> {
    let mut bytes = vec![0; size];
    let mut times = Vec::with_capacity(rounds * 8);
    ends.post(way, &[1])?;
    for round in 0..rounds + warm(rounds) {
        let sample = ends.next(way)?;
        let payload = sample.payload();
        if way.window {
            std::hint::black_box((payload[0], payload[size - 1]));
        } else {
            bytes.copy_from_slice(payload);
        }
        let took = now() - *sample.user_header();
        if payload[size - 1] != 7 || (!way.window && bytes[0] != 7) {
            return Err("a message is not what was sent".into());
        }
        if round >= warm(rounds) {
            times.extend(took.to_ne_bytes());
        }
        drop(sample);
        ends.post(way, &[1])?;
    }
    Ok(std::io::stdout().write_all(&times)?)
}

/// Fewer of the long ones: warming up is not to take longer than measuring.
fn warm(rounds: usize) -> usize {
    rounds.min(WARM)
}

fn now() -> u64 {
    let time = clock_gettime(ClockId::Monotonic);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

fn pin(core: usize) -> Result<()> {
    let mut set = CpuSet::new();
    set.set(core);
    Ok(sched_setaffinity(None, &set)?)
}
