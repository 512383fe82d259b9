//! Greets, works in five steps with a rest after each, and ends early when asked to stop.

use std::time::Duration;

const STEPS: u32 = 5;

fn main() {
    let who = std::env::args().nth(1).unwrap_or_else(|| "world".into());
    println!("Hello, {who}!");
    let id = terrace::partition::id_text(terrace::partition::id());
    terrace::info!("started for {who} in partition {id}");

    for step in 1..=STEPS {
        println!("step {step} of {STEPS}");
        if terrace::sleep(Duration::from_millis(200)).is_err() {
            println!("asked to stop");
            terrace::warn!("stopped after step {step}");
            return;
        }
    }
    println!("done");
    terrace::info!("done");
}
