//! `make demo`: sixty partitions of real apps in one process, on real input.
//!
//! A pipeline of apps in four languages comes after them: one is killed in its middle, and it heals.
//!
//! Drives the same `terrace` command and the same control socket that a person uses: builds the
//! apps, starts a daemon, installs and starts them, suspends and resumes some, kills one that
//! misbehaves, and ends with a table: every app here against a process per app, both measured in
//! this run.
#![forbid(unsafe_code)]

mod build;
mod device;
mod native;
mod pipeline;
mod sampler;
mod show;
mod story;
mod table;

use anyhow::Result;
use std::path::PathBuf;

fn main() -> Result<()> {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).canonicalize()?;
    let apps = device::read(&root)?;
    show::step("building the apps (Rust, C, Go, Java, and two programs from crates.io)");
    build::third_party(&root)?;
    let images = build::images(&root, &apps)?;
    let stages = pipeline::folders(&root)
        .map(|(stage, folder)| Ok((stage, build::image(&root, stage, &folder)?)))
        .collect::<Result<Vec<_>>>()?;
    let mut machine = device::Machine::start(&root)?;
    let told = story::tell(&mut machine, &apps, &images)?;
    pipeline::tell(&machine, &stages)?;
    show::step("the same apps, natively compiled, one process each");
    let natives = native::measure(&root, &apps);
    table::print(&apps, &told, &natives);
    machine.stop()
}
