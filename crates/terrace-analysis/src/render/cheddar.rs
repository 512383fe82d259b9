//! A set as Cheddar's XML (its third version), the format of its own examples.
//!
//! Workers become processors of one core each. Cheddar counts in whole units, so all times are
//! multiplied by their common denominator, which a comment says. Priorities are ranked into 1 to
//! 255. Polling and sporadic servers become periodic tasks, and deferrable ones such tasks with a
//! jitter, which is how they interfere. What is run to completion becomes a resource that is held
//! for all of it. What has no counterpart in Cheddar's examples is named in comments.
//!
//! Source: examples in Cheddar's source distribution (`framework_examples`, `*.xmlv3`).

use super::escaped;
use crate::{
    exact::{Exact, Time},
    model::{Policy, Protocol, Queue, ServerKind, TaskSet},
};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fmt::Write,
};

/// The set as Cheddar reads it.
#[must_use]
pub fn cheddar(set: &TaskSet) -> String {
    let mut file = File::new(set);
    file.whole();
    file.text
}

struct File<'s> {
    set: &'s TaskSet,
    text: String,
    depth: usize,
    scale: BigInt,
    next: usize,
    names: HashMap<String, String>,
    taken: HashSet<String>,
    ids: HashMap<String, String>,
}

impl<'s> File<'s> {
    fn new(set: &'s TaskSet) -> File<'s> {
        File {
            set,
            text: String::new(),
            depth: 0,
            scale: scale(set),
            next: 0,
            names: HashMap::new(),
            taken: HashSet::new(),
            ids: HashMap::new(),
        }
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", self.depth);
    }

    fn field(&mut self, name: &str, value: impl std::fmt::Display) {
        self.line(&format!("<{name}>{value}</{name}>"));
    }

    fn inside(&mut self, tag: &str, attributes: &str, body: impl FnOnce(&mut Self)) {
        self.line(&format!("<{tag}{attributes}>"));
        self.depth += 1;
        body(self);
        self.depth -= 1;
        self.line(&format!("</{tag}>"));
    }

    /// A comment; two dashes would end it.
    fn comment(&mut self, text: &str) {
        let text = escaped(text).replace("--", "- -");
        self.line(&format!("<!-- {text} -->"));
    }

    fn id(&mut self) -> String {
        self.next += 1;
        format!("id_{}", self.next)
    }

    /// A name of letters, digits and underscores, which nothing else has.
    fn name(&mut self, kind: &str, name: &str) -> String {
        let key = format!("{kind} {name}");
        if let Some(known) = self.names.get(&key) {
            return known.clone();
        }
        let plain: String = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
            .collect();
        let plain = match plain.starts_with(|c: char| c.is_ascii_alphabetic()) {
            true => plain,
            false => format!("{kind}_{plain}"),
        };
        let mut unique = plain.clone();
        let mut number = 2;
        while !self.taken.insert(unique.clone()) {
            unique = format!("{plain}_{number}");
            number += 1;
        }
        self.names.insert(key, unique.clone());
        unique
    }

    /// A time in Cheddar's whole units.
    fn whole_time(&self, time: &Time) -> BigInt {
        (time.numer() * &self.scale) / time.denom()
    }

    fn whole(&mut self) {
        self.line("<?xml version=\"1.0\" encoding=\"utf-8\"?>");
        let unit = match self.set.time_unit.as_str() {
            "" => "the unit of the input".to_owned(),
            unit => unit.to_owned(),
        };
        let scale = self.scale.clone();
        self.comment(&format!("one unit of time is 1/{scale} of {unit}"));
        self.inside("cheddar", "", |file| {
            let workers = file.set.worker_numbers();
            let cores: BTreeMap<u32, String> = workers.iter().map(|w| (*w, file.id())).collect();
            file.inside("core_units", "", |f| {
                workers.iter().for_each(|w| f.core(*w, &cores[w]))
            });
            file.inside("processors", "", |f| {
                workers.iter().for_each(|w| f.processor(*w, &cores[w]))
            });
            file.inside("address_spaces", "", |f| {
                workers.iter().for_each(|w| f.space(*w))
            });
            file.tasks();
            file.resources();
            let buffers = file.buffers();
            file.dependencies(&buffers);
        });
    }

    fn scheduling(&mut self, scheduler: &str) {
        self.inside("scheduling", "", |f| {
            f.inside("scheduling_parameters", "", |f| {
                f.field("scheduler_type", scheduler);
                f.field("quantum", 0);
                f.field("preemptive_type", "PREEMPTIVE");
                ["capacity", "period", "priority", "start_time"]
                    .iter()
                    .for_each(|n| f.field(n, 0));
            });
        });
    }

    fn core(&mut self, worker: u32, id: &str) {
        let scheduler = match self.set.policy_of(worker) {
            Policy::FixedPriority => "POSIX_1003_HIGHEST_PRIORITY_FIRST_PROTOCOL",
            Policy::Edf => "EARLIEST_DEADLINE_FIRST_PROTOCOL",
        };
        self.inside("core_unit", &format!(" id=\"{id}\""), |f| {
            f.field("object_type", "CORE_OBJECT_TYPE");
            f.field("name", format!("core{worker}"));
            f.scheduling(scheduler);
            f.field("speed", 1);
        });
    }

    fn processor(&mut self, worker: u32, core: &str) {
        let id = self.id();
        self.inside("mono_core_processor", &format!(" id=\"{id}\""), |f| {
            f.field("object_type", "PROCESSOR_OBJECT_TYPE");
            f.field("name", format!("worker{worker}"));
            f.field("processor_type", "MONOCORE_TYPE");
            f.field("migration_type", "NO_MIGRATION_TYPE");
            f.inside("core", &format!(" ref=\"{core}\""), |_| {});
        });
    }

    fn space(&mut self, worker: u32) {
        let id = self.id();
        self.inside("address_space", &format!(" id=\"{id}\""), |f| {
            f.field("object_type", "ADDRESS_SPACE_OBJECT_TYPE");
            f.field("name", format!("space{worker}"));
            f.field("cpu_name", format!("worker{worker}"));
            let sizes = [
                "text_memory_size",
                "stack_memory_size",
                "data_memory_size",
                "heap_memory_size",
            ];
            sizes.iter().for_each(|n| f.field(n, 0));
            f.scheduling("NO_SCHEDULING_PROTOCOL");
        });
    }

    fn tasks(&mut self) {
        let ranks = ranked(&self.set.ranks());
        self.inside("tasks", "", |f| {
            let set = f.set;
            for (task, rank) in set.tasks.iter().zip(&ranks) {
                let masked = set.workers.iter().find(|w| w.worker == task.worker);
                let masked = masked.map_or_else(Exact::zero, |w| w.masked.clone());
                let blocking = &task.blocking + &masked;
                let times = [
                    &task.cost,
                    task.deadline(),
                    &task.offset,
                    &blocking,
                    &task.period,
                    &task.jitter,
                ];
                f.task(&task.name, task.worker, *rank, times);
            }
            for (server, rank) in set.servers.iter().zip(&ranks[set.tasks.len()..]) {
                f.comment(&format!(
                    "server {}: as it interferes with others",
                    server.name
                ));
                let (zero, mut jitter) = (Exact::zero(), Exact::zero());
                if server.kind == ServerKind::Deferrable {
                    jitter = &server.period - &server.budget;
                }
                let times = [
                    &server.budget,
                    &server.period,
                    &zero,
                    &zero,
                    &server.period,
                    &jitter,
                ];
                f.task(&server.name, server.worker, *rank, times);
            }
        });
    }

    fn task(&mut self, name: &str, worker: u32, rank: usize, times: [&Time; 6]) {
        let [cost, deadline, offset, blocking, period, jitter] = times.map(|t| self.whole_time(t));
        let id = self.id();
        let called = self.name("task", name);
        self.ids.insert(name.to_owned(), id.clone());
        self.inside("periodic_task", &format!(" id=\"{id}\""), |f| {
            f.field("object_type", "TASK_OBJECT_TYPE");
            f.field("name", called);
            f.field("task_type", "PERIODIC_TYPE");
            f.field("cpu_name", format!("worker{worker}"));
            f.field("address_space_name", format!("space{worker}"));
            f.field("capacity", cost);
            f.field("deadline", deadline);
            f.field("start_time", offset);
            f.field("priority", rank);
            f.field("blocking_time", blocking);
            f.field("policy", "SCHED_FIFO");
            f.field("text_memory_size", 0);
            f.field("stack_memory_size", 0);
            f.field("criticality", 0);
            f.field("context_switch_overhead", 0);
            f.field("period", period);
            f.field("jitter", jitter);
            f.field("every", 0);
        });
    }

    fn resources(&mut self) {
        let held = held(self.set);
        if held.is_empty() {
            return;
        }
        let ranks = ranked(&self.set.ranks());
        self.inside("resources", "", |f| {
            for ((worker, name), users) in &held {
                f.resource(*worker, name, users, &ranks);
            }
        });
    }

    fn resource(&mut self, worker: u32, name: &str, users: &[(usize, Time)], ranks: &[usize]) {
        let (tag, protocol) = match self.set.protocol {
            Protocol::None => ("np_resource", "NO_PROTOCOL"),
            Protocol::Inheritance => ("pip_resource", "PRIORITY_INHERITANCE_PROTOCOL"),
            Protocol::Ceiling => ("pcp_resource", "PRIORITY_CEILING_PROTOCOL"),
        };
        let ceiling = users
            .iter()
            .map(|(task, _)| ranks[*task])
            .max()
            .unwrap_or(1);
        let id = self.id();
        let called = self.name("resource", &format!("{name}_{worker}"));
        self.inside(tag, &format!(" id=\"{id}\""), |f| {
            f.field("object_type", "RESOURCE_OBJECT_TYPE");
            f.field("name", called);
            f.field("state", 1);
            f.field("size", 0);
            f.field("address", 0);
            f.field("protocol", protocol);
            f.inside("critical_sections", "", |f| {
                for (task, longest) in users {
                    let end = f.whole_time(longest);
                    let user = f.name("task", &f.set.tasks[*task].name);
                    f.field("task_name", user);
                    f.inside("critical_section", "", |f| {
                        f.field("task_begin", 1);
                        f.field("task_end", end);
                    });
                }
            });
            f.field("cpu_name", format!("worker{worker}"));
            f.field("address_space_name", format!("space{worker}"));
            f.field("priority", ceiling);
            f.field("priority_assignment", "MANUAL_ASSIGNMENT");
        });
    }

    /// Buffers of periodic tasks; the ids they got.
    fn buffers(&mut self) -> Vec<(usize, String)> {
        let set = self.set;
        let (periodic, other): (Vec<_>, Vec<_>) =
            set.buffers.iter().enumerate().partition(|(_, b)| {
                b.model == Queue::Periodic && b.consumer.is_some() && !b.producers.is_empty()
            });
        for (_, buffer) in other {
            self.comment(&format!(
                "buffer {} has the model {}, which is not exported",
                buffer.name,
                buffer.model.notation()
            ));
        }
        for chain in &set.chains {
            self.comment(&format!("chain {} is not exported", chain.name));
        }
        let mut ids = Vec::new();
        if !periodic.is_empty() {
            self.inside("buffers", "", |f| {
                for (index, _) in periodic {
                    ids.push((index, f.buffer(index)));
                }
            });
        }
        ids
    }

    fn buffer(&mut self, index: usize) -> String {
        let set = self.set;
        let buffer = &set.buffers[index];
        let consumer = buffer.consumer.as_deref().unwrap_or_default();
        let worker = set.task(consumer).map_or(0, |t| t.worker);
        let id = self.id();
        let called = self.name("buffer", &buffer.name);
        self.inside("buffer", &format!(" id=\"{id}\""), |f| {
            f.field("object_type", "BUFFER_OBJECT_TYPE");
            f.field("name", called);
            f.field("cpu_name", format!("worker{worker}"));
            f.field("address_space_name", format!("space{worker}"));
            f.field("queueing_system_type", "QS_PP1");
            f.field("buffer_size", buffer.capacity.unwrap_or(1));
            f.field("buffer_initial_data_size", 0);
            f.inside("roles", "", |f| {
                for name in &buffer.producers {
                    f.role(name, "QUEUING_PRODUCER");
                }
                f.role(consumer, "QUEUING_CONSUMER");
            });
        });
        id
    }

    /// A producer puts at its end, a consumer takes at its beginning.
    fn role(&mut self, task: &str, role: &str) {
        let cost = self
            .set
            .task(task)
            .map_or_else(Exact::zero, |t| t.cost.clone());
        let at = match role {
            "QUEUING_PRODUCER" => self.whole_time(&cost),
            _ => BigInt::one(),
        };
        let called = self.name("task", task);
        self.field("task_name", called);
        self.inside("buffer_role", "", |f| {
            f.field("the_role", role);
            f.field("size", 1);
            f.field("time", at);
            f.field("timeout", 0);
        });
    }

    fn dependencies(&mut self, buffers: &[(usize, String)]) {
        let set = self.set;
        let precede = set.tasks.iter().any(|t| !t.after.is_empty());
        if !precede && buffers.is_empty() {
            return;
        }
        self.inside("dependencies", "", |f| {
            for task in &set.tasks {
                for before in &task.after {
                    let (sink, source) = (f.ids[&task.name].clone(), f.ids[before].clone());
                    f.inside("dependency", "", |f| {
                        f.field("type_of_dependency", "PRECEDENCE_DEPENDENCY");
                        f.inside("precedence_sink", &format!(" ref=\"{sink}\""), |_| {});
                        f.inside("precedence_source", &format!(" ref=\"{source}\""), |_| {});
                    });
                }
            }
            for (index, id) in buffers {
                let buffer = &set.buffers[*index];
                for name in &buffer.producers {
                    f.buffer_dependency(name, id, "FROM_TASK_TO_OBJECT");
                }
                f.buffer_dependency(
                    buffer.consumer.as_deref().unwrap_or_default(),
                    id,
                    "FROM_OBJECT_TO_TASK",
                );
            }
        });
    }

    fn buffer_dependency(&mut self, task: &str, buffer: &str, way: &str) {
        let task = self.ids[task].clone();
        self.inside("dependency", "", |f| {
            f.field("type_of_dependency", "QUEUEING_BUFFER_DEPENDENCY");
            f.inside("buffer_dependent_task", &format!(" ref=\"{task}\""), |_| {});
            f.field("buffer_orientation", way);
            f.inside(
                "buffer_dependency_object",
                &format!(" ref=\"{buffer}\""),
                |_| {},
            );
        });
    }
}

/// Who holds what on each worker, run-to-completion included; of tasks by their index.
fn held(set: &TaskSet) -> BTreeMap<(u32, String), Vec<(usize, Time)>> {
    let mut held: BTreeMap<(u32, String), Vec<(usize, Time)>> = BTreeMap::new();
    for (index, task) in set.tasks.iter().enumerate() {
        for used in &task.resources {
            let key = (task.worker, used.name.clone());
            held.entry(key)
                .or_default()
                .push((index, used.longest.clone()));
        }
        if let Some(component) = &task.component {
            let key = (task.worker, format!("component_{component}"));
            held.entry(key)
                .or_default()
                .push((index, task.cost.clone()));
        }
    }
    held.retain(|_, users| users.len() > 1);
    held
}

/// What every time must be multiplied by to be whole.
fn scale(set: &TaskSet) -> BigInt {
    let mut scale = BigInt::one();
    let mut of = |time: &Time| scale = scale.lcm(time.denom());
    for task in &set.tasks {
        let own = [
            &task.cost,
            &task.period,
            task.deadline(),
            &task.jitter,
            &task.offset,
            &task.blocking,
        ];
        own.into_iter().for_each(&mut of);
        task.resources.iter().for_each(|r| of(&r.longest));
    }
    set.servers
        .iter()
        .for_each(|s| [&s.budget, &s.period].into_iter().for_each(&mut of));
    set.workers.iter().for_each(|w| of(&w.masked));
    scale
}

/// Places from 1, the least important, to at most 255, which is Cheddar's most important.
fn ranked(ranks: &[i64]) -> Vec<usize> {
    let mut distinct: Vec<i64> = ranks.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let place = |r: &i64| distinct.partition_point(|d| d < r) + 1;
    ranks.iter().map(|r| place(r).min(255)).collect()
}
