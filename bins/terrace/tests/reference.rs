//! The definition of the command line: whole, with examples, and as the book shows it.

use clap::CommandFactory;
use terrace::cli::Cli;
use terrace::reference::{commands_markdown, visible};

#[test]
fn the_definition_is_sound() {
    Cli::command().debug_assert();
}

#[test]
fn every_subcommand_has_help_and_an_example_of_its_own() {
    let command = Cli::command();
    assert!(visible(&command).count() > 20);
    for sub in visible(&command) {
        let name = sub.get_name();
        let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
        assert!(about.len() > 10, "`terrace {name}` has no help");
        let after = sub
            .get_after_help()
            .map(ToString::to_string)
            .unwrap_or_default();
        assert!(
            after.contains(&format!("terrace {name}")),
            "`terrace {name} --help` has no example: {after}"
        );
        for arg in sub.get_arguments() {
            assert!(
                arg.get_help().is_some(),
                "`terrace {name}`: {} has no help",
                arg.get_id()
            );
        }
    }
}

#[test]
fn what_is_asked_of_the_daemon_is_printed_as_json_too() {
    let command = Cli::command();
    for name in [
        "install",
        "uninstall",
        "images",
        "start",
        "stop",
        "kill",
        "suspend",
        "resume",
        "restart",
        "rm",
        "ps",
        "top",
        "logs",
        "stats",
        "inspect",
        "wait",
        "events",
        "channels",
    ] {
        let sub = command.find_subcommand(name).expect(name);
        assert!(
            sub.get_arguments().any(|arg| arg.get_id() == "format"),
            "`terrace {name}` has no --format"
        );
    }
}

/// The book's page is what the command says. `TERRACE_BLESS=1 cargo test -p terrace` renews it.
#[test]
fn the_page_of_commands_has_not_drifted() {
    let path = terrace_testkit::tools::root().join("docs/book/src/commands.md");
    let now = commands_markdown();
    if std::env::var_os("TERRACE_BLESS").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let page = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        page == now,
        "{} is not what the command says; run TERRACE_BLESS=1 cargo test -p terrace",
        path.display()
    );
}
