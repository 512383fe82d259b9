//! Random events on a simulated clock against the numbered invariants of the policies, and
//! against references that share no structure with them.

mod cyclic;
mod edf;
mod machine;
mod model;
mod scenarios;
mod servers;
mod timeline;

use proptest::prelude::*;
use timeline::{Timeline, steps};

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// I1 to I5, the reference, the overruns and progress: checked after every decision.
    #[test]
    fn invariants_hold_among_several_priorities(safe_point in 0u64..6, steps in steps(0..4)) {
        let mut timeline = Timeline::new(safe_point);
        for step in &steps {
            timeline.step(step);
        }
    }

    /// The same with equals only, where slices decide.
    #[test]
    fn invariants_hold_among_equals(safe_point in 0u64..6, steps in steps(0..1)) {
        let mut timeline = Timeline::new(safe_point);
        for step in &steps {
            timeline.step(step);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    /// I2 and I6: `until` and `wake` are the first moments at which anything changes.
    #[test]
    fn times_are_exact(safe_point in 0u64..6, steps in steps(0..3)) {
        let mut timeline = Timeline::new(safe_point);
        for step in &steps {
            timeline.step(step);
            timeline.check_times_are_exact(40);
        }
    }
}
