//! What would mend a set, and how much it can bear.

use crate::exact::{Exact, Time};
use serde::Serialize;

/// One change that would mend what fails.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Advice {
    /// With this cost everything on the worker holds.
    Cost {
        /// Whose.
        task: String,
        /// What it is.
        from: Time,
        /// What it may be at most.
        to: Time,
        /// As a sentence.
        text: String,
    },
    /// With this period everything on the worker holds.
    Period {
        /// Whose.
        task: String,
        /// What it is.
        from: Time,
        /// What it must be at least.
        to: Time,
        /// As a sentence.
        text: String,
    },
    /// With this order of priorities everything on the worker holds.
    Priorities {
        /// On which worker.
        worker: u32,
        /// Tasks and servers, the most important first.
        order: Vec<String>,
        /// As a sentence.
        text: String,
    },
    /// With this policy everything holds.
    Policy {
        /// On which worker.
        worker: u32,
        /// As a sentence.
        text: String,
    },
    /// With this protocol everything on the worker holds.
    Protocol {
        /// On which worker.
        worker: u32,
        /// As a sentence.
        text: String,
    },
    /// With this capacity the buffer holds.
    Capacity {
        /// Whose.
        buffer: String,
        /// What it is.
        from: u64,
        /// What it must be at least.
        to: Exact,
        /// As a sentence.
        text: String,
    },
    /// Nothing simple was found; this is what is known.
    None {
        /// As a sentence.
        text: String,
    },
}

impl Advice {
    /// The change as a sentence.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Advice::Cost { text, .. }
            | Advice::Period { text, .. }
            | Advice::Priorities { text, .. }
            | Advice::Policy { text, .. }
            | Advice::Protocol { text, .. }
            | Advice::Capacity { text, .. }
            | Advice::None { text } => text,
        }
    }
}

/// By what factor the costs of all tasks may grow together, budgets and sections held staying
/// as they are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Default)]
pub struct Sensitivity {
    /// Everything holds with this factor, below 1 if it does not hold now. None: no factor is known.
    pub cost_factor: Option<Exact>,
    /// Is it the largest? If not, a larger one below `1.001` times it may do as well.
    pub exact: bool,
    /// Why there is none.
    pub reason: Option<String>,
}
