//! All texts of a folder, and in how many of them each word occurs.

use crate::text::Text;
use std::collections::HashMap;
use std::io;
use std::path::Path;

/// Files longer than this are refused: they are not licence texts.
const LONGEST: u64 = 8 << 20;

/// Texts of one folder, sorted by name.
pub struct Corpus {
    /// The texts.
    pub texts: Vec<Text>,
    /// How often each word occurs in all texts.
    pub counts: HashMap<String, usize>,
    /// In how many texts each word occurs.
    pub spread: HashMap<String, usize>,
}

impl Corpus {
    fn of(texts: Vec<Text>) -> Self {
        let mut corpus = Self {
            texts: Vec::new(),
            counts: HashMap::new(),
            spread: HashMap::new(),
        };
        for text in &texts {
            for (word, count) in &text.counts {
                *corpus.counts.entry(word.clone()).or_insert(0) += count;
                *corpus.spread.entry(word.clone()).or_insert(0) += 1;
            }
        }
        corpus.texts = texts;
        corpus
    }

    /// Number of words of all texts.
    pub fn words(&self) -> usize {
        self.texts.iter().map(|text| text.words).sum()
    }

    /// How much a word tells `text` from the others (tf-idf; Spärck Jones, 1972).
    pub fn weight(&self, text: &Text, word: &str) -> f64 {
        let frequency =
            text.counts.get(word).copied().unwrap_or(0) as f64 / text.words.max(1) as f64;
        let spread = self.spread.get(word).copied().unwrap_or(1) as f64;
        frequency * (self.texts.len() as f64 / spread).ln()
    }
}

/// Read the regular files of `folder`.
///
/// # Errors
/// When the folder or one of its files cannot be read, or a file is longer than 8 MiB.
pub fn read(folder: &Path) -> io::Result<Corpus> {
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_type()?.is_file() {
            continue;
        }
        let name = entry.file_name().to_string_lossy().into_owned();
        let length = entry.metadata()?.len();
        if length > LONGEST {
            return Err(io::Error::other(format!(
                "{name} has {length} bytes; the limit is {LONGEST}"
            )));
        }
        let content = std::fs::read(entry.path())?;
        texts.push(Text::count(name, &String::from_utf8_lossy(&content)));
    }
    texts.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(Corpus::of(texts))
}
