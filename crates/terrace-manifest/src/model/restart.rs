//! What happens when a partition of the app ends.

use super::word::words;
use crate::bounds;
use schemars::JsonSchema;
use serde::Serialize;

/// What happens when a partition of the app ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(default, deny_unknown_fields)]
pub struct Restart {
    /// When it is started again.
    #[schemars(example = &"on-failure")]
    pub policy: RestartPolicy,
    /// How often it is started again before Terrace gives up.
    #[schemars(example = 3)]
    #[schemars(range(min = bounds::RESTARTS.min, max = bounds::RESTARTS.max))]
    pub max: u32,
    /// How long Terrace waits before it starts it again, in milliseconds.
    #[schemars(example = 500)]
    #[schemars(range(min = bounds::BACKOFF_MS.min, max = bounds::BACKOFF_MS.max))]
    #[serde(serialize_with = "super::integer")]
    pub backoff_ms: u64,
}

words! {
    /// When a partition that ended is started again.
    pub enum RestartPolicy {
        /// Never.
        Never = "never",
        /// After a fault or an exit status other than 0.
        OnFailure = "on-failure",
        /// Whatever ended it, but for a stop or a kill that was asked for.
        Always = "always",
    }
}

impl Default for Restart {
    fn default() -> Restart {
        Restart {
            policy: RestartPolicy::Never,
            max: 5,
            backoff_ms: 100,
        }
    }
}
