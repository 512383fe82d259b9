//! Content providers: tables that apps keep, by URI.
//!
//! A URI is `content://PROVIDER/TABLE`, or `content://PROVIDER/TABLE/ID` for one row. What the manifest of the app
//! that declares the provider does not let this app do is [`Code::Denied`]; why a call was refused is in the log.

use crate::bundle::{self, Bundle, Value, Values};
use crate::sys::{self, Code};

/// Bytes of rows that are asked for at once, at first.
const BATCH: usize = 16 * 1024;

/// What to ask.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Query<'a> {
    /// Columns with commas between, `count(*)`, or `max(column)` and the like; empty: `id` and all others.
    pub columns: &'a str,
    /// An expression over columns, with `?1`, `?2` for arguments; empty: all rows.
    pub selection: &'a str,
    /// What they are.
    pub arguments: &'a [Value<'a>],
    /// Columns with commas between, each perhaps with `desc` after it; empty: as they come.
    pub order: &'a str,
    /// Rows at most; 0: all.
    pub limit: u32,
}

/// Ask.
///
/// # Errors
/// [`Code::NotFound`], [`Code::Denied`], [`Code::Invalid`], [`Code::Timeout`], [`Code::TooLong`].
pub fn query(uri: &str, query: &Query<'_>) -> Result<Cursor, Code> {
    let arguments = bundle::arguments(query.arguments);
    let answer = sys::provider::query(
        uri.as_bytes(),
        query.columns.as_bytes(),
        query.selection.as_bytes(),
        &arguments,
        query.order.as_bytes(),
        query.limit,
    );
    crate::answer(answer).map(Cursor::new)
}

/// Add a row: its id.
///
/// # Errors
/// [`Code::Conflict`], [`Code::Full`], and those of [`query`].
pub fn insert(uri: &str, values: &Bundle) -> Result<i64, Code> {
    number(sys::provider::insert(uri.as_bytes(), values.bytes()))
}

/// Give rows other values: how many.
///
/// # Errors
/// As [`insert`].
pub fn update(
    uri: &str,
    values: &Bundle,
    selection: &str,
    arguments: &[Value<'_>],
) -> Result<i64, Code> {
    let arguments = bundle::arguments(arguments);
    let selection = selection.as_bytes();
    number(sys::provider::update(
        uri.as_bytes(),
        values.bytes(),
        selection,
        &arguments,
    ))
}

/// Remove rows: how many.
///
/// # Errors
/// As [`query`].
pub fn delete(uri: &str, selection: &str, arguments: &[Value<'_>]) -> Result<i64, Code> {
    let arguments = bundle::arguments(arguments);
    number(sys::provider::delete(
        uri.as_bytes(),
        selection.as_bytes(),
        &arguments,
    ))
}

/// Run what the manifest declares as `[[provider.call]]`, by `content://PROVIDER/CALL`.
///
/// # Errors
/// As [`insert`].
pub fn call(uri: &str, arguments: &[Value<'_>]) -> Result<Cursor, Code> {
    let arguments = bundle::arguments(arguments);
    crate::answer(sys::provider::call(uri.as_bytes(), &arguments)).map(Cursor::new)
}

fn number(answer: i64) -> Result<i64, Code> {
    match i32::try_from(answer) {
        Ok(code) if code < 0 => Err(Code::from_i32(code).unwrap_or(Code::Unsupported)),
        _ => Ok(answer),
    }
}

/// Rows that were asked for. Dropped, they are given back.
#[derive(Debug)]
pub struct Cursor {
    handle: u32,
    batch: Vec<u8>,
    filled: usize,
    at: usize,
}

impl Cursor {
    fn new(handle: u32) -> Cursor {
        Cursor {
            handle,
            batch: vec![0; BATCH],
            filled: 0,
            at: 0,
        }
    }

    /// The next row; none after the last.
    ///
    /// # Errors
    /// [`Code::NoMemory`] for a row larger than the memory.
    pub fn row(&mut self) -> Result<Option<Values<'_>>, Code> {
        if self.at == self.filled {
            self.filled = self.fetch()?;
            self.at = 0;
        }
        let mut rest = &self.batch[self.at..self.filled];
        let before = rest.len();
        let row = bundle::row(&mut rest);
        self.at += before - rest.len();
        Ok(row)
    }

    fn fetch(&mut self) -> Result<usize, Code> {
        loop {
            match crate::answer(sys::provider::next(self.handle, &mut self.batch)) {
                // One row is longer than the batch.
                Err(Code::TooLong) => {
                    let longer = self.batch.len().checked_mul(2).ok_or(Code::NoMemory)?;
                    self.batch.resize(longer, 0);
                }
                answer => return answer.map(|bytes| bytes as usize),
            }
        }
    }
}

impl Drop for Cursor {
    fn drop(&mut self) {
        sys::provider::close(self.handle);
    }
}

/// Changes that are told. Dropped, they are told no more.
#[derive(Debug)]
pub struct Observation(u32);

/// Have changes told: an intent `terrace.changed` comes to the channel, with `uri`, `change` and `rows`.
///
/// # Errors
/// [`Code::TooLong`] for a channel whose messages are shorter than a notice, and those of [`query`].
pub fn observe(uri: &str, channel: &str) -> Result<Observation, Code> {
    let answer = sys::provider::observe(uri.as_bytes(), channel.as_bytes());
    crate::answer(answer).map(Observation)
}

impl Drop for Observation {
    fn drop(&mut self) {
        sys::provider::unobserve(self.0);
    }
}
