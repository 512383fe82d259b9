//! Components: services and receivers, and what is nested in a service.
//!
//! A service, a receiver and a periodic task are declared alike: each is released, costs
//! processor time, has a deadline, uses memory and channels. What differs is what releases it.

use super::word::words;
use super::{Bytes, Label, Scheduler, Span};
use crate::bounds;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

/// A service: an instance with memory of its own, in which tasks and receivers are nested.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Service {
    /// Its own callbacks (creation, start command).
    #[serde(flatten)]
    pub own: Callback,
    /// Is it started before the services that use it?
    pub bound: bool,
    /// Released every period.
    #[serde(rename = "task", skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<Callback>,
    /// Released by messages, in the service's memory.
    #[serde(rename = "receiver", skip_serializing_if = "Vec::is_empty")]
    pub receivers: Vec<Callback>,
}

impl Service {
    /// What is reserved for it and what is nested in it; nothing where it is not real-time.
    #[must_use]
    pub fn memory(&self) -> Bytes {
        let nested = self.callbacks().skip(1).map(Callback::reserved);
        Bytes::new(nested.fold(self.own.reserved(), u64::saturating_add))
    }

    /// The service's own callback, its tasks and its receivers, in the order of the text.
    pub fn callbacks(&self) -> impl Iterator<Item = &Callback> {
        std::iter::once(&self.own)
            .chain(&self.tasks)
            .chain(&self.receivers)
    }
}

/// What is released: a service's own callback, a periodic task or a receiver.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Callback {
    /// What it is called: in Java, the class or the instance id.
    #[schemars(example = &"fft")]
    pub name: Label,
    /// Who runs first. Without it `fifo` where there is a priority, else as what it is nested
    /// in, or the app.
    #[schemars(example = &"fifo")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scheduler: Option<Scheduler>,
    /// The fixed priority; larger is more important. Without it that of what it is nested in.
    #[schemars(example = 79)]
    #[schemars(range(min = bounds::PRIORITY.min, max = bounds::PRIORITY.max))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<u8>,
    /// The worker (core) it is bound to, counted from 0. Not for what is nested: that runs
    /// where its service does. Without it, the app's.
    #[schemars(example = 1)]
    #[schemars(range(min = bounds::WORKER.min, max = bounds::WORKER.max))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worker: Option<u16>,
    /// Time between releases; for a receiver the least time between two messages.
    #[schemars(example = &"8 ms", extend("x-bounds" = bounds::PERIOD.to_string()))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<Span>,
    /// Time from release to completion that may pass. Without it, the period.
    #[schemars(example = &"6 ms", extend("x-bounds" = bounds::DEADLINE.to_string()))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Span>,
    /// Processor time of the most costly release.
    #[schemars(example = &"1 ms", extend("x-bounds" = bounds::COST.to_string()))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Span>,
    /// Processor time of the least costly release; at most `cost`. It bounds the jitter of
    /// what comes after in a chain.
    #[schemars(example = &"200 us", extend("x-bounds" = bounds::COST.to_string()))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_cost: Option<Span>,
    /// When it is released for the first time, after the common zero of the device.
    #[schemars(example = &"2 ms", default, extend("x-bounds" = bounds::START.to_string()))]
    #[serde(skip_serializing_if = "none")]
    pub start: Span,
    /// How much later than its time a release may come.
    #[schemars(example = &"50 us", default, extend("x-bounds" = bounds::START.to_string()))]
    #[serde(skip_serializing_if = "none")]
    pub jitter: Span,
    /// Its memory. A component without it is not real-time and has what `[memory]` says.
    #[schemars(example = json!({ "persistent": "1 MiB", "release": "256 KiB" }))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<ComponentMemory>,
    /// What happens when a release uses more than `cost`: `log` if not said.
    #[schemars(example = &"skip")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_overrun: Option<Reaction>,
    /// What happens when a release misses its deadline: `log` if not said.
    #[schemars(example = &"suspend")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_miss: Option<Reaction>,
    /// Shared resources (monitors) it holds in a release, and the longest time of each.
    #[schemars(example = json!([{ "resource": "table", "longest": "20 us" }]))]
    #[schemars(default, length(max = bounds::USES))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<ResourceUse>,
    /// Interfaces it calls.
    #[schemars(example = json!([{ "interface": "codec", "of": "media" }]))]
    #[schemars(default, length(max = bounds::USES))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Call>,
    /// Channels it sends to.
    #[schemars(example = json!([{ "channel": "audio", "count": 2 }]))]
    #[schemars(default, length(max = bounds::USES))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub publish: Vec<Flow>,
    /// Channels it receives from.
    #[schemars(example = json!([{ "channel": "settings", "of": "remote" }]))]
    #[schemars(default, length(max = bounds::USES))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub subscribe: Vec<Flow>,
    /// Actions of Android intents it answers that go through no channel.
    #[schemars(example = vec!["android.intent.action.BOOT_COMPLETED"])]
    #[schemars(default, length(max = bounds::USES), extend("uniqueItems" = true))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<Label>,
}

impl Callback {
    /// Bytes of its own, without what is nested in it.
    fn reserved(&self) -> u64 {
        let size = |b: Option<Bytes>| b.map_or(0, Bytes::get);
        self.memory.as_ref().map_or(0, |m| {
            let parts = [size(m.persistent), size(m.release), size(m.spare)];
            parts.into_iter().fold(0, u64::saturating_add)
        })
    }

    /// What is reserved for it; nothing where it is not real-time.
    #[must_use]
    pub fn memory_bytes(&self) -> Bytes {
        Bytes::new(self.reserved())
    }

    /// One of that name that says nothing else.
    #[must_use]
    pub fn named(name: Label) -> Callback {
        Callback {
            name,
            scheduler: None,
            priority: None,
            worker: None,
            period: None,
            deadline: None,
            cost: None,
            best_cost: None,
            start: Span::default(),
            jitter: Span::default(),
            memory: None,
            on_overrun: None,
            on_miss: None,
            uses: Vec::new(),
            calls: Vec::new(),
            publish: Vec::new(),
            subscribe: Vec::new(),
            actions: Vec::new(),
        }
    }
}

/// Nothing, and so not written.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands references")]
fn none(span: &Span) -> bool {
    *span == Span::default()
}

/// The keys of `[[service]]` beyond those of what is released.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "its schema and reference are used, never a value")]
pub(crate) struct ServiceKeys {
    /// Is it started before the services that use it?
    #[schemars(example = true, default)]
    bound: bool,
    /// Periodic tasks, each a `[[service.task]]`.
    #[schemars(example = json!([{ "name": "fft", "period": "8 ms" }]), default)]
    #[schemars(length(max = bounds::NESTED))]
    task: Vec<Callback>,
    /// Receivers that live in the service and share its memory, each a `[[service.receiver]]`.
    #[schemars(example = json!([{ "name": "settings" }]), default)]
    #[schemars(length(max = bounds::NESTED))]
    receiver: Vec<Callback>,
}

/// Memory of a component.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ComponentMemory {
    /// Lives as long as the component. Not for what is nested: that shares its service's.
    #[schemars(example = &"1 MiB", extend("x-bounds" = bounds::GUARANTEED.to_string()))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub persistent: Option<Bytes>,
    /// Lives as long as a release.
    #[schemars(example = &"256 KiB", extend("x-bounds" = bounds::GUARANTEED.to_string()))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release: Option<Bytes>,
    /// Memory beyond the sum that is kept for the component. Not for what is nested.
    #[schemars(example = &"512 KiB", extend("x-bounds" = bounds::GUARANTEED.to_string()))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spare: Option<Bytes>,
    /// All of these, and the release memory of what is nested: exactly their sum. Not for what
    /// is nested.
    #[schemars(example = &"2 MiB", extend("x-bounds" = bounds::GUARANTEED.to_string()))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<Bytes>,
    /// Processor time of one collection of a Java component's heap, between releases.
    #[schemars(example = &"1400 us", extend("x-bounds" = bounds::COST.to_string()))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collection: Option<Span>,
}

/// A shared resource that is held in a release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ResourceUse {
    /// Its name; the same in all apps of a device is the same resource.
    #[schemars(example = &"table")]
    pub resource: Label,
    /// The longest time it is held; at most the cost.
    #[schemars(example = &"20 us", extend("x-bounds" = bounds::COST.to_string()))]
    pub longest: Span,
}

/// An interface that is called in a release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Call {
    /// Its name.
    #[schemars(example = &"codec")]
    pub interface: Label,
    /// The app that exports it; without it, this one.
    #[schemars(example = &"media")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<super::AppName>,
}

/// A channel that is sent to, or received from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Flow {
    /// Its name.
    #[schemars(example = &"audio")]
    pub channel: Label,
    /// The app that declares it; without it, this one.
    #[schemars(example = &"recorder")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<super::AppName>,
    /// Messages in flight at most: per release of a sender, or waiting for a receiver.
    #[schemars(example = 2, default = "one")]
    #[schemars(range(min = bounds::FLIGHT.min, max = bounds::FLIGHT.max))]
    pub count: u32,
}

pub(crate) fn one() -> u32 {
    1
}

words! {
    /// What happens when a release goes wrong.
    pub enum Reaction {
        /// It is recorded; the release goes on.
        Log = "log",
        /// The next release is left out.
        Skip = "skip",
        /// The component is suspended until it is resumed.
        Suspend = "suspend",
        /// The component is stopped.
        Stop = "stop",
        /// The app is told by a callback.
        Callback = "callback",
    }
}
