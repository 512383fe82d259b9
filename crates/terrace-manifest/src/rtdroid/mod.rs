//! RTDroid's manifest: an Android manifest with real-time elements, into the same model and back.
//!
//! Published apps have one of two spellings: the older one of the first papers (`scopeSizes`,
//! `periodic`, a namespace), and the newer one of the dissertation (`memSizes`, `release`,
//! `time`). Both are read, also mixed; names are matched without their prefix, because the
//! dissertation's own figures have none. The older one is written.
//!
//! # Invariants
//! X1. An element or attribute that is not read is refused; one that Android itself defines is
//!     read over with a warning. Nothing is silently ignored.
//! X2. What is read and written again reads as the same app.
//! X3. M3 and M4 of the crate hold here too; a DTD is refused, so no entity expands.
//!
//! Source: RTDroid dissertation, figures 4.7, 4.10, 5.2 to 5.5; its published manifests.

mod channel;
mod component;
mod element;
mod memory;
mod read;
mod values;
mod write;

pub use write::Lost;

use crate::{
    bounds,
    diagnostic::Diagnostics,
    model::App,
    report::{Problem, Report},
};
use element::Reader;
use std::path::Path;

/// Android's own namespace.
const ANDROID: &str = "http://schemas.android.com/apk/res/android";
/// That of RTDroid's elements.
const RTDROID: &str = "http://fiji-systems.com/schema/rtdroid/0";
/// The class whose `main` brings up an RTDroid app; the build makes it.
const MAIN: &str = "edu.buffalo.rtdroid.Main";
/// Elements and attributes of one text: more is not a manifest.
const NODES: u32 = 200_000;
/// Levels of elements: a manifest has seven.
const DEPTH: usize = 64;

/// What an RTDroid manifest says.
#[derive(Debug, Clone)]
pub struct RtdroidManifest {
    /// The app.
    pub app: App,
    /// What was read over, or read in a way its author may not expect.
    pub warnings: Option<Diagnostics>,
}

/// Does the text look like XML rather than TOML?
#[must_use]
pub fn is_xml(text: &str) -> bool {
    text.trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with('<')
}

/// Parse RTDroid's XML manifest. `file` is what messages call it; nothing is read from there.
///
/// # Errors
/// Everything that is wrong in the text.
pub fn parse_rtdroid(text: &str, file: &Path) -> Result<RtdroidManifest, Diagnostics> {
    let mut report = Report::new(text, file);
    if let Some(problem) = too_much(text) {
        report.refuse(problem);
        return report.finish(None);
    }
    let options = roxmltree::ParsingOptions {
        nodes_limit: NODES,
        ..roxmltree::ParsingOptions::default()
    };
    let document = match roxmltree::Document::parse_with_options(text, options) {
        Ok(document) => document,
        Err(why) => {
            report.broken(not_xml(text, &why));
            return report.finish(None);
        }
    };
    let mut reader = Reader::new(report, Report::new(text, file));
    let app = read::manifest(document.root_element(), &mut reader);
    let (report, warnings) = reader.into_reports();
    let app = report.finish(app)?;
    let warnings = warnings.finish(Some(())).err();
    Ok(RtdroidManifest { app, warnings })
}

/// More text or deeper nesting than a manifest has; the parser recurses by depth.
fn too_much(text: &str) -> Option<Problem> {
    if text.len() > bounds::MANIFEST {
        let limit = format!("{} bytes are allowed", bounds::MANIFEST);
        let problem = Problem::new(
            &(0..0),
            "the manifest is too large",
            limit,
            "make it smaller",
        );
        return Some(problem.value(format!("{} bytes", text.len())));
    }
    let mut depth = 0usize;
    for part in text.split('<').skip(1) {
        match part.as_bytes() {
            [b'/', ..] => depth = depth.saturating_sub(1),
            [b'!' | b'?', ..] => {}
            _ => {
                let end = part.find('>').unwrap_or(part.len());
                let empty = part[..end].ends_with('/');
                depth += usize::from(!empty);
            }
        }
        if depth > DEPTH {
            let limit = format!("{DEPTH} levels are allowed");
            let problem = Problem::new(
                &(0..0),
                "the manifest is nested too deeply",
                limit,
                "nest less",
            );
            return Some(problem.value(format!("more than {DEPTH} levels")));
        }
    }
    None
}

fn not_xml(text: &str, why: &roxmltree::Error) -> Problem {
    let position = why.pos();
    let start = offset(text, position.row as usize, position.col as usize);
    let line = text[start..].lines().next().unwrap_or_default();
    let what = match why {
        roxmltree::Error::DtdDetected => "a manifest has no DTD".to_owned(),
        roxmltree::Error::NodesLimitReached => "the manifest has too many elements".to_owned(),
        why => format!("this is not XML ({why})"),
    };
    let fix = match (why, line.contains('&')) {
        (roxmltree::Error::DtdDetected, _) => "remove <!DOCTYPE ...>",
        (_, true) => "write &amp; for &",
        _ => "correct it",
    };
    let value = if line.trim().is_empty() {
        "the end"
    } else {
        line
    };
    Problem::new(&(start..start), what, "a manifest is XML 1.0", fix).value(value)
}

/// The offset of a line and column, both from 1.
fn offset(text: &str, row: usize, col: usize) -> usize {
    let before = text.split_inclusive('\n').take(row.saturating_sub(1));
    let start: usize = before.map(str::len).sum();
    let line = text[start..].lines().next().unwrap_or_default();
    let inside = line.char_indices().nth(col.saturating_sub(1));
    start + inside.map_or(line.len(), |(at, _)| at)
}
