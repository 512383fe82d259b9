//! Channels: who releases whom, and how many messages wait.
//!
//! Table 5.2 of the dissertation: a message channel is a precedence per sender; a broadcast a
//! buffer M/M/s//N; bulk a precedence, or M/D/1 to a periodic receiver; cross-context M/G/1. Where
//! everybody of a channel is periodic the bound of P/P/1 is added, which no average is.

use super::{
    DevicePlan,
    finding::Findings,
    grants,
    task::{Released, span, task},
};
use crate::{
    exact::{Exact, Time},
    model::{Buffer, Queue},
};
use std::collections::HashSet;
use terrace_manifest::{self as manifest, ChannelKind, QueueModel, Span};

/// Give everything that receives and has no period a task for each sender that releases it.
pub(super) fn connect(device: &DevicePlan, all: &mut [Released], findings: &mut Findings) {
    // Senders may themselves be released by messages: repeat until nothing new is known.
    for _ in 0..all.len() {
        let mut changed = false;
        for index in 0..all.len() {
            let one = &all[index];
            if one.tasks.is_empty() && !one.served {
                let tasks = fed(&all[index], all);
                changed |= !tasks.is_empty();
                all[index].tasks = tasks;
            }
        }
        if !changed {
            break;
        }
    }
    let idle = |r: &&Released| r.tasks.is_empty() && r.callback.priority.is_some();
    for released in all.iter().filter(idle).filter(|r| !r.served) {
        judge_unreleased(released, findings);
    }
    let listens = |r: &&Released| r.callback.period.is_none() && r.callback.priority.is_some();
    let heard = all.iter().filter(listens);
    for receiver in heard.filter(|r| !r.served) {
        judge_senders(device, receiver, all, findings);
    }
}

/// Who sends to it as often as it likes makes every bound on its releases worth nothing.
fn judge_senders(
    device: &DevicePlan,
    receiver: &Released,
    all: &[Released],
    findings: &mut Findings,
) {
    for flow in &receiver.callback.subscribe {
        let owner = flow
            .of
            .as_ref()
            .map_or(receiver.app.as_str(), |a| a.as_str());
        let channel = flow.channel.as_str();
        let sends = |s: &&Released| s.flow(&s.callback.publish, owner, channel).is_some();
        let others = all.iter().filter(|s| s.path != receiver.path);
        let unbounded = others.filter(sends).find(|s| s.tasks.is_empty());
        let who = unbounded.map(|s| s.path.clone());
        let Some(who) = who.or_else(|| anyone(device, owner, channel)) else {
            continue;
        };
        let what = format!("{who} may send to its channel {channel}, and nothing bounds how often");
        let fix =
            "add period to it, the least time between two messages, or a server that serves it";
        findings.void(&receiver.partition, &receiver.path, what, fix);
    }
}

/// An app without components that may send to this channel, or Linux processes.
fn anyone(device: &DevicePlan, owner: &str, channel: &str) -> Option<String> {
    let owner = device.apps.iter().find(|i| i.app.name.as_str() == owner)?;
    let mut channels = owner.app.components.channels.iter();
    let channel = channels.find(|c| c.name.as_str() == channel)?;
    if channel.kind == ChannelKind::CrossContext {
        return Some("any Linux process".to_owned());
    }
    let plain = |i: &&super::Installed| {
        i.app.components.services.is_empty() && i.app.components.receivers.is_empty()
    };
    let granted = |i: &&super::Installed| {
        i.app.name == owner.app.name || channel.publishers.iter().any(|g| grants::names(g, i))
    };
    let found = device.apps.iter().filter(plain).find(granted);
    found.map(|i| i.name.to_string())
}

fn judge_unreleased(released: &Released, findings: &mut Findings) {
    let callback = &released.callback;
    // A service's own callback that receives nothing runs when it is created, before all releases.
    let idle = released.own && callback.subscribe.is_empty();
    if idle || callback.period.is_some() {
        return;
    }
    let (partition, path) = (&released.partition, &released.path);
    let fix = "add period, the least time between two messages, or a server that serves it";
    match (callback.cost, callback.subscribe.is_empty()) {
        (None, _) => {
            let what =
                "it declares no cost, so nothing is proven of it or of what is less important";
            let fix = "add cost: terrace profile shows what was observed";
            findings.void(partition, path, what, fix);
        }
        (Some(_), true) => {
            findings.void(
                partition,
                path,
                "nothing bounds how often it is released",
                fix,
            );
        }
        // Whether anybody may send is looked at apart: as long as nobody does, it is not released.
        (Some(_), false) => {
            let what = "nothing with a period sends to its channels, so nothing bounds how often it is released";
            findings.error(path, what, fix);
        }
    }
}

/// The tasks of a receiver, one for each task that sends to it.
fn fed(receiver: &Released, all: &[Released]) -> Vec<crate::model::Task> {
    let callback = &receiver.callback;
    let (Some(priority), Some(cost), None) = (callback.priority, callback.cost, callback.period)
    else {
        return Vec::new();
    };
    let mut tasks = Vec::new();
    for flow in &callback.subscribe {
        let owner = flow
            .of
            .as_ref()
            .map_or(receiver.app.as_str(), |a| a.as_str());
        for sender in all.iter().filter(|s| s.path != receiver.path) {
            let Some(sent) = sender.flow(&sender.callback.publish, owner, flow.channel.as_str())
            else {
                continue;
            };
            for source in &sender.tasks {
                let name = format!("{} < {}", receiver.path, source.name);
                let each = Span::from_ns(cost.ns().saturating_mul(u64::from(sent.count)));
                let mut task = task(receiver, name, each, Span::default(), priority);
                task.period = source.period.clone();
                task.offset = source.offset.clone();
                task.after = vec![source.name.clone()];
                tasks.push(task);
            }
        }
    }
    if let [only] = tasks.as_mut_slice() {
        only.name.clone_from(&receiver.path);
    }
    tasks
}

/// The buffer of each receiver of each channel.
pub(super) fn buffers(
    device: &DevicePlan,
    all: &[Released],
    findings: &mut Findings,
) -> Vec<Buffer> {
    let mut buffers = Vec::new();
    let mut seen = HashSet::new();
    for installed in &device.apps {
        let app = installed.app.name.as_str();
        // Several partitions of an app have its channels together.
        if !seen.insert(app) {
            continue;
        }
        for channel in &installed.app.components.channels {
            let users = Users::of(app, channel, all);
            buffers.extend(users.buffers(device.alone, findings));
        }
    }
    buffers
}

/// Who uses one channel.
struct Users<'a> {
    app: &'a str,
    channel: &'a manifest::Channel,
    senders: Vec<&'a Released>,
    receivers: Vec<&'a Released>,
}

impl<'a> Users<'a> {
    fn of(app: &'a str, channel: &'a manifest::Channel, all: &'a [Released]) -> Users<'a> {
        let name = channel.name.as_str();
        let sends = |r: &&Released| r.flow(&r.callback.publish, app, name).is_some();
        let takes = |r: &&Released| r.flow(&r.callback.subscribe, app, name).is_some();
        Users {
            app,
            channel,
            senders: all.iter().filter(sends).collect(),
            receivers: all.iter().filter(takes).collect(),
        }
    }

    fn buffers(&self, alone: bool, findings: &mut Findings) -> Vec<Buffer> {
        let name = match alone {
            true => format!("channel {}", self.channel.name),
            false => format!("channel {}/{}", self.app, self.channel.name),
        };
        if self.receivers.is_empty() || self.senders.is_empty() {
            if !alone || self.channel.publishers.is_empty() && self.channel.subscribers.is_empty() {
                let nobody = if self.receivers.is_empty() {
                    "receives from"
                } else {
                    "sends to"
                };
                if self.channel.kind != ChannelKind::CrossContext {
                    findings.warn(
                        &name,
                        format!("nobody {nobody} it"),
                        "remove it, or declare who does",
                    );
                }
            }
            if self.channel.queue.is_none() {
                return Vec::new();
            }
        }
        let mut buffers = Vec::new();
        if let Some(queue) = &self.channel.queue {
            buffers.push(self.declared(&name, queue));
        } else {
            buffers.extend(self.by_kind(&name, findings));
        }
        if buffers.iter().all(|b| b.model != Queue::Periodic) {
            buffers.extend(self.periodic(&name));
        }
        buffers
    }

    /// The model of table 5.2.
    fn by_kind(&self, name: &str, findings: &mut Findings) -> Vec<Buffer> {
        match self.channel.kind {
            ChannelKind::Message => Vec::new(),
            ChannelKind::Broadcast => self.broadcast(name).into_iter().collect(),
            ChannelKind::Bulk => self.bulk(name).into_iter().collect(),
            ChannelKind::CrossContext => {
                let what =
                    "how often Linux processes send is not declared, so nothing bounds what waits";
                let fix = "add queue = { model = \"M/G/1\", arrival = \"100 ms\" } to the channel";
                findings.warn(name, what, fix);
                Vec::new()
            }
        }
    }

    fn broadcast(&self, name: &str) -> Option<Buffer> {
        let rates: Vec<Time> = self.rates();
        let rate = mean(&rates)?;
        let costs: Vec<Time> = self
            .receivers
            .iter()
            .filter_map(|r| r.callback.cost)
            .map(span)
            .collect();
        Some(Buffer {
            rate: Some(rate),
            service: Some(mean(&costs)?),
            servers: self.receivers.len() as u64,
            population: Some(rates.len() as u64),
            capacity: self.capacity(),
            ..empty(format!("{name} (M/M/s//N)"), Queue::MmsN)
        })
    }

    /// Averages to a periodic receiver; a receiver that a message releases is a precedence.
    fn bulk(&self, name: &str) -> Option<Buffer> {
        let [receiver] = self.receivers.as_slice() else {
            return None;
        };
        receiver.callback.period?;
        let rate = self.rates().into_iter().sum::<Time>();
        Some(Buffer {
            rate: Some(rate).filter(Exact::is_positive),
            service: Some(span(receiver.callback.cost?)),
            capacity: self.capacity(),
            ..empty(format!("{name} (M/D/1)"), Queue::Md1)
        })
    }

    /// What the manifest says of it.
    fn declared(&self, name: &str, queue: &manifest::Queue) -> Buffer {
        let model = match queue.model {
            QueueModel::Periodic => Queue::Periodic,
            QueueModel::ConstantService => Queue::Md1,
            QueueModel::AnyService => Queue::Mg1,
            QueueModel::FinitePopulation => Queue::MmsN,
        };
        if model == Queue::Periodic
            && let Some(bound) = self.periodic(name).into_iter().next()
        {
            return bound;
        }
        let costs: Vec<Time> = self
            .receivers
            .iter()
            .filter_map(|r| r.callback.cost)
            .map(span)
            .collect();
        let deviation = queue.deviation.map_or_else(Exact::zero, span);
        let declared = queue.arrival.map(|a| &Exact::one() / &span(a));
        let rates = self.rates();
        let rate = match model {
            Queue::MmsN => declared.or_else(|| mean(&rates)),
            _ => declared
                .or_else(|| Some(rates.iter().cloned().sum::<Time>()).filter(Exact::is_positive)),
        };
        let senders = rates.len().max(1) as u64;
        Buffer {
            rate,
            service: queue.service.map(span).or_else(|| mean(&costs)),
            variance: &deviation * &deviation,
            servers: queue
                .servers
                .map_or(self.receivers.len().max(1) as u64, u64::from),
            population: (model == Queue::MmsN).then(|| queue.population.map_or(senders, u64::from)),
            capacity: self.capacity(),
            ..empty(name.to_owned(), model)
        }
    }

    /// The bound, for each receiver that has a period of its own, where all senders have one.
    fn periodic(&self, name: &str) -> Vec<Buffer> {
        let producers: Vec<String> = self.sources().map(|t| t.name.clone()).collect();
        let timed = self
            .receivers
            .iter()
            .filter(|r| r.callback.period.is_some() && !r.tasks.is_empty());
        let complete = self.senders.iter().all(|s| !s.tasks.is_empty());
        if producers.is_empty() || !complete {
            return Vec::new();
        }
        let one = |receiver: &&Released| Buffer {
            producers: producers.clone(),
            consumer: receiver.tasks.first().map(|t| t.name.clone()),
            capacity: self.capacity_of(receiver),
            ..empty(
                match self.receivers.len() {
                    1 => name.to_owned(),
                    _ => format!("{name} > {}", receiver.path),
                },
                Queue::Periodic,
            )
        };
        timed.map(one).collect()
    }

    fn sources(&self) -> impl Iterator<Item = &crate::model::Task> {
        self.senders.iter().flat_map(|s| &s.tasks)
    }

    /// Messages per unit of time of each sending task.
    fn rates(&self) -> Vec<Time> {
        let name = self.channel.name.as_str();
        let rate = |s: &&Released| {
            let count = s
                .flow(&s.callback.publish, self.app, name)
                .map_or(1, |f| f.count);
            let each = move |t: &crate::model::Task| &Exact::from(i64::from(count)) / &t.period;
            s.tasks.iter().map(each).collect::<Vec<_>>()
        };
        self.senders.iter().flat_map(rate).collect()
    }

    fn capacity(&self) -> Option<u64> {
        let counts = self.receivers.iter().filter_map(|r| self.capacity_of(r));
        self.channel.depth.map(u64::from).or_else(|| counts.max())
    }

    /// The channel's depth, or what the receiver lets wait.
    fn capacity_of(&self, receiver: &Released) -> Option<u64> {
        let name = self.channel.name.as_str();
        let flow = receiver.flow(&receiver.callback.subscribe, self.app, name)?;
        Some(u64::from(self.channel.depth.unwrap_or(flow.count)))
    }
}

fn empty(name: String, model: Queue) -> Buffer {
    Buffer {
        name,
        producers: Vec::new(),
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

fn mean(values: &[Time]) -> Option<Time> {
    let count = i64::try_from(values.len()).ok().filter(|n| *n > 0)?;
    Some(&values.iter().cloned().sum::<Time>() / &Exact::from(count))
}
