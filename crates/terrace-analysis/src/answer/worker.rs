//! What is known of a worker as a whole.

use crate::exact::{Exact, Time};
use crate::model::Policy;
use serde::Serialize;

/// What is known of a worker as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WorkerAnswer {
    /// Its number.
    pub worker: u32,
    /// What runs next on it.
    pub policy: Policy,
    /// The share of its time that tasks and servers may need.
    pub utilization: Exact,
    /// Does everything on it hold?
    pub schedulable: bool,
    /// The tests and what they say.
    pub tests: Tests,
    /// The test that decided.
    pub test_used: String,
    /// After this time all periods are in phase again. None: nothing runs on it.
    pub hyperperiod: Option<Time>,
}

/// What each test says; none: it does not apply to this set or policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Default)]
pub struct Tests {
    /// Liu & Layland 1973: U <= n(2^(1/n) - 1), or U <= 1 under EDF. True: everything holds;
    /// false says nothing (under EDF: something does not hold).
    pub liu_layland: Option<bool>,
    /// Bini, Buttazzo & Buttazzo 2003: prod(U_i + 1) <= 2. True: everything holds; false says
    /// nothing.
    pub hyperbolic: Option<bool>,
    /// Lehoczky, Sha & Ding 1989, or response times for arbitrary deadlines: true if and only if
    /// everything holds.
    pub exact: Option<bool>,
    /// Baruah, Rosier & Howell 1990: under EDF, true if and only if everything holds.
    pub edf_demand: Option<bool>,
}
