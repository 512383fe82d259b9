//! Averages of queues with random arrivals. All times include the service itself.
//!
//! Source: Kleinrock 1975, Queueing Systems I: M/G/1 (Pollaczek & Khinchine), M/D/1 as its case
//! without variance, M/M/s (Erlang C), M/M/s//N (finite population).

use super::Queued;
use crate::{
    exact::Exact,
    model::{Buffer, Queue, Task},
};
use num_bigint::BigInt;

/// Messages and time in the system.
struct Averages {
    length: Exact,
    waiting: Exact,
}

pub(super) fn queue(buffer: &Buffer, producers: &[&Task], consumer: Option<&Task>) -> Queued {
    let puts: Exact = producers
        .iter()
        .map(|p| Exact::one() / p.period.clone())
        .sum();
    let population = buffer.population.unwrap_or(1).max(1);
    let rate = buffer.rate.clone().unwrap_or_else(|| match buffer.model {
        Queue::MmsN => puts / Exact::from(population),
        _ => puts,
    });
    let service = buffer.service.clone();
    let service = service.or_else(|| consumer.map(|c| c.period.clone()));
    let service = service.unwrap_or_else(Exact::one);
    let servers = buffer.servers.max(1);
    let load = &(&rate * &service) / &Exact::from(servers);
    let (averages, utilization, formula) = match buffer.model {
        Queue::MmsN => {
            let found = finite(&rate, &service, servers, population);
            let throughput = &found.length / &found.waiting;
            let busy = &(&throughput * &service) / &Exact::from(servers);
            (
                found,
                busy,
                "M/M/s//N: birth and death of a finite population (Kleinrock 1975)",
            )
        }
        Queue::Mms if load < Exact::one() => (
            several(&rate, &service, servers),
            load,
            "M/M/s: Erlang C (Kleinrock 1975)",
        ),
        Queue::Mms => return Queued::endless(load, "M/M/s needs rate * service < servers"),
        _ if &rate * &service >= Exact::one() => {
            let needs = format!("{} needs rate * service < 1", buffer.model.notation());
            return Queued::endless(&rate * &service, &needs);
        }
        Queue::Mg1 => (
            single(&rate, &service, &buffer.variance),
            &rate * &service,
            "M/G/1: W = x + lambda (x^2 + s^2) / (2 (1 - lambda x)) (Pollaczek & Khinchine)",
        ),
        _ => (
            single(&rate, &service, &Exact::zero()),
            &rate * &service,
            "M/D/1: W = (2 - rho) / (2 mu (1 - rho)), L = (2 rho - rho^2) / (2 (1 - rho))",
        ),
    };
    Queued {
        needed: Some(averages.length.clone()),
        bound: Some(averages.length),
        any_worker: None,
        waiting: Some(averages.waiting),
        utilization,
        formula: formula.to_owned(),
        reason: None,
    }
}

/// M/G/1 with a variance of the service.
fn single(rate: &Exact, service: &Exact, variance: &Exact) -> Averages {
    let second = &(service * service) + variance;
    let free = &Exact::from(2) * &(Exact::one() - rate * service);
    let waiting = service + &(&(rate * &second) / &free);
    Averages {
        length: rate * &waiting,
        waiting,
    }
}

/// `1 + c_0 (1 + c_1 (1 + ...))` and the same with the place in each term, over one denominator:
/// sums of products, without reducing a fraction on the way.
fn sums(
    factors: impl DoubleEndedIterator<Item = (BigInt, BigInt)> + ExactSizeIterator,
) -> [BigInt; 3] {
    let last = BigInt::from(factors.len());
    let (mut plain, mut placed, mut under) = (BigInt::from(1), last, BigInt::from(1));
    for (place, (over, below)) in factors.enumerate().rev() {
        under *= below;
        plain = &under + &over * plain;
        placed = &under * BigInt::from(place) + over * placed;
    }
    [plain, placed, under]
}

/// M/M/s.
fn several(rate: &Exact, service: &Exact, servers: u64) -> Averages {
    let offered = rate * service;
    let load = &offered / &Exact::from(servers);
    let idle = Exact::one() - load.clone();
    // The chance to wait is E / (E + (1 - rho) S) for E = a^s / s! and S = the sum of a^k / k! below s.
    let factor = |k: u64| {
        (
            offered.numer().clone(),
            offered.denom() * BigInt::from(k + 1),
        )
    };
    let steps = usize::try_from(servers - 1).unwrap_or(0);
    let [sum, _, under] = sums((0..steps).map(|k| factor(k as u64)));
    let all = Exact::ratio(sum, under);
    let (mut over, mut below) = (BigInt::from(1), BigInt::from(1));
    for k in 0..servers {
        let (o, b) = factor(k);
        over *= o;
        below *= b;
    }
    let full = Exact::ratio(over, below);
    let waits = &full / &(&full + &(&idle * &all));
    let queue = &(&waits * &load) / &idle;
    let length = &queue + &offered;
    Averages {
        waiting: &length / rate,
        length,
    }
}

/// M/M/s//N: each of `population` sends at `rate` while it does not wait for an answer.
fn finite(rate: &Exact, service: &Exact, servers: u64, population: u64) -> Averages {
    let ratio = rate * service;
    let factor = |n: usize| {
        let n = n as u64;
        let over = ratio.numer() * BigInt::from(population - n);
        (over, ratio.denom() * BigInt::from((n + 1).min(servers)))
    };
    let steps = usize::try_from(population).unwrap_or(0);
    let [plain, placed, _] = sums((0..steps).map(factor));
    let length = Exact::ratio(placed, plain);
    let comes = rate * &(Exact::from(population) - length.clone());
    Averages {
        waiting: &length / &comes,
        length,
    }
}
