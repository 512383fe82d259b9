//! A flood: an important sender's message while 30 less important ones send to the same channel as fast as
//! they may, beside the same without them. Everything is on one core.

use crate::bench::{self, Bench};
use crate::report::{Row, Target, Unit};
use crate::rival::CORE;
use crate::sample::{Figures, Sample};
use anyhow::{Context, Result, ensure};
use terrace_testkit::Machine;
use terrace_vm::{Overrides, PartitionId};

const FLOODS: usize = 30;
const ROUNDS: &str = "1000";

/// The row of `message`.
pub(crate) fn row(bench: &Bench) -> Result<Row> {
    let machine = bench::one_worker();
    let guest = bench.programs.guest("flood")?;
    let channel = |name: &str| {
        format!(
            "[[channel]]\nname = \"{name}\"\ntype = \"message\"\ncount = 64\ndepth = 64\n\
             drop = \"lowest-priority-then-oldest\"\n\
             publishers = [\"important\", \"flood\", \"target\"]\nsubscribers = [\"important\", \"target\"]\n"
        )
    };
    let fifo = |priority: u8| {
        format!("[cpu]\nworker = {CORE}\nscheduler = \"fifo\"\npriority = {priority}\n")
    };
    let normal = format!("[cpu]\nworker = {CORE}\n");
    let target = fifo(40) + &channel("target") + &channel("answer");
    for (name, manifest) in [
        ("target", target),
        ("important", fifo(50)),
        ("flood", normal),
    ] {
        bench::install(&machine, name, &guest, &manifest)?;
    }
    let [mut alone, mut flooded] = [Sample::new(), Sample::new()];
    let mut taken = 0;
    for _ in 0..bench.repeat(20) {
        alone.add_all(messages(&machine)?);
        let before = sent(&machine)?;
        let floods = (0..FLOODS).map(|_| start(&machine, "flood"));
        let floods = floods.collect::<Result<Vec<_>>>()?;
        flooded.add_all(messages(&machine)?);
        taken += sent(&machine)? - before;
        for flood in floods {
            bench::kill(&machine, flood)?;
        }
    }
    let own = flooded.figures().count;
    ensure!(taken > 2 * own, "the flood was a trickle: {taken} messages");
    let p99 = |sample: &Sample| {
        let figures = sample.figures();
        Figures::mean(figures.p99.unwrap_or(figures.p50), figures.count)
    };
    let what = "p99 of an important message, 64 B, with 30 flooding senders, one core";
    let medians = (alone.figures().p50, flooded.figures().p50);
    Ok(Row::new("message", what, Unit::Ns, p99(&flooded))
        .against(
            "the same without them",
            p99(&alone),
            Target::WithinPercent(50.0),
        )
        .note(format!(
            "{} messages of the flood for each important one; medians {} ns without, {} ns with",
            taken / own - 1,
            medians.0,
            medians.1
        )))
}

/// How long each message of one important sender took.
fn messages(machine: &Machine) -> Result<Vec<u64>> {
    let target = bench::run(machine, "target", &["target", ROUNDS])?;
    let important = bench::run(machine, "important", &["important", ROUNDS])?;
    bench::good_end(machine, important)?;
    bench::good_end(machine, target)?;
    bench::samples(machine)
}

fn start(machine: &Machine, app: &str) -> Result<PartitionId> {
    let overrides = Overrides {
        args: Some(vec![app.to_owned()]),
        ..Overrides::default()
    };
    let id = machine.controller.run(app, None, overrides)?;
    bench::running(machine, id)?;
    Ok(id)
}

/// Messages that were sent to the target so far.
fn sent(machine: &Machine) -> Result<u64> {
    let channels = machine.controller.channels();
    let target = channels.iter().find(|channel| channel.name == "target");
    Ok(target.context("the channel is declared")?.sent)
}
