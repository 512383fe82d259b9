//! Where in the text each part of a set stands, for what is found wrong later.

use crate::model::{Flaw, Place};
use std::{collections::HashMap, ops::Range};
use terrace_manifest::Problem;

/// Where each part of a set stands.
#[derive(Debug, Default)]
pub(super) struct Places(HashMap<Place, Range<usize>>);

impl Places {
    pub(super) fn note(&mut self, place: Place, at: &Range<usize>) {
        self.0.insert(place, at.clone());
    }

    /// The flaw at its field, or at its element where the field was not written.
    pub(super) fn problem(&self, flaw: &Flaw) -> Problem {
        let whole = Place {
            field: "",
            ..flaw.place
        };
        let at = self.0.get(&flaw.place).or_else(|| self.0.get(&whole));
        let at = at.cloned().unwrap_or(0..0);
        Problem::new(&at, &flaw.what, &flaw.limit, &flaw.fix).value(&flaw.value)
    }
}
