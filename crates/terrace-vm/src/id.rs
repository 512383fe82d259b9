//! Partition ids: a slot and a generation, so that a stale handle fails instead of reaching a
//! partition born later in the same slot.

use std::fmt;
use std::str::FromStr;

/// See the module. Prints as `slot.generation`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PartitionId {
    slot: u32,
    generation: u32,
}

impl PartitionId {
    pub(crate) const fn new(slot: u32, generation: u32) -> PartitionId {
        PartitionId { slot, generation }
    }

    pub(crate) const fn slot(self) -> usize {
        self.slot as usize
    }

    pub(crate) const fn generation(self) -> u32 {
        self.generation
    }

    /// As the guest interface has it.
    #[must_use]
    pub const fn to_raw(self) -> u64 {
        ((self.generation as u64) << 32) | self.slot as u64
    }

    /// From the guest interface; any number is some id, perhaps of no partition.
    #[must_use]
    pub const fn from_raw(raw: u64) -> PartitionId {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the two halves of the number"
        )]
        PartitionId {
            slot: raw as u32,
            generation: (raw >> 32) as u32,
        }
    }
}

impl fmt::Display for PartitionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.slot, self.generation)
    }
}

/// Not an id.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is not a partition id; ids look like 3.1")]
pub struct NotAnId(String);

impl FromStr for PartitionId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<PartitionId, NotAnId> {
        let parts = text
            .split_once('.')
            .and_then(|(s, g)| Some((s.parse().ok()?, g.parse().ok()?)));
        let (slot, generation) = parts.ok_or_else(|| NotAnId(text.to_owned()))?;
        Ok(PartitionId { slot, generation })
    }
}

#[cfg(test)]
mod tests {
    use super::PartitionId;

    #[test]
    fn ids_survive_both_of_their_forms() {
        let id = PartitionId::new(7, 3);
        assert_eq!(PartitionId::from_raw(id.to_raw()), id);
        assert_eq!(id.to_string().parse::<PartitionId>().unwrap(), id);
        assert!("7".parse::<PartitionId>().is_err());
    }
}
