//! Typed values with names, as intents and rows have them, and without, as arguments.
//!
//! A [`Bundle`] is written entry by entry; [`Entries`] and [`Values`] read what came, in place.

use crate::sys::ValueKind;

/// A value that was read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'a> {
    /// Nothing.
    Null,
    /// True or false.
    Boolean(bool),
    /// A whole number of 4 bytes.
    Int(i32),
    /// A whole number of 8 bytes.
    Long(i64),
    /// A fraction of 4 bytes.
    Float(f32),
    /// A fraction of 8 bytes.
    Double(f64),
    /// A text.
    Text(&'a str),
    /// Bytes.
    Bytes(&'a [u8]),
    /// Whole numbers of 4 bytes each, little endian.
    Ints(&'a [u8]),
    /// Entries within the entry.
    Bundle(Entries<'a>),
}

impl<'a> Value<'a> {
    fn kind(self) -> ValueKind {
        match self {
            Value::Null => ValueKind::Null,
            Value::Boolean(_) => ValueKind::Boolean,
            Value::Int(_) => ValueKind::Int,
            Value::Long(_) => ValueKind::Long,
            Value::Float(_) => ValueKind::Float,
            Value::Double(_) => ValueKind::Double,
            Value::Text(_) => ValueKind::Text,
            Value::Bytes(_) => ValueKind::Bytes,
            Value::Ints(_) => ValueKind::Ints,
            Value::Bundle(_) => ValueKind::Bundle,
        }
    }

    fn write(self, out: &mut Vec<u8>) {
        match self {
            Value::Null => {}
            Value::Boolean(truth) => out.push(u8::from(truth)),
            Value::Int(number) => out.extend(number.to_le_bytes()),
            Value::Long(number) => out.extend(number.to_le_bytes()),
            Value::Float(number) => out.extend(number.to_le_bytes()),
            Value::Double(number) => out.extend(number.to_le_bytes()),
            Value::Text(text) => counted(out, text.len(), text.as_bytes()),
            Value::Bytes(bytes) | Value::Bundle(Entries(bytes)) => counted(out, bytes.len(), bytes),
            Value::Ints(bytes) => counted(out, bytes.len() / 4, bytes),
        }
    }

    /// Read one; none if the bytes are none.
    fn read(kind: u8, rest: &mut &'a [u8]) -> Option<Value<'a>> {
        Some(match ValueKind::from_u32(u32::from(kind))? {
            ValueKind::Null => Value::Null,
            ValueKind::Boolean => Value::Boolean(fixed::<1>(rest)? != [0]),
            ValueKind::Int => Value::Int(i32::from_le_bytes(fixed(rest)?)),
            ValueKind::Long => Value::Long(i64::from_le_bytes(fixed(rest)?)),
            ValueKind::Float => Value::Float(f32::from_le_bytes(fixed(rest)?)),
            ValueKind::Double => Value::Double(f64::from_le_bytes(fixed(rest)?)),
            ValueKind::Text => Value::Text(core::str::from_utf8(several(rest, 1)?).ok()?),
            ValueKind::Bytes => Value::Bytes(several(rest, 1)?),
            ValueKind::Ints => Value::Ints(several(rest, 4)?),
            ValueKind::Bundle => Value::Bundle(Entries(several(rest, 1)?)),
        })
    }
}

fn counted(out: &mut Vec<u8>, count: usize, bytes: &[u8]) {
    // A memory of 32 bits has no more.
    out.extend((count as u32).to_le_bytes());
    out.extend(bytes);
}

fn take<'a>(rest: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(count)?;
    *rest = left;
    Some(taken)
}

fn fixed<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    take(rest, N)?.try_into().ok()
}

fn several<'a>(rest: &mut &'a [u8], each: usize) -> Option<&'a [u8]> {
    let count = u32::from_le_bytes(fixed(rest)?) as usize;
    take(rest, count.checked_mul(each)?)
}

/// Values with names: the extras of an intent, or the values of a row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bundle(Vec<u8>);

impl Bundle {
    /// None yet.
    #[must_use]
    pub fn new() -> Bundle {
        Bundle::default()
    }

    /// One more.
    ///
    /// # Panics
    /// When the name is longer than 255 bytes.
    #[must_use]
    pub fn with(mut self, name: &str, value: Value<'_>) -> Bundle {
        let length = u8::try_from(name.len()).expect("a name has 255 bytes at most");
        self.0.extend([value.kind() as u8, length]);
        self.0.extend(name.as_bytes());
        value.write(&mut self.0);
        self
    }

    /// One more, a text.
    #[must_use]
    pub fn text(self, name: &str, text: &str) -> Bundle {
        self.with(name, Value::Text(text))
    }

    /// One more, a whole number of 8 bytes.
    #[must_use]
    pub fn long(self, name: &str, number: i64) -> Bundle {
        self.with(name, Value::Long(number))
    }

    /// One more, a fraction of 8 bytes.
    #[must_use]
    pub fn double(self, name: &str, number: f64) -> Bundle {
        self.with(name, Value::Double(number))
    }

    /// What is in it.
    #[must_use]
    pub fn entries(&self) -> Entries<'_> {
        Entries(&self.0)
    }

    /// As it crosses the guest interface.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Values without names, as they cross the guest interface.
#[must_use]
pub fn arguments(values: &[Value<'_>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for value in values {
        bytes.push(value.kind() as u8);
        value.write(&mut bytes);
    }
    bytes
}

/// Values with names, read in place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entries<'a>(pub(crate) &'a [u8]);

impl<'a> Entries<'a> {
    /// The value of the first entry of this name.
    #[must_use]
    pub fn get(mut self, name: &str) -> Option<Value<'a>> {
        self.find(|(own, _)| *own == name).map(|(_, value)| value)
    }
}

impl<'a> Iterator for Entries<'a> {
    type Item = (&'a str, Value<'a>);

    fn next(&mut self) -> Option<(&'a str, Value<'a>)> {
        let [kind, length] = fixed(&mut self.0)?;
        let name = core::str::from_utf8(take(&mut self.0, usize::from(length))?).ok()?;
        Some((name, Value::read(kind, &mut self.0)?))
    }
}

/// Values without names, read in place: those of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Values<'a>(pub(crate) &'a [u8]);

impl<'a> Iterator for Values<'a> {
    type Item = Value<'a>;

    fn next(&mut self) -> Option<Value<'a>> {
        let [kind] = fixed(&mut self.0)?;
        Value::read(kind, &mut self.0)
    }
}

/// The first row of several, and what follows.
pub(crate) fn row<'a>(rows: &mut &'a [u8]) -> Option<Values<'a>> {
    several(rows, 1).map(Values)
}

/// An intent: an action, and extras.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intent(Vec<u8>);

impl Intent {
    /// With these extras.
    ///
    /// # Panics
    /// When the action is longer than 65,535 bytes.
    #[must_use]
    pub fn new(action: &str, extras: &Bundle) -> Intent {
        let length = u16::try_from(action.len()).expect("an action has 65,535 bytes at most");
        let mut bytes = length.to_le_bytes().to_vec();
        bytes.extend(action.as_bytes());
        bytes.extend(extras.bytes());
        Intent(bytes)
    }

    /// As it crosses the guest interface.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The action and the extras of a message whose form is an intent.
    #[must_use]
    pub fn read(mut bytes: &[u8]) -> Option<(&str, Entries<'_>)> {
        let length = u16::from_le_bytes(fixed(&mut bytes)?);
        let action = core::str::from_utf8(take(&mut bytes, usize::from(length))?).ok()?;
        Some((action, Entries(bytes)))
    }
}
