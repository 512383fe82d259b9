//! What is printed: one line per text, then the folder as a whole; or one line about all of it.

use crate::corpus::Corpus;
use crate::text::Text;
use std::collections::HashMap;
use std::io::{self, Write};

/// Words of fewer letters tell nothing about a text.
const SHORTEST: usize = 4;

/// Print the report with `top` words in each list.
pub fn print(corpus: &Corpus, top: usize) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:14} {:>7} {:>6} {:>8} {:>8}  words of its own",
        "text", "bytes", "words", "distinct", "sentence"
    )?;
    for text in &corpus.texts {
        print_text(&mut out, corpus, text, top)?;
    }
    let words = corpus.words();
    writeln!(out, "{}", totals(corpus))?;
    let longest = corpus
        .counts
        .keys()
        .max_by_key(|word| (word.chars().count(), *word));
    writeln!(
        out,
        "longest word: {}",
        longest.map_or("none", String::as_str)
    )?;
    writeln!(
        out,
        "once only: {}",
        corpus.counts.values().filter(|count| **count == 1).count()
    )?;
    for (word, count) in most_frequent(&corpus.counts, top) {
        writeln!(
            out,
            "{count:6} {:5.2}% {word}",
            100.0 * count as f64 / words.max(1) as f64
        )?;
    }
    out.flush()
}

/// Print one line, with the most frequent word.
pub fn print_line(corpus: &Corpus) -> io::Result<()> {
    let most = most_frequent(&corpus.counts, 1);
    let most = most.first().map_or("none", |(word, _)| word);
    let mut out = io::stdout().lock();
    writeln!(out, "{}, most often {most}", totals(corpus))?;
    out.flush()
}

fn totals(corpus: &Corpus) -> String {
    let (texts, words, distinct) = (corpus.texts.len(), corpus.words(), corpus.counts.len());
    format!("{texts} texts, {words} words, {distinct} distinct")
}

fn print_text(out: &mut impl Write, corpus: &Corpus, text: &Text, top: usize) -> io::Result<()> {
    writeln!(
        out,
        "{:14} {:7} {:6} {:8} {:8.1}  {}",
        text.name,
        text.bytes,
        text.words,
        text.counts.len(),
        text.sentence_length(),
        own_words(corpus, text, top).join(" "),
    )
}

/// The words that tell `text` from the others, the most telling first.
fn own_words<'a>(corpus: &Corpus, text: &'a Text, top: usize) -> Vec<&'a str> {
    let mut weighed: Vec<(f64, &str)> = text
        .counts
        .keys()
        .filter(|word| word.chars().count() >= SHORTEST)
        .map(|word| (corpus.weight(text, word), word.as_str()))
        .collect();
    weighed.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    weighed
        .into_iter()
        .take(top)
        .map(|(_, word)| word)
        .collect()
}

/// The most frequent words; equals in alphabetical order.
fn most_frequent(counts: &HashMap<String, usize>, top: usize) -> Vec<(&str, usize)> {
    let mut all: Vec<(&str, usize)> = counts
        .iter()
        .map(|(word, count)| (word.as_str(), *count))
        .collect();
    all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    all.truncate(top);
    all
}
