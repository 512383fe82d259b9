//! Random numbers from a seed: SplitMix64 (Steele, Lea & Flood 2014). Not for secrets.

#[derive(Debug, Clone)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Evenly from `low` to `high`, both included; `low` if `high` is below it.
    pub(super) fn between(&mut self, low: u64, high: u64) -> u64 {
        let width = u128::from(high.saturating_sub(low)) + 1;
        let scaled = (u128::from(self.next()) * width) >> 64;
        low + u64::try_from(scaled).expect("below the width, which is at most 2^64")
    }
}
