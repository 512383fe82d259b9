//! Does every call of the guest interface keep its promise? One line per check, the same
//! lines in every language: `sdk/conformance.expected`.

use std::io::Read;
use std::time::Duration;
use terrace::sys::{self, Event, bounds};
use terrace::{Code, Level, Limits, Status, clock, control, log, partition};

/// What went wrong.
type Check = Result<(), String>;

/// A check and its name in the transcript.
type Named = (&'static str, fn() -> Check);

fn main() {
    let checks: [Named; 16] = [
        ("args", args),
        ("env", env),
        ("stdin", stdin),
        ("no-files", no_files),
        ("log", log),
        ("log-long", log_long),
        ("log-bad-level", log_bad_level),
        ("now-monotonic", now_monotonic),
        ("id-stable", id_stable),
        ("limits", limits),
        ("limits-short-buffer", limits_short_buffer),
        ("yield", yield_now),
        ("sleep-until-not-early", sleep_until_not_early),
        ("sleep-until-past", sleep_until_past),
        ("stop-not-requested", stop_not_requested),
        ("control-denied", control_denied),
    ];
    let mut failed = false;
    for (name, check) in checks {
        match check() {
            Ok(()) => println!("ok {name}"),
            Err(why) => {
                failed = true;
                println!("fail {name}: {why}");
            }
        }
    }
    println!("ok exit");
    terrace::exit(i32::from(failed));
}

/// The failure that names what was found, unless it is as it should be.
fn expect(good: bool, found: impl std::fmt::Debug) -> Check {
    if good {
        Ok(())
    } else {
        Err(format!("{found:?}"))
    }
}

fn args() -> Check {
    let args: Vec<_> = std::env::args().skip(1).collect();
    expect(args == ["alpha", "beta gamma"], args)
}

fn env() -> Check {
    let vars: Vec<_> = std::env::vars().collect();
    expect(vars == [("TERRACE_CONFORMANCE".into(), "yes".into())], vars)
}

fn stdin() -> Check {
    let mut text = String::new();
    let read = std::io::stdin().read_to_string(&mut text);
    expect(read.is_ok() && text == "one\ntwo\n", text)
}

fn no_files() -> Check {
    expect(
        std::fs::File::open("/etc/passwd").is_err(),
        "/etc/passwd was opened",
    )
}

fn log() -> Check {
    let answers = Level::ALL.map(|level| log::log(level, "conformance"));
    expect(answers.iter().all(Result::is_ok), answers)
}

fn log_long() -> Check {
    let answer = log::log(Level::Debug, &"x".repeat(2 * bounds::LOG_BYTES as usize));
    expect(answer.is_ok(), answer)
}

fn log_bad_level() -> Check {
    let answers = [0, 5].map(|level| sys::system::log(level, b"bad"));
    expect(answers == [Code::Invalid.as_i32(); 2], answers)
}

fn now_monotonic() -> Check {
    let first = clock::now();
    let mut last = first;
    for _ in 0..10_000_000 {
        let now = clock::now();
        if now < last {
            return Err(format!("{} after {}", now.as_ns(), last.as_ns()));
        }
        last = now;
        if last > first {
            return Ok(());
        }
    }
    Err("it stands still".into())
}

fn id_stable() -> Check {
    let ids = [partition::id(), partition::id()];
    expect(ids[0] == ids[1], ids)
}

fn limits() -> Check {
    let l = partition::limits().map_err(|code| code.to_string())?;
    let memory = l.memory_size > 0
        && l.memory_size <= l.memory_limit
        && l.memory_guaranteed <= l.memory_limit;
    let budget = (l.budget_ns == 0) == (l.period_ns == 0) && l.budget_ns <= l.period_ns;
    expect(
        memory && budget && l.slice_ns > 0 && l.priority == 0 && l.mode == 0,
        l,
    )
}

fn limits_short_buffer() -> Check {
    let answer = sys::system::limits(&mut [0; Limits::SIZE - 1]);
    expect(answer == Code::TooLong.as_i32(), answer)
}

fn yield_now() -> Check {
    for _ in 0..3 {
        terrace::yield_now();
    }
    Ok(())
}

fn sleep_until_not_early() -> Check {
    let until = clock::now() + Duration::from_millis(5);
    let answer = terrace::sleep_until(until);
    let woke = clock::now();
    expect(answer.is_ok() && woke >= until, (answer, until, woke))
}

fn sleep_until_past() -> Check {
    let answer = terrace::sleep_until(clock::Instant::from_ns(1));
    expect(answer.is_ok(), answer)
}

fn stop_not_requested() -> Check {
    expect(!terrace::stop_requested(), "a stop nobody asked for")
}

fn control_denied() -> Check {
    let me = control::Partition(partition::id());
    let answers = [
        ("create", control::create("any", "any").err()),
        ("start", me.start().err()),
        ("suspend", me.suspend().err()),
        ("resume", me.resume().err()),
        ("stop", me.stop().err()),
        ("kill", me.kill().err()),
        ("restart", me.restart().err()),
        ("set-limit", me.set_limit(terrace::Limit::Priority, 1).err()),
        ("trim", me.trim(terrace::TrimLevel::Light).err()),
        ("list", control::list().err()),
        ("status", me.status().map(|_: Status| ()).err()),
        ("name", me.name().err()),
        (
            "next-event",
            control::next_event(clock::now()).map(|_: Event| ()).err(),
        ),
    ];
    let wrong: Vec<_> = answers
        .iter()
        .filter(|(_, code)| *code != Some(Code::Denied))
        .collect();
    expect(wrong.is_empty(), wrong)
}
