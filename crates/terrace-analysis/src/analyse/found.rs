//! Solve a set and bring what is found back into the unit of its input.

use crate::{
    exact::Time,
    model::TaskSet,
    solve::{
        build::{Unit, problem},
        chains::Endless,
        outcome::Unknown,
        problem::{Problem, Solution},
        sized::Work,
        steps::{Steps, Stop},
        whole::{Overflow, Whole},
    },
};

/// Steps for a whole analysis, in numbers of 64 bits.
const STEPS: u64 = 4_000_000_000;

/// A set to solve.
pub(super) struct Analysis<'s> {
    pub(super) set: &'s TaskSet,
}

/// One response time, in the unit of the input.
pub(super) struct Response {
    pub(super) time: Time,
    pub(super) job: u64,
    pub(super) blocking: Time,
    pub(super) interference: Time,
}

/// One task or server.
pub(super) struct Item {
    pub(super) response: Result<Response, Unknown>,
    /// Jitter with what it inherits.
    pub(super) jitter: Time,
    pub(super) meets: bool,
    /// Is its response time counted from its activation by others?
    pub(super) activated: bool,
    /// Given or computed blocking where the response time is not known.
    pub(super) group: usize,
    /// Of a server's requests: alone and together.
    pub(super) waits: Option<Vec<(Time, Time)>>,
}

/// Everything that was found.
pub(super) struct FoundSet {
    /// Tasks, then servers.
    pub(super) items: Vec<Item>,
    pub(super) chains: Vec<Result<Time, Endless>>,
    /// For each group under EDF: does the demand fit?
    pub(super) demand: Vec<Option<bool>>,
    /// Does each group share resources?
    pub(super) exact: Vec<Option<bool>>,
}

impl Work for Analysis<'_> {
    type Done = FoundSet;

    fn run<W: Whole>(&self, slow: u64) -> Result<FoundSet, Overflow> {
        let unit = Unit::of(self.set);
        let problem = problem::<W>(self.set, &unit)?;
        let mut steps = Steps::new(STEPS / slow);
        let found = problem.solve(&mut steps)?;
        let mut items = Vec::with_capacity(problem.items.len());
        for i in 0..problem.items.len() {
            items.push(item(&problem, &found, i, &unit, &mut steps)?);
        }
        let mut chains = Vec::new();
        for links in &problem.chains {
            let end = problem.end_to_end(links, &found)?;
            chains.push(end.map(|e| unit.time(&e)));
        }
        let exact = super::exactly::verdicts(&problem, &found, &mut steps)?;
        Ok(FoundSet {
            items,
            chains,
            demand: found.demand,
            exact,
        })
    }
}

fn item<W: Whole>(
    problem: &Problem<W>,
    found: &Solution<W>,
    i: usize,
    unit: &Unit,
    steps: &mut Steps,
) -> Result<Item, Overflow> {
    let item = &problem.items[i];
    let response = match &found.outcomes[i] {
        Err(unknown) => Err(unknown.clone()),
        Ok(f) => Ok(Response {
            time: unit.time(&f.response),
            job: u64::try_from(f.job.to_big()).unwrap_or(u64::MAX),
            blocking: unit.time(&f.blocking),
            interference: unit.time(&f.interference),
        }),
    };
    let waits = if item.requests.is_empty() {
        None
    } else {
        match problem.waits(i, found, steps) {
            Ok(waits) => waits,
            Err(Stop::Budget) => None,
            Err(Stop::Overflow) => return Err(Overflow),
        }
    };
    let inherited = &found.inherited[i];
    let jitter = inherited.latest.plus(&inherited.activation)?;
    Ok(Item {
        response,
        jitter: unit.time(&jitter),
        meets: problem.meets(i, found),
        activated: !item.before.direct.is_empty(),
        group: item.group,
        waits: waits.map(|all| {
            let pairs = all.iter();
            pairs
                .map(|w| (unit.time(&w.alone), unit.time(&w.together)))
                .collect()
        }),
    })
}
