use super::*;
use crate::model::{Policy, ResourceUse};
use proptest::{prelude::*, test_runner::Config};

fn task(
    name: usize,
    (cost, period, deadline, jitter, priority): (i64, i64, i64, i64, Option<i64>),
) -> Task {
    Task {
        deadline: (deadline > 0).then(|| deadline.into()),
        jitter: jitter.into(),
        priority,
        ..Task::new(format!("t{name}"), cost, period)
    }
}

type Row = (i64, i64, i64, i64, Option<i64>);

fn rows(most: usize) -> impl Strategy<Value = Vec<Row>> {
    let priority = prop_oneof![Just(None), (0_i64..5).prop_map(Some)];
    let row = (1_i64..8, 4_i64..60, 0_i64..70, 0_i64..4, priority);
    prop::collection::vec(row, 1..most)
}

proptest! {
    #![proptest_config(Config { cases: 5_000, ..Config::default() })]

    /// I1 and I2, over any history of arrivals and departures.
    #[test]
    fn what_runs_always_holds_and_what_fits_is_let_in(arrivals in rows(14), goes in 0_usize..14) {
        let mut admission = Admission::new(TaskSet::default());
        for (i, row) in arrivals.into_iter().enumerate() {
            let joins = task(i, row);
            let mut with = admission.set().clone();
            with.tasks.push(joins.clone());
            let fits = sized(&Holds { set: &with });
            prop_assert_eq!(admission.admit(vec![joins]).is_ok(), fits);
            prop_assert!(admission.holds());
            if i == goes {
                admission.leave(|t| t.name.len() % 2 == 0 || t.name == "t1");
                prop_assert!(admission.holds());
            }
        }
    }
}

#[test]
fn a_refusal_says_who_would_miss_and_what_would_mend_it() {
    let mut admission = Admission::new(TaskSet::default());
    admission
        .admit(vec![
            task(1, (2, 4, 0, 0, None)),
            task(2, (3, 9, 0, 0, None)),
        ])
        .unwrap();
    let refusal = admission
        .admit(vec![task(3, (2, 8, 0, 0, None))])
        .unwrap_err();
    let said = refusal.to_string();
    assert!(said.starts_with("task t2 would not hold:"), "{said}");
    assert!(said.contains("lower the cost"), "{said}");
    assert!(!refusal.answer().unwrap().schedulable);
    assert_eq!(admission.set().tasks.len(), 2);
    let twice = admission
        .admit(vec![task(1, (1, 100, 0, 0, None))])
        .unwrap_err();
    assert!(matches!(twice, Refusal::Flawed(_)), "{twice}");
}

#[test]
fn all_tasks_of_an_app_join_or_none() {
    let mut admission = Admission::new(TaskSet::default());
    let app = vec![task(1, (1, 4, 0, 0, None)), task(2, (9, 8, 0, 0, None))];
    assert!(admission.admit(app).is_err());
    assert!(admission.set().tasks.is_empty());
}

#[test]
fn other_sets_are_solved_in_whole() {
    let mut admission = Admission::new(TaskSet {
        policy: Policy::Edf,
        ..TaskSet::default()
    });
    assert!(
        admission
            .admit(vec![
                task(1, (1, 2, 0, 0, None)),
                task(2, (1, 2, 0, 0, None))
            ])
            .is_ok()
    );
    assert!(admission.admit(vec![task(3, (1, 99, 0, 0, None))]).is_err());
    let mut shares = task(4, (1, 20, 0, 0, None));
    shares.resources = vec![ResourceUse {
        name: "r".into(),
        longest: 1.into(),
    }];
    let mut admission = Admission::new(TaskSet::default());
    assert!(admission.admit(vec![shares]).is_ok());
}
