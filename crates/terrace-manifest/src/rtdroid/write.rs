//! From the model to RTDroid's older spelling; what it cannot say is listed.

use super::channel::{DROPS, word_of};
use crate::model::{
    App, Bytes, Callback, Channel, ChannelKind, Cpu, DropPolicy, Element, Execution, Flow, Order,
    Permissions, Program, Restart, Scheduler, Service, Source, Span, Word,
};
use std::fmt::Write;

/// The version of a manifest that says none.
pub(super) const VERSION: &str = "0.1.0";

/// A key of `terrace.toml` that RTDroid's manifest has no counterpart for.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Lost {
    /// The key, as `service recording.deadline`.
    pub key: String,
    /// What it said.
    pub value: String,
}

impl App {
    /// The app as an RTDroid manifest, and what that cannot say.
    #[must_use]
    pub fn to_rtdroid(&self) -> (String, Vec<Lost>) {
        let mut page = Page::default();
        page.whole(self);
        (page.text, page.lost)
    }
}

#[derive(Default)]
struct Page {
    text: String,
    depth: usize,
    lost: Vec<Lost>,
}

impl Page {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", self.depth * 4);
    }

    fn open(&mut self, tag: &str, attributes: &str) {
        self.line(&format!("<{tag}{attributes}>"));
        self.depth += 1;
    }

    fn close(&mut self, tag: &str) {
        self.depth -= 1;
        self.line(&format!("</{tag}>"));
    }

    fn lose(&mut self, key: impl Into<String>, value: impl ToString) {
        self.lost.push(Lost {
            key: key.into(),
            value: value.to_string(),
        });
    }

    fn whole(&mut self, app: &App) {
        self.line("<?xml version=\"1.0\" encoding=\"utf-8\"?>");
        let spaces = format!(
            " xmlns:android=\"{}\"\n    xmlns:rtdroid=\"{}\"\n    package=\"{}\" android:versionName=\"{}\"",
            super::ANDROID,
            super::RTDROID,
            app.name,
            app.version,
        );
        self.open("manifest", &spaces);
        if let Some(gc) = &app.components.gc {
            let heap = format!(" maxHeap=\"{}\"", size(gc.max_heap));
            self.open("rtdroid:gc", &heap);
            if let Some(priority) = gc.priority {
                self.line(&fifo(priority));
            }
            self.close("rtdroid:gc");
        }
        self.open("application", "");
        app.components.services.iter().for_each(|s| self.service(s));
        for receiver in &app.components.receivers {
            self.callback("receiver", "receiver", receiver, "", |_| {});
        }
        app.components.channels.iter().for_each(|c| self.channel(c));
        self.close("application");
        self.close("manifest");
        self.lose_of_app(app);
    }

    fn service(&mut self, service: &Service) {
        let bound = if service.bound {
            " rtdroid:bound=\"true\""
        } else {
            ""
        };
        self.callback("service", "service", &service.own, bound, |page| {
            for task in &service.tasks {
                page.callback("rtdroid:periodic-task", "task", task, "", |_| {});
            }
            for receiver in &service.receivers {
                page.callback("receiver", "nested receiver", receiver, "", |_| {});
            }
        });
    }

    fn callback(
        &mut self,
        tag: &str,
        kind: &str,
        callback: &Callback,
        more: &str,
        inside: impl FnOnce(&mut Page),
    ) {
        let key = if tag.ends_with("task") {
            "instance-id"
        } else {
            "android:name"
        };
        self.open(tag, &format!(" {key}=\"{}\"{more}", callback.name));
        self.priority(callback);
        self.times(callback);
        self.memory(callback, matches!(kind, "task" | "nested receiver"));
        self.flows("observer", &callback.publish);
        self.flows("subscriber", &callback.subscribe);
        for action in &callback.actions {
            self.open("intent-filter", "");
            self.line(&format!("<action android:name=\"{action}\"/>"));
            self.close("intent-filter");
        }
        inside(self);
        self.close(tag);
        self.lose_of_callback(kind, callback);
    }

    fn priority(&mut self, callback: &Callback) {
        match (callback.scheduler, callback.priority) {
            (Some(Scheduler::Normal), _) => self.line("<rtdroid:priority scheduler=\"NORMAL\"/>"),
            (Some(Scheduler::Fifo), Some(p)) => self.line(&fifo(p)),
            (_, Some(p)) => self.line(&format!("<rtdroid:priority priority=\"{p}\"/>")),
            _ => {}
        }
    }

    /// The newer spelling where there is a cost or deadline: the older one cannot say them.
    fn times(&mut self, callback: &Callback) {
        let (cost, deadline) = (callback.cost, callback.deadline);
        if cost.is_some() || deadline.is_some() {
            self.open("time", "");
            if callback.start != Span::default() {
                self.line(&format!("<start>{}</start>", time(callback.start)));
            }
            let named = [
                ("cost", cost),
                ("periodic", callback.period),
                ("deadline", deadline),
            ];
            for (name, span) in named {
                if let Some(span) = span {
                    self.line(&format!("<{name}>{}</{name}>", time(span)));
                }
            }
            self.close("time");
        } else if callback.period.is_some() || callback.start != Span::default() {
            self.open("rtdroid:periodic", "");
            let parts = |s: Span| {
                format!(
                    "ms=\"{}\" ns=\"{}\"",
                    s.ns() / 1_000_000,
                    s.ns() % 1_000_000
                )
            };
            if let Some(period) = callback.period {
                self.line(&format!("<period {}/>", parts(period)));
            }
            let start = parts(callback.start);
            self.line(&format!("<startTime relative=\"true\" {start}/>"));
            self.close("rtdroid:periodic");
        }
    }

    fn memory(&mut self, callback: &Callback, nested: bool) {
        let Some(memory) = &callback.memory else {
            return;
        };
        let mut attributes = String::new();
        let named = [
            ("total", memory.total),
            ("persistent", memory.persistent),
            ("release", memory.release),
        ];
        for (name, bytes) in named {
            if let Some(bytes) = bytes {
                let _ = write!(attributes, " {name}=\"{}\"", size(bytes));
            }
        }
        let tag = if nested { "subScopeSize" } else { "scopeSizes" };
        self.line(&format!("<rtdroid:{tag}{attributes}/>"));
    }

    fn flows(&mut self, role: &str, flows: &[Flow]) {
        for flow in flows {
            let count = flow.count;
            let attributes = format!(
                " rtdroid:realtime=\"true\" rtdroid:concurrentCount=\"{count}\" rtdroid:role=\"{role}\""
            );
            self.open("intent-filter", &attributes);
            self.line(&format!("<action android:name=\"{}\"/>", flow.channel));
            self.close("intent-filter");
            if let Some(of) = &flow.of {
                self.lose(format!("channel {}.of", flow.channel), of);
            }
        }
    }

    fn channel(&mut self, channel: &Channel) {
        let validation = channel.validation.as_ref();
        let validation = validation.map_or(String::new(), |v| format!(" validation=\"{v}\""));
        let kind = match channel.kind {
            ChannelKind::Message => "rt-msg",
            ChannelKind::Broadcast => "broadcast",
            ChannelKind::Bulk => "bulk",
            ChannelKind::CrossContext => "cross-context",
        };
        self.open(
            "rtdroid:channel",
            &format!(" name=\"{}\" type=\"{kind}\"{validation}", channel.name),
        );
        let unit = match channel.element {
            Element::Byte => "octet-stream".to_owned(),
            other => format!("rtdroid.{}", other.word()),
        };
        let data = format!(
            "rtdroid:size=\"{}\" android:mimeType=\"application/{unit}\"",
            channel.count
        );
        self.line(&format!("<data {data}/>"));
        let order = match channel.order {
            Order::PriorityInheritance => "priority-inheritance",
            Order::Fifo => "fifo",
        };
        let execution = match channel.execution {
            Execution::ComponentPriority => "component-priority",
            Execution::Undefined => "undefined",
        };
        let drop = match channel.drop {
            DropPolicy::LowestPriorityThenOldest => word_of(&DROPS[..1], channel.drop).to_string(),
            other => other.word().to_owned(),
        };
        let implementation = channel.implementation.as_ref().map(ToString::to_string);
        let words = [
            ("order", Some(order.to_owned())),
            ("execution", Some(execution.to_owned())),
            ("drop", Some(drop)),
            ("implementation", implementation),
        ];
        for (name, word) in words {
            if let Some(word) = word {
                self.line(&format!("<rtdroid:{name}>{word}</rtdroid:{name}>"));
            }
        }
        self.close("rtdroid:channel");
        self.lose_of_channel(channel);
    }

    fn lose_of_channel(&mut self, channel: &Channel) {
        let key = |k: &str| format!("channel {}.{k}", channel.name);
        if let Some(depth) = channel.depth {
            self.lose(key("depth"), depth);
        }
        for (k, list) in [
            ("publishers", &channel.publishers),
            ("subscribers", &channel.subscribers),
        ] {
            list.iter().for_each(|grantee| self.lose(key(k), grantee));
        }
        if let Some(queue) = &channel.queue {
            self.lose(key("queue"), queue.model.word());
        }
    }

    fn lose_of_callback(&mut self, kind: &str, callback: &Callback) {
        let key = |k: &str| format!("{kind} {}.{k}", callback.name);
        let collection = callback.memory.as_ref().and_then(|m| m.collection);
        let spans = [
            ("best_cost", callback.best_cost),
            ("memory.collection", collection),
        ];
        for (k, span) in spans {
            if let Some(span) = span {
                self.lose(key(k), span);
            }
        }
        if callback.jitter != Span::default() {
            self.lose(key("jitter"), callback.jitter);
        }
        if let Some(worker) = callback.worker {
            self.lose(key("worker"), worker);
        }
        for (k, reaction) in [
            ("on_overrun", callback.on_overrun),
            ("on_miss", callback.on_miss),
        ] {
            if let Some(reaction) = reaction {
                self.lose(key(k), reaction);
            }
        }
        callback
            .uses
            .iter()
            .for_each(|u| self.lose(key("uses"), &u.resource));
        callback
            .calls
            .iter()
            .for_each(|c| self.lose(key("calls"), &c.interface));
    }

    fn lose_of_app(&mut self, app: &App) {
        let components = &app.components;
        components
            .exports
            .iter()
            .for_each(|e| self.lose("export", &e.name));
        components
            .providers
            .iter()
            .for_each(|p| self.lose("provider", &p.name));
        components
            .chains
            .iter()
            .for_each(|c| self.lose("chain", &c.name));
        let default = match &app.program {
            Program::Source(Source::Java(build)) => build.main == super::MAIN,
            _ => false,
        };
        if !default {
            self.lose("app", "what is built or run");
        }
        if app.memory != super::memory::of_app(components) {
            self.lose(
                "memory",
                format!(
                    "guaranteed {}, limit {}",
                    app.memory.guaranteed, app.memory.limit
                ),
            );
        }
        for (key, same) in [
            ("cpu", app.cpu == Cpu::default()),
            ("permissions", app.permissions == Permissions::default()),
            ("restart", app.restart == Restart::default()),
        ] {
            if !same {
                self.lose(key, "what differs from its default");
            }
        }
    }
}

fn fifo(priority: u8) -> String {
    format!("<rtdroid:priority scheduler=\"FIFO\" priority=\"{priority}\"/>")
}

fn size(bytes: Bytes) -> String {
    let n = bytes.get();
    match n {
        n if n > 0 && n.is_multiple_of(1 << 20) => format!("{}M", n >> 20),
        n if n > 0 && n.is_multiple_of(1 << 10) => format!("{}K", n >> 10),
        n => n.to_string(),
    }
}

fn time(span: Span) -> String {
    span.to_string().replace(' ', "")
}
