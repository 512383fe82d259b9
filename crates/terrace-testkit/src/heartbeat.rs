//! A neighbour that must not be hurt: it beats on every worker while a test attacks.

use crate::guests;
use crate::machine::{Machine, WATCHDOG};
use std::time::{Duration, Instant};
use terrace_vm::{PartitionId, State};

/// See the module. One witness per worker, every one in a partition of its own.
pub struct Heartbeat {
    witnesses: Vec<PartitionId>,
}

impl Heartbeat {
    /// Start the witnesses.
    pub fn start(machine: &Machine) -> Heartbeat {
        let workers = machine.controller.config().workers;
        let witnesses = (0..workers)
            .map(|worker| {
                let name = format!("witness{worker}");
                machine.install_wat(
                    &name,
                    guests::HEARTBEAT,
                    &format!("[cpu]\nworker = {worker}\n"),
                );
                let id = machine.start(&name);
                machine.reaches(id, State::Running);
                id
            })
            .collect();
        Heartbeat { witnesses }
    }

    fn beats(machine: &Machine, id: PartitionId) -> u64 {
        machine.controller.journal().read(id, 0, usize::MAX).next
    }

    /// Every witness still runs and beats on.
    ///
    /// # Panics
    /// If one does not.
    pub fn check(&self, machine: &Machine) {
        for &id in &self.witnesses {
            let info = machine.controller.info(id).expect("a witness exists");
            assert_eq!(info.state, State::Running, "a witness was hurt: {info:?}");
            let before = Heartbeat::beats(machine, id);
            let start = Instant::now();
            while Heartbeat::beats(machine, id) < before + 3 {
                assert!(
                    start.elapsed() < WATCHDOG,
                    "the heart of witness {id} stopped"
                );
                std::thread::sleep(Duration::from_millis(2));
            }
        }
    }
}
