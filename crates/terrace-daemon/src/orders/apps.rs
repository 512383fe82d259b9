//! Installing and uninstalling.

use super::Orders;
use crate::answers::{AppInfo, Installed as Answer};
use crate::database::AppRow;
use crate::depot::ReadyError;
use crate::ledger::Installed;
use crate::machine::app_info;
use crate::place;
use crate::protocol::{Refusal, RefusalCode};
use crate::reply::Break;
use std::path::Path;
use std::sync::PoisonError;
use terrace_image::AppImage;

impl Orders<'_> {
    /// Check, compile, store, write down, make known: in this order, so that whatever fails or
    /// is killed leaves the app that was there before.
    pub(super) fn install(&self, path: &Path) -> Result<Answer, Break> {
        let machine = self.machine;
        let _turn = machine
            .installing
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let image = AppImage::open(path).map_err(ReadyError::from)?;
        let base = place::base_of(path);
        let app = machine
            .depot
            .ready(machine.controller.engine(), &image, base, |step| {
                // A client that has gone does not undo what it has asked for.
                let _ = self.reply.next(&step);
            });
        let app = app?;
        machine.depot.store(&image)?;
        let installed = Installed {
            row: AppRow {
                name: app.name().to_owned(),
                version: app.manifest.version.clone(),
                digest: image.digest().hex(),
                base: base.to_owned(),
                image_bytes: image.as_bytes().len() as u64,
                installed_at: crate::clock::wall_ns(),
            },
            manifest: image.manifest_text().to_owned(),
            problem: None,
        };
        let answer = app_info(&installed, self.count(app.name()));
        let mut ledger = machine.ledger();
        let replaced = ledger.install(installed)?;
        machine.controller.install(app);
        let replaced = replaced
            .map(|old| old.row.digest)
            .filter(|old| *old != image.digest().hex());
        if let Some(old) = replaced.as_ref().filter(|old| !ledger.uses(old)) {
            machine.depot.discard(old);
        }
        Ok(Answer {
            app: answer,
            replaced: replaced.map(|digest| format!("sha256:{digest}")),
        })
    }

    /// Partitions of it that have ended stay, and can be looked at.
    pub(super) fn uninstall(&self, reference: &str) -> Result<AppInfo, Break> {
        let machine = self.machine;
        // Not between the check of an installation and its end.
        let _turn = machine
            .installing
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let mut ledger = machine.ledger();
        let app = ledger
            .find_app(reference)
            .map_err(|m| Refusal::new(RefusalCode::NoSuchApp, m))?;
        let app = app.clone();
        let name = &app.row.name;
        let alive: Vec<_> = machine
            .controller
            .list()
            .into_iter()
            .filter(|p| p.app == *name && p.state.alive())
            .collect();
        if let Some(first) = alive.first() {
            let who = match alive.len() {
                1 => format!("the partition {} of it lives; stop it first", first.name),
                n => format!(
                    "{n} partitions of it live ({}, ...); stop them first",
                    first.name
                ),
            };
            let message = format!("cannot uninstall `{name}`: {who}");
            return Err(Refusal::new(RefusalCode::WrongState, message).into());
        }
        let answer = app_info(&app, self.count(name));
        ledger.uninstall(name)?;
        machine.controller.uninstall(name);
        if !ledger.uses(&app.row.digest) {
            machine.depot.discard(&app.row.digest);
        }
        Ok(answer)
    }

    fn count(&self, app: &str) -> usize {
        self.machine
            .controller
            .list()
            .iter()
            .filter(|p| p.app == app)
            .count()
    }
}
