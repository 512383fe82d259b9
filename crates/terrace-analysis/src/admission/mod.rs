//! Admission: may these tasks join those that run?
//!
//! Nothing joins unless everything holds afterwards, so that what runs keeps its guarantees. For
//! tasks of fixed priorities that share nothing the question is answered from what is known of
//! those that run: the more important ones need not be looked at again, most others are shown to
//! hold by a linear bound, and for the rest the recurrence goes on from where it ended. In all other
//! cases the whole set is solved.
//!
//! # Invariants
//! I1. The set that runs always holds, if it did in the beginning.
//! I2. The quick way never accepts what the analysis of the whole set does not.

mod quick;

use crate::{
    analyse::analyse,
    answer::Answer,
    model::{Flaw, Task, TaskSet},
    solve::{
        build::{Unit, problem},
        sized::{Work, sized},
        steps::{Steps, Stop},
        whole::{Overflow, Whole},
    },
};
use quick::Quick;
use std::fmt;

/// Steps to solve the whole set.
const STEPS: u64 = 1_000_000_000;

/// Tasks that run, and whether others may join them.
#[derive(Debug)]
pub struct Admission {
    set: TaskSet,
    quick: Option<Quick>,
}

/// Why tasks may not join.
#[derive(Debug)]
pub enum Refusal {
    /// They cannot be part of this set.
    Flawed(Vec<Flaw>),
    /// Not everything would hold; this is the set as it would be.
    Misses(Box<TaskSet>),
}

impl Refusal {
    /// What would be missed by whom, and what would mend it. This takes longer than the refusal.
    #[must_use]
    pub fn answer(&self) -> Option<Answer> {
        match self {
            Refusal::Flawed(_) => None,
            Refusal::Misses(set) => Some(analyse(set)),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answer = match self {
            Refusal::Flawed(flaws) => {
                let Some(Flaw {
                    what,
                    value,
                    limit,
                    fix,
                    ..
                }) = flaws.first()
                else {
                    return f.write_str("the tasks are flawed");
                };
                return write!(f, "{what}: {value}, {limit}, {fix}");
            }
            Refusal::Misses(set) => analyse(set),
        };
        match answer.tasks.iter().find(|t| !t.schedulable) {
            None => f.write_str("a server, chain or buffer would not hold")?,
            Some(task) => {
                let reason = task
                    .reason
                    .as_deref()
                    .unwrap_or("it would miss its deadline");
                write!(f, "task {} would not hold: {reason}", task.name)?;
            }
        }
        match answer.advice.first() {
            None => Ok(()),
            Some(advice) => write!(f, "; {}", advice.text()),
        }
    }
}

impl std::error::Error for Refusal {}

impl Admission {
    /// What runs now. It is not asked whether it holds: see [`Admission::holds`].
    #[must_use]
    pub fn new(set: TaskSet) -> Admission {
        let quick = Quick::new(&set);
        Admission { set, quick }
    }

    /// What runs now.
    #[must_use]
    pub fn set(&self) -> &TaskSet {
        &self.set
    }

    /// Does what runs hold?
    #[must_use]
    pub fn holds(&self) -> bool {
        sized(&Holds { set: &self.set })
    }

    /// Let these tasks join, all or none.
    ///
    /// # Errors
    /// Why they may not; nothing has changed then.
    pub fn admit(&mut self, tasks: Vec<Task>) -> Result<(), Refusal> {
        let quick = self.quick.as_ref().and_then(|q| q.admit(&tasks));
        match quick {
            Some(Ok(quick)) => {
                self.set.tasks.extend(tasks);
                self.quick = Some(quick);
                Ok(())
            }
            Some(Err(quick::Misses)) => Err(Refusal::Misses(Box::new(self.with(tasks)))),
            None => self.admit_slowly(tasks),
        }
    }

    fn with(&self, tasks: Vec<Task>) -> TaskSet {
        let mut set = self.set.clone();
        set.tasks.extend(tasks);
        set
    }

    fn admit_slowly(&mut self, tasks: Vec<Task>) -> Result<(), Refusal> {
        let set = self.with(tasks);
        set.check().map_err(Refusal::Flawed)?;
        if !sized(&Holds { set: &set }) {
            return Err(Refusal::Misses(Box::new(set)));
        }
        self.quick = Quick::new(&set);
        self.set = set;
        Ok(())
    }

    /// The tasks for which `who` is true leave; the rest holds as it did before.
    pub fn leave(&mut self, who: impl Fn(&Task) -> bool) {
        self.set.tasks.retain(|t| !who(t));
        self.quick = Quick::new(&self.set);
    }
}

/// The tasks, servers, chains and buffers of a set that do not hold, by name; none: everything holds.
#[must_use]
pub fn failing(set: &TaskSet) -> Vec<String> {
    sized(&Failing { set })
}

/// What of a set does not hold?
struct Failing<'s> {
    set: &'s TaskSet,
}

impl Work for Failing<'_> {
    type Done = Vec<String>;

    fn run<W: Whole>(&self, slow: u64) -> Result<Vec<String>, Overflow> {
        let problem = problem::<W>(self.set, &Unit::of(self.set))?;
        let mut steps = Steps::new(STEPS / slow);
        let found = problem.solve(&mut steps)?;
        let tasks = self.set.tasks.iter().map(|t| &t.name);
        let names = tasks.chain(self.set.servers.iter().map(|s| &s.name));
        let mut failing = Vec::new();
        for (i, name) in names.enumerate() {
            let serves = match problem.serves(i, &found, &mut steps) {
                Err(Stop::Overflow) => return Err(Overflow),
                // What is not decided does not hold.
                Err(Stop::Budget) => false,
                Ok(serves) => serves,
            };
            if !serves || !problem.meets(i, &found) {
                failing.push(name.clone());
            }
        }
        for (links, chain) in problem.chains.iter().zip(&self.set.chains) {
            let end = problem.end_to_end(links, &found)?;
            if !end.is_ok_and(|e| links.deadline.as_ref().is_none_or(|d| e <= *d)) {
                failing.push(chain.name.clone());
            }
        }
        let buffers = crate::queues::answers(self.set).into_iter();
        let small = buffers.filter(|b| b.bound.is_none() || b.sufficient == Some(false));
        failing.extend(small.map(|b| b.name));
        Ok(failing)
    }
}

/// Does a whole set hold?
struct Holds<'s> {
    set: &'s TaskSet,
}

impl Work for Holds<'_> {
    type Done = bool;

    fn run<W: Whole>(&self, slow: u64) -> Result<bool, Overflow> {
        let problem = problem::<W>(self.set, &Unit::of(self.set))?;
        match problem.holds(&mut Steps::new(STEPS / slow)) {
            Ok(holds) => Ok(holds),
            Err(Stop::Budget) => Ok(false),
            Err(Stop::Overflow) => Err(Overflow),
        }
    }
}

#[cfg(test)]
mod tests;
