//! Bringing back what the last daemon wrote down.
//!
//! # Invariants
//! I1. One damaged image, app or partition is told and left out; the others come back.

use crate::database::{AppRow, PartitionRow};
use crate::depot::ReadyError;
use crate::ledger::Installed;
use crate::machine::Machine;
use std::path::PathBuf;
use terrace_vm::Overrides;

/// All apps, then all partitions that should run.
pub(crate) fn restore(machine: &Machine, apps: Vec<AppRow>, partitions: Vec<PartitionRow>) {
    for row in apps {
        let installed = restore_app(machine, row);
        machine.ledger().recall(installed);
    }
    for row in partitions {
        restore_partition(machine, row);
    }
}

fn restore_app(machine: &Machine, row: AppRow) -> Installed {
    let image = machine.depot.fetch(&row.digest);
    let manifest = image
        .as_ref()
        .map(|i| i.manifest_text().to_owned())
        .unwrap_or_default();
    let app = image.and_then(|image| {
        machine
            .depot
            .ready(machine.controller.engine(), &image, &row.base, |_| {})
    });
    let problem = match app {
        Ok(app) if app.name() == row.name => {
            machine.controller.install(app);
            None
        }
        Ok(app) => Some(format!(
            "its image contains the app `{}`; install `{}` again",
            app.name(),
            row.name
        )),
        Err(error) => Some(set_aside(machine, &row.digest, &error)),
    };
    if let Some(problem) = &problem {
        machine.note(format!(
            "the app `{}` cannot be started: {problem}",
            row.name
        ));
    }
    Installed {
        row,
        manifest,
        problem,
    }
}

fn set_aside(machine: &Machine, digest: &str, error: &ReadyError) -> String {
    if !error.damaged() {
        return error.to_string();
    }
    match machine.depot.set_aside(digest) {
        Ok(to) => format!("{error} (the file is now {})", to.display()),
        Err(_) => error.to_string(),
    }
}

fn restore_partition(machine: &Machine, row: PartitionRow) {
    let overrides = Overrides {
        args: row.args.clone(),
        env: row.env.clone(),
        force: row.force,
        ..Overrides::default()
    };
    let id = match machine.controller.run(&row.app, Some(&row.name), overrides) {
        Ok(id) => Some(id),
        Err(cause) => {
            machine.note(format!(
                "the partition `{0}` of `{1}` should run and cannot be started: {cause}; \
                 correct that and restart the daemon, or `terrace remove {0}`",
                row.name, row.app
            ));
            None
        }
    };
    machine.ledger().recall_partition(id, row);
}

/// After a damaged database: what is installed can be read from the images themselves. What
/// should run is lost, and is told.
pub(crate) fn rebuild(machine: &Machine) {
    let digests = match machine.depot.stored() {
        Ok(digests) => digests,
        Err(cause) => {
            return machine.note(format!("the installed apps cannot be found again: {cause}"));
        }
    };
    for digest in digests {
        if let Err(cause) = rebuild_app(machine, &digest) {
            machine.note(format!(
                "the image {digest} cannot be installed again: {cause}"
            ));
        }
    }
}

fn rebuild_app(machine: &Machine, digest: &str) -> Result<(), String> {
    // The folder it was installed from was in the database.
    let base = PathBuf::from("/");
    let image = machine
        .depot
        .fetch(digest)
        .map_err(|e| set_aside(machine, digest, &e))?;
    let app = machine
        .depot
        .ready(machine.controller.engine(), &image, &base, |_| {});
    let app = app.map_err(|e| e.to_string())?;
    let row = AppRow {
        name: app.name().to_owned(),
        version: app.manifest.version.clone(),
        digest: digest.to_owned(),
        base,
        image_bytes: image.as_bytes().len() as u64,
        installed_at: crate::clock::wall_ns(),
    };
    let installed = Installed {
        row,
        manifest: image.manifest_text().to_owned(),
        problem: None,
    };
    machine
        .ledger()
        .install(installed)
        .map_err(|e| e.to_string())?;
    machine.controller.install(app);
    Ok(())
}
