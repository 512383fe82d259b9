//! A tree of values that know where they stand.

use std::{borrow::Cow, ops::Range};

/// A value and its place in the text, in bytes.
#[derive(Debug, Clone)]
pub(super) struct Item<'t> {
    pub(super) at: Range<usize>,
    pub(super) node: Node<'t>,
}

/// A value.
#[derive(Debug, Clone)]
pub(super) enum Node<'t> {
    /// A string or a number, as it is written.
    Text(Cow<'t, str>),
    /// A list.
    List(Vec<Item<'t>>),
    /// Keys with their places, and values.
    Record(Vec<(Cow<'t, str>, Range<usize>, Item<'t>)>),
    /// Not given.
    Nothing,
    /// true or false, which nothing here wants.
    Bool,
}

impl Node<'_> {
    /// What it is, for messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Node::Text(_) => "a text or number",
            Node::List(_) => "a list",
            Node::Record(_) => "an object",
            Node::Nothing => "null",
            Node::Bool => "true or false",
        }
    }
}
