//! What derives from the command line's definition: completions, manual pages, and the
//! page of commands in the book.

use crate::cli::{Cli, ManArgs};
use crate::failure::Failure;
use crate::output;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use std::fmt::Write;

/// `terrace completions`.
pub(crate) fn completions(shell: Shell) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "terrace", &mut script);
    output::print_bytes(&script)?;
    Ok(0)
}

/// `terrace man`.
pub(crate) fn man(args: &ManArgs) -> Result<u8, Failure> {
    let Some(dir) = &args.dir else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut page)?;
        output::print_bytes(&page)?;
        return Ok(0);
    };
    let failed = |e| {
        Failure::new(format!(
            "cannot write manual pages to {}: {e}",
            dir.display()
        ))
    };
    std::fs::create_dir_all(dir).map_err(failed)?;
    clap_mangen::generate_to(Cli::command(), dir).map_err(failed)?;
    Ok(0)
}

/// The page of commands in the book: the help of every subcommand.
#[must_use]
pub fn commands_markdown() -> String {
    // Wrapped at a width of its own, whatever the terminal.
    let mut command = Cli::command().term_width(96);
    command.build();
    let mut page = String::from(
        "# Commands\n\n\
         <!-- Generated from the command's own definition; TERRACE_BLESS=1 cargo test -p terrace renews it. -->\n\n",
    );
    section(&mut page, &mut command, "terrace");
    let names: Vec<_> = visible(&command).map(|c| c.get_name().to_owned()).collect();
    for name in names {
        if let Some(sub) = command.find_subcommand_mut(&name) {
            section(&mut page, sub, &format!("terrace {name}"));
            let inner: Vec<_> = visible(sub).map(|c| c.get_name().to_owned()).collect();
            for inside in inner {
                if let Some(sub) = sub.find_subcommand_mut(&inside) {
                    section(&mut page, sub, &format!("terrace {name} {inside}"));
                }
            }
        }
    }
    page.truncate(page.trim_end().len());
    page.push('\n');
    page
}

/// Subcommands that are shown.
pub fn visible(command: &Command) -> impl Iterator<Item = &Command> {
    command
        .get_subcommands()
        .filter(|c| !c.is_hide_set() && c.get_name() != "help")
}

fn section(page: &mut String, command: &mut Command, title: &str) {
    let help = command.render_long_help().to_string();
    let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
    // Writing to a string cannot fail.
    let _ = write!(
        page,
        "## {title}\n\n```text\n{}\n```\n\n",
        lines.join("\n").trim_end()
    );
}
