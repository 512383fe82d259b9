//! URIs: `content://PROVIDER`, `content://PROVIDER/TABLE`, `content://PROVIDER/TABLE/ID`.
//!
//! Nothing else is one: no `..`, no `//`, no `%`, no query, no slash at the end. So a URI has one spelling, and
//! no part of it is ever part of a path or of SQL.

use std::fmt;

/// What a URI begins with.
const SCHEME: &str = "content://";

/// See the module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Uri<'a> {
    /// The provider.
    pub provider: &'a str,
    /// The table, or the call.
    pub table: Option<&'a str>,
    /// The row.
    pub row: Option<i64>,
}

impl<'a> Uri<'a> {
    /// Read one; none if it is none.
    #[must_use]
    pub fn parse(text: &'a str) -> Option<Uri<'a>> {
        if text.len() as u64 > terrace_abi::PROVIDER_URI_BYTES {
            return None;
        }
        let mut parts = text.strip_prefix(SCHEME)?.split('/');
        let provider = parts.next().filter(|p| is_name(p))?;
        let table = parts.next();
        let row = parts.next();
        if parts.next().is_some() || !table.is_none_or(is_name) {
            return None;
        }
        let row = match row {
            None => None,
            Some(text) => Some(number(text)?),
        };
        Some(Uri {
            provider,
            table,
            row,
        })
    }
}

/// The letters of a label of a manifest, but a dot alone or two.
fn is_name(part: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '$' | '-');
    !part.is_empty() && part.chars().all(fits) && !part.trim_matches('.').is_empty()
}

/// A whole number in its one spelling.
fn number(text: &str) -> Option<i64> {
    let number: i64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

impl fmt::Display for Uri<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SCHEME}{}", self.provider)?;
        if let Some(table) = self.table {
            write!(f, "/{table}")?;
        }
        match self.row {
            Some(row) => write!(f, "/{row}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Uri;
    use proptest::prelude::*;

    #[test]
    fn each_form_is_read_and_written_alike() {
        for text in [
            "content://notes",
            "content://notes/note",
            "content://notes/note/7",
            "content://org.example.Notes/note/-1",
        ] {
            let uri = Uri::parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(uri.to_string(), text);
        }
    }

    #[test]
    fn whatever_leads_elsewhere_is_none() {
        for text in [
            "",
            "notes/note",
            "http://notes/note",
            "content://",
            "content:///note",
            "content://notes/",
            "content://notes//7",
            "content://notes/note/",
            "content://notes/note/7/8",
            "content://../note",
            "content://notes/..",
            "content://notes/.",
            "content://notes/../../etc/passwd",
            "content://notes/%2e%2e",
            "content://notes/note/07",
            "content://notes/note/+7",
            "content://notes/note/7;drop table note",
            "content://notes/note/99999999999999999999",
            "content://notes/no te",
            "content://notes/note?x=1",
            "content://notes/n\u{f6}te",
            "content://notes\0/note",
        ] {
            assert_eq!(Uri::parse(text), None, "{text}");
        }
        let long = format!("content://notes/{}", "n".repeat(300));
        assert_eq!(Uri::parse(&long), None);
    }

    proptest! {
        #[test]
        fn what_is_read_has_one_spelling(text in "(content://)?[a-z./%]{0,12}(/-?[0-9]{1,3})?") {
            if let Some(uri) = Uri::parse(&text) {
                prop_assert_eq!(uri.to_string(), text);
            }
        }
    }
}
