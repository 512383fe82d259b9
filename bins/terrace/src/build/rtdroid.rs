//! RTDroid's apps: what the build adds to their sources, and the manifest of their image.
//!
//! The class whose `main` brings an app up is written here, from the manifest: the plan of its
//! components and channels, one line each (`edu.buffalo.rtdroid.runtime.Plan` of `sdk/java/rtdroid`
//! says how), and the making of the classes it names, so that nothing is looked up at run time.
//!
//! Source: the RTDroid dissertation, figure 4.6 (the order in which components come up).

use crate::failure::Failure;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use terrace_manifest::{
    App, Bytes, Callback, Channel, Components, Cpu, Element, Order, Scheduler, Service, Word,
};

/// The class that brings an app up.
pub const MAIN: &str = "edu.buffalo.rtdroid.Main";
/// The classes of RTDroid, Android and the RTSJ, below the SDK's folder.
pub const JAR: &str = "apps/terrace-rtdroid-0.1.0.jar";
/// Messages that may wait in a channel of which nobody says how many.
const DEPTH: u32 = 8;
/// What an app needs in any case: Java's own tables and a heap to begin with.
const LEAST: u64 = 16 << 20;

/// Write the class [`MAIN`] of `app` below `work`; the folder of sources it is in.
pub fn write_main(app: &App, work: &Path) -> std::io::Result<PathBuf> {
    let folder = work.join("rtdroid");
    let file = folder.join("edu/buffalo/rtdroid/Main.java");
    crate::sdk::write(&file, main_class(app).as_bytes())?;
    Ok(folder)
}

/// Refuse a component whose class has no source: javac would complain of the class written here.
pub fn require_classes(app: &App, folders: &[PathBuf]) -> Result<(), Failure> {
    let parts = &app.components;
    let named = parts.services.iter().map(|s| &s.own);
    let missing: Vec<String> = named
        .chain(&parts.receivers)
        .map(|component| class_name(app, component.name.as_str()))
        .filter(|name| !folders.iter().any(|f| f.join(source_of(name)).is_file()))
        .map(|name| {
            let source = source_of(&name);
            format!("the manifest names the component {name}: there is no {source} in the sources")
        })
        .collect();
    match missing.is_empty() {
        true => Ok(()),
        false => Err(Failure::new(missing.join("\n"))),
    }
}

/// Where the source of a public class is, below a folder of sources.
fn source_of(class: &str) -> String {
    let outer = class.split('$').next().unwrap_or(class);
    format!("{}.java", outer.replace('.', "/"))
}

/// The manifest of the image: the app as one program, as important as its most important component.
/// Its components come up inside the program.
pub fn of_image(app: &App) -> App {
    let most = callbacks(&app.components).filter_map(|c| c.priority).max();
    let mut app = app.clone();
    app.components = Components::default();
    app.cpu = Cpu {
        scheduler: most.map_or(Scheduler::Normal, |_| Scheduler::Fifo),
        priority: most,
        ..app.cpu
    };
    app.memory.limit = Bytes::new(app.memory.limit.get().saturating_add(LEAST));
    app
}

fn callbacks(parts: &Components) -> impl Iterator<Item = &Callback> {
    let services = parts.services.iter().flat_map(Service::callbacks);
    services.chain(&parts.receivers)
}

fn main_class(app: &App) -> String {
    let mut lines = String::new();
    let mut classes = String::new();
    for line in plan(app) {
        // Debug of a string is a literal of Java too: names have no control characters.
        let _ = writeln!(lines, "        {line:?},");
    }
    let parts = &app.components;
    let named = parts.services.iter().map(|s| &s.own);
    for component in named.chain(&parts.receivers) {
        let name = class_name(app, component.name.as_str());
        let _ = writeln!(
            classes,
            "            case {name:?}: return new {}();",
            name.replace('$', ".")
        );
    }
    format!(
        "// Written by `terrace build` from the manifest.\n\
         package edu.buffalo.rtdroid;\n\n\
         /** Brings the app up as its manifest says. */\n\
         public final class Main implements edu.buffalo.rtdroid.runtime.Factory {{\n    \
             private static final String[] PLAN = {{\n{lines}    }};\n\n    \
             public static void main(String[] args) {{\n        \
                 edu.buffalo.rtdroid.runtime.Boot.run(new Main(), PLAN);\n    \
             }}\n\n    \
             @Override\n    \
             public Object create(String className) {{\n        \
                 switch (className) {{\n{classes}            default: return null;\n        \
                 }}\n    \
             }}\n\
         }}\n"
    )
}

/// Android takes a name without a dot for a class of the app's package.
fn class_name(app: &App, name: &str) -> String {
    match name.contains('.') {
        true => name.to_owned(),
        false => format!("{}.{name}", app.name),
    }
}

fn plan(app: &App) -> Vec<String> {
    let parts = &app.components;
    let mut lines = vec![format!("package\t{}", app.name)];
    lines.extend(parts.channels.iter().map(|c| channel(c, parts)));
    for service in &parts.services {
        let bound = if service.bound { "bound" } else { "free" };
        let own = &service.own;
        let name = class_name(app, own.name.as_str());
        let head = component("service", &name, own, own);
        lines.push(format!("{head}\t{bound}"));
        flows(own, &mut lines);
        for (kind, nested) in [("task", &service.tasks), ("nested", &service.receivers)] {
            for callback in nested {
                lines.push(component(kind, callback.name.as_str(), callback, own));
                flows(callback, &mut lines);
            }
        }
    }
    for receiver in &parts.receivers {
        let name = class_name(app, receiver.name.as_str());
        lines.push(component("receiver", &name, receiver, receiver));
        flows(receiver, &mut lines);
    }
    lines
}

fn channel(channel: &Channel, parts: &Components) -> String {
    let waiting = callbacks(parts).flat_map(|c| &c.subscribe);
    let counts = waiting
        .filter(|f| f.channel == channel.name)
        .map(|f| f.count);
    let depth = channel.depth.unwrap_or_else(|| match counts.sum() {
        0 => DEPTH,
        sum => sum,
    });
    let order = match channel.order {
        Order::PriorityInheritance => "priority",
        Order::Fifo => "fifo",
    };
    format!(
        "channel\t{}\t{}\t{}\t{}\t{depth}\t{}\t{order}",
        channel.name,
        channel.kind.word(),
        Element::word(channel.element),
        channel.count,
        channel.drop.word(),
    )
}

/// What is nested and says no priority has that of its service.
fn component(kind: &str, name: &str, callback: &Callback, above: &Callback) -> String {
    let own = match callback.scheduler {
        Some(Scheduler::Normal) => Some(0),
        _ => callback.priority,
    };
    let priority = own.or(above.priority).unwrap_or(0);
    let period = callback.period.map_or(0, |p| p.ns());
    format!(
        "{kind}\t{name}\t{priority}\t{}\t{period}",
        callback.start.ns()
    )
}

fn flows(callback: &Callback, lines: &mut Vec<String>) {
    for flow in &callback.subscribe {
        lines.push(format!("subscribe\t{}\t{}", flow.channel, flow.count));
    }
    for flow in &callback.publish {
        lines.push(format!("publish\t{}\t{}", flow.channel, flow.count));
    }
    for action in &callback.actions {
        lines.push(format!("subscribe\t{action}\t1"));
    }
}
