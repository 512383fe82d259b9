//! Where something stands in a text.

use serde::Serialize;

/// A place in a text, as editors count: both from 1, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub col: usize,
}

/// Turns byte offsets of a text into positions.
#[derive(Debug)]
pub(crate) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub(crate) fn of(text: &'t str) -> Lines<'t> {
        let after = text.match_indices('\n').map(|(at, _)| at + 1);
        Lines {
            text,
            starts: std::iter::once(0).chain(after).collect(),
        }
    }

    /// The line of an offset, counted from 0.
    pub(crate) fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset) - 1
    }

    /// The position of an offset; one past the end, or inside a character, is moved back.
    pub(crate) fn position(&self, offset: usize) -> Position {
        let offset = self.text.floor_char_boundary(offset);
        let line = self.line(offset);
        let before = &self.text[self.starts[line]..offset];
        Position {
            line: line + 1,
            col: before.chars().count() + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_become_lines_and_columns() {
        let lines = Lines::of("ab\nü=1\n");
        let at = |offset| {
            let p = lines.position(offset);
            (p.line, p.col)
        };
        assert_eq!((at(0), at(2), at(3)), ((1, 1), (1, 3), (2, 1)));
        assert_eq!((at(4), at(5)), ((2, 1), (2, 2)), "inside a character");
        assert_eq!((at(8), at(99)), ((3, 1), (3, 1)));
        assert_eq!(Lines::of("").position(0), Position { line: 1, col: 1 });
    }
}
