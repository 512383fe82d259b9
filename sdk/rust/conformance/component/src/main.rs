//! Is each component called for each occasion, with memory for its releases? The same lines of each
//! component in every language: sdk/conformance-component.expected.

use terrace::Code;
use terrace::component::{self, Component, Release, Scratch, Service};
use terrace::message::{Post, Sender};

/// Longer than what one call copies.
static NEWS: [u8; 300_000] = [b'n'; 300_000];

struct Pilot;

impl Service for Pilot {
    fn create(facts: &Component) -> Result<Pilot, Code> {
        let name = component::own_name()?;
        println!(
            "{name} create: {} of {} callbacks",
            component::name(1)?,
            facts.callbacks
        );
        Ok(Pilot)
    }

    fn start_command(&mut self) {
        println!("pilot start");
    }

    fn release(&mut self, release: &Release, scratch: &Scratch<'_>) {
        let whole = scratch
            .slice(4096, 0u8)
            .is_ok_and(|bytes| bytes.len() == 4096);
        let more = scratch.slice(1, 0u8);
        if release.sequence < 6 {
            println!(
                "pilot tick {}: {whole}, {}",
                release.sequence,
                more == Err(Code::NoMemory)
            );
        }
        if release.sequence == 3 {
            let news = Sender::open("conformance-news-rust").expect("it is declared");
            let kind = |kind| Post {
                kind,
                ..Post::default()
            };
            let first = news.post(&NEWS, kind(7));
            // More than it may in one release.
            let second = news.post(b"more", kind(8));
            println!(
                "pilot sends: {}, {}",
                first.is_ok(),
                second == Err(Code::Crowded)
            );
        }
        let done = match release.sequence {
            1 => component::pause("crew"),
            11 => component::resume("crew"),
            21 => component::stop("crew"),
            22 => component::start("nobody"),
            60 => {
                println!("pilot ends");
                terrace::exit(5)
            }
            _ => return,
        };
        println!(
            "pilot order {}: {}",
            release.sequence,
            done.err().map_or(0, Code::as_i32)
        );
    }
}

struct Crew;

impl Service for Crew {
    fn create(_: &Component) -> Result<Crew, Code> {
        println!("crew create");
        Ok(Crew)
    }

    fn start_command(&mut self) {
        println!("crew start");
    }

    fn release(&mut self, _: &Release, _: &Scratch<'_>) {}

    fn pause(&mut self) {
        println!("crew pause");
    }

    fn resume(&mut self) {
        println!("crew resume");
    }

    fn destroy(&mut self) {
        println!("crew destroy");
    }
}

struct Ear;

impl Service for Ear {
    fn create(_: &Component) -> Result<Ear, Code> {
        println!("ear create");
        Ok(Ear)
    }

    fn release(&mut self, release: &Release, scratch: &Scratch<'_>) {
        let (letter, bytes) = scratch.message(release).expect("it is for a message");
        let whole = bytes.iter().all(|&byte| byte == b'n');
        println!(
            "ear hears {} of kind {} and priority {}: {whole}",
            bytes.len(),
            letter.kind,
            letter.priority
        );
    }
}

fn main() -> Result<(), Code> {
    match component::own_name()?.as_str() {
        "pilot" => component::serve::<Pilot>(),
        "ear" => component::serve::<Ear>(),
        _ => component::serve::<Crew>(),
    }
}
