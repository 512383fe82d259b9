//! Puts the parts of a plan together.

use super::{
    DevicePlan, Installed, Plan, Spot, TIME_UNIT, call, channel,
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
        protocol: match device.protocol {
            manifest::Protocol::Inheritance => Protocol::Inheritance,
            manifest::Protocol::Ceiling => Protocol::Ceiling,
            manifest::Protocol::None => Protocol::None,
        },
        ..TaskSet::default()
    };
    set.servers = servers(device, &released, &mut findings);
    set.servers.append(&mut budgets);
    channel::connect(device, &mut released, &mut findings);
    call::connect(device, &mut released, &mut findings);
    set.buffers = channel::buffers(device, &released, &mut findings);
    set.workers = workers(device, &released, &set.servers);
    seat(&set.workers, &mut released, &mut set.servers, &mut findings);
    if set.workers.iter().all(|w| w.policy == Some(Policy::Edf)) && !set.workers.is_empty() {
        set.policy = Policy::Edf;
    }
    set.tasks = released
        .iter()
        .flat_map(|r| r.tasks.iter().cloned())
        .collect();
    set.chains = chains(device, &released, &mut findings);
    judge_deadlines(&set, &mut findings);
    grants::check(device, &mut findings);
    Plan {
        memory: memory::sums(device),
        spots: spots(&released, &set.servers),
        findings: findings.all,
        voids: findings.voids,
        set,
    }
}

/// Where what is released has a priority, budgets of plain apps included.
fn spots(all: &[Released], servers: &[Server]) -> Vec<Spot> {
    let level = |p: Option<i64>| p.and_then(|p| u8::try_from(p).ok());
    let released = all.iter().flat_map(|r| {
        let released = r.served || !r.callback.subscribe.is_empty();
        let own = r.callback.priority.filter(|_| released);
        let tasks = r.tasks.iter().filter_map(move |t| level(t.priority));
        let spot = |priority| Spot {
            partition: r.partition.clone(),
            worker: r.worker,
            priority,
        };
        own.into_iter().chain(tasks).map(spot).collect::<Vec<_>>()
    });
    // A budget is called as its partition; a server of the device is nobody's.
    let budget = |s: &Server| {
        Some(Spot {
            partition: s.name.clone(),
            worker: s.worker,
            priority: level(s.priority)?,
        })
    };
    released.chain(servers.iter().filter_map(budget)).collect()
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

fn servers(device: &DevicePlan, released: &[Released], findings: &mut Findings) -> Vec<Server> {
    let mut servers = Vec::new();
    for server in &device.servers {
        let of = format!("server {}", server.name);
        let mut aperiodic = Vec::new();
        for path in &server.serves {
            let named: Vec<&Released> = released
                .iter()
                .filter(|r| means(path.as_str(), r))
                .collect();
            for released in &named {
                aperiodic.extend(served(released, server, &of, findings));
            }
            if named.is_empty() {
                let what = format!("it serves {path}, which is not there");
                findings.error(&of, what, "correct the name, or remove it");
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
            window: (server.serves.first()).and_then(|p| app_of(device, p.as_str())),
            aperiodic,
        });
    }
    servers
}

/// The app of what a path names.
fn app_of(device: &DevicePlan, path: &str) -> Option<String> {
    let partition = path.split('/').next()?;
    let all = partitions(device);
    let found = all.iter().find(|(name, _)| name == partition);
    found.map(|(_, installed)| installed.name.to_string())
}

/// `APP/...` names a callback by its partition's or by its app's name.
fn means(named: &str, released: &Released) -> bool {
    let rest = released
        .path
        .strip_prefix(&format!("{}/", released.partition));
    let by_app = rest.map(|rest| format!("{}/{rest}", released.app));
    named == released.path || by_app.is_some_and(|path| path == named)
}

fn served(
    released: &Released,
    server: &manifest::Server,
    of: &str,
    findings: &mut Findings,
) -> Option<Aperiodic> {
    let callback = &released.callback;
    if callback.period.is_some() {
        let what = format!(
            "it serves {}, which has a period and so is a task",
            released.path
        );
        let fix = "remove the period, or what the server serves";
        findings.void(&released.partition, of, what, fix);
        return None;
    }
    if released.worker != u32::from(server.worker) {
        let what = format!(
            "it serves {}, which is on worker {}, and is on worker {} itself",
            released.path, released.worker, server.worker
        );
        findings.void(&released.partition, of, what, "put both on one worker");
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

/// Policies, masked sections and tables of windows.
fn workers(device: &DevicePlan, all: &[Released], servers: &[Server]) -> Vec<Worker> {
    let tasks = all.iter().filter(|r| !r.tasks.is_empty());
    let used = tasks.map(|r| r.worker);
    let said = device.workers.iter().map(|w| u32::from(w.id));
    let numbers: BTreeSet<u32> = used
        .chain(servers.iter().map(|s| s.worker))
        .chain(said)
        .collect();
    let worker = |number: u32| {
        let plan = device.workers.iter().find(|w| u32::from(w.id) == number);
        let table = plan.and_then(table);
        // Inside of windows priorities decide, whatever else is said.
        let by_deadline = plan.is_some_and(|p| p.policy == WorkerPolicy::Edf) && table.is_none();
        Worker {
            worker: number,
            policy: Some(match by_deadline {
                true => Policy::Edf,
                false => Policy::FixedPriority,
            }),
            masked: span(device.masked),
            table,
        }
    };
    numbers.into_iter().map(worker).collect()
}

fn table(plan: &manifest::WorkerPlan) -> Option<Table> {
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
}

/// Whatever is on a worker with a table runs in the windows that name its partition or its app.
fn seat(workers: &[Worker], all: &mut [Released], servers: &mut [Server], findings: &mut Findings) {
    let plain = |server: &&mut Server| {
        let own = workers.iter().find(|w| w.worker == server.worker);
        own.is_none_or(|w| w.table.is_none())
    };
    servers
        .iter_mut()
        .filter(plain)
        .for_each(|s| s.window = None);
    let tables: Vec<_> = (workers.iter())
        .filter_map(|w| Some((w.worker, w.table.as_ref()?)))
        .collect();
    for (number, table) in tables {
        let names: HashSet<&str> = table.windows.iter().map(|w| w.name.as_str()).collect();
        let mut none = |of: &str| {
            let what = format!("worker {number} has a table of windows, and none is its app's");
            findings.error(of, what, "give the app a window, or another worker");
        };
        let here = |r: &&mut Released| r.worker == number && !r.tasks.is_empty();
        for released in all.iter_mut().filter(here) {
            let own = [&released.called, &released.app];
            let window = own.into_iter().find(|n| names.contains(n.as_str()));
            if window.is_none() {
                none(&released.path);
            }
            let window = window.unwrap_or(&released.called).clone();
            let windows = released.tasks.iter_mut().map(|t| &mut t.window);
            windows.for_each(|w| *w = Some(window.clone()));
        }
        for server in servers.iter_mut().filter(|s| s.worker == number) {
            // A budget's window is, until here, what its app is called.
            let own = [Some(server.name.clone()), server.window.take()];
            server.window = own
                .into_iter()
                .flatten()
                .find(|n| names.contains(n.as_str()));
            if server.window.is_none() {
                none(&server.name);
            }
        }
    }
}

/// Among what is ordered by deadline nothing may be more important than another: that would run first
/// whatever its deadline.
fn judge_deadlines(set: &TaskSet, findings: &mut Findings) {
    let by_deadline = |w: &&Worker| w.policy == Some(Policy::Edf);
    for worker in set.workers.iter().filter(by_deadline) {
        let number = worker.worker;
        let of = format!("worker {number}");
        let tasks = set.tasks.iter().filter(|t| t.worker == number);
        let levels: BTreeSet<i64> = tasks.filter_map(|t| t.priority).collect();
        if levels.len() > 1 {
            let said: Vec<String> = levels.iter().map(ToString::to_string).collect();
            let what = format!(
                "it orders by deadline what has one priority, and its tasks have {}",
                said.join(", ")
            );
            let fix = "give its tasks and receivers one priority and no collections, or the worker the policy \
                       fixed-priority";
            findings.void("", &of, what, fix);
        }
        for server in set.servers.iter().filter(|s| s.worker == number) {
            let what = format!(
                "{} has a budget there, and no deadline to be ordered by",
                server.name
            );
            findings.void("", &of, what, "put it on another worker");
        }
    }
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
