//! Building the apps with the tools that a person uses.

use crate::device::{DemoApp, terrace};
use crate::show;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Two programs from crates.io, built unmodified.
pub fn third_party(root: &Path) -> Result<()> {
    if root.join("apps/third-party/build/bin/rg.wasm").exists() {
        return Ok(());
    }
    let script = "apps/third-party/build.sh";
    show::line(format!("{script} (the first time only, some minutes)"));
    let status = Command::new(root.join(script))
        // Built for the guest: nothing of ours may leak into its build.
        .env_remove("CARGO_TARGET_DIR")
        .status()
        .with_context(|| format!("cannot run {script}"))?;
    if !status.success() {
        bail!("{script} failed with {status}");
    }
    Ok(())
}

/// Images by app name.
pub fn images(root: &Path, apps: &[DemoApp]) -> Result<BTreeMap<String, PathBuf>> {
    let built = apps.iter().map(|app| {
        let image = image(root, app.title(), &app.folder)?;
        Ok((app.title().to_owned(), image))
    });
    built.collect()
}

/// The image of the app in this folder.
pub fn image(root: &Path, title: &str, folder: &Path) -> Result<PathBuf> {
    // In the app's folder: its relative `host` folders start where the image lies.
    let image = folder.join(format!("{title}.terrace"));
    let start = Instant::now();
    let built = Command::new(terrace(root))
        .arg("build")
        .arg(folder)
        .arg("-o")
        .arg(&image)
        // What it says on the other stream is for whoever waits: compilers and SDKs take their time.
        .stdout(Stdio::null())
        .status()
        .context("cannot run `terrace build`")?;
    if !built.success() {
        bail!("{title} does not build; its messages are above");
    }
    let size = std::fs::metadata(&image)?.len();
    show::line(format!(
        "{title:<12} {:>9}  {:>5} ms",
        show::bytes(size),
        start.elapsed().as_millis()
    ));
    Ok(image)
}
