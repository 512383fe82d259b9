//! Intents: messages with an action and typed extras, in the form that docs/book/src/messages.md defines.
//!
//! ```text
//!   intent = length: u16, action: UTF-8, entry*          entry = type: u8, length: u8, key: UTF-8, value
//! ```
//!
//! Whoever receives one can rely on its form: the monitor reads each from its beginning to its end before
//! it is sent. Nothing here allocates but [`Draft`].

/// Entries within entries, at most.
const DEPTH: usize = 8;

/// The types of values.
mod types {
    pub(super) const BOOL: u8 = 1;
    pub(super) const INT: u8 = 2;
    pub(super) const LONG: u8 = 3;
    pub(super) const FLOAT: u8 = 4;
    pub(super) const DOUBLE: u8 = 5;
    pub(super) const TEXT: u8 = 6;
    pub(super) const BYTES: u8 = 7;
    pub(super) const INTS: u8 = 8;
    pub(super) const BUNDLE: u8 = 9;
}

/// The action of an intent; none if the bytes are no intent.
pub(super) fn action(bytes: &[u8]) -> Option<&str> {
    let mut rest = bytes;
    let action = head(&mut rest)?;
    entries(rest, DEPTH)?;
    Some(action)
}

/// The action of what is known to be an intent.
pub(super) fn action_of_checked(bytes: &[u8]) -> &str {
    head(&mut &*bytes).unwrap_or_default()
}

fn head<'a>(rest: &mut &'a [u8]) -> Option<&'a str> {
    let length = u16::from_le_bytes(take(rest, 2)?.try_into().ok()?);
    let action = text(take(rest, usize::from(length))?)?;
    Some(action).filter(|action| !action.is_empty())
}

fn take<'a>(rest: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(count)?;
    *rest = left;
    Some(taken)
}

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

fn counted<'a>(rest: &mut &'a [u8], each: usize) -> Option<&'a [u8]> {
    let count = u32::from_le_bytes(take(rest, 4)?.try_into().ok()?);
    take(rest, usize::try_from(count).ok()?.checked_mul(each)?)
}

fn entries(mut rest: &[u8], depth: usize) -> Option<()> {
    while !rest.is_empty() {
        let &[kind, length] = take(&mut rest, 2)? else {
            return None;
        };
        text(take(&mut rest, usize::from(length))?)?;
        match kind {
            types::BOOL => {
                let value = take(&mut rest, 1)?;
                (value[0] <= 1).then_some(())?;
            }
            types::INT | types::FLOAT => {
                take(&mut rest, 4)?;
            }
            types::LONG | types::DOUBLE => {
                take(&mut rest, 8)?;
            }
            types::TEXT => {
                text(counted(&mut rest, 1)?)?;
            }
            types::BYTES => {
                counted(&mut rest, 1)?;
            }
            types::INTS => {
                counted(&mut rest, 4)?;
            }
            types::BUNDLE => entries(counted(&mut rest, 1)?, depth.checked_sub(1)?)?,
            _ => return None,
        }
    }
    Some(())
}

/// An intent that is being written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft(Vec<u8>);

impl Draft {
    /// An intent without extras; none if the action is empty or longer than 65,535 bytes.
    #[must_use]
    pub fn new(action: &str) -> Option<Draft> {
        let length = u16::try_from(action.len()).ok().filter(|&n| n > 0)?;
        let mut bytes = length.to_le_bytes().to_vec();
        bytes.extend(action.as_bytes());
        Some(Draft(bytes))
    }

    /// One extra more, a text; none if its key is longer than 255 bytes, or it longer than 4 GiB.
    #[must_use]
    pub fn text(mut self, key: &str, value: &str) -> Option<Draft> {
        self.0.extend([types::TEXT, u8::try_from(key.len()).ok()?]);
        self.0.extend(key.as_bytes());
        self.0
            .extend(u32::try_from(value.len()).ok()?.to_le_bytes());
        self.0.extend(value.as_bytes());
        Some(self)
    }

    /// One extra more, a whole number of 4 bytes; none if its key is longer than 255 bytes.
    #[must_use]
    pub fn int(self, key: &str, value: i32) -> Option<Draft> {
        self.fixed(types::INT, key, &value.to_le_bytes())
    }

    /// One extra more, a whole number of 8 bytes; none if its key is longer than 255 bytes.
    #[must_use]
    pub fn long(self, key: &str, value: i64) -> Option<Draft> {
        self.fixed(types::LONG, key, &value.to_le_bytes())
    }

    fn fixed(mut self, kind: u8, key: &str, value: &[u8]) -> Option<Draft> {
        self.0.extend([kind, u8::try_from(key.len()).ok()?]);
        self.0.extend(key.as_bytes());
        self.0.extend(value);
        Some(self)
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::{Draft, action, action_of_checked};
    use proptest::prelude::*;

    /// An entry of each type, written by hand from the book.
    const ENTRIES: [(u8, &[u8]); 9] = [
        (1, &[1]),
        (2, &[1, 2, 3, 4]),
        (3, &[1, 2, 3, 4, 5, 6, 7, 8]),
        (4, &[0, 0, 128, 63]),
        (5, &[0, 0, 0, 0, 0, 0, 240, 63]),
        (6, &[2, 0, 0, 0, b'h', b'i']),
        (7, &[2, 0, 0, 0, 0xff, 0]),
        (8, &[1, 0, 0, 0, 1, 2, 3, 4]),
        (9, &[4, 0, 0, 0, 1, 1, b'k', 1]),
    ];

    fn intent(entries: &[(u8, &[u8])]) -> Vec<u8> {
        let mut bytes = vec![2, 0, b'g', b'o'];
        for (kind, value) in entries {
            bytes.extend([*kind, 1, b'k']);
            bytes.extend(*value);
        }
        bytes
    }

    #[test]
    fn each_type_is_read_and_each_prefix_of_it_refused() {
        for entry in ENTRIES {
            let bytes = intent(&[entry]);
            assert_eq!(action(&bytes), Some("go"), "type {}", entry.0);
            for cut in 5..bytes.len() {
                assert_eq!(action(&bytes[..cut]), None, "type {} cut at {cut}", entry.0);
            }
        }
        assert_eq!(action(&intent(&ENTRIES)), Some("go"));
        for (kind, value) in [
            (0, &[][..]),
            (10, &[]),
            (1, &[2]),
            (6, &[1, 0, 0, 0, 0xff]),
            (8, &[255; 8]),
        ] {
            assert_eq!(action(&intent(&[(kind, value)])), None, "type {kind}");
        }
        for bad in [&[][..], &[0, 0], &[1, 0], &[2, 0, b'g'], &[1, 0, 0xff]] {
            assert_eq!(action(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn bundles_within_bundles_end_somewhere() {
        let nested = |depth| {
            let mut entry = Vec::new();
            for _ in 0..depth {
                let length = u32::try_from(entry.len()).unwrap().to_le_bytes();
                entry = [&[9, 0][..], &length, &entry].concat();
            }
            [&[2, 0, b'g', b'o'][..], &entry].concat()
        };
        assert_eq!(action(&nested(8)), Some("go"));
        assert_eq!(action(&nested(9)), None);
        assert_eq!(action(&nested(10_000)), None);
    }

    #[test]
    fn what_is_drafted_is_an_intent() {
        let draft = Draft::new("open").and_then(|d| d.text("what", "door"));
        let draft = draft.and_then(|d| d.int("n", -1)?.long("at", 1 << 40));
        let draft = draft.unwrap();
        assert_eq!(action(draft.bytes()), Some("open"));
        assert_eq!(action_of_checked(draft.bytes()), "open");
        assert_eq!(Draft::new(""), None);
        assert_eq!(Draft::new("x").unwrap().text(&"k".repeat(256), ""), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_an_intent_or_not(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            if let Some(action) = action(&bytes) {
                prop_assert_eq!(action, action_of_checked(&bytes));
            }
        }
    }
}
