//! "Did you mean".

/// A longer word is not a typo of ours, and comparing it would take long.
const WORD: usize = 64;

/// The candidate that a word was probably meant to be.
#[must_use]
pub fn closest<'c>(word: &str, candidates: &[&'c str]) -> Option<&'c str> {
    if word.len() > WORD {
        return None;
    }
    let word = plain(word);
    let away = |c: &&&str| strsim::damerau_levenshtein(&word, &plain(c));
    let best = candidates.iter().min_by_key(away)?;
    (away(&best) <= (best.len() / 3).max(1)).then_some(*best)
}

/// Without what people mix up.
fn plain(word: &str) -> String {
    word.to_lowercase().replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typos_are_recognised_and_strangers_are_not() {
        let keys = ["guaranteed", "limit", "surplus_priority"];
        assert_eq!(closest("limt", &keys), Some("limit"));
        assert_eq!(closest("Surplus-Priority", &keys), Some("surplus_priority"));
        assert_eq!(closest("colour", &keys), None);
        assert_eq!(closest(&"l".repeat(100_000), &keys), None);
        assert_eq!(closest("x", &[]), None);
    }
}
