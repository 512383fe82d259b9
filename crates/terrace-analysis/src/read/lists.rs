//! The elements of each list of a set.

use super::{fields::Fields, places::Places};
use crate::{
    exact::{Exact, Time},
    model::{
        Activation, Aperiodic, Buffer, Chain, Queue, ResourceUse, Server, ServerKind, Table, Task,
        Window, Worker,
    },
};
use terrace_manifest::Report;

/// Priorities as every JSON reader can hold them.
const PRIORITIES: (i64, i64) = (-(1 << 53), 1 << 53);
const COUNTS: (i64, i64) = (0, i64::MAX);
const WORKERS: (i64, i64) = (0, u32::MAX as i64);

const KINDS: &[(&str, ServerKind)] = &[
    ("polling", ServerKind::Polling),
    ("deferrable", ServerKind::Deferrable),
    ("sporadic", ServerKind::Sporadic),
];

const ACTIVATIONS: &[(&str, Activation)] = &[
    ("direct", Activation::Direct),
    ("sampled", Activation::Sampled),
];

const MODELS: &[(&str, Queue)] = &[
    ("P/P/1", Queue::Periodic),
    ("M/D/1", Queue::Md1),
    ("M/G/1", Queue::Mg1),
    ("M/M/1", Queue::Mms),
    ("M/M/s", Queue::Mms),
    ("M/M/s/N", Queue::MmsN),
    ("M/M/s//N", Queue::MmsN),
    ("M/M/s/inf/N", Queue::MmsN),
    ("M/M/s/∞/N", Queue::MmsN),
];

pub(super) fn task(f: &mut Fields<'_, '_>, report: &mut Report<'_>, places: &mut Places) -> Task {
    let mut or_zero =
        |f: &mut Fields<'_, '_>, field| f.exact(field, report, places).unwrap_or_else(Exact::zero);
    let (jitter, offset) = (or_zero(f, "jitter"), or_zero(f, "offset"));
    let blocking = or_zero(f, "blocking");
    Task {
        name: f.named(report, places),
        cost: f.needed("cost", report, places),
        best_cost: f.exact("best_cost", report, places),
        period: f.needed("period", report, places),
        deadline: f.exact("deadline", report, places),
        jitter,
        offset,
        blocking,
        priority: f.whole("priority", PRIORITIES, report, places),
        worker: f.whole("worker", WORKERS, report, places).unwrap_or(0),
        resources: parts(f, "resources", report, places, |f, report, places| {
            ResourceUse {
                name: f.named(report, places),
                longest: f.needed("longest", report, places),
            }
        }),
        after: f.names("after", report, places),
        component: text(f, "component", report, places),
        window: text(f, "window", report, places),
    }
}

fn text(
    f: &mut Fields<'_, '_>,
    field: &'static str,
    report: &mut Report<'_>,
    places: &mut Places,
) -> Option<String> {
    let text = f.text(field, report, places)?;
    Some(text.trim().to_owned())
}

/// The elements of a list inside an element.
fn parts<T>(
    f: &mut Fields<'_, '_>,
    field: &'static str,
    report: &mut Report<'_>,
    places: &mut Places,
    read: impl Fn(&mut Fields<'_, '_>, &mut Report<'_>, &mut Places) -> T,
) -> Vec<T> {
    let items = f.list(field, report, places).iter().enumerate();
    items
        .filter_map(|(i, item)| {
            let mut inner = Fields::of(item, (field, i), report, places)?;
            let value = read(&mut inner, report, places);
            inner.finish(report);
            Some(value)
        })
        .collect()
}

pub(super) fn server(
    f: &mut Fields<'_, '_>,
    report: &mut Report<'_>,
    places: &mut Places,
) -> Server {
    let kind = f.word("kind", KINDS, report, places);
    Server {
        name: f.named(report, places),
        kind: kind.unwrap_or(ServerKind::Polling),
        budget: f.needed("budget", report, places),
        period: f.needed("period", report, places),
        priority: f.whole("priority", PRIORITIES, report, places),
        worker: f.whole("worker", WORKERS, report, places).unwrap_or(0),
        window: text(f, "window", report, places),
        aperiodic: parts(f, "aperiodic", report, places, |f, report, places| {
            Aperiodic {
                name: f.named(report, places),
                cost: f.needed("cost", report, places),
                deadline: f.exact("deadline", report, places),
            }
        }),
    }
}

pub(super) fn chain(f: &mut Fields<'_, '_>, report: &mut Report<'_>, places: &mut Places) -> Chain {
    let activation = f.word("activation", ACTIVATIONS, report, places);
    Chain {
        name: f.named(report, places),
        tasks: f.names("tasks", report, places),
        activation: activation.unwrap_or_default(),
        deadline: f.exact("deadline", report, places),
    }
}

pub(super) fn buffer(
    f: &mut Fields<'_, '_>,
    report: &mut Report<'_>,
    places: &mut Places,
) -> Buffer {
    let model = f.word("model", MODELS, report, places);
    let population = f.whole("population", COUNTS, report, places);
    let model = match model.unwrap_or(Queue::Periodic) {
        // `M/M/s/N` without a population is a queue without one.
        Queue::MmsN if population.is_none() => Queue::Mms,
        model => model,
    };
    let variance = f.exact("variance", report, places);
    Buffer {
        name: f.named(report, places),
        producers: f.names("producers", report, places),
        consumer: text(f, "consumer", report, places),
        model,
        capacity: f.whole("capacity", COUNTS, report, places),
        rate: f.exact("rate", report, places),
        service: f.exact("service", report, places),
        variance: variance.unwrap_or_else(Time::zero),
        servers: f.whole("servers", COUNTS, report, places).unwrap_or(1),
        population,
    }
}

pub(super) fn worker(
    f: &mut Fields<'_, '_>,
    report: &mut Report<'_>,
    places: &mut Places,
) -> Worker {
    let masked = f.exact("masked", report, places);
    let frame = f.exact("frame", report, places);
    let windows = parts(f, "windows", report, places, |f, report, places| Window {
        name: f.named(report, places),
        start: f.needed("start", report, places),
        length: f.needed("length", report, places),
    });
    Worker {
        worker: f.whole("worker", WORKERS, report, places).unwrap_or(0),
        policy: f.word("policy", super::set::POLICIES, report, places),
        masked: masked.unwrap_or_else(Time::zero),
        table: frame.map(|frame| Table { frame, windows }),
    }
}
