//! How a response time comes about: the recurrence, step by step.

use crate::{
    exact::{Exact, Time},
    model::{Policy, Protocol, TaskSet},
    solve::{
        build::{Unit, problem},
        problem::Problem,
        sized::{Work, sized},
        steps::Steps,
        unprotected,
        whole::{Overflow, Whole},
    },
};
use serde::Serialize;
use std::fmt;

/// The most jobs of a busy period, and the most steps of a job, that are shown.
const SHOWN: usize = 64;

/// Steps to solve the set.
const STEPS: u64 = 1_000_000_000;

/// How a response time comes about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// Whose it is.
    pub task: String,
    /// What is iterated.
    pub formula: String,
    /// What one unit of time is; empty: nobody said.
    pub time_unit: String,
    /// Its cost, or a server's budget.
    pub cost: Time,
    /// Its period.
    pub period: Time,
    /// From arrival to release, at most.
    pub jitter: Time,
    /// What less important ones and masked sections cause.
    pub blocking: Time,
    /// The jobs of the busy period, the first first.
    pub jobs: Vec<ExplainedJob>,
    /// The response time. None: see `reason`.
    pub response_time: Option<Time>,
    /// Its deadline.
    pub deadline: Time,
    /// Why there is no response time, or why no steps are shown.
    pub reason: Option<String>,
}

/// One job of a busy period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ExplainedJob {
    /// Which job; 0 is the first.
    pub job: u64,
    /// The windows, each made from the one before; the last is the solution.
    pub steps: Vec<ExplainedStep>,
    /// The response time of this job.
    pub response_time: Time,
}

/// One step of the recurrence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ExplainedStep {
    /// The window that was tried.
    pub window: Time,
    /// Who interferes in it, and how much.
    pub terms: Vec<Term>,
    /// The next window: own demand, blocking and all terms, as they are supplied.
    pub next: Time,
}

/// What one task or server takes of a window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Term {
    /// Who.
    pub task: String,
    /// How many of its releases fall into the window.
    pub releases: Exact,
    /// What each needs.
    pub cost: Time,
    /// Both multiplied.
    pub total: Time,
}

/// The recurrence of the task or server of this name; none if there is none.
#[must_use]
pub fn explain(set: &TaskSet, name: &str) -> Option<Explanation> {
    let servers = set.servers.iter().map(|s| &s.name);
    let mut names = set.tasks.iter().map(|t| &t.name).chain(servers);
    let item = names.position(|n| n == name)?;
    Some(sized(&Explain { set, item }))
}

struct Explain<'s> {
    set: &'s TaskSet,
    item: usize,
}

impl Work for Explain<'_> {
    type Done = Explanation;

    fn run<W: Whole>(&self, slow: u64) -> Result<Explanation, Overflow> {
        let unit = Unit::of(self.set);
        let problem = problem::<W>(self.set, &unit)?;
        let found = problem.solve(&mut Steps::new(STEPS / slow))?;
        let item = &problem.items[self.item];
        let outcome = &found.outcomes[self.item];
        let inherited = &found.inherited[self.item];
        let mut explanation = Explanation {
            task: crate::analyse::name(self.set, self.item).to_owned(),
            formula: "w = B + (q + 1) C + sum ceil((w + J_j)/T_j) C_j".to_owned(),
            time_unit: self.set.time_unit.clone(),
            cost: unit.time(&item.cost),
            period: unit.time(&item.period),
            jitter: unit.time(&inherited.latest.plus(&inherited.activation)?),
            blocking: unit.time(&match outcome {
                Ok(found) => found.blocking.clone(),
                Err(_) => item.blocking.clone(),
            }),
            jobs: Vec::new(),
            response_time: outcome.as_ref().ok().map(|f| unit.time(&f.response)),
            deadline: unit.time(&item.deadline),
            reason: outcome
                .as_ref()
                .err()
                .map(|why| crate::analyse::unknown(self.set, self.worker(), why)),
        };
        let members = &problem.groups[item.group].members;
        if problem.policy(self.item) == Policy::Edf {
            explanation.formula = "R = max over a of L(a) - a (Spuri 1996)".to_owned();
            let why = "under EDF the worst arrival is searched for; there is no single recurrence";
            explanation.reason.get_or_insert(why.to_owned());
        } else if problem.protocol == Protocol::None
            && unprotected::is_shared(members, &problem.items)
        {
            let why = "without a protocol all response times depend on each other; there is no single recurrence";
            explanation.reason.get_or_insert(why.to_owned());
        } else if let Ok(outcome) = outcome {
            explanation.jobs = self.jobs(&problem, &found.inherited, &outcome.job, &unit)?;
        }
        Ok(explanation)
    }
}

impl Explain<'_> {
    fn worker(&self) -> u32 {
        crate::solve::build::homes(self.set)[self.item].0
    }

    /// The recurrence once more, from the beginning, as one would do it by hand.
    fn jobs<W: Whole>(
        &self,
        problem: &Problem<W>,
        inherited: &[crate::solve::item::Inherited<W>],
        last: &W,
        unit: &Unit,
    ) -> Result<Vec<ExplainedJob>, Overflow> {
        let group = problem.items[self.item].group;
        let mut steps = Steps::new(STEPS);
        let Ok(fixed) = problem.prepare(group, inherited, &mut steps) else {
            return Err(Overflow);
        };
        let Some(place) = fixed.place(self.item) else {
            return Ok(Vec::new());
        };
        let (own, hp) = fixed.question(place);
        let names = fixed.interferers(place);
        let mut jobs = Vec::new();
        let (mut job, mut number) = (W::zero(), 0);
        let mut window = own.blocking.plus(&own.cost)?;
        while jobs.len() < SHOWN && job <= *last {
            let demand = own.blocking.plus(&job.plus(&W::one())?.times(&own.cost)?)?;
            let mut shown = Vec::new();
            loop {
                let mut terms = Vec::new();
                let mut sum = demand.clone();
                for (load, i) in hp.iter().copied().flatten().zip(&names) {
                    let reach = window.plus(&load.jitter)?;
                    let mut releases = reach.ceil_by(&load.period);
                    if own.cost.is_zero() {
                        releases = reach.floor_by(&load.period).plus(&W::one())?;
                    }
                    let total = releases.times(&load.cost)?;
                    sum = sum.plus(&total)?;
                    terms.push(Term {
                        task: crate::analyse::name(self.set, *i).to_owned(),
                        releases: releases.to_big().into(),
                        cost: unit.time(&load.cost),
                        total: unit.time(&total),
                    });
                }
                let next = fixed.supply().inverse(&sum)?.max(window.clone());
                let done = next == window;
                if shown.len() < SHOWN || done {
                    shown.push(ExplainedStep {
                        window: unit.time(&window),
                        terms,
                        next: unit.time(&next),
                    });
                }
                window = next;
                if done {
                    break;
                }
            }
            let arrival = job.times(&own.period)?.less(&own.inherited);
            let earliest = &inherited[self.item].earliest;
            let response = window.plus(&own.jitter)?.less(&arrival).plus(earliest)?;
            jobs.push(ExplainedJob {
                job: number,
                steps: shown,
                response_time: unit.time(&response),
            });
            window = window.plus(&own.cost)?;
            job = job.plus(&W::one())?;
            number += 1;
        }
        Ok(jobs)
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Explanation {
            task,
            formula,
            cost,
            period,
            jitter,
            blocking,
            deadline,
            time_unit,
            ..
        } = self;
        writeln!(f, "{task}: {formula}")?;
        write!(
            f,
            "C = {cost}, T = {period}, D = {deadline}, J = {jitter}, B = {blocking}"
        )?;
        match time_unit.as_str() {
            "" => writeln!(f)?,
            unit => writeln!(f, " (all times in {unit})")?,
        }
        for job in &self.jobs {
            writeln!(f, "job {}:", job.job)?;
            for step in &job.steps {
                write!(f, "  w = {:>8}: {}", step.window.to_string(), blocking)?;
                write!(f, " + {}", &Exact::from(job.job + 1) * cost)?;
                for term in step.terms.iter().filter(|t| !t.total.is_zero()) {
                    write!(f, " + {} x {} ({})", term.releases, term.cost, term.task)?;
                }
                writeln!(f, " = {}", step.next)?;
            }
            writeln!(f, "  R({}) = {}", job.job, job.response_time)?;
        }
        if let Some(time) = &self.response_time {
            let verdict = if time <= deadline {
                "holds"
            } else {
                "is missed"
            };
            writeln!(f, "R = {time}; the deadline {deadline} {verdict}")?;
        }
        if let Some(reason) = &self.reason {
            writeln!(f, "{reason}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn ask(text: &str, name: &str) -> Explanation {
        let set = TaskSet::parse_json(text, Path::new("t.json")).unwrap();
        explain(&set, name).unwrap()
    }

    #[test]
    fn every_step_is_shown_with_who_interferes() {
        let text = r#"{"tasks": [{"name": "a", "cost": 3, "period": 7},
            {"name": "b", "cost": 3, "period": 12}, {"name": "c", "cost": 5, "period": 20}]}"#;
        let said = ask(text, "c").to_string();
        let want = "c: w = B + (q + 1) C + sum ceil((w + J_j)/T_j) C_j\n\
            C = 5, T = 20, D = 20, J = 0, B = 0\n\
            job 0:\n\
            \x20 w =        5: 0 + 5 + 1 x 3 (a) + 1 x 3 (b) = 11\n\
            \x20 w =       11: 0 + 5 + 2 x 3 (a) + 1 x 3 (b) = 14\n\
            \x20 w =       14: 0 + 5 + 2 x 3 (a) + 2 x 3 (b) = 17\n\
            \x20 w =       17: 0 + 5 + 3 x 3 (a) + 2 x 3 (b) = 20\n\
            \x20 w =       20: 0 + 5 + 3 x 3 (a) + 2 x 3 (b) = 20\n\
            \x20 R(0) = 20\n\
            R = 20; the deadline 20 holds\n";
        assert_eq!(said, want);
    }

    #[test]
    fn the_worst_job_is_shown_with_those_before_it() {
        let text = r#"{"tasks": [{"name": "a", "cost": 26, "period": 70},
            {"name": "b", "cost": 62, "period": 100, "deadline": 120}]}"#;
        let found = ask(text, "b");
        let times: Vec<String> = found
            .jobs
            .iter()
            .map(|j| j.response_time.to_string())
            .collect();
        assert_eq!(times, ["114", "102", "116", "104", "118"]);
        assert_eq!(found.response_time, Some(118.into()));
    }
}
