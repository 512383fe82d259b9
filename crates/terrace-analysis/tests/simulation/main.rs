//! Simulation and analysis against each other, on random sets small enough to try many.

mod scenarios;
mod sets;

use proptest::prelude::*;
use sets::{Features, sets};
use terrace_analysis::analyse;
use terrace_analysis::simulation::{Options, Start, simulate};

const CASES: u32 = 100_000;

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: CASES,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_critical_instant_reaches_the_analysis(set in sets(Features::default())) {
        let answer = analyse(&set);
        let options = Options { start: Start::Critical, ..Options::default() };
        let schedule = simulate(&set, &options).expect("small sets are simulated");
        prop_assert!(schedule.complete);
        for task in &answer.tasks {
            let row = schedule.row(&task.name).expect("one row per task");
            prop_assert_eq!(task.schedulable, row.missed == 0, "{}", task.name);
            if task.schedulable {
                let worst = row.worst.map(|w| schedule.time(w));
                prop_assert_eq!(&worst, &task.response_time, "{}", task.name);
            }
        }
    }
}
