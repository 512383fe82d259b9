//! `terrace up`: all apps of a device in this process, watched until they have ended or the
//! user has seen enough.
//!
//! # Invariants
//! I1. Every app is built, loaded and installed before the first partition starts: a device
//!     that cannot start whole does not start at all.
//! I2. Whatever ends it, the partitions are stopped politely, then by force, before the table.

mod device;
mod log;

use crate::cli::{Format, UpArgs};
use crate::failure::{FAILED, Failure};
use crate::live::{self, Act, Source};
use crate::progress::Progress;
use crate::{interrupt, output, remote};
use log::Log;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use terrace_abi::FaultKind;
use terrace_vm::{Controller, PartitionId, PartitionInfo};

const LOOK: Duration = Duration::from_millis(50);

/// `terrace up`.
pub fn up(args: &UpArgs) -> Result<u8, Failure> {
    let device::Running {
        controller,
        bridge,
        gateway,
    } = device::start(args)?;
    let until = Until::new(args.seconds)?;
    let live = !args.headless && args.format == Format::Table && std::io::stdout().is_terminal();
    if live {
        let mut local = Local(controller.clone());
        live::watch(&mut local, |partitions| {
            until.reached(&controller, partitions)
        })?;
    } else {
        print_log(&controller, &until, args.format)?;
    }
    drop((bridge, gateway));
    shut_down(&controller, &until);
    let partitions = controller.list();
    output::either(args.format, &partitions, |p| remote::table(p))?;
    Ok(if partitions.iter().any(faulted) {
        FAILED
    } else {
        0
    })
}

/// Killed on purpose is no fault of the device.
fn faulted(partition: &PartitionInfo) -> bool {
    partition
        .fault
        .as_ref()
        .is_some_and(|f| f.kind != FaultKind::Killed.name())
}

fn print_log(controller: &Controller, until: &Until, format: Format) -> Result<(), Failure> {
    let mut log = Log::new(controller.clone(), format);
    loop {
        let partitions = controller.list();
        let reached = until.reached(controller, &partitions);
        log.print(&partitions)?;
        if reached {
            return Ok(());
        }
        std::thread::sleep(LOOK);
    }
}

fn shut_down(controller: &Controller, until: &Until) {
    let _shown = Progress::start("stopping");
    let (machine, signals) = (controller.clone(), until.signals.clone());
    let before = signals.load(Ordering::Acquire);
    // A further Ctrl-C has no patience for the polite way.
    let impatient = std::thread::spawn(move || {
        while signals.load(Ordering::Acquire) == before
            && machine.list().iter().any(|p| p.state.alive())
        {
            std::thread::sleep(LOOK);
        }
        for partition in machine.list().iter().filter(|p| p.state.alive()) {
            if let Ok(id) = partition.id.parse() {
                // It may have ended meanwhile, which is what is wanted.
                let _ = machine.kill(id);
            }
        }
    });
    controller.shut_down();
    // It ends with the last partition, and has nothing to tell.
    let _ = impatient.join();
}

/// When to stop.
struct Until {
    deadline: Option<Instant>,
    signals: Arc<AtomicU32>,
}

impl Until {
    fn new(seconds: Option<u64>) -> Result<Until, Failure> {
        let signals = Arc::new(AtomicU32::new(0));
        let count = signals.clone();
        interrupt::on_signal(move |_| {
            count.fetch_add(1, Ordering::AcqRel);
        })?;
        let deadline = seconds.and_then(|s| Instant::now().checked_add(Duration::from_secs(s)));
        Ok(Until { deadline, signals })
    }

    /// Interrupted, over, or nothing left to watch.
    fn reached(&self, controller: &Controller, partitions: &[PartitionInfo]) -> bool {
        let over = self.deadline.is_some_and(|at| Instant::now() >= at);
        over || self.signals.load(Ordering::Acquire) > 0
            || partitions.iter().all(|p| ended_for_good(controller, p))
    }
}

/// And the restart policy will not start it again.
fn ended_for_good(controller: &Controller, partition: &PartitionInfo) -> bool {
    let Ok(id) = partition.id.parse::<PartitionId>() else {
        return true;
    };
    partition.state.ended() && !matches!(controller.wait(id, Some(Duration::ZERO)), Ok(None))
}

/// The partitions of this process.
struct Local(Controller);

impl Source for Local {
    fn partitions(&mut self) -> Result<Vec<PartitionInfo>, Failure> {
        Ok(self.0.list())
    }

    fn act(&mut self, act: Act, id: &str) -> Result<(), String> {
        let id: PartitionId = id.parse().map_err(|e: terrace_vm::NotAnId| e.to_string())?;
        let done = match act {
            Act::Suspend => self.0.suspend(id),
            Act::Resume => self.0.resume(id),
            Act::Kill => self.0.kill(id),
        };
        done.map_err(|e| e.to_string())
    }
}
