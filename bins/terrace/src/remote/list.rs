//! Subcommands that show what there is.

use super::connect;
use crate::cli::{PsArgs, TopArgs};
use crate::failure::Failure;
use crate::live::{self, Act, Source};
use crate::output;
use std::io::IsTerminal;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use terrace_daemon::answers::{AppInfo, Stats};
use terrace_daemon::client::Client;
use terrace_vm::{ComponentInfo, PartitionInfo, Proof, Tally};

/// `terrace ps`.
pub fn ps(args: &PsArgs) -> Result<u8, Failure> {
    let mut client = connect(&args.reach)?;
    let partitions = client.ps()?;
    output::either(args.format, &partitions, |p| table(p))?;
    for refused in client.degraded()? {
        output::complain(&format!("degraded: {refused}"));
    }
    Ok(0)
}

/// `terrace images`.
pub fn images(args: &PsArgs) -> Result<u8, Failure> {
    let apps = connect(&args.reach)?.images()?;
    output::either(args.format, &apps, |apps| images_table(apps))?;
    Ok(0)
}

/// `terrace stats`.
pub fn stats(args: &PsArgs) -> Result<u8, Failure> {
    let stats = connect(&args.reach)?.stats()?;
    output::either(args.format, &stats, stats_table)?;
    Ok(0)
}

/// `terrace top`.
pub fn top(args: &TopArgs) -> Result<u8, Failure> {
    let mut client = connect(&args.reach)?;
    if args.once || !std::io::stdout().is_terminal() {
        let partitions = client.ps()?;
        output::either(args.format, &partitions, |p| table(p))?;
        return Ok(0);
    }
    live::watch(&mut client, |_| false)?;
    Ok(0)
}

impl Source for Client {
    fn partitions(&mut self) -> Result<Vec<PartitionInfo>, Failure> {
        Ok(self.ps()?)
    }

    fn act(&mut self, act: Act, id: &str) -> Result<(), String> {
        let done = match act {
            Act::Suspend => self.suspend(id),
            Act::Resume => self.resume(id),
            Act::Kill => self.kill(id),
        };
        done.map(drop).map_err(|e| e.to_string())
    }
}

/// Partitions as a table.
#[must_use]
pub fn table(partitions: &[PartitionInfo]) -> String {
    let names = [
        "ID", "NAME", "APP", "STATE", "PRIO", "PROOF", "CPU", "MEMORY", "LIMIT", "STARTED",
        "RESTARTS", "END",
    ];
    let rows: Vec<_> = partitions.iter().flat_map(rows).collect();
    output::columns(names, &[4, 6, 7, 8, 10], &rows)
}

/// A partition, and its components below it.
fn rows(p: &PartitionInfo) -> Vec<[String; 12]> {
    let components = p.components.iter().map(|c| component(c, p.state.alive()));
    std::iter::once(row(p)).chain(components).collect()
}

fn component(c: &ComponentInfo, alive: bool) -> [String; 12] {
    let sum = |of: fn(&Tally) -> u64| c.callbacks.iter().map(|b| of(&b.tally)).sum::<u64>();
    let dash = String::new;
    [
        dash(),
        format!("  {}", c.name),
        c.kind.clone(),
        c.state.clone(),
        priority(c.priority),
        dash(),
        output::duration(c.cpu_ns),
        if alive {
            output::bytes(c.memory)
        } else {
            dash()
        },
        output::bytes(c.limit),
        dash(),
        dash(),
        format!(
            "{} releases, {} missed, {} overran",
            sum(|t| t.releases),
            sum(|t| t.misses),
            sum(|t| t.overruns)
        ),
    ]
}

fn priority(level: u32) -> String {
    match level {
        0 => "-".to_owned(),
        level => level.to_string(),
    }
}

fn row(p: &PartitionInfo) -> [String; 12] {
    [
        p.id.clone(),
        p.name.clone(),
        p.app.clone(),
        p.state.to_string(),
        priority(p.priority),
        proof(p).to_owned(),
        output::duration(p.cpu_ns),
        output::bytes(p.memory.committed),
        output::bytes(p.memory.limit),
        ago(p.started_at),
        p.restarts.to_string(),
        end(p),
    ]
}

/// What is known of its deadlines, in a word.
#[must_use]
pub fn proof(p: &PartitionInfo) -> &'static str {
    match p.proof {
        Proof::None => "-",
        Proof::Proven => "proven",
        Proof::Unproven => "UNPROVEN",
    }
}

/// How its last life ended, in a word, and when the next begins.
#[must_use]
pub fn end(p: &PartitionInfo) -> String {
    let end = match (&p.fault, p.exit_status) {
        (Some(fault), _) => fault.kind.clone(),
        (None, Some(status)) => format!("status {status}"),
        (None, None) => String::new(),
    };
    match p.restart_in_ns {
        Some(ns) => format!("{end}; again in {}", output::duration(ns)),
        None => end,
    }
}

/// How long ago a wall clock time was.
pub(super) fn ago(at: u64) -> String {
    if at == 0 {
        return "never".to_owned();
    }
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or(Duration::ZERO);
    let past = now.saturating_sub(Duration::from_nanos(at));
    let whole = Duration::from_secs(past.as_secs());
    match past.as_secs() {
        0..120 => format!("{} s ago", past.as_secs()),
        _ => format!(
            "{} ago",
            output::duration(u64::try_from(whole.as_nanos()).unwrap_or(u64::MAX))
        ),
    }
}

fn images_table(apps: &[AppInfo]) -> String {
    let names = [
        "NAME",
        "VERSION",
        "DIGEST",
        "SIZE",
        "INSTALLED",
        "PARTITIONS",
        "PROBLEM",
    ];
    let rows: Vec<_> = apps
        .iter()
        .map(|app| {
            [
                app.name.clone(),
                app.version.clone(),
                app.digest.chars().take("sha256:".len() + 12).collect(),
                output::bytes(app.image_bytes),
                ago(app.installed_at),
                app.partitions.to_string(),
                app.problem.clone().unwrap_or_default(),
            ]
        })
        .collect();
    output::columns(names, &[3, 5], &rows)
}

fn stats_table(s: &Stats) -> String {
    let counted = |map: &std::collections::BTreeMap<String, u64>| {
        let parts: Vec<_> = map.iter().map(|(k, v)| format!("{v} {k}")).collect();
        if parts.is_empty() {
            "none".to_owned()
        } else {
            parts.join(", ")
        }
    };
    let memory = format!(
        "{} committed, {} of {} guaranteed",
        output::bytes(s.memory_committed),
        output::bytes(s.memory_guaranteed),
        output::bytes(s.memory_limit)
    );
    let lines = [
        ("up for", output::duration(s.uptime_ns)),
        ("workers", s.workers.to_string()),
        ("apps", s.apps.to_string()),
        (
            "partitions",
            format!(
                "{} (at most {})",
                counted(&s.partitions),
                s.partitions_limit
            ),
        ),
        ("processor", output::duration(s.cpu_ns)),
        ("memory", memory),
        ("restarts", s.restarts.to_string()),
        ("faults", counted(&s.faults)),
        ("lost lines", s.lost_records.to_string()),
        ("clients", s.clients.to_string()),
    ];
    lines
        .iter()
        .map(|(name, value)| format!("{name:<12}{value}\n"))
        .collect()
}
