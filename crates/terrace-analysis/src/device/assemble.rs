//! Puts the parts of a plan together.

use super::{
    DevicePlan, Installed, Plan, TIME_UNIT, call, channel,
    finding::Findings,
    grants, memory,
    task::{Place, Released, span},
};
use crate::model::{
    Activation, Aperiodic, Chain, Policy, Protocol, Server, ServerKind, Table, TaskSet, Window,
    Worker,
};
use std::collections::{BTreeSet, HashSet};
use terrace_manifest::{self as manifest, WorkerPolicy};

pub(super) fn plan(device: &DevicePlan) -> Plan {
    let mut findings = Findings::default();
    let (mut released, mut budgets) = (Vec::new(), Vec::new());
    for (partition, installed) in partitions(device) {
        let place = Place::new(device, &partition, installed);
        released.extend(place.released(&mut findings));
        budgets.extend(place.budget(&mut findings));
    }
    let mut set = TaskSet {
        time_unit: TIME_UNIT.to_owned(),
        policy: policy(device, &mut findings),
        protocol: match device.protocol {
            manifest::Protocol::Inheritance => Protocol::Inheritance,
            manifest::Protocol::Ceiling => Protocol::Ceiling,
            manifest::Protocol::None => Protocol::None,
        },
        ..TaskSet::default()
    };
    set.servers = servers(device, &released, &mut findings);
    set.servers.append(&mut budgets);
    channel::connect(&mut released, &served_paths(device), &mut findings);
    call::connect(device, &mut released, &mut findings);
    set.buffers = channel::buffers(device, &released, &mut findings);
    set.workers = workers(device, &mut released, &mut findings);
    set.tasks = released
        .iter()
        .flat_map(|r| r.tasks.iter().cloned())
        .collect();
    set.chains = chains(device, &released, &mut findings);
    grants::check(device, &mut findings);
    Plan {
        set,
        memory: memory::sums(device),
        findings: findings.0,
    }
}

/// What servers serve is released by nothing else.
fn served_paths(device: &DevicePlan) -> HashSet<String> {
    let paths = device.servers.iter().flat_map(|s| &s.serves);
    paths.map(ToString::to_string).collect()
}

/// Every partition by its name.
pub(super) fn partitions(device: &DevicePlan) -> Vec<(String, &Installed)> {
    let names = |app: &Installed| -> Vec<String> {
        match app.count {
            1 => vec![app.name.to_string()],
            n => (1..=n).map(|i| format!("{}-{i}", app.name)).collect(),
        }
    };
    let all = device.apps.iter().map(|app| (names(app), app));
    all.flat_map(|(names, app)| names.into_iter().map(move |n| (n, app)))
        .collect()
}

/// One policy for the set: the analysis of workers is apart, that of the whole is not.
fn policy(device: &DevicePlan, findings: &mut Findings) -> Policy {
    let said: HashSet<bool> = device
        .workers
        .iter()
        .map(|w| w.policy == WorkerPolicy::Edf)
        .collect();
    if said.len() > 1 {
        let what = "its workers have different policies";
        findings.error(
            "the device",
            what,
            "give all workers one policy, or check them one by one",
        );
    }
    match said.contains(&true) {
        true => Policy::Edf,
        false => Policy::FixedPriority,
    }
}

fn servers(device: &DevicePlan, released: &[Released], findings: &mut Findings) -> Vec<Server> {
    let mut servers = Vec::new();
    for server in &device.servers {
        let of = format!("server {}", server.name);
        let mut aperiodic = Vec::new();
        for path in &server.serves {
            match released.iter().find(|r| r.path == path.as_str()) {
                Some(r) => aperiodic.extend(served(r, &of, findings)),
                None => findings.error(
                    &of,
                    format!("it serves {path}, which is not there"),
                    "correct the name, or remove it",
                ),
            }
        }
        servers.push(Server {
            name: server.name.to_string(),
            kind: match server.kind {
                manifest::ServerKind::Polling => ServerKind::Polling,
                manifest::ServerKind::Deferrable => ServerKind::Deferrable,
                manifest::ServerKind::Sporadic => ServerKind::Sporadic,
            },
            budget: span(server.budget),
            period: span(server.period),
            priority: Some(i64::from(server.priority)),
            worker: u32::from(server.worker),
            aperiodic,
        });
    }
    servers
}

fn served(released: &Released, of: &str, findings: &mut Findings) -> Option<Aperiodic> {
    let callback = &released.callback;
    if callback.period.is_some() {
        let what = format!(
            "it serves {}, which has a period and so is a task",
            released.path
        );
        findings.error(of, what, "remove the period, or what the server serves");
        return None;
    }
    let Some(cost) = callback.cost else {
        let what = format!("it serves {}, which declares no cost", released.path);
        findings.error(
            of,
            what,
            "add cost to it: terrace profile shows what was observed",
        );
        return None;
    };
    Some(Aperiodic {
        name: released.path.clone(),
        cost: span(cost),
        deadline: callback.deadline.map(span),
    })
}

/// Masked sections and tables of windows.
fn workers(device: &DevicePlan, all: &mut [Released], findings: &mut Findings) -> Vec<Worker> {
    let tasks = all.iter().filter(|r| !r.tasks.is_empty());
    let used = tasks.map(|r| r.worker);
    let said = device.workers.iter().map(|w| u32::from(w.id));
    let numbers: BTreeSet<u32> = used.chain(said).collect();
    let mut workers = Vec::new();
    for number in numbers {
        let plan = device.workers.iter().find(|w| u32::from(w.id) == number);
        let table = plan.and_then(|plan| {
            let frame = plan.frame?;
            let mut windows: Vec<_> = plan.windows.iter().collect();
            windows.sort_by_key(|w| w.start);
            let window = |w: &&manifest::Window| Window {
                name: w.app.to_string(),
                start: span(w.start),
                length: span(w.length),
            };
            Some(Table {
                frame: span(frame),
                windows: windows.iter().map(window).collect(),
            })
        });
        if let Some(table) = &table {
            let names: HashSet<&str> = table.windows.iter().map(|w| w.name.as_str()).collect();
            for released in all
                .iter_mut()
                .filter(|r| r.worker == number && !r.tasks.is_empty())
            {
                if !names.contains(released.called.as_str()) {
                    let what =
                        format!("worker {number} has a table of windows, and none is its app's");
                    let fix = "give the app a window, or another worker";
                    findings.error(&released.path, what, fix);
                }
                let app = released.called.clone();
                let windows = released.tasks.iter_mut().map(|t| &mut t.window);
                windows.for_each(|w| *w = Some(app.clone()));
            }
        }
        workers.push(Worker {
            worker: number,
            masked: span(device.masked),
            table,
        });
    }
    workers
}

/// Chains of the apps, for each partition, and of the device.
fn chains(device: &DevicePlan, released: &[Released], findings: &mut Findings) -> Vec<Chain> {
    let mut chains = Vec::new();
    for (partition, installed) in partitions(device) {
        for chain in &installed.app.components.chains {
            let prefix = match device.alone {
                true => String::new(),
                false => format!("{partition}/"),
            };
            chains.extend(read_chain(chain, &prefix, released, findings));
        }
    }
    for chain in &device.chains {
        chains.extend(read_chain(chain, "", released, findings));
    }
    chains
}

fn read_chain(
    chain: &manifest::Chain,
    prefix: &str,
    released: &[Released],
    findings: &mut Findings,
) -> Option<Chain> {
    let of = format!("chain {prefix}{}", chain.name);
    let mut tasks = Vec::new();
    for path in &chain.tasks {
        let whole = format!("{prefix}{path}");
        let found = released.iter().find(|r| r.path == whole);
        let task = found.and_then(|r| r.tasks.iter().max_by(|a, b| a.period.cmp(&b.period)));
        match (found, task) {
            (_, Some(task)) => tasks.push(task.name.clone()),
            (Some(_), None) => {
                let what = format!("{whole} has no cost or is released by nothing");
                findings.error(
                    &of,
                    what,
                    "give it a cost and a period, or a sender that has one",
                );
                return None;
            }
            (None, None) => {
                let what = format!("{whole} is not there");
                findings.error(&of, what, "name a task as APP/SERVICE/TASK or APP/RECEIVER");
                return None;
            }
        }
    }
    Some(Chain {
        name: format!("{prefix}{}", chain.name),
        tasks,
        activation: match chain.activation {
            manifest::Activation::Direct => Activation::Direct,
            manifest::Activation::Sampled => Activation::Sampled,
        },
        deadline: chain.deadline.map(span),
    })
}
