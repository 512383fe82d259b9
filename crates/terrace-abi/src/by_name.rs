//! States and kinds of events as data: their names, as output spells them everywhere else.

use crate::{EventKind, State};
use core::fmt;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! by_name {
    ($set:ident) => {
        impl Serialize for $set {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> Deserialize<'de> for $set {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$set, D::Error> {
                struct Name;
                impl Visitor<'_> for Name {
                    type Value = $set;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("one of")?;
                        $set::ALL
                            .iter()
                            .try_for_each(|one| write!(f, " {}", one.name()))
                    }

                    fn visit_str<E: Error>(self, name: &str) -> Result<$set, E> {
                        $set::from_name(name).ok_or_else(|| {
                            E::invalid_value(serde::de::Unexpected::Str(name), &self)
                        })
                    }
                }
                deserializer.deserialize_str(Name)
            }
        }
    };
}

by_name!(State);
by_name!(EventKind);
