//! How much memory an app has.

use super::Bytes;
use crate::bounds;
use schemars::JsonSchema;
use serde::Serialize;

/// How much memory a partition of the app has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(default, deny_unknown_fields)]
pub struct Memory {
    /// Always there: reserved at start, or the start is refused. At most `limit`.
    #[schemars(example = &"2 MiB", extend("x-bounds" = bounds::GUARANTEED.to_string()))]
    pub guaranteed: Bytes,
    /// Never beyond: growth past it is refused and the guest sees out of memory.
    #[schemars(example = &"16 MiB", extend("x-bounds" = bounds::LIMIT.to_string()))]
    pub limit: Bytes,
    /// Who gets memory between `guaranteed` and `limit` first; larger is more important.
    #[schemars(example = 10)]
    #[schemars(range(min = bounds::SURPLUS_PRIORITY.min, max = bounds::SURPLUS_PRIORITY.max))]
    pub surplus_priority: u8,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            guaranteed: Bytes::new(0),
            limit: Bytes::mib(64),
            surplus_priority: 0,
        }
    }
}
