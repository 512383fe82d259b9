//! The forms of names, paths and addresses.
//!
//! Texts that end up on the command line of a build tool may not look like a flag of it: a
//! manifest that someone else wrote must not be able to say `--config=...`.

use crate::{
    bounds,
    model::{AppName, Grantee, Label, TaskPath},
    read::Item,
    report::Report,
};
use std::{
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
};

/// A name of an app, a partition or a device.
pub(super) fn name(item: &Item<'_>, report: &mut Report<'_>) -> Option<AppName> {
    let text = item.text(report)?;
    let refuse = |why: crate::model::NameError| {
        let fix = format!("write {} = \"{}\"", item.key(), near_name(text));
        report.refuse(item.problem("is not a name", why.to_string(), fix));
    };
    text.parse().map_err(refuse).ok()
}

/// The name somebody probably meant.
fn near_name(text: &str) -> String {
    let plain = |c: char| match c {
        'a'..='z' | '0'..='9' | '.' | '_' | '-' => Some(c),
        'A'..='Z' => Some(c.to_ascii_lowercase()),
        ' ' => Some('-'),
        _ => None,
    };
    let name: String = text.chars().filter_map(plain).take(bounds::NAME).collect();
    let name = name.trim_start_matches(['.', '_', '-']);
    if name.is_empty() {
        "my-app".to_owned()
    } else {
        name.to_owned()
    }
}

/// A name inside an app.
pub(super) fn label(item: &Item<'_>, report: &mut Report<'_>) -> Option<Label> {
    let text = item.text(report)?;
    let refuse = |why: crate::model::LabelError| {
        report.refuse(item.problem("is not a name", why.to_string(), "correct the name"));
    };
    text.parse().map_err(refuse).ok()
}

/// The way to a task.
pub(super) fn task_path(item: &Item<'_>, report: &mut Report<'_>) -> Option<TaskPath> {
    let text = item.text(report)?;
    let refuse = |why: crate::model::LabelError| {
        let limit = format!("it is names with a slash between ({why})");
        report.refuse(item.problem("is not a task", limit, "write for example \"service/task\""));
    };
    text.parse().map_err(refuse).ok()
}

/// An app or a permission.
pub(super) fn grantee(item: &Item<'_>, report: &mut Report<'_>) -> Option<Grantee> {
    let text = item.text(report)?;
    let refuse = |why: String| {
        let limit = format!("it is an app's name or permission:NAME ({why})");
        report.refuse(item.problem("names nobody", limit, "write for example \"recorder\""));
    };
    text.parse().map_err(refuse).ok()
}

/// A version of three numbers.
pub(super) fn version(item: &Item<'_>, report: &mut Report<'_>) -> Option<String> {
    let text = item.text(report)?;
    if text.len() > bounds::VERSION {
        let limit = format!("{} letters are allowed", bounds::VERSION);
        report.refuse(item.problem("is too long", limit, "shorten it"));
        return None;
    }
    let refuse = |why: semver::Error| {
        let limit = format!("a version has the form 1.2.3 ({why})");
        report.refuse(item.problem(
            "is not a version",
            limit,
            "write for example version = \"0.1.0\"",
        ));
    };
    semver::Version::parse(text).map_err(refuse).ok()?;
    Some(text.to_owned())
}

/// A text that C can read; may be empty.
pub(super) fn argument(item: &Item<'_>, report: &mut Report<'_>) -> Option<String> {
    let text = item.text(report)?;
    if text.contains('\0') {
        let limit = "a zero ends a text in C";
        report.refuse(item.problem("holds a zero character", limit, "remove \\u0000"));
        return None;
    }
    Some(text.to_owned())
}

/// As [`argument`], but not empty.
fn filled(item: &Item<'_>, report: &mut Report<'_>) -> Option<String> {
    let text = argument(item, report)?;
    if text.is_empty() {
        let fix = "write something or remove it";
        report.refuse(item.problem("is empty", "it has at least one letter", fix));
        return None;
    }
    Some(text)
}

/// A path of the host.
pub(super) fn path(item: &Item<'_>, report: &mut Report<'_>) -> Option<PathBuf> {
    let text = filled(item, report)?;
    if text.len() > bounds::PATH {
        let limit = format!("Linux allows {} bytes", bounds::PATH);
        report.refuse(item.problem("is too long", limit, "shorten the path"));
        return None;
    }
    Some(text.into())
}

/// A path of the host that a build tool is given.
fn file(item: &Item<'_>, ending: &str, what: &str, report: &mut Report<'_>) -> Option<PathBuf> {
    let path = path(item, report)?;
    let text = operand(item, report)?;
    if !text.ends_with(ending) {
        let limit = format!("its name ends in {ending}");
        report.refuse(item.problem(what, limit, "remove it or rename the file"));
        return None;
    }
    Some(path)
}

/// A folder of the host that a build tool is given.
pub(super) fn folder(item: &Item<'_>, report: &mut Report<'_>) -> Option<PathBuf> {
    file(item, "", "is not a folder", report)
}

/// A C file.
pub(super) fn c_file(item: &Item<'_>, report: &mut Report<'_>) -> Option<PathBuf> {
    file(item, ".c", "is not a C file", report)
}

/// A Java library.
pub(super) fn jar(item: &Item<'_>, report: &mut Report<'_>) -> Option<PathBuf> {
    file(item, ".jar", "is not a jar file", report)
}

/// A flag for the C compiler.
pub(super) fn flag(item: &Item<'_>, report: &mut Report<'_>) -> Option<String> {
    let text = filled(item, report)?;
    if !text.starts_with('-') {
        let limit = "a flag starts with a minus";
        let fix = "write one flag per item as \"-O2\", and files under sources";
        report.refuse(item.problem("is not a flag", limit, fix));
        return None;
    }
    Some(text)
}

/// What a tool works on; not a flag.
pub(super) fn operand(item: &Item<'_>, report: &mut Report<'_>) -> Option<String> {
    let text = filled(item, report)?;
    if text.starts_with('-') {
        let limit = "it may not start with a minus";
        report.refuse(item.problem("looks like a flag", limit, "write ./ before it"));
        return None;
    }
    Some(text)
}

/// Refuse a text with letters outside a set.
fn letters(
    item: &Item<'_>,
    what: &str,
    limit: &str,
    fits: impl Fn(&str) -> bool,
    report: &mut Report<'_>,
) -> Option<String> {
    let text = filled(item, report)?;
    if !fits(&text) {
        report.refuse(item.problem(what, limit, "correct the name"));
        return None;
    }
    Some(text)
}

/// Does it start with a letter, digit or underscore, and go on with those and `more`?
fn word(text: &str, more: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.starts_with(plain) && text.chars().all(|c| plain(c) || more.contains(c))
}

/// A package or binary of cargo.
pub(super) fn crate_name(item: &Item<'_>, report: &mut Report<'_>) -> Option<String> {
    let limit = "it has letters, digits, '_' and '-', and does not start with '-'";
    letters(item, "is not a cargo name", limit, |t| word(t, "-"), report)
}

/// A feature of cargo.
pub(super) fn feature(item: &Item<'_>, report: &mut Report<'_>) -> Option<String> {
    let limit = "it has letters, digits and '_-+./', and starts with a letter or digit";
    letters(
        item,
        "is not a cargo feature",
        limit,
        |t| word(t, "-+./"),
        report,
    )
}

/// A class of Java with its package.
pub(super) fn class(item: &Item<'_>, report: &mut Report<'_>) -> Option<String> {
    let part = |p: &str| {
        let start = |c: char| c.is_alphabetic() || matches!(c, '_' | '$');
        p.starts_with(start) && p.chars().all(|c| start(c) || c.is_alphanumeric())
    };
    let limit = "it has the form com.example.Main";
    let fits = |text: &str| text.split('.').all(part);
    letters(item, "is not a Java class", limit, fits, report)
}

/// Maven coordinates.
pub(super) fn maven(item: &Item<'_>, report: &mut Report<'_>) -> Option<String> {
    let fits = |text: &str| {
        let parts: Vec<_> = text.split(':').collect();
        parts.len() == 3 && parts.iter().all(|p| word(p, ".-"))
    };
    let limit = "they have the form group:artifact:version";
    letters(item, "is not Maven coordinates", limit, fits, report)
}

/// Where a guest sees a folder: one spelling for each place, so that twice is seen.
pub(super) fn guest_path(item: &Item<'_>, report: &mut Report<'_>) -> Option<String> {
    let text = path(item, report)?.to_string_lossy().into_owned();
    let parts = || {
        text.strip_prefix('/')
            .into_iter()
            .flat_map(|t| t.split('/'))
    };
    let (limit, fix) = match &*text {
        "." | "/" => return Some(text),
        t if t.split('/').any(|p| p == "..") => ("'..' leads out of it", "write where it ends up"),
        t if !t.starts_with('/') => (
            "it is \".\" or starts with a slash",
            "write a slash before it",
        ),
        _ if parts().any(|p| p.is_empty() || p == ".") => (
            "it has no '//', no '/./' and no slash at its end",
            "write the short form",
        ),
        _ => return Some(text),
    };
    report.refuse(item.problem("is not a path of a guest", limit, fix));
    None
}

/// The name of a variable.
pub(super) fn variable(key: &str, item: &Item<'_>, report: &mut Report<'_>) -> Option<String> {
    if key.is_empty() || key.contains(['=', '\0']) {
        let what = "the name of a variable is wrong";
        let limit = "it has at least one letter, no '=' and no zero";
        let problem =
            crate::report::Problem::new(&item.key_at, what, limit, "write NAME = \"value\"");
        report.refuse(problem);
        return None;
    }
    Some(key.to_owned())
}

/// The name of a network device of Linux.
pub(super) fn interface(item: &Item<'_>, report: &mut Report<'_>) -> Option<String> {
    let limit =
        "it has 1 to 15 letters, digits, '_', '.' and '-', and starts with none of the last two";
    let fits = |text: &str| text.len() <= bounds::INTERFACE && word(text, ".-");
    letters(
        item,
        "is not the name of a network device",
        limit,
        fits,
        report,
    )
}

/// An address of a host.
pub(super) fn host(item: &Item<'_>, report: &mut Report<'_>) -> Option<Ipv4Addr> {
    let address = item.text(report)?.parse();
    if address.is_err() {
        let limit = "it is an IPv4 address";
        report.refuse(item.problem(
            "is not an address",
            limit,
            "write for example \"10.77.0.2\"",
        ));
    }
    address.ok()
}

/// An address and a port.
pub(super) fn address(item: &Item<'_>, report: &mut Report<'_>) -> Option<SocketAddr> {
    let text = item.text(report)?;
    let address = text.parse();
    if address.is_err() {
        let limit = "an address is an IP address and a port, as 127.0.0.1:8080 or [::1]:8080";
        let numbers = text.replacen("localhost:", "127.0.0.1:", 1);
        let fix = match numbers.parse::<SocketAddr>() {
            Ok(address) => format!("write \"{address}\""),
            _ => "write for example network = [\"127.0.0.1:8080\"]".to_owned(),
        };
        report.refuse(item.problem("is not an address", limit, fix));
    }
    address.ok()
}
