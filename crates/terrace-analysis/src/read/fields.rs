//! An object is asked for its fields; what nobody asked for is refused.

use super::{
    item::{Item, Node},
    places::Places,
};
use crate::{
    exact::{Exact, ExactError},
    model::Place,
};
use std::{borrow::Cow, collections::HashMap, ops::Range};
use terrace_manifest::{Problem, Report, closest};

/// The fields of one object.
pub(super) struct Fields<'i, 't> {
    /// The object's place in the text.
    pub(super) at: Range<usize>,
    /// What messages call it, as `tasks[3]`.
    name: String,
    place: Place,
    pairs: HashMap<&'i str, (&'i Range<usize>, &'i Item<'t>)>,
    asked: Vec<&'static str>,
}

impl<'i, 't> Fields<'i, 't> {
    /// The fields of an item that must be an object.
    pub(super) fn of(
        item: &'i Item<'t>,
        (list, index): (&'static str, usize),
        report: &mut Report<'_>,
        places: &mut Places,
    ) -> Option<Fields<'i, 't>> {
        let name = if list.is_empty() {
            "the task set".to_owned()
        } else {
            format!("{list}[{index}]")
        };
        let Node::Record(pairs) = &item.node else {
            let what = format!("{name} is {}", item.node.kind());
            report.refuse(Problem::new(
                &item.at,
                what,
                "an object is allowed",
                "write { ... }",
            ));
            return None;
        };
        let place = Place {
            list,
            index,
            field: "",
        };
        places.note(
            place,
            &(item.at.start..(item.at.start + 1).min(item.at.end)),
        );
        let mut known = HashMap::new();
        for (key, at, item) in pairs {
            if known.insert(key.as_ref(), (at, item)).is_some() {
                let what = format!("{name} has the same key twice");
                report.refuse(
                    Problem::new(at, what, "each key once is allowed", "keep one")
                        .value(key.as_ref()),
                );
            }
        }
        Some(Fields {
            at: item.at.clone(),
            name,
            place,
            pairs: known,
            asked: Vec::new(),
        })
    }

    /// The value of a field, if it is there and not null.
    pub(super) fn get(&mut self, field: &'static str, places: &mut Places) -> Option<&'i Item<'t>> {
        self.asked.push(field);
        let (_, item) = self.pairs.get(field)?;
        places.note(
            Place {
                field,
                ..self.place
            },
            &item.at,
        );
        (!matches!(item.node, Node::Nothing)).then_some(*item)
    }

    /// An exact number.
    pub(super) fn exact(
        &mut self,
        field: &'static str,
        report: &mut Report<'_>,
        places: &mut Places,
    ) -> Option<Exact> {
        let text = self.text(field, report, places)?;
        let (_, item) = self.pairs.get(field)?;
        text.parse()
            .map_err(|e| report.refuse(self.no_number(field, item, &e)))
            .ok()
    }

    fn no_number(&self, field: &str, item: &Item<'_>, error: &ExactError) -> Problem {
        let what = format!("the {field} of {} is {error}", self.name);
        let limit = format!(
            "whole numbers, decimals and fractions up to {} digits are allowed",
            Exact::MAX_DIGITS
        );
        let fix = match &item.node {
            Node::Text(text) if has_unit(text) => {
                "write the number alone: the unit of all times is the \"time_unit\" of the set"
            }
            _ => "write it as 12, 0.5 or \"1/3\"",
        };
        Problem::new(&item.at, what, limit, fix)
    }

    /// An exact number that must be there.
    pub(super) fn needed(
        &mut self,
        field: &'static str,
        report: &mut Report<'_>,
        places: &mut Places,
    ) -> Exact {
        if self.get(field, places).is_none() {
            self.missing(field, report);
        }
        self.exact(field, report, places).unwrap_or_else(Exact::one)
    }

    fn missing(&self, field: &str, report: &mut Report<'_>) {
        let what = format!("{} has no {field}", self.name);
        let fix = format!("add \"{field}\"");
        let at = self.at.start..(self.at.start + 1).min(self.at.end);
        let limit = format!("{field} is required");
        report.refuse(Problem::new(&at, what, limit, fix).value("nothing"));
    }

    /// A whole number.
    pub(super) fn whole<N: TryFrom<i64>>(
        &mut self,
        field: &'static str,
        range: (i64, i64),
        report: &mut Report<'_>,
        places: &mut Places,
    ) -> Option<N> {
        let number = self.exact(field, report, places)?;
        let whole = number
            .is_integer()
            .then(|| i64::try_from(number.numer()).ok())
            .flatten()
            .filter(|n| (range.0..=range.1).contains(n));
        if whole.is_none() {
            let what = format!("the {field} of {} is out of range", self.name);
            let limit = format!("whole numbers from {} to {} are allowed", range.0, range.1);
            let (_, item) = self.pairs.get(field)?;
            report.refuse(Problem::new(
                &item.at,
                what,
                limit,
                "give a number in this range",
            ));
        }
        N::try_from(whole?).ok()
    }

    /// A text.
    pub(super) fn text(
        &mut self,
        field: &'static str,
        report: &mut Report<'_>,
        places: &mut Places,
    ) -> Option<&'i Cow<'t, str>> {
        let item = self.get(field, places)?;
        let what = format!("the {field} of {}", self.name);
        text(item, &what, report)
    }

    /// The name of the thing itself, which must be there.
    pub(super) fn named(&mut self, report: &mut Report<'_>, places: &mut Places) -> String {
        if self.get("name", places).is_none() {
            self.missing("name", report);
        }
        let name = self.text("name", report, places);
        name.map_or_else(|| self.name.clone(), |n| n.trim().to_owned())
    }

    /// One of the words in `words`.
    pub(super) fn word<T: Copy>(
        &mut self,
        field: &'static str,
        words: &[(&str, T)],
        report: &mut Report<'_>,
        places: &mut Places,
    ) -> Option<T> {
        let found = self.text(field, report, places)?;
        let lower = found.trim().to_lowercase().replace('_', "-");
        if let Some((_, value)) = words.iter().find(|(word, _)| word.to_lowercase() == lower) {
            return Some(*value);
        }
        let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let fix = match closest(found, &names) {
            Some(meant) => format!("did you mean {meant}?"),
            None => "use one of these".to_owned(),
        };
        let what = format!("the {field} of {} is unknown", self.name);
        let limit = format!("{} are allowed", names.join(", "));
        let (_, item) = self.pairs.get(field)?;
        report.refuse(Problem::new(&item.at, what, limit, fix));
        None
    }

    /// The items of a list; none if it is not there.
    pub(super) fn list(
        &mut self,
        field: &'static str,
        report: &mut Report<'_>,
        places: &mut Places,
    ) -> &'i [Item<'t>] {
        match self.get(field, places) {
            None => &[],
            Some(Item {
                node: Node::List(items),
                ..
            }) => items,
            Some(item) => {
                let what = format!("{field} of {} is {}", self.name, item.node.kind());
                report.refuse(Problem::new(
                    &item.at,
                    what,
                    "a list is allowed",
                    "write [ ... ]",
                ));
                &[]
            }
        }
    }

    /// The names in a list.
    pub(super) fn names(
        &mut self,
        field: &'static str,
        report: &mut Report<'_>,
        places: &mut Places,
    ) -> Vec<String> {
        let what = format!("a name in {field} of {}", self.name);
        let items = self.list(field, report, places).iter();
        let names = items.filter_map(|i| text(i, &what, report));
        names.map(|n| n.trim().to_owned()).collect()
    }

    /// Refuse what nobody asked for.
    pub(super) fn finish(self, report: &mut Report<'_>) {
        for (key, (at, _)) in &self.pairs {
            if self.asked.contains(key) {
                continue;
            }
            let what = format!("{} has an unknown key", self.name);
            let fix = match closest(key, &self.asked) {
                Some(meant) => format!("did you mean {meant}?"),
                None => "remove it".to_owned(),
            };
            let mut asked = self.asked.clone();
            asked.sort_unstable();
            asked.dedup();
            let limit = format!("{} are allowed", asked.join(", "));
            report.refuse(Problem::new(at, what, limit, fix).value(*key));
        }
    }
}

fn text<'i, 't>(
    item: &'i Item<'t>,
    what: &str,
    report: &mut Report<'_>,
) -> Option<&'i Cow<'t, str>> {
    if let Node::Text(text) = &item.node {
        return Some(text);
    }
    let what = format!("{what} is {}", item.node.kind());
    let problem = Problem::new(&item.at, what, "a text or number is allowed", "write one");
    report.refuse(problem);
    None
}

/// Is it a number with a unit of time behind it?
fn has_unit(text: &str) -> bool {
    let text = text.trim();
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = &text[number.len()..];
    ["ns", "us", "ms", "s"].contains(&unit) && number.trim().parse::<Exact>().is_ok()
}
