//! Is each component called for each occasion, with memory for its releases? The same lines of each
//! component in every language: sdk/conformance-component.expected.

use terrace::Code;
use terrace::component::{self, Component, Release, Scratch, Service};

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

fn main() -> Result<(), Code> {
    match component::own_name()?.as_str() {
        "pilot" => component::serve::<Pilot>(),
        _ => component::serve::<Crew>(),
    }
}
