use super::*;
use crate::model::{Buffer, Queue, Task, TaskSet};

fn buffer(model: Queue) -> Buffer {
    Buffer {
        name: "q".into(),
        producers: vec![],
        consumer: None,
        model,
        capacity: None,
        rate: None,
        service: None,
        variance: Exact::zero(),
        servers: 1,
        population: None,
    }
}

fn periodic(periods: &[i64], consumer: i64, worker: u32) -> BufferAnswer {
    let mut tasks: Vec<Task> = (periods.iter().enumerate())
        .map(|(i, t)| Task::new(format!("p{i}"), 0, *t))
        .collect();
    tasks.push(Task {
        worker,
        ..Task::new("c", 0, consumer)
    });
    let set = TaskSet {
        tasks,
        ..TaskSet::default()
    };
    let buffer = Buffer {
        producers: (0..periods.len()).map(|i| format!("p{i}")).collect(),
        consumer: Some("c".into()),
        capacity: Some(2),
        ..buffer(Queue::Periodic)
    };
    answer(&set, &set.indices(), &buffer)
}

fn average(buffer: Buffer) -> (String, String) {
    let set = TaskSet::default();
    let found = answer(&set, &set.indices(), &buffer);
    assert!(found.average);
    (
        found.bound.unwrap().to_string(),
        found.waiting.unwrap().to_string(),
    )
}

#[test]
fn periodic_producers_give_the_bounds_of_cheddar() {
    let one = periodic(&[8], 8, 0);
    assert_eq!(one.bound, Some(Exact::from(2)));
    assert_eq!(one.bound_any_worker, Some(Exact::from(3)));
    assert_eq!((one.sufficient, one.average), (Some(true), false));
    assert_eq!(one.waiting, Some(Exact::from(16)));
    let two = periodic(&[10, 15], 5, 0);
    assert_eq!(
        two.bound,
        Some(Exact::from(5)),
        "10 and 15 are not harmonic"
    );
    assert_eq!(two.sufficient, Some(false));
    let harmonic = periodic(&[10, 20], 5, 0);
    assert_eq!(harmonic.bound, Some(Exact::from(4)));
}

#[test]
fn on_other_workers_the_larger_bound_counts() {
    let other = periodic(&[8], 8, 1);
    assert_eq!(other.sufficient, Some(false));
    assert_eq!(other.reason.as_deref(), Some("it must hold 3 messages"));
}

#[test]
fn a_flow_that_is_too_large_has_no_bound() {
    let endless = periodic(&[4], 8, 0);
    assert_eq!((endless.bound, endless.sufficient), (None, Some(false)));
    assert!(
        endless
            .reason
            .unwrap()
            .starts_with("grows without bound: 2 of")
    );
}

#[test]
fn the_averages_are_those_of_the_books() {
    let with = |model, rate: (i64, i64), service: i64| Buffer {
        rate: Some(Exact::ratio(rate.0, rate.1)),
        service: Some(service.into()),
        ..buffer(model)
    };
    // M/D/1 at half load: L = 3/4, W = 3/2.
    assert_eq!(
        average(with(Queue::Md1, (1, 2), 1)),
        ("3/4".into(), "3/2".into())
    );
    // M/G/1 with the variance of an exponential service is M/M/1: L = rho / (1 - rho).
    let mut mg1 = with(Queue::Mg1, (1, 2), 1);
    mg1.variance = Exact::one();
    assert_eq!(average(mg1), ("1".into(), "2".into()));
    assert_eq!(
        average(with(Queue::Mms, (1, 2), 1)),
        ("1".into(), "2".into())
    );
    // M/M/2 at rho = 1/2: L = 4/3.
    let mut mm2 = with(Queue::Mms, (1, 1), 1);
    mm2.servers = 2;
    assert_eq!(average(mm2), ("4/3".into(), "4/3".into()));
    // M/M/1//2 with r = 1: weights 1, 2, 2; L = 6/5, rate 4/5, W = 3/2.
    let mut finite = with(Queue::MmsN, (1, 1), 1);
    finite.population = Some(2);
    assert_eq!(average(finite), ("6/5".into(), "3/2".into()));
}

#[test]
fn a_finite_population_without_contention_never_waits() {
    let alone = Buffer {
        rate: Some(Exact::ratio(1, 10)),
        service: Some(2.into()),
        servers: 8,
        population: Some(8),
        ..buffer(Queue::MmsN)
    };
    assert_eq!(average(alone).1, "2");
    let large = Buffer {
        rate: Some(Exact::ratio(999, 1000)),
        service: Some(1.into()),
        servers: 1000,
        population: Some(1000),
        ..buffer(Queue::MmsN)
    };
    assert_eq!(average(large).1, "1");
}
