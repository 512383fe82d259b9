//! The table at the end.

use crate::device::DemoApp;
use crate::native::Native;
use crate::show::{bytes, step, time};
use crate::story::Told;
use std::collections::HashMap;

/// Per app: here against a process per app.
pub fn print(apps: &[DemoApp], told: &Told, natives: &HashMap<String, Native>) {
    step("memory and start-up per app: a partition here, a native process there");
    println!(
        "   {:<12} {:>5} {:>12} {:>12} {:>12} {:>12}",
        "app", "count", "memory here", "process", "start here", "process"
    );
    for app in apps {
        let partitions = told.app_of.iter().filter(|(_, a)| *a == app.title());
        let mut memory: Vec<u64> = Vec::new();
        for (name, _) in partitions {
            memory.extend(told.memory.get(name));
        }
        let native = natives.get(app.title());
        println!(
            "   {:<12} {:>5} {:>12} {:>12} {:>12} {:>12}",
            app.title(),
            app.count,
            median(&mut memory).map_or("-".to_owned(), bytes),
            native.map_or("-".to_owned(), |n| bytes(n.memory)),
            told.start_ns
                .get(app.title())
                .map_or("-".to_owned(), |&ns| time(ns)),
            native.map_or("-".to_owned(), |n| time(n.start_ns)),
        );
    }
    println!(
        "\n   memory here: most private pages Linux held for one partition, sampled every 5 ms (median of its\n   \
         partitions); process: most proportional memory (Pss). start here: request to running (median of\n   \
         nine); process: request to the end of exec, before its runtime starts; both with nothing else busy."
    );
    println!(
        "   whole process with {} partitions alive: {} (Pss)",
        told.alive,
        bytes(told.daemon)
    );
}

fn median(values: &mut [u64]) -> Option<u64> {
    values.sort_unstable();
    values.get(values.len() / 2).copied()
}
