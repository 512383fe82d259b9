//! Values as they cross the guest interface: a type in one byte, then the value; see `abi/terrace.wit`.
//!
//! ```text
//!   arguments = value*                      value = type: u8, bytes of the value
//!   entries   = entry*                      entry = type: u8, length: u8, name: UTF-8, bytes of the value
//!   rows      = row*                        row   = length: u32, value*
//! ```
//!
//! The types are those of intents, so that one builder in each language makes both.

use crate::refusal::Refusal;
use rusqlite::types::{ToSqlOutput, ValueRef};
use terrace_abi::{PROVIDER_ARGUMENTS, PROVIDER_VALUE_BYTES, ValueKind};

/// A value that lies in a guest's bytes, which have been copied.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'a> {
    /// Nothing.
    Null,
    /// A whole number.
    Integer(i64),
    /// A fraction.
    Real(f64),
    /// A text.
    Text(&'a str),
    /// Bytes.
    Blob(&'a [u8]),
}

impl rusqlite::ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(self.borrowed()))
    }
}

impl Value<'_> {
    fn borrowed(&self) -> ValueRef<'_> {
        match *self {
            Value::Null => ValueRef::Null,
            Value::Integer(number) => ValueRef::Integer(number),
            Value::Real(number) => ValueRef::Real(number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Blob(bytes) => ValueRef::Blob(bytes),
        }
    }
}

fn malformed(what: &str) -> Refusal {
    Refusal::Malformed(format!("{what} are not as the guest interface has them"))
}

/// Read arguments.
pub(crate) fn arguments(bytes: &[u8]) -> Result<Vec<Value<'_>>, Refusal> {
    let bad = || malformed("the arguments");
    within(bytes)?;
    let mut rest = bytes;
    let mut values = Vec::new();
    while !rest.is_empty() {
        if values.len() as u64 == PROVIDER_ARGUMENTS {
            return Err(Refusal::TooLong {
                what: "the arguments",
                limit: PROVIDER_ARGUMENTS,
            });
        }
        let kind = take(&mut rest, 1).ok_or_else(bad)?[0];
        values.push(value(kind, &mut rest).ok_or_else(bad)?);
    }
    Ok(values)
}

/// Read entries: a name and a value each.
pub(crate) fn entries(bytes: &[u8]) -> Result<Vec<(&str, Value<'_>)>, Refusal> {
    let bad = || malformed("the values");
    within(bytes)?;
    let mut rest = bytes;
    let mut entries = Vec::new();
    while !rest.is_empty() {
        let head = take(&mut rest, 2).ok_or_else(bad)?;
        let name = take(&mut rest, usize::from(head[1])).ok_or_else(bad)?;
        let name = std::str::from_utf8(name).map_err(|_| bad())?;
        entries.push((name, value(head[0], &mut rest).ok_or_else(bad)?));
    }
    Ok(entries)
}

fn within(bytes: &[u8]) -> Result<(), Refusal> {
    if bytes.len() as u64 > PROVIDER_VALUE_BYTES {
        return Err(Refusal::TooLong {
            what: "the bytes of the values",
            limit: PROVIDER_VALUE_BYTES,
        });
    }
    Ok(())
}

fn take<'a>(rest: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(count)?;
    *rest = left;
    Some(taken)
}

fn fixed<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    take(rest, N)?.try_into().ok()
}

fn counted<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let count = u32::from_le_bytes(fixed(rest)?);
    take(rest, usize::try_from(count).ok()?)
}

fn value<'a>(kind: u8, rest: &mut &'a [u8]) -> Option<Value<'a>> {
    Some(match ValueKind::from_u32(u32::from(kind))? {
        ValueKind::Null => Value::Null,
        ValueKind::Boolean => {
            let [truth] = fixed(rest)?;
            (truth <= 1).then_some(())?;
            Value::Integer(i64::from(truth))
        }
        ValueKind::Int => Value::Integer(i64::from(i32::from_le_bytes(fixed(rest)?))),
        ValueKind::Long => Value::Integer(i64::from_le_bytes(fixed(rest)?)),
        ValueKind::Float => Value::Real(f64::from(f32::from_le_bytes(fixed(rest)?))),
        ValueKind::Double => Value::Real(f64::from_le_bytes(fixed(rest)?)),
        ValueKind::Text => Value::Text(std::str::from_utf8(counted(rest)?).ok()?),
        ValueKind::Bytes => Value::Blob(counted(rest)?),
        ValueKind::Ints | ValueKind::Bundle => return None,
    })
}

/// Append a row to those that were read.
pub(crate) fn append_row(
    rows: &mut Vec<u8>,
    columns: usize,
    row: &rusqlite::Row<'_>,
) -> rusqlite::Result<()> {
    let start = rows.len();
    rows.extend([0; 4]);
    for column in 0..columns {
        append(rows, row.get_ref(column)?);
    }
    let length = rows.len() - start - 4;
    let length = u32::try_from(length).unwrap_or(u32::MAX);
    rows[start..start + 4].copy_from_slice(&length.to_le_bytes());
    Ok(())
}

/// Values as arguments.
#[must_use]
pub fn write_arguments(values: &[Value<'_>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for value in values {
        append(&mut bytes, value.borrowed());
    }
    bytes
}

fn append(rows: &mut Vec<u8>, value: ValueRef<'_>) {
    match value {
        ValueRef::Null => rows.push(ValueKind::Null as u8),
        ValueRef::Integer(number) => {
            rows.push(ValueKind::Long as u8);
            rows.extend(number.to_le_bytes());
        }
        ValueRef::Real(number) => {
            rows.push(ValueKind::Double as u8);
            rows.extend(number.to_le_bytes());
        }
        // What is text is UTF-8: it came in as such, or SQLite made it of what did.
        ValueRef::Text(bytes) => append_counted(rows, ValueKind::Text, bytes),
        ValueRef::Blob(bytes) => append_counted(rows, ValueKind::Bytes, bytes),
    }
}

fn append_counted(rows: &mut Vec<u8>, kind: ValueKind, bytes: &[u8]) {
    // SQLite's own limit of a value is far below.
    let count = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    rows.push(kind as u8);
    rows.extend(count.to_le_bytes());
    rows.extend(bytes);
}

/// The values of each row, for who reads them outside a guest.
#[must_use]
pub fn read_rows(rows: &[u8]) -> Vec<Vec<Value<'_>>> {
    let mut rest = rows;
    let mut all = Vec::new();
    while let Some(mut row) = counted(&mut rest) {
        let mut values = Vec::new();
        while let Some(value) = take(&mut row, 1).and_then(|kind| value(kind[0], &mut row)) {
            values.push(value);
        }
        all.push(values);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{Value, arguments, entries, read_rows};
    use proptest::prelude::*;

    #[test]
    fn each_type_is_read_and_each_prefix_of_it_refused() {
        let values: [(&[u8], Value<'_>); 8] = [
            (&[0], Value::Null),
            (&[1, 1], Value::Integer(1)),
            (&[2, 255, 255, 255, 255], Value::Integer(-1)),
            (&[3, 1, 0, 0, 0, 0, 0, 0, 0], Value::Integer(1)),
            (&[4, 0, 0, 0, 63], Value::Real(0.5)),
            (&[5, 0, 0, 0, 0, 0, 0, 224, 63], Value::Real(0.5)),
            (&[6, 2, 0, 0, 0, b'h', b'i'], Value::Text("hi")),
            (&[7, 1, 0, 0, 0, 255], Value::Blob(&[255])),
        ];
        for (bytes, value) in values {
            assert_eq!(arguments(bytes).unwrap(), [value]);
            let mut entry = vec![bytes[0], 1, b'k'];
            entry.extend(&bytes[1..]);
            assert_eq!(entries(&entry).unwrap(), [("k", value)]);
            for cut in 1..bytes.len() {
                assert!(arguments(&bytes[..cut]).is_err(), "{bytes:?} cut at {cut}");
            }
            for cut in 1..entry.len() {
                assert!(entries(&entry[..cut]).is_err(), "{entry:?} cut at {cut}");
            }
        }
        for bad in [
            &[1, 2][..],
            &[6, 1, 0, 0, 0, 255],
            &[8, 0, 0, 0, 0],
            &[10],
            &[6, 255, 255, 255, 255],
        ] {
            assert!(arguments(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn there_is_an_end_to_arguments() {
        assert!(arguments(&[0; 64]).is_ok());
        assert!(arguments(&[0; 65]).is_err());
    }

    proptest! {
        #[test]
        fn any_bytes_are_values_or_not(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = arguments(&bytes);
            let _ = entries(&bytes);
            let _ = read_rows(&bytes);
        }
    }
}
