//! Why an app may not join: who would miss what, by how much, and what would mend it.

use crate::{
    analyse::analyse, answer::Answer, device::Void, exact::Time, model::TaskSet, render::time,
};
use std::fmt;

/// What was found; the explanation takes longer than the verdict.
#[derive(Debug)]
pub(super) enum Why {
    /// This set would not hold.
    Misses(Box<TaskSet>),
    /// Nothing would be known any more of the load of another one.
    Voids(Void),
    /// Together they cannot be analysed.
    Flawed(String),
    /// It is not bounded, and a proven one is no more important.
    Unbounded { priority: u8, endangers: String },
    /// One without a bound is no less important.
    Below { name: String, priority: u8 },
}

/// Why an app may not join. Its text is one sentence, or two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denied {
    /// The task, server or chain that would not hold, if there is one.
    pub fails: Option<String>,
    /// Its response time; none: it has no bound.
    pub response_time: Option<Time>,
    /// Its deadline.
    pub deadline: Option<Time>,
    /// What is wrong.
    pub what: String,
    /// What would mend it.
    pub mend: String,
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.what, self.mend)
    }
}

impl std::error::Error for Denied {}

impl Why {
    pub(super) fn explain(self, name: &str) -> Denied {
        let plain = |what: String, mend: &str| Denied {
            fails: None,
            response_time: None,
            deadline: None,
            what,
            mend: mend.to_owned(),
        };
        match self {
            Why::Misses(set) => missed(&analyse(&set), name),
            Why::Voids(void) => plain(void.what, &void.fix),
            Why::Flawed(text) => plain(text, "correct its manifest"),
            Why::Unbounded {
                priority,
                endangers,
            } => plain(
                format!(
                    "it has the fixed priority {priority} and nothing that bounds what it takes, \
                     and `{endangers}`, whose deadlines are proven, is not more important"
                ),
                "give it budget_us, period_us and on_overrun = \"throttle\" under [cpu], costs to its \
                 callbacks, a lower priority, or another worker",
            ),
            Why::Below { name, priority } => plain(
                format!(
                    "`{name}` has the fixed priority {priority} on its worker and nothing that \
                     bounds what it takes, so nothing can be proven of what is not more important"
                ),
                "give that one a budget with on_overrun = \"throttle\", or this one a higher priority or \
                 another worker",
            ),
        }
    }
}

fn missed(answer: &Answer, name: &str) -> Denied {
    let said = |time_of: &Option<Time>| {
        time_of
            .as_ref()
            .map_or_else(|| "no bound".to_owned(), |t| time(t, &answer.time_unit))
    };
    let task = answer.tasks.iter().find(|t| !t.schedulable);
    let server = answer.servers.iter().find(|s| !s.schedulable);
    let chain = answer.chains.iter().find(|c| !c.schedulable);
    let (fails, response_time, deadline, what) = match (task, server, chain) {
        (Some(task), ..) => (
            Some(task.name.clone()),
            task.response_time.clone(),
            Some(task.deadline.clone()),
            format!(
                "task `{}` would take up to {} and has a deadline of {}",
                task.name,
                said(&task.response_time),
                time(&task.deadline, &answer.time_unit)
            ),
        ),
        (None, Some(server), _) => (
            Some(server.name.clone()),
            server.response_time.clone(),
            Some(server.period.clone()),
            format!(
                "`{}` would have its budget of {} only within {}, and must have it within {}",
                server.name,
                time(&server.budget, &answer.time_unit),
                said(&server.response_time),
                time(&server.period, &answer.time_unit)
            ),
        ),
        (None, None, Some(chain)) => (
            Some(chain.name.clone()),
            chain.end_to_end.clone(),
            chain.deadline.clone(),
            format!(
                "chain `{}` would take up to {} and has a deadline of {}",
                chain.name,
                said(&chain.end_to_end),
                said(&chain.deadline)
            ),
        ),
        (None, None, None) => {
            let mut buffers = answer.buffers.iter();
            let small = buffers.find(|b| b.bound.is_none() || b.sufficient == Some(false));
            let what = small.map(|b| {
                let reason = b.reason.as_deref().unwrap_or("it is too small");
                format!("`{}` would not suffice: {reason}", b.name)
            });
            let what = what.unwrap_or_else(|| "not everything would hold".to_owned());
            (small.map(|b| b.name.clone()), None, None, what)
        }
    };
    // A change of the app that wants to join comes before one of those that run.
    let about = |text: &&str| text.contains(name);
    let advice = answer.advice.iter().map(|a| a.text());
    let mend = advice.clone().find(about).or(advice.clone().next());
    Denied {
        fails,
        response_time,
        deadline,
        what,
        mend: mend.unwrap_or("lower its costs or its priority").to_owned(),
    }
}
