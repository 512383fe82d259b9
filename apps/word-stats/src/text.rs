//! One text: its words with their counts, and its sentences.

use std::collections::HashMap;

/// What was counted in one text.
pub struct Text {
    /// Name of the file.
    pub name: String,
    /// Length of the file in bytes.
    pub bytes: usize,
    /// Number of words.
    pub words: usize,
    /// Number of sentences, at least 1.
    pub sentences: usize,
    /// How often each word, in lower case, occurs.
    pub counts: HashMap<String, usize>,
}

impl Text {
    /// Count the words and sentences of `content`.
    pub fn count(name: String, content: &str) -> Self {
        let mut text = Self {
            name,
            bytes: content.len(),
            words: 0,
            sentences: 0,
            counts: HashMap::new(),
        };
        for word in words(content) {
            text.words += 1;
            *text.counts.entry(word.to_lowercase()).or_insert(0) += 1;
        }
        text.sentences = sentences(content).max(1);
        text
    }

    /// Words per sentence.
    pub fn sentence_length(&self) -> f64 {
        self.words as f64 / self.sentences as f64
    }
}

/// A word is a run of letters, with apostrophes and hyphens inside.
fn words(content: &str) -> impl Iterator<Item = &str> {
    content
        .split(|c: char| !(c.is_alphabetic() || c == '\'' || c == '-'))
        .map(|word| word.trim_matches(['\'', '-']))
        .filter(|word| !word.is_empty())
}

/// Full stops, question and exclamation marks that white space or the end follows.
fn sentences(content: &str) -> usize {
    let next = content.chars().skip(1).map(Some).chain([None]);
    content
        .chars()
        .zip(next)
        .filter(|(c, next)| matches!(c, '.' | '?' | '!') && next.is_none_or(char::is_whitespace))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_inner_marks_and_lose_outer_ones() {
        let found: Vec<&str> = words("'Free' soft-ware -- don't (c) 1989, Ünder").collect();
        assert_eq!(found, ["Free", "soft-ware", "don't", "c", "Ünder"]);
    }

    #[test]
    fn a_stop_inside_a_number_ends_no_sentence() {
        assert_eq!(sentences("Version 2.0 is out. Is it? Yes"), 2);
    }

    #[test]
    fn counting_ignores_case() {
        let text = Text::count("t".into(), "The the THE end.");
        assert_eq!((text.words, text.counts["the"], text.sentences), (4, 3, 1));
    }
}
