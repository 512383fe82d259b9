//! Warden: an app that looks after the other partitions (the manager app of MVM, 2001).
//!
//! Usage: `warden [RESTARTS]` (else 3). Once a second it logs a summary of all partitions.
//! What it is told of in between it acts upon: a fault is followed by a restart, at most
//! RESTARTS times for each partition; who used up its budget gets half of what it used;
//! who hit its memory limit is asked to give memory back. It ends when a stop is asked for.
#![forbid(unsafe_code)]

mod policy;
mod watch;

use policy::{Action, Policy};
use std::process::ExitCode;
use std::time::Duration;
use terrace::control::{Partition, next_event};
use terrace::{Code, Event, Limit, TrimLevel, clock};
use watch::Watch;

const LOOK_EVERY: Duration = Duration::from_secs(1);

struct Warden {
    policy: Policy,
    watch: Watch,
}

impl Warden {
    /// Until a stop is asked for.
    fn run(&mut self) -> Result<(), Code> {
        let mut next_look = clock::now();
        loop {
            if clock::now() >= next_look {
                self.look()?;
                next_look = clock::now() + LOOK_EVERY;
            }
            match next_event(next_look) {
                Ok(event) => self.handle(&event),
                Err(Code::Timeout) => {}
                Err(Code::Stopping) => return Ok(()),
                Err(code) => return Err(code),
            }
        }
    }

    fn look(&mut self) -> Result<(), Code> {
        let summary = self.watch.look()?;
        self.policy.keep(|id| self.watch.knows(id));
        terrace::info!("{summary}");
        Ok(())
    }

    fn handle(&mut self, event: &Event) {
        if event.id == terrace::partition::id() {
            return;
        }
        let Some(kind) = event.kind() else { return };
        let share = self.watch.share(event.id);
        if let Some(action) = self
            .policy
            .decide(event.id, kind, event.detail, event.at_ns, share)
        {
            apply(Partition(event.id), action);
        }
    }
}

/// Do it, and log what was done or why not.
fn apply(partition: Partition, action: Action) {
    let name = partition
        .name()
        .unwrap_or_else(|_| format!("partition {}", partition.0));
    let done = match action {
        Action::Restart { .. } => partition.restart(),
        Action::Lower {
            budget_ns,
            period_ns,
        } => partition
            .set_limit(Limit::Period, period_ns)
            .and_then(|()| partition.set_limit(Limit::Budget, budget_ns)),
        Action::Trim => partition.trim(TrimLevel::Critical),
        Action::GiveUp { .. } => Ok(()),
    };
    match done {
        Ok(()) => terrace::warn!("{name}: {action}"),
        Err(code) => terrace::warn!("{name}: {action}: refused: {}", code.doc()),
    }
}

fn main() -> ExitCode {
    let restarts = match std::env::args().nth(1).map(|text| text.parse()) {
        None => 3,
        Some(Ok(restarts)) => restarts,
        Some(Err(error)) => {
            eprintln!("warden: RESTARTS: {error}; it must be a whole number");
            return ExitCode::from(2);
        }
    };
    let mut warden = Warden {
        policy: Policy::new(restarts),
        watch: Watch::default(),
    };
    match warden.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(code) => {
            let hint = if code == Code::Denied {
                "; set control = true under [permissions]"
            } else {
                ""
            };
            eprintln!("warden: cannot control partitions: {}{hint}", code.doc());
            ExitCode::FAILURE
        }
    }
}
