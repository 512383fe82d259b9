//! The machine in the text format of Prometheus, gathered anew for each scrape.
//!
//! Counters that belong to a partition go with it. `prometheus`' own registry is used for its
//! encoder only: figures live in the controller.

use crate::machine::Machine;
use prometheus::core::Collector;
use prometheus::{Encoder, Gauge, GaugeVec, IntCounterVec, IntGauge, Opts, Registry, TextEncoder};
use terrace_vm::{ChannelInfo, PartitionInfo};

/// All states, so that an empty one is 0 and not missing.
const STATES: [&str; 7] = [
    "installed",
    "starting",
    "running",
    "suspended",
    "stopping",
    "stopped",
    "faulted",
];

/// The page.
///
/// # Errors
/// When a name is no name of a metric, which a test would show.
pub(crate) fn page(machine: &Machine) -> Result<Vec<u8>, prometheus::Error> {
    let partitions = machine.controller.list();
    let registry = Registry::new();
    machine_wide(&registry, machine, &partitions)?;
    per_partition(&registry, machine, &partitions)?;
    per_channel(&registry, machine)?;
    per_worker(&registry, machine)?;
    let mut text = Vec::new();
    TextEncoder::new().encode(&registry.gather(), &mut text)?;
    Ok(text)
}

fn machine_wide(
    registry: &Registry,
    machine: &Machine,
    partitions: &[PartitionInfo],
) -> Result<(), prometheus::Error> {
    let stats = machine.stats(partitions);
    let states = GaugeVec::new(
        Opts::new("terrace_partitions", "Partitions by state"),
        &["state"],
    )?;
    for state in STATES {
        let count = stats.partitions.get(state).copied().unwrap_or(0);
        states.with_label_values(&[state]).set(float(count));
    }
    let faults = IntCounterVec::new(
        Opts::new(
            "terrace_faults_total",
            "Faults since the daemon was ready, by kind",
        ),
        &["kind"],
    )?;
    for kind in terrace_abi::FaultKind::ALL
        .iter()
        .filter(|kind| **kind as u32 != 0)
    {
        let count = stats.faults.get(kind.name()).copied().unwrap_or(0);
        faults.with_label_values(&[kind.name()]).inc_by(count);
    }
    add(registry, states)?;
    add(registry, faults)?;
    let degraded = IntGauge::new(
        "terrace_degraded",
        "1 if the daemon may not do all it should",
    )?;
    degraded.set(i64::from(!machine.degraded().is_empty()));
    add(registry, degraded)?;
    for (name, help, value) in [
        ("terrace_apps", "Installed apps", stats.apps as u64),
        (
            "terrace_clients",
            "Clients of the control socket",
            stats.clients as u64,
        ),
        ("terrace_workers", "Worker threads", stats.workers as u64),
        (
            "terrace_guaranteed_bytes",
            "Memory guaranteed to partitions that live",
            stats.memory_guaranteed,
        ),
        (
            "terrace_guaranteed_limit_bytes",
            "Memory that may be guaranteed",
            stats.memory_limit,
        ),
    ] {
        let gauge = Gauge::new(name, help)?;
        gauge.set(float(value));
        add(registry, gauge)?;
    }
    Ok(())
}

fn per_partition(
    registry: &Registry,
    machine: &Machine,
    partitions: &[PartitionInfo],
) -> Result<(), prometheus::Error> {
    const LABELS: &[&str] = &["partition", "app"];
    let gauge = |name, help| GaugeVec::new(Opts::new(name, help), LABELS);
    let counter = |name, help| IntCounterVec::new(Opts::new(name, help), LABELS);
    let committed = gauge(
        "terrace_memory_committed_bytes",
        "Memory Linux holds for the partition",
    )?;
    let limit = gauge(
        "terrace_memory_limit_bytes",
        "Memory the partition may have",
    )?;
    let cpu = prometheus::CounterVec::new(
        Opts::new(
            "terrace_cpu_seconds_total",
            "Processor time of all lives of the partition",
        ),
        LABELS,
    )?;
    let restarts = counter(
        "terrace_restarts_total",
        "How often the partition was started again",
    )?;
    let lost = counter(
        "terrace_log_records_dropped_total",
        "Log records and output lines lost",
    )?;
    for partition in partitions {
        let labels = [partition.name.as_str(), partition.app.as_str()];
        committed
            .with_label_values(&labels)
            .set(float(partition.memory.committed));
        limit
            .with_label_values(&labels)
            .set(float(partition.memory.limit));
        cpu.with_label_values(&labels)
            .inc_by(float(partition.cpu_ns) / 1e9);
        restarts
            .with_label_values(&labels)
            .inc_by(u64::from(partition.restarts));
        lost.with_label_values(&labels)
            .inc_by(machine.lost_records(partition));
    }
    add(registry, committed)?;
    add(registry, limit)?;
    add(registry, cpu)?;
    add(registry, restarts)?;
    add(registry, lost)
}

fn per_worker(registry: &Registry, machine: &Machine) -> Result<(), prometheus::Error> {
    let latency = GaugeVec::new(
        Opts::new(
            "terrace_event_latency_seconds",
            "From the time at which the worker was to look up from a guest until it did",
        ),
        &["worker", "quantile"],
    )?;
    let events = IntCounterVec::new(
        Opts::new("terrace_events_timed_total", "How often that was timed"),
        &["worker"],
    )?;
    for one in machine.controller.event_latency() {
        let worker = one.worker.to_string();
        let spread = one.spread;
        for (quantile, ns) in [
            ("0.5", spread.p50),
            ("0.99", spread.p99),
            ("0.999", spread.p999),
            ("1", spread.max),
        ] {
            let gauge = latency.with_label_values(&[worker.as_str(), quantile]);
            gauge.set(float(ns) / 1e9);
        }
        events.with_label_values(&[&worker]).inc_by(one.count);
    }
    add(registry, latency)?;
    add(registry, events)
}

fn per_channel(registry: &Registry, machine: &Machine) -> Result<(), prometheus::Error> {
    type Figure = (&'static str, &'static str, fn(&ChannelInfo) -> u64);
    const GAUGES: [Figure; 5] = [
        ("terrace_channel_waiting", "Messages that wait", |c| {
            c.waiting
        }),
        (
            "terrace_channel_high_water",
            "The most that ever waited in one queue of the channel",
            |c| c.high_water,
        ),
        (
            "terrace_channel_memory_bytes",
            "Memory of the slots of the channel",
            |c| c.memory,
        ),
        ("terrace_channel_senders", "Who sends now", |c| {
            c.senders.len() as u64
        }),
        ("terrace_channel_receivers", "Who receives now", |c| {
            c.receivers.len() as u64
        }),
    ];
    const COUNTERS: [Figure; 4] = [
        ("terrace_channel_sent_total", "Messages accepted", |c| {
            c.sent
        }),
        ("terrace_channel_taken_total", "Messages taken", |c| c.taken),
        ("terrace_channel_refused_total", "Messages refused", |c| {
            c.refused
        }),
        (
            "terrace_channel_dropped_total",
            "Messages that gave way to others",
            |c| c.dropped,
        ),
    ];
    const LABELS: &[&str] = &["channel", "app"];
    let channels = machine.controller.channels();
    for (name, help, figure) in GAUGES {
        let gauge = GaugeVec::new(Opts::new(name, help), LABELS)?;
        for channel in &channels {
            let labels = [channel.name.as_str(), channel.app.as_str()];
            gauge.with_label_values(&labels).set(float(figure(channel)));
        }
        add(registry, gauge)?;
    }
    for (name, help, figure) in COUNTERS {
        let counter = IntCounterVec::new(Opts::new(name, help), LABELS)?;
        for channel in &channels {
            let labels = [channel.name.as_str(), channel.app.as_str()];
            counter.with_label_values(&labels).inc_by(figure(channel));
        }
        add(registry, counter)?;
    }
    Ok(())
}

fn add(registry: &Registry, collector: impl Collector + 'static) -> Result<(), prometheus::Error> {
    registry.register(Box::new(collector))
}

#[expect(
    clippy::cast_precision_loss,
    reason = "Prometheus has floating point only"
)]
fn float(value: u64) -> f64 {
    value as f64
}
