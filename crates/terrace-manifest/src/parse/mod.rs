//! From text to plan, one file per section of the manifest.
//!
//! Every section reads all its keys before it judges how they fit together, and goes on with
//! the default where one is wrong, so that every error of a text is found in one pass.

mod app;
mod channel;
mod component;
mod components;
mod cpu;
mod device;
mod fields;
mod links;
mod memory;
mod permissions;
mod provider;
mod restart;
mod rules;
mod source;
mod strings;
mod syntax;
mod worker;

use crate::{
    diagnostic::Diagnostics,
    model::{App, Device},
    read::Section,
    report::{Problem, Report},
};
use std::path::Path;

/// Parse an app's manifest. `file` is what messages call it; nothing is read from there.
///
/// # Errors
/// Everything that is wrong in the text.
pub fn parse_app(text: &str, file: &Path) -> Result<App, Diagnostics> {
    parse(text, file, app::read)
}

/// Parse a device file. `file` is what messages call it; nothing is read from there.
///
/// # Errors
/// Everything that is wrong in the text.
pub fn parse_device(text: &str, file: &Path) -> Result<Device, Diagnostics> {
    parse(text, file, device::read)
}

type Read<T> = fn(Section<'_>, &mut Report<'_>) -> Option<T>;

fn parse<T>(text: &str, file: &Path, read: Read<T>) -> Result<T, Diagnostics> {
    let max = crate::bounds::MANIFEST;
    if text.len() > max {
        let mut report = Report::new("", file);
        let limit = format!("{max} bytes are allowed");
        let problem = Problem::new(
            &(0..0),
            "the manifest is too large",
            limit,
            "make it smaller",
        );
        report.refuse(problem.value(format!("{} bytes", text.len())));
        return report.finish(None);
    }
    let mut report = Report::new(text, file);
    let tree = syntax::tree(text, &mut report);
    let plan = read(Section::root(tree.get_ref()), &mut report);
    report.finish(plan)
}
