//! What is released becomes tasks.

use super::{DevicePlan, Installed, finding::Findings};
use crate::{
    exact::{Exact, Time},
    model::{ResourceUse, Server, ServerKind, Task},
};
use terrace_manifest::{Callback, Flow, OnOverrun, Scheduler, Service, Span};

/// A length of time in the unit of the set.
pub(super) fn span(span: Span) -> Time {
    Exact::ratio(span.ns(), 1000)
}

/// One callback of one partition.
#[derive(Debug, Clone)]
pub(super) struct Released {
    /// `APP/SERVICE/TASK` or `APP/RECEIVER`; without the app where there is only one.
    pub(super) path: String,
    /// What its app is called on the device, as windows name it.
    pub(super) called: String,
    /// Its partition.
    pub(super) partition: String,
    /// The app of the partition.
    pub(super) app: String,
    /// Its component, by its path.
    pub(super) component: String,
    /// What the manifest says of it, with what it inherits filled in.
    pub(super) callback: Callback,
    /// The worker it is on.
    pub(super) worker: u32,
    /// Is it a service's own callback?
    pub(super) own: bool,
    /// Does a server of the device serve it? Then its priority is the server's.
    pub(super) served: bool,
    /// Its tasks: one if it has a period, one for each sender if messages release it.
    pub(super) tasks: Vec<Task>,
}

/// One partition of a device.
pub(super) struct Place<'d> {
    installed: &'d Installed,
    servers: &'d [terrace_manifest::Server],
    partition: String,
    prefix: String,
}

impl<'d> Place<'d> {
    pub(super) fn new(
        device: &'d DevicePlan,
        partition: &str,
        installed: &'d Installed,
    ) -> Place<'d> {
        Place {
            installed,
            servers: &device.servers,
            partition: partition.to_owned(),
            prefix: match device.alone {
                true => String::new(),
                false => format!("{partition}/"),
            },
        }
    }

    /// Everything of the partition that is released.
    pub(super) fn released(&self, findings: &mut Findings) -> Vec<Released> {
        let app = &self.installed.app;
        let mut all = Vec::new();
        for service in &app.components.services {
            all.extend(self.service(service));
        }
        for receiver in &app.components.receivers {
            let component = format!("{}{}", self.prefix, receiver.name);
            let one = self.one(receiver, receiver, &component, component.clone(), false);
            all.push(one);
        }
        for released in &mut all {
            released.tasks.extend(timed(released, findings));
        }
        self.collections(&mut all, findings);
        self.judge_served(&all, findings);
        all
    }

    fn service(&self, service: &Service) -> Vec<Released> {
        let component = format!("{}{}", self.prefix, service.own.name);
        let nested = service.callbacks().skip(1).map(|callback| {
            let path = format!("{component}/{}", callback.name);
            self.one(callback, &service.own, &component, path, false)
        });
        let own = self.one(
            &service.own,
            &service.own,
            &component,
            component.clone(),
            true,
        );
        std::iter::once(own).chain(nested).collect()
    }

    fn one(
        &self,
        callback: &Callback,
        parent: &Callback,
        component: &str,
        path: String,
        own: bool,
    ) -> Released {
        let cpu = &self.installed.app.cpu;
        let mut callback = callback.clone();
        // A nested callback without a word takes its service's, a service the app's.
        let said = |c: &Callback| c.scheduler.is_some() || c.priority.is_some();
        if !said(&callback) {
            let from_app = cpu.priority.filter(|_| cpu.scheduler == Scheduler::Fifo);
            callback.priority = match said(parent) {
                true => parent.priority,
                false => from_app,
            };
        }
        let bound = parent.worker.or(cpu.worker);
        let worker = bound
            .or(self.served_on(component))
            .or(self.installed.worker);
        let server = self.server(&path).map(|s| s.priority);
        callback.priority = server.or(callback.priority);
        Released {
            path,
            called: self.installed.name.to_string(),
            partition: self.partition.clone(),
            app: self.installed.app.name.to_string(),
            component: component.to_owned(),
            callback,
            worker: u32::from(worker.unwrap_or(0)),
            own,
            served: server.is_some(),
            tasks: Vec::new(),
        }
    }

    /// The server of the device that serves this callback.
    fn server(&self, path: &str) -> Option<&'d terrace_manifest::Server> {
        let mut servers = self.servers.iter();
        servers.find(|s| s.serves.iter().any(|p| self.means(p.as_str(), path)))
    }

    /// Where a component is put that is bound to no worker, and that a server serves.
    fn served_on(&self, component: &str) -> Option<u16> {
        let nested = format!("{component}/");
        let within = |p: &str| self.means(p, component) || self.begins(p, &nested);
        let mut servers = self.servers.iter();
        let found = servers.find(|s| s.serves.iter().any(|p| within(p.as_str())));
        found.map(|s| s.worker)
    }

    /// `APP/...` names what is of this partition by the partition's or by the app's name.
    fn means(&self, named: &str, path: &str) -> bool {
        self.own_path(named).is_some_and(|own| own == path)
    }

    fn begins(&self, named: &str, path: &str) -> bool {
        self.own_path(named)
            .is_some_and(|own| own.starts_with(path))
    }

    fn own_path(&self, named: &str) -> Option<String> {
        let (app, rest) = named.split_once('/')?;
        let own = app == self.partition || app == self.installed.app.name.as_str();
        own.then(|| format!("{}{rest}", self.prefix))
    }

    /// What is served runs to completion too, and holds up what else its component has: no task stands for that.
    fn judge_served(&self, all: &[Released], findings: &mut Findings) {
        for released in all.iter().filter(|r| r.served) {
            let beside = |r: &&Released| {
                r.component == released.component && !r.served && r.callback.priority.is_some()
            };
            let mut others = all.iter().filter(beside);
            if let Some(other) = others.find(|r| !r.own || !r.callback.subscribe.is_empty()) {
                let what = format!(
                    "a server serves it, and {} of its component has no server",
                    other.path
                );
                let fix = "put what is served into a component of its own, or let a server serve all of it";
                findings.void(&self.partition, &released.path, what, fix);
            }
        }
    }

    /// One collection per component, below everything, before the next release.
    fn collections(&self, all: &mut Vec<Released>, findings: &mut Findings) {
        let mut seen: Vec<String> = Vec::new();
        let mut more = Vec::new();
        for released in all.iter() {
            if seen.contains(&released.component) {
                continue;
            }
            let of_it = || all.iter().filter(|r| r.component == released.component);
            let cost = of_it()
                .filter_map(|r| r.callback.memory.as_ref()?.collection)
                .max();
            let Some(cost) = cost else { continue };
            seen.push(released.component.clone());
            let period = of_it().filter_map(|r| r.callback.period).min();
            let Some(period) = period else {
                let what = "it declares what a collection costs, and nothing of it has a period";
                findings.void(
                    &self.partition,
                    &released.component,
                    what,
                    "give its tasks or receivers a period",
                );
                continue;
            };
            let mut callback =
                Callback::named("collection".parse().expect("these letters make a name"));
            callback.cost = Some(cost);
            callback.period = Some(period);
            let path = format!("{}/collection", released.component);
            let task = Task {
                priority: Some(0),
                worker: released.worker,
                component: Some(released.component.clone()),
                ..Task::new(path.clone(), span(cost), span(period))
            };
            more.push(Released {
                path,
                callback,
                own: false,
                served: false,
                tasks: vec![task],
                ..released.clone()
            });
        }
        all.extend(more);
    }

    /// A plain app with a fixed priority: a server, whose budget is there until its period ends.
    pub(super) fn budget(&self, findings: &mut Findings) -> Option<Server> {
        let app = &self.installed.app;
        let parts = &app.components;
        if !parts.services.is_empty() || !parts.receivers.is_empty() {
            return None;
        }
        let priority = app
            .cpu
            .priority
            .filter(|_| app.cpu.scheduler == Scheduler::Fifo)?;
        let Some(budget) = app.cpu.budget else {
            let what =
                "it has a fixed priority and no budget: what is less important may wait for ever";
            let fix = "add budget_us and period_us to its [cpu]";
            findings.void(&self.partition, &self.partition, what, fix);
            return None;
        };
        if app.cpu.on_overrun == OnOverrun::Log {
            let what = "its overruns are only logged, so its budget does not bound what it takes";
            let fix = "write on_overrun = \"throttle\" in its [cpu]";
            findings.void(&self.partition, &self.partition, what, fix);
        }
        let worker = app.cpu.worker.or(self.installed.worker);
        Some(Server {
            name: self.partition.clone(),
            kind: ServerKind::Deferrable,
            budget: span(Span::from_us(budget.budget_us)),
            period: span(Span::from_us(budget.period_us)),
            priority: Some(i64::from(priority)),
            worker: u32::from(worker.unwrap_or(0)),
            window: Some(app.name.to_string()),
            aperiodic: Vec::new(),
        })
    }
}

/// The task of a callback that has a period; real-time ones need a cost.
fn timed(released: &Released, findings: &mut Findings) -> Option<Task> {
    let callback = &released.callback;
    let priority = callback.priority?;
    let period = callback.period?;
    let Some(cost) = callback.cost else {
        let what = "it declares no cost, so nothing is proven of it or of what is less important";
        let fix = "add cost: terrace profile shows what was observed";
        findings.void(&released.partition, &released.path, what, fix);
        return None;
    };
    Some(task(
        released,
        released.path.clone(),
        cost,
        period,
        priority,
    ))
}

/// A task of a callback, of any cost and period.
pub(super) fn task(
    released: &Released,
    name: String,
    cost: Span,
    period: Span,
    priority: u8,
) -> Task {
    let callback = &released.callback;
    Task {
        best_cost: callback.best_cost.map(span),
        deadline: callback.deadline.map(span),
        jitter: span(callback.jitter),
        offset: span(callback.start),
        priority: Some(i64::from(priority)),
        worker: released.worker,
        resources: callback.uses.iter().map(held).collect(),
        component: Some(released.component.clone()),
        ..Task::new(name, span(cost), span(period))
    }
}

fn held(resource: &terrace_manifest::ResourceUse) -> ResourceUse {
    ResourceUse {
        name: resource.resource.to_string(),
        longest: span(resource.longest),
    }
}

impl Released {
    /// Does it use this channel of this app, by one of its lists?
    pub(super) fn flow<'f>(&self, flows: &'f [Flow], of: &str, channel: &str) -> Option<&'f Flow> {
        flows.iter().find(|f| {
            let owner = f.of.as_ref().map_or(self.app.as_str(), |a| a.as_str());
            f.channel.as_str() == channel && owner == of
        })
    }
}
