//! `terrace profile`: run an app and write what was observed of its costs beside what its manifest
//! declares.
//!
//! What is observed is never a worst case: a run shows some paths and some states of caches. It can only
//! refute a declared cost, by exceeding it.
//!
//! # Invariants
//! I1. The app is started whatever the proof says: who profiles it does so to learn its costs.
//! I2. Standard output has the answer alone; what the app writes goes to the journal and is dropped.

use crate::cli::ProfileArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::load::Loader;
use crate::output;
use crate::run;
use crate::target::{self, Kind};
use serde::Serialize;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use terrace_engine::Outcome;
use terrace_manifest::App as Manifest;
use terrace_vm::{ComponentInfo, Config, Controller, End, Overrides, PartitionId, Sink};

/// The shortest window in which the processor time of a plain app is looked at, and the usual one.
const SHORTEST: Duration = Duration::from_millis(10);
const USUAL: Duration = Duration::from_millis(100);

/// What was observed.
#[derive(Debug, Serialize)]
struct Profile {
    app: String,
    /// How long it was watched.
    watched_ns: u64,
    /// Processor time of all of it.
    cpu_ns: u64,
    /// How it ended; none: it was stopped when the time was over.
    ended: Option<String>,
    rows: Vec<Observed>,
}

/// One thing that has a cost.
#[derive(Debug, Serialize)]
struct Observed {
    /// A task, or the whole app.
    name: String,
    /// What was counted: `releases`, or `windows` of a period.
    of: &'static str,
    /// How many.
    count: u64,
    /// What the manifest declares, in ns.
    declared_ns: Option<u64>,
    /// How many exceeded it.
    above: u64,
    min_ns: u64,
    p50_ns: u64,
    p99_ns: u64,
    max_ns: u64,
}

/// `terrace profile`.
pub fn profile(args: &ProfileArgs) -> Result<u8, Failure> {
    let bare = target::kind(&args.program)? == Kind::Program;
    let parcel = target::open(&args.program)?;
    let manifest = parcel.manifest.clone();
    let controller = Controller::start(Config {
        sink: Sink::Keep,
        ..run::config(&manifest, bare)
    })?;
    for sentence in controller.degraded() {
        output::hint(&format!("terrace: {sentence}"));
    }
    let app = Loader::open(controller.engine(), &args.cache)?.load(parcel)?;
    let name = app.name().to_owned();
    controller.install(app);
    let (enough, interrupted) = channel();
    interrupt::on_signal(move |_| {
        // Nobody listens any more when the answer is being written.
        let _ = enough.send(());
    })?;
    let overrides = Overrides {
        args: (!args.args.is_empty()).then(|| args.args.clone()),
        force: true,
        ..Overrides::default()
    };
    let id = controller.run(&name, Some(&name), overrides)?;
    let watched = Watch {
        controller: &controller,
        id,
        most: Duration::from_secs(args.seconds.get()),
        interrupted,
    };
    let found = watched.observe(&name, &manifest)?;
    output::either(args.format, &found, table)?;
    Ok(0)
}

/// A partition under observation.
struct Watch<'c> {
    controller: &'c Controller,
    id: PartitionId,
    most: Duration,
    interrupted: Receiver<()>,
}

impl Watch<'_> {
    fn observe(&self, name: &str, manifest: &Manifest) -> Result<Profile, Failure> {
        let budget = manifest.cpu.budget.as_ref();
        let period = budget.map(|b| Duration::from_micros(b.period_us));
        let window = period.unwrap_or(USUAL).max(SHORTEST);
        let begun = Instant::now();
        let mut used = Vec::new();
        let (mut before, mut at) = (self.cpu_ns()?, begun);
        let end = loop {
            let left = self.most.saturating_sub(begun.elapsed());
            let end = self.controller.wait_end(self.id, Some(window.min(left)))?;
            let (now, cpu) = (Instant::now(), self.cpu_ns()?);
            // The last window may be shorter, and says nothing then.
            if now - at >= window {
                used.push(scaled(cpu - before, now - at, window));
                (before, at) = (cpu, now);
            }
            if end.is_some() || begun.elapsed() >= self.most || self.interrupted.try_recv().is_ok()
            {
                break end;
            }
        };
        let watched = begun.elapsed();
        let cpu_ns = self.cpu_ns()?;
        if end.is_none() {
            // It may have ended meanwhile, which is what is wanted.
            let _ = self.controller.kill(self.id);
            self.controller.wait_end(self.id, None)?;
        }
        let bound = budget.map(|b| {
            // Windows may be longer than periods.
            let periods = window
                .as_nanos()
                .div_ceil(u128::from(b.period_us.max(1)) * 1_000);
            let periods = u64::try_from(periods).unwrap_or(1);
            b.budget_us.saturating_mul(1_000).saturating_mul(periods)
        });
        Ok(Profile {
            app: name.to_owned(),
            watched_ns: nanos(watched),
            cpu_ns,
            ended: end.as_ref().map(told),
            rows: match self.controller.info(self.id)?.components {
                parts if parts.is_empty() => {
                    let what = format!("{name}, in {} ms", window.as_millis());
                    observed(what, bound, used).into_iter().collect()
                }
                parts => callbacks(&parts, manifest),
            },
        })
    }

    fn cpu_ns(&self) -> Result<u64, Failure> {
        Ok(self.controller.info(self.id)?.cpu_ns)
    }
}

/// The callbacks of components that were released.
fn callbacks(components: &[ComponentInfo], manifest: &Manifest) -> Vec<Observed> {
    let all = components.iter().flat_map(|component| {
        let of_it = component.callbacks.iter();
        of_it.map(move |callback| (component.name.as_str(), callback))
    });
    let released = all.filter(|(_, callback)| callback.tally.releases > 0);
    released
        .map(|(component, callback)| {
            let cost = callback.tally.cost;
            Observed {
                name: match callback.name == component {
                    true => component.to_owned(),
                    false => format!("{component}/{}", callback.name),
                },
                of: "releases",
                count: callback.tally.releases,
                declared_ns: declared(manifest, component, &callback.name),
                above: callback.tally.overruns,
                min_ns: cost.min,
                p50_ns: cost.p50,
                p99_ns: cost.p99,
                max_ns: cost.max,
            }
        })
        .collect()
}

/// The cost that the manifest declares for a callback, in ns.
fn declared(manifest: &Manifest, component: &str, callback: &str) -> Option<u64> {
    let parts = &manifest.components;
    let service = parts
        .services
        .iter()
        .find(|s| s.own.name.as_str() == component);
    let nested = service
        .into_iter()
        .flat_map(|s| s.callbacks().collect::<Vec<_>>());
    let receivers = parts
        .receivers
        .iter()
        .filter(|r| r.name.as_str() == component);
    let mut all = nested.chain(receivers);
    let found = all.find(|c| c.name.as_str() == callback)?;
    found.cost.map(|cost| cost.ns())
}

/// What was used in a stretch, as if it had been as long as a window.
fn scaled(used: u64, stretch: Duration, window: Duration) -> u64 {
    let stretch = stretch.as_nanos().max(1);
    let scaled = u128::from(used) * window.as_nanos() / stretch;
    u64::try_from(scaled).unwrap_or(u64::MAX)
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

/// The distribution of what was counted in windows; none of nothing.
fn observed(name: String, declared_ns: Option<u64>, mut values: Vec<u64>) -> Option<Observed> {
    values.sort_unstable();
    let at = |percent: usize| {
        let place = (values.len() * percent).div_ceil(100).max(1) - 1;
        values.get(place).copied()
    };
    Some(Observed {
        name,
        of: "windows",
        count: values.len() as u64,
        declared_ns,
        above: values
            .iter()
            .filter(|v| declared_ns.is_some_and(|d| **v > d))
            .count() as u64,
        min_ns: at(0)?,
        p50_ns: at(50)?,
        p99_ns: at(99)?,
        max_ns: at(100)?,
    })
}

fn told(end: &End) -> String {
    match &end.outcome {
        Outcome::Exited(status) => format!("exited with {status}"),
        Outcome::Faulted(fault) => format!("trapped: {}", fault.message),
    }
}

fn table(profile: &Profile) -> String {
    let ended = profile.ended.as_ref();
    let ended = ended.map_or_else(
        || "stopped when the time was over".to_owned(),
        |end| output::plain(end),
    );
    let mut text = format!(
        "{} watched for {}, {} of processor time; {ended}\n",
        profile.app,
        output::duration(profile.watched_ns),
        output::duration(profile.cpu_ns)
    );
    if profile.rows.is_empty() {
        text.push_str("It ended before anything could be observed: run it for longer.\n");
        return text;
    }
    let names = [
        "OBSERVED", "DECLARED", "N", "MIN", "P50", "P99", "MAX", "ABOVE",
    ];
    let rows: Vec<[String; 8]> = profile.rows.iter().map(row).collect();
    text.push_str(&output::columns(names, &[1, 2, 3, 4, 5, 6, 7], &rows));
    text.push_str(
        "Observed on this machine in this run: a bound on nothing. What exceeds a declared cost refutes it;\n\
         what does not proves nothing.\n",
    );
    text
}

fn row(observed: &Observed) -> [String; 8] {
    let declared = observed.declared_ns;
    [
        observed.name.clone(),
        declared.map_or_else(|| "-".to_owned(), output::duration),
        format!("{} {}", observed.count, observed.of),
        output::duration(observed.min_ns),
        output::duration(observed.p50_ns),
        output::duration(observed.p99_ns),
        output::duration(observed.max_ns),
        declared.map_or_else(|| "-".to_owned(), |_| observed.above.to_string()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distribution_is_that_of_the_values() {
        let found = observed("a".to_owned(), Some(98), (1..=100).rev().collect()).unwrap();
        assert_eq!(
            (
                found.min_ns,
                found.p50_ns,
                found.p99_ns,
                found.max_ns,
                found.above
            ),
            (1, 50, 99, 100, 2)
        );
        assert!(observed("a".to_owned(), None, Vec::new()).is_none());
        let window = Duration::from_millis(10);
        assert_eq!(scaled(600, 2 * window, window), 300);
    }
}
