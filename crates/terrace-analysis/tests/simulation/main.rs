//! Simulation and analysis against each other, on random sets small enough to try many.

mod scenarios;
mod sets;

use proptest::prelude::*;
use sets::{Features, sets};
use terrace_analysis::simulation::{Costs, Options, Start, simulate};
use terrace_analysis::{Policy, TaskSet, analyse};

/// How many sets each property is tried on, unless `TERRACE_CASES` says otherwise.
const CASES: u32 = 2_000;

fn config() -> ProptestConfig {
    let asked = std::env::var("TERRACE_CASES").ok();
    ProptestConfig {
        cases: asked.and_then(|n| n.parse().ok()).unwrap_or(CASES),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// No simulated response is longer than the analysed one, and who is said to keep every deadline
/// does.
fn within(set: &TaskSet, start: Start, costs: Costs, seed: u64) {
    let answer = analyse(set);
    let options = Options {
        start,
        costs,
        seed,
        max_events: 5_000,
        ..Options::default()
    };
    let schedule = simulate(set, &options).expect("small sets are simulated");
    for task in &answer.tasks {
        let row = schedule.row(&task.name).expect("one row per task");
        if let (Some(worst), Some(bound)) = (row.worst, &task.response_time) {
            let worst = schedule.time(worst);
            assert!(
                worst <= *bound,
                "{}: {worst} > {bound} ({})",
                task.name,
                task.formula
            );
        }
        assert!(!task.schedulable || row.missed == 0, "{} misses", task.name);
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

    #[test]
    fn simulation_never_exceeds_analysis(
        set in sets(Features::all(Policy::FixedPriority)), critical: bool, random: bool, seed: u64
    ) {
        let start = if critical { Start::Critical } else { Start::Offsets };
        let costs = if random { Costs::Random } else { Costs::Worst };
        within(&set, start, costs, seed);
    }
    #[test]
    fn simulation_never_exceeds_analysis_by_deadline(
        set in sets(Features::all(Policy::Edf)), critical: bool, random: bool, seed: u64
    ) {
        let start = if critical { Start::Critical } else { Start::Offsets };
        let costs = if random { Costs::Random } else { Costs::Worst };
        within(&set, start, costs, seed);
    }
}
