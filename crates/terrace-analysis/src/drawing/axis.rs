//! The axis of a drawing: moments with a label, at round distances.

use crate::exact::{Exact, Time};
use crate::render::time;
use crate::simulation::Schedule;
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// A moment with a label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tick {
    /// In ticks of the schedule; rounded down where it lies between two.
    pub(super) at: u64,
    pub(super) label: String,
}

/// At most `most` moments from 0 to `end`, the first at 0, one, two or five of a power of ten apart.
pub(super) fn ticks(schedule: &Schedule, end: u64, most: u64) -> Vec<Tick> {
    let length = schedule.time(end);
    if !length.is_positive() || most == 0 {
        return vec![Tick {
            at: 0,
            label: "0".to_owned(),
        }];
    }
    let least = &length / &Exact::ratio(most, 1);
    let step = round_up(&least);
    let one = schedule.time(1);
    (0..=most)
        .map(|n| &step * &Exact::ratio(n, 1))
        .take_while(|at| *at <= length)
        .filter_map(|at| {
            let ticks = (&at / &one).floor();
            Some(Tick {
                at: ticks.to_u64()?,
                label: label(&at, &schedule.time_unit),
            })
        })
        .collect()
}

fn label(at: &Time, unit: &str) -> String {
    match at.is_zero() {
        true => "0".to_owned(),
        false => time(at, unit),
    }
}

/// The least of 1, 2, 5 times a power of ten that is not below `least`.
fn round_up(least: &Time) -> Time {
    let ten = Exact::ratio(10, 1);
    let mut power = Exact::one();
    while power > *least {
        power = &power / &ten;
    }
    while &power * &ten <= *least {
        power = &power * &ten;
    }
    [1, 2, 5, 10]
        .into_iter()
        .map(|n| &power * &Exact::ratio(n, 1))
        .find(|step| step >= least)
        .unwrap_or(power)
}

/// `at` of `end`, as a place of `width`.
pub(super) fn place(at: u64, end: u64, width: u64) -> u64 {
    let place = u128::from(at) * u128::from(width) / u128::from(end.max(1));
    u64::try_from(place).unwrap_or(width)
}

/// `at` of `end` as tenths of a place of `width`, for drawings that are finer than their unit.
pub(super) fn fine(at: u64, end: u64, width: u64) -> f64 {
    let tenths =
        BigInt::from(at) * BigInt::from(width) * BigInt::from(10) / BigInt::from(end.max(1));
    tenths.to_f64().unwrap_or(0.0) / 10.0
}
