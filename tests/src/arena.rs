//! An arena: a machine with a witness on every worker, and a census from before the attack.
//!
//! Arenas of one process take turns: a census counts the process, and starting a second
//! machine would lock the pages of the first one's pool into memory.

use crate::wait::eventually;
use std::ops::Deref;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use terrace_testkit::machine::WATCHDOG;
use terrace_testkit::{Census, Heartbeat, LinuxThread, Machine, guests};
use terrace_vm::{Config, PartitionId, PartitionInfo};

static TURN: Mutex<()> = Mutex::new(());

/// Resident memory may differ by this much without anything having grown: the allocator's
/// arenas of threads that ran meanwhile.
const BREATH_KIB: usize = 16 * 1024;

/// See the module. Derefs to its machine.
pub struct Arena {
    machine: Machine,
    heartbeat: Option<Heartbeat>,
    before: Census,
    _turn: MutexGuard<'static, ()>,
}

impl Default for Arena {
    fn default() -> Arena {
        Arena::new()
    }
}

impl Arena {
    /// Two workers, a witness on each.
    #[must_use]
    pub fn new() -> Arena {
        Arena::with(Arena::config())
    }

    /// As [`Arena::new`], of another size.
    #[must_use]
    pub fn with(config: Config) -> Arena {
        let mut arena = Arena::quiet_with(config);
        arena.heartbeat = Some(Heartbeat::start(&arena.machine));
        arena.unhurt_neighbours();
        arena.before = Census::take();
        arena
    }

    /// Without witnesses: nothing runs that a test does not start.
    #[must_use]
    pub fn quiet() -> Arena {
        Arena::quiet_with(Arena::config())
    }

    /// Without witnesses, of another size.
    #[must_use]
    pub fn quiet_with(config: Config) -> Arena {
        // A test that failed in its turn has told so itself.
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let machine = Machine::with(config);
        // The first guest of a process makes what stays: signal handlers, the I/O thread.
        let first = machine.run_wat("first", guests::NOTHING, "");
        assert_eq!(machine.fault(first), "no fault: Exited(0)");
        let before = Census::take();
        let mut arena = Arena {
            machine,
            heartbeat: None,
            before,
            _turn: turn,
        };
        arena.tidy();
        arena.before = Census::take();
        arena
    }

    /// The usual size, with a short grace time.
    #[must_use]
    pub fn config() -> Config {
        Config {
            workers: 2,
            partitions: 64,
            grace: Duration::from_millis(300),
            ..Config::default()
        }
    }

    /// Every witness beats on.
    pub fn unhurt_neighbours(&self) {
        if let Some(heartbeat) = &self.heartbeat {
            heartbeat.check(&self.machine);
        }
    }

    /// Every witness beats on, and the process holds no more than before the attack. What has
    /// ended is removed first, and its apps with it: an installed app keeps its code.
    pub fn unhurt(&self) {
        self.unhurt_neighbours();
        self.tidy();
        let mut now = self.before;
        eventually(&format!("the census of before, {:?}", self.before), || {
            let last = std::mem::replace(&mut now, Census::take());
            let settled = now.descriptors <= self.before.descriptors
                && now.threads <= self.before.threads + idle_io_threads()
                && now.resident_kib <= self.before.resident_kib + BREATH_KIB;
            if !settled && last != now {
                eprintln!("census: {now:?}");
            }
            settled
        });
    }

    /// Read a partition.
    #[must_use]
    pub fn info(&self, id: PartitionId) -> PartitionInfo {
        self.machine
            .controller
            .info(id)
            .expect("the partition exists")
    }

    /// Processor time so far, in ns.
    #[must_use]
    pub fn cpu_ns(&self, id: PartitionId) -> u64 {
        self.info(id).cpu_ns
    }

    /// Wait until it has used the processor from now on.
    pub fn runs_on(&self, id: PartitionId) {
        let before = self.cpu_ns(id);
        eventually(&format!("partition {id} runs on"), || {
            self.cpu_ns(id) > before
        });
    }

    /// Kill it and see it gone.
    pub fn kill(&self, id: PartitionId) {
        self.machine.controller.kill(id).expect("it lives");
        assert_eq!(self.machine.fault(id), "killed");
    }

    /// Remove what has ended, and the apps of which nothing lives.
    fn tidy(&self) {
        let controller = &self.machine.controller;
        for app in controller.apps() {
            self.clear(&app);
            if controller.list().iter().all(|i| i.app != app) {
                controller.uninstall(&app);
            }
        }
    }

    /// Remove what does not live of an app.
    pub fn clear(&self, app: &str) {
        let controller = &self.machine.controller;
        let dead = |i: &&PartitionInfo| i.app == app && !i.state.alive();
        for info in controller.list().iter().filter(dead) {
            let id = info.id.parse().expect("an id is printed as it is read");
            if info.state.ended() {
                let end = controller.wait(id, Some(WATCHDOG));
                end.expect("it exists").expect("it has ended");
            }
            controller.remove(id).expect("it does not live");
        }
    }

    /// Run a guest to its end and give its exit status. Earlier ones of that name are removed.
    ///
    /// # Panics
    /// If it ends by a fault.
    pub fn status_of(&self, name: &str, wat: &str, rest: &str) -> i32 {
        self.clear(name);
        let id = self.machine.run_wat(name, wat, rest);
        let end = self.machine.end(id);
        self.info(id)
            .exit_status
            .unwrap_or_else(|| panic!("{name} ended by {end:?}"))
    }
}

impl Deref for Arena {
    type Target = Machine;

    fn deref(&self) -> &Machine {
        &self.machine
    }
}

/// Threads for WASI calls that block are bounded, and linger for ten seconds when idle.
fn idle_io_threads() -> usize {
    const MOST: usize = 16;
    LinuxThread::named("wasi-io")
        .len()
        .saturating_sub(1)
        .min(MOST)
}
