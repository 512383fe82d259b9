//! Do the calls for messages keep their promises? One line per check, the same lines in every
//! language: `sdk/conformance-messages.expected`.

use std::cell::RefCell;
use std::time::Duration;
use terrace::bundle::{Bundle, Intent, Value};
use terrace::clock::{Instant, now};
use terrace::message::{Looper, Post, Receiver, Sender};
use terrace::provider::{self, Query};
use terrace::{Code, partition};

/// What went wrong.
type Check = Result<(), String>;

/// What all checks use.
struct Ends {
    sender: Sender,
    receiver: Receiver,
}

/// A check and its name in the transcript.
type Named = (&'static str, fn(&Ends) -> Check);

fn main() {
    let ends = Ends {
        sender: Sender::open("loop").expect("it is declared"),
        receiver: Receiver::open("loop").expect("it is declared"),
    };
    let checks: [Named; 15] = [
        ("undeclared", undeclared),
        ("send-receive", send_receive),
        ("long", long),
        ("too-long", too_long),
        ("crowded", crowded),
        ("remove", remove),
        ("lost", lost),
        ("later", later),
        ("timeout", timeout),
        ("broadcast", broadcast),
        ("looper", looper),
        ("intent", intent),
        ("provider", rows),
        ("refused", refused),
        ("observe", observe),
    ];
    let mut failed = false;
    for (name, check) in checks {
        match check(&ends) {
            Ok(()) => println!("ok {name}"),
            Err(why) => {
                failed = true;
                println!("fail {name}: {why}");
            }
        }
    }
    std::process::exit(i32::from(failed));
}

/// The failure that names what was found, unless it is as it should be.
fn expect(good: bool, found: impl std::fmt::Debug) -> Check {
    if good {
        Ok(())
    } else {
        Err(format!("{found:?}"))
    }
}

fn undeclared(_: &Ends) -> Check {
    let answer = Sender::open("nothing");
    expect(answer == Err(Code::Undeclared), answer)
}

fn send_receive(ends: &Ends) -> Check {
    let post = Post {
        kind: 7,
        ..Post::default()
    };
    let sent = ends.sender.post(b"hello", post);
    let mut data = [0; 8];
    let letter = ends.receiver.receive(&mut data, Instant::NEVER);
    let letter = letter.map_err(|code| code.to_string())?;
    let good = sent == Ok(1)
        && &data[..letter.length as usize] == b"hello"
        && (letter.kind, letter.priority, letter.sender) == (7, 0, partition::id());
    expect(good, (sent, letter, data))
}

fn long(ends: &Ends) -> Check {
    let bytes: Vec<u8> = (0..300_000u32).map(|i| (i % 251) as u8).collect();
    let sent = ends.sender.send(&bytes);
    let short = ends.receiver.receive(&mut [0; 8], Instant::NEVER).err();
    let taken = ends
        .receiver
        .take(Instant::NEVER)
        .map_err(|code| code.to_string())?;
    let mut back = Vec::new();
    let length = taken.read_all(&mut back);
    let good = sent == Ok(1) && short == Some(Code::TooLong) && length == Ok(300_000);
    expect(good && back == bytes, (sent, short, length))
}

fn too_long(ends: &Ends) -> Check {
    let answer = ends.sender.send(&vec![0; 300_001]);
    expect(answer == Err(Code::TooLong), answer)
}

fn crowded(ends: &Ends) -> Check {
    let post = Post {
        kind: 3,
        ..Post::default()
    };
    let answers = [0; 4].map(|_| ends.sender.post(b"x", post));
    expect(
        answers == [Ok(1), Ok(1), Ok(1), Err(Code::Crowded)],
        answers,
    )
}

fn remove(ends: &Ends) -> Check {
    let answers = [4, 3, 3].map(|kind| ends.sender.remove(kind));
    expect(answers == [Ok(0), Ok(3), Ok(0)], answers)
}

fn lost(ends: &Ends) -> Check {
    let answer = ends.sender.lost();
    expect(answer == Ok(0), answer)
}

fn later(ends: &Ends) -> Check {
    let at = now() + Duration::from_millis(5);
    let sent = ends.sender.post(
        b"later",
        Post {
            at,
            ..Post::default()
        },
    );
    let taken = ends.receiver.take(Instant::NEVER).map(drop);
    let came = now();
    expect(
        sent == Ok(1) && taken.is_ok() && came >= at,
        (sent, taken, at, came),
    )
}

fn timeout(ends: &Ends) -> Check {
    let answer = ends
        .receiver
        .receive(&mut [0; 8], now() + Duration::from_millis(2));
    expect(answer == Err(Code::Timeout), answer)
}

fn broadcast(_: &Ends) -> Check {
    let sender = Sender::open("news").map_err(|code| code.to_string())?;
    let alone = sender.send(b"to nobody");
    let receiver = Receiver::open("news").map_err(|code| code.to_string())?;
    let heard = sender.send(b"to one");
    let letter = receiver
        .receive(&mut [0; 16], Instant::NEVER)
        .map(|l| l.length);
    let closed = receiver.close();
    let good = (alone, heard, letter) == (Ok(0), Ok(1), Ok(6));
    expect(good && closed.is_ok(), (alone, heard, letter, closed))
}

fn looper(ends: &Ends) -> Check {
    let heard = RefCell::new(String::new());
    let mut looper = Looper::new();
    for channel in ["loop", "news"] {
        let heard = &heard;
        let handler = move |_: &terrace::Letter, bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes);
            heard.borrow_mut().push_str(&format!("{channel}={text} "));
        };
        looper
            .on(channel, handler)
            .map_err(|code| code.to_string())?;
    }
    let news = Sender::open("news").map_err(|code| code.to_string())?;
    let sent = [
        ends.sender.send(b"a"),
        news.send(b"b"),
        ends.sender.send(b"c"),
    ];
    let mut turns = 0;
    while looper.turn(now()).is_ok() {
        turns += 1;
    }
    drop(looper);
    let heard = heard.into_inner();
    let good = sent == [Ok(1); 3] && turns == 3 && heard == "loop=a news=b loop=c ";
    expect(good, (sent, turns, heard))
}

const NOTE: &str = "content://notes/note";

fn intent(_: &Ends) -> Check {
    let why = |code: Code| code.to_string();
    let inner = Bundle::new().long("deep", -1);
    let extras = Bundle::new()
        .text("who", "you")
        .long("at", 1 << 40)
        .double("half", 0.5)
        .with("few", Value::Int(-7))
        .with("yes", Value::Boolean(true))
        .with("raw", Value::Bytes(&[0, 255]))
        .with("inner", Value::Bundle(inner.entries()));
    let (sender, receiver) = (
        Sender::open("changes").map_err(why)?,
        Receiver::open("changes").map_err(why)?,
    );
    let sent = sender.announce(&Intent::new("go", &extras), Post::default());
    let mut data = [0; 400];
    let letter = receiver.receive(&mut data, Instant::NEVER).map_err(why)?;
    let (action, found) = Intent::read(&data[..letter.length as usize]).ok_or("it is no intent")?;
    let deep = match found.get("inner") {
        Some(Value::Bundle(entries)) => entries.get("deep"),
        other => other,
    };
    let good = (action, letter.form, sent) == ("go", 1, Ok(1))
        && found.get("who") == Some(Value::Text("you"))
        && found.get("at") == Some(Value::Long(1 << 40))
        && found.get("half") == Some(Value::Double(0.5))
        && found.get("few") == Some(Value::Int(-7))
        && found.get("yes") == Some(Value::Boolean(true))
        && found.get("raw") == Some(Value::Bytes(&[0, 255]))
        && found.get("none").is_none()
        && deep == Some(Value::Long(-1));
    expect(good, (action, letter, data))
}

fn note(title: &str, size: i64) -> Bundle {
    Bundle::new().text("title", title).long("size", size)
}

fn rows(_: &Ends) -> Check {
    let why = |code: Code| code.to_string();
    let added = ["a", "b", "c"]
        .map(|title| provider::insert(NOTE, &note(title, i64::from(title.as_bytes()[0]))));
    let query = Query {
        columns: "title, size, weight",
        selection: "size > ?1",
        arguments: &[Value::Long(97)],
        order: "size desc",
        limit: 0,
    };
    let mut cursor = provider::query(NOTE, &query).map_err(why)?;
    let mut found = String::new();
    while let Some(row) = cursor.row().map_err(why)? {
        found.push_str(&format!("{:?} ", row.collect::<Vec<_>>()));
    }
    let weight = Bundle::new().double("weight", 0.5);
    let updated = provider::update("content://notes/note/2", &weight, "", &[]);
    let deleted = provider::delete(NOTE, "weight is null and title <> ?1", &[Value::Text("a")]);
    let mut counted = provider::call("content://notes/count", &[]).map_err(why)?;
    let count = counted
        .row()
        .map_err(why)?
        .and_then(|mut row| row.next())
        .map(|value| format!("{value:?}"));
    let good = added == [Ok(1), Ok(2), Ok(3)]
        && found == "[Text(\"c\"), Long(99), Null] [Text(\"b\"), Long(98), Null] "
        && (updated, deleted) == (Ok(1), Ok(1))
        && count.as_deref() == Some("Long(2)");
    expect(good, (added, found, updated, deleted, count))
}

fn refused(_: &Ends) -> Check {
    let bad = Query {
        selection: "1) OR (1",
        ..Query::default()
    };
    let codes = (
        provider::query("content://nobody/note", &Query::default()).err(),
        provider::query("content://notes/../note", &Query::default()).err(),
        provider::query(NOTE, &bad).err(),
        provider::insert(NOTE, &Bundle::new().long("size", 1)).err(),
    );
    let expected = (
        Some(Code::NotFound),
        Some(Code::Invalid),
        Some(Code::Invalid),
        Some(Code::Conflict),
    );
    expect(codes == expected, codes)
}

fn observe(_: &Ends) -> Check {
    let why = |code: Code| code.to_string();
    let receiver = Receiver::open("changes").map_err(why)?;
    let observation = provider::observe(NOTE, "changes").map_err(why)?;
    let id = provider::insert(NOTE, &note("new", 0)).map_err(why)?;
    let mut data = [0; 400];
    let letter = receiver.receive(&mut data, Instant::NEVER).map_err(why)?;
    let (action, found) = Intent::read(&data[..letter.length as usize]).ok_or("it is no intent")?;
    let good = action == "terrace.changed"
        && found.get("uri") == Some(Value::Text(&format!("{NOTE}/{id}")))
        && found.get("change") == Some(Value::Int(0))
        && found.get("rows") == Some(Value::Long(1));
    drop(observation);
    provider::insert(NOTE, &note("newer", 0)).map_err(why)?;
    let silent = receiver.receive(&mut [0; 400], now());
    expect(good && silent == Err(Code::Timeout), (id, data, silent))
}
