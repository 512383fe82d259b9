//! An answer as people and other programs read it: a screen of text, JUnit's XML, Cheddar's XML.
//!
//! Text in, text out: where it goes, and whether it may have colours, is the caller's.

mod cheddar;
mod junit;
mod quantity;
mod screen;

pub use cheddar::cheddar;
pub use junit::junit;
pub(crate) use quantity::exact_time;
pub use quantity::{bytes, time};
pub use screen::{Style, screen};

/// A text inside XML.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML 1.0 has no control characters but these.
            '\t' | '\n' | '\r' => out.push(' '),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests;
