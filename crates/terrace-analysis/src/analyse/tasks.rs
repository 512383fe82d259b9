//! Answers for tasks, servers and chains.

use super::{
    found::{FoundSet, Item},
    reasons,
};
use crate::{
    answer::{AperiodicAnswer, ChainAnswer, Reference, ServerAnswer, TaskAnswer},
    exact::Time,
    model::{Activation, Aperiodic, Policy, Protocol, Server, ServerKind, Task, TaskSet},
    solve::{chains::Endless, outcome::Unknown},
};

/// The formula of response times under this policy.
fn formula(set: &TaskSet, task: &Task, item: &Item) -> String {
    if set.policy_of(task.worker) == Policy::Edf {
        return "R = max over a of L(a) - a (Spuri 1996)".to_owned();
    }
    let shares = set
        .tasks
        .iter()
        .any(|t| !t.resources.is_empty() || t.component.is_some());
    if set.protocol == Protocol::None && shares {
        return "w = B + C + sum ceil((w + J_j)/T_j) C_j with B by inversion, R = w + J (Sha, Rajkumar & Lehoczky 1990; without a protocol)".to_owned();
    }
    let supply = if task.window.is_some() {
        ", w supplied by the windows of its table (Shin & Lee 2003)"
    } else {
        ""
    };
    let many = item.response.as_ref().is_ok_and(|r| r.job > 0) || *task.deadline() > task.period;
    if many {
        format!(
            "w(q) = B + (q + 1) C + sum ceil((w + J_j)/T_j) C_j, R = max over q of w(q) - q T + J (Lehoczky 1990; Tindell 1994){supply}"
        )
    } else {
        format!(
            "w = B + C + sum ceil((w + J_j)/T_j) C_j, R = w + J (Joseph & Pandya 1986; Audsley et al. 1993){supply}"
        )
    }
}

/// Why there is no number, or why it is too large.
fn reason(set: &TaskSet, worker: u32, item: &Item, deadline: &Time) -> Option<String> {
    match &item.response {
        Err(why) => Some(reasons::unknown(set, worker, why)),
        Ok(r) if !item.meets => Some(reasons::late(&set.time_unit, &r.time, deadline)),
        Ok(_) => None,
    }
}

pub(super) fn tasks(set: &TaskSet, found: &FoundSet, ranks: &[i64]) -> Vec<TaskAnswer> {
    let all = set.tasks.iter().zip(&found.items).zip(ranks);
    all.map(|((task, item), rank)| one(set, task, item, *rank))
        .collect()
}

fn one(set: &TaskSet, task: &Task, item: &Item, rank: i64) -> TaskAnswer {
    let response = item.response.as_ref().ok();
    let lost = matches!(item.response, Err(Unknown::Before(_) | Unknown::Circle));
    let time = response.map(|r| r.time.clone());
    TaskAnswer {
        name: task.name.clone(),
        worker: task.worker,
        priority: (set.policy_of(task.worker) == Policy::FixedPriority).then_some(rank),
        cost: task.cost.clone(),
        period: task.period.clone(),
        deadline: task.deadline().clone(),
        jitter: (!lost).then(|| item.jitter.clone()),
        margin: time.as_ref().map(|t| task.deadline() - t),
        response_time: time,
        reference: if item.activated {
            Reference::Activation
        } else {
            Reference::Period
        },
        schedulable: item.meets,
        blocking: response.map(|r| r.blocking.clone()),
        interference: response.map(|r| r.interference.clone()),
        formula: formula(set, task, item),
        reason: reason(set, task.worker, item, task.deadline()),
    }
}

pub(super) fn servers(set: &TaskSet, found: &FoundSet, ranks: &[i64]) -> Vec<ServerAnswer> {
    let first = set.tasks.len();
    let all = set
        .servers
        .iter()
        .zip(found.items.iter().zip(ranks).skip(first));
    all.map(|(server, (item, rank))| serves(set, server, item, *rank))
        .collect()
}

fn serves(set: &TaskSet, server: &Server, item: &Item, rank: i64) -> ServerAnswer {
    let works: Vec<AperiodicAnswer> = (server.aperiodic.iter().enumerate())
        .map(|(i, work)| {
            let wait = item.waits.as_ref().and_then(|all| all.get(i));
            request(&set.time_unit, server, work, wait)
        })
        .collect();
    let late = works.iter().find(|w| !w.schedulable);
    let late = late.map(|w| format!("{} misses its deadline", w.name));
    ServerAnswer {
        name: server.name.clone(),
        kind: server.kind,
        worker: server.worker,
        priority: (set.policy_of(server.worker) == Policy::FixedPriority).then_some(rank),
        budget: server.budget.clone(),
        period: server.period.clone(),
        utilization: &server.budget / &server.period,
        response_time: item.response.as_ref().ok().map(|r| r.time.clone()),
        schedulable: item.meets && works.iter().all(|w| w.schedulable),
        aperiodic: works,
        formula: match server.kind {
            ServerKind::Polling => "interferes as a periodic task (Cs, Ts) (Lehoczky, Sha & Strosnider 1987)",
            ServerKind::Deferrable => "interferes as a periodic task (Cs, Ts) with jitter Ts - Cs (Strosnider, Lehoczky & Sha 1995)",
            ServerKind::Sporadic => "interferes as a periodic task (Cs, Ts) (Sprunt, Sha & Lehoczky 1989)",
        }
        .to_owned(),
        reason: reason(set, server.worker, item, &server.period).or(late),
    }
}

fn request(
    unit: &str,
    server: &Server,
    work: &Aperiodic,
    wait: Option<&(Time, Time)>,
) -> AperiodicAnswer {
    let meets = |time: &Time| work.deadline.as_ref().is_none_or(|d| time <= d);
    let reason = match (wait, &work.deadline) {
        (None, _) => Some(format!(
            "no bound: server {} does not give its budget in every period",
            server.name
        )),
        (Some((_, together)), Some(deadline)) if together > deadline => {
            Some(reasons::late(unit, together, deadline))
        }
        _ => None,
    };
    AperiodicAnswer {
        name: work.name.clone(),
        cost: work.cost.clone(),
        response_time: wait.map(|w| w.0.clone()),
        response_time_together: wait.map(|w| w.1.clone()),
        deadline: work.deadline.clone(),
        schedulable: wait.is_some_and(|w| meets(&w.1)),
        formula: match server.kind {
            ServerKind::Polling => "Ts + F Ts + response of the last part Ca - F Cs, F = ceil(Ca/Cs) - 1 (Lehoczky, Sha & Strosnider 1987)",
            _ => "2 (Ts - Cs) + F Ts + Ca - F Cs, F = ceil(Ca/Cs) - 1, once Ts - Cs less where nothing outranks the server (Shin & Lee 2003)",
        }
        .to_owned(),
        reason,
    }
}

pub(super) fn chains(set: &TaskSet, found: &FoundSet) -> Vec<ChainAnswer> {
    let all = set.chains.iter().zip(&found.chains);
    all.map(|(chain, end)| {
        let meets = |end: &Time| chain.deadline.as_ref().is_none_or(|d| end <= d);
        let reason = match (end, &chain.deadline) {
            (Err(Endless::Unknown(i)), _) => Some(format!(
                "no bound: {} has no response time",
                reasons::name(set, *i)
            )),
            (Err(Endless::Faster(a, b)), _) => Some(format!(
                "no bound: {} activates {} more often than the period of the latter allows",
                reasons::name(set, *a),
                reasons::name(set, *b)
            )),
            (Ok(end), Some(deadline)) if end > deadline => Some(reasons::late(&set.time_unit, end, deadline)),
            _ => None,
        };
        let (from, formula) = match chain.activation {
            Activation::Direct => (
                "from the arrival of the first task to the completion of the last",
                "sum of R, each from its activation; jitter is inherited to a fixed point (Tindell & Clark 1994)",
            ),
            Activation::Sampled => (
                "from an event that just missed the first task to the completion of the last",
                "sum of T + R (Davare et al. 2007)",
            ),
        };
        ChainAnswer {
            name: chain.name.clone(),
            activation: chain.activation,
            end_to_end: end.as_ref().ok().cloned(),
            from: from.to_owned(),
            deadline: chain.deadline.clone(),
            schedulable: end.as_ref().is_ok_and(meets),
            formula: formula.to_owned(),
            reason,
        }
    })
    .collect()
}
