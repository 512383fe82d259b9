//! P/P/1: periodic producers that put one message, and a consumer that takes one, per release.
//!
//! Source: Legrand, Singhoff, Nana & Marcé 2003 ("Performance analysis of buffers shared by
//! independent periodic tasks") for 2N and 2N + 1, which assume that all are released together on one
//! worker with deadlines within their periods. The other bound makes no such assumption: in
//! the time in which the consumer took only `y` messages, each producer completed at most
//! as many releases as fit between the latest start and the earliest end.

use super::Queued;
use crate::{exact::Exact, model::Task};

/// The most terms of the maximum that are looked at; then its upper bound is used.
const TERMS: u64 = 100_000;

pub(super) fn queue(producers: &[&Task], consumer: &Task) -> Queued {
    let flow: Exact = producers.iter().map(|p| &consumer.period / &p.period).sum();
    if flow > Exact::one() {
        return Queued::endless(flow, "P/P/1 needs sum 1/T_p <= 1/T_c");
    }
    let count = producers.len();
    let together = Exact::from(2 * count + usize::from(!is_harmonic(producers, consumer)));
    let any = anywhere(producers, consumer, &flow);
    let all = || producers.iter().copied().chain([consumer]);
    let aligned = all()
        .all(|t| t.worker == consumer.worker && t.offset.is_zero() && *t.deadline() <= t.period);
    let needed = if aligned {
        together.clone()
    } else {
        any.clone().max(together.clone())
    };
    Queued {
        waiting: Some(&together * &consumer.period),
        bound: Some(together),
        any_worker: Some(any),
        utilization: flow,
        needed: Some(needed),
        formula: "2N if all periods divide one another, else 2N + 1 (Legrand et al. 2003, as in Cheddar); on any workers max over y of sum ceil(((y+1) T_c + D_c + D_i)/T_i) - y"
            .to_owned(),
        reason: None,
    }
}

/// Does of any two periods one divide the other?
fn is_harmonic(producers: &[&Task], consumer: &Task) -> bool {
    let mut periods: Vec<&Exact> = producers.iter().map(|p| &p.period).collect();
    periods.push(&consumer.period);
    periods.sort();
    periods.windows(2).all(|p| (p[1] / p[0]).is_integer())
}

fn anywhere(producers: &[&Task], consumer: &Task, flow: &Exact) -> Exact {
    let reach = |p: &Task| consumer.deadline() + p.deadline();
    let at = |y: u64| {
        let time = &consumer.period * &Exact::from(y + 1);
        let puts = producers
            .iter()
            .map(|p| (&(&time + &reach(p)) / &p.period).ceil());
        puts.sum::<Exact>() - Exact::from(y)
    };
    // at(y) < start - y (1 - flow): nothing beyond the last y can be larger.
    let linear = producers
        .iter()
        .map(|p| &(&consumer.period + &reach(p)) / &p.period + Exact::one());
    let start: Exact = linear.sum();
    let slack = Exact::one() - flow;
    let repeats = producers
        .iter()
        .fold(consumer.period.clone(), |all, p| all.lcm(&p.period))
        / consumer.period.clone();
    let mut best = at(0);
    for y in 1..TERMS {
        let most = &start - &(&slack * &Exact::from(y));
        if most <= best || Exact::from(y) >= repeats {
            return best;
        }
        best = best.max(at(y));
    }
    best.max(start.ceil() - Exact::one())
}
