//! Walks the tree of a TOML text: a section is asked for its keys, an item for its value.

mod item;
mod section;
mod suggest;

pub(crate) use item::Item;
pub(crate) use section::{Section, nowhere};
pub use suggest::closest;
