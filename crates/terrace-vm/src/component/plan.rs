//! What the manifest says of the components of an app, with what they inherit filled in.

use terrace_abi::{CallbackKind, CallbackTerms, Component, ComponentKind, Reaction};
use terrace_manifest::{
    App, Callback, ComponentMemory, Flow, Reaction as Word, Scheduler, Service, Span,
};
use terrace_sched::ServerId;

/// One callback.
#[derive(Debug, Clone)]
pub(crate) struct CallbackPlan {
    pub(crate) name: String,
    pub(crate) terms: CallbackTerms,
    /// The channels whose messages release it, and how many may wait for it.
    pub(crate) subscribe: Vec<(String, u32)>,
    /// The channels it sends to, and how many messages in one release.
    pub(crate) publish: Vec<(String, u32)>,
    /// The shared resources that it enters.
    pub(crate) uses: Vec<String>,
    /// The server of its worker that it runs under, at that one's priority.
    pub(crate) server: Option<ServerId>,
}

impl CallbackPlan {
    pub(crate) fn on_overrun(&self) -> Reaction {
        Reaction::from_u32(self.terms.on_overrun).unwrap_or(Reaction::Log)
    }

    pub(crate) fn on_miss(&self) -> Reaction {
        Reaction::from_u32(self.terms.on_miss).unwrap_or(Reaction::Log)
    }
}

/// One component.
#[derive(Debug, Clone)]
pub(crate) struct ComponentPlan {
    pub(crate) name: String,
    pub(crate) facts: Component,
    /// Is it started before the services that use it?
    pub(crate) bound: bool,
    pub(crate) worker: Option<usize>,
    /// Its own, then its tasks, then its receivers.
    pub(crate) callbacks: Vec<CallbackPlan>,
    /// Bytes its memory may have beyond what its program begins with; none: as the app.
    pub(crate) memory: Option<u64>,
}

impl ComponentPlan {
    /// Is this callback released by messages? A service's own is not, and what has a period is not,
    /// unless it is a receiver's: that is the least time between two.
    pub(crate) fn released_by_messages(&self, callback: usize) -> bool {
        let Some(terms) = self.callbacks.get(callback).map(|c| c.terms) else {
            return false;
        };
        match CallbackKind::from_u32(terms.kind) {
            Some(CallbackKind::Receiver) => true,
            Some(CallbackKind::Own) => self.facts.kind == ComponentKind::Receiver as u32,
            _ => terms.period_ns == 0,
        }
    }

    /// The callback that messages of this channel release.
    pub(crate) fn heard_by(&self, channel: &str) -> Option<usize> {
        let hears = |c: &CallbackPlan| c.subscribe.iter().any(|(name, _)| name == channel);
        let all = self.callbacks.iter().enumerate();
        let mut heard = all.filter(|(i, c)| self.released_by_messages(*i) && hears(c));
        heard.next().map(|(i, _)| i)
    }

    /// The priority of its most important callback.
    pub(crate) fn top(&self) -> u32 {
        let levels = self.callbacks.iter().map(|c| c.terms.priority);
        levels.max().unwrap_or(0)
    }

    /// Is its memory bounded, touched and locked before its first release?
    pub(crate) fn realtime(&self) -> bool {
        self.memory.is_some()
    }

    fn service(app: &App, service: &Service) -> ComponentPlan {
        let own_level = level(&service.own, app_level(app));
        let nested =
            |kind: CallbackKind| move |c: &Callback| callback_plan(c, level(c, own_level), kind);
        let mut callbacks = vec![callback_plan(&service.own, own_level, CallbackKind::Own)];
        callbacks.extend(service.tasks.iter().map(nested(CallbackKind::Task)));
        callbacks.extend(service.receivers.iter().map(nested(CallbackKind::Receiver)));
        let reserved = service.memory().get();
        let mut plan = component(
            app,
            &service.own,
            ComponentKind::Service,
            callbacks,
            reserved,
        );
        plan.bound = service.bound;
        plan
    }

    fn receiver(app: &App, receiver: &Callback) -> ComponentPlan {
        let level = level(receiver, app_level(app));
        let callbacks = vec![callback_plan(receiver, level, CallbackKind::Own)];
        let reserved = receiver.memory_bytes().get();
        component(app, receiver, ComponentKind::Receiver, callbacks, reserved)
    }
}

/// The components of an app: services in the order of the manifest, then receivers.
pub(crate) fn components(app: &App) -> Vec<ComponentPlan> {
    let parts = &app.components;
    let services = parts
        .services
        .iter()
        .map(|s| ComponentPlan::service(app, s));
    let receivers = parts
        .receivers
        .iter()
        .map(|r| ComponentPlan::receiver(app, r));
    let mut all: Vec<_> = services.chain(receivers).collect();
    let count = number(all.len());
    for (index, plan) in all.iter_mut().enumerate() {
        plan.facts.index = number(index);
        plan.facts.components = count;
    }
    all
}

fn component(
    app: &App,
    own: &Callback,
    kind: ComponentKind,
    callbacks: Vec<CallbackPlan>,
    reserved: u64,
) -> ComponentPlan {
    let memory = own.memory.as_ref();
    let size = |of: fn(&ComponentMemory) -> Option<terrace_manifest::Bytes>| {
        memory.and_then(of).map_or(0, terrace_manifest::Bytes::get)
    };
    let release = callbacks.iter().map(|c| c.terms.release).max();
    ComponentPlan {
        name: own.name.to_string(),
        facts: Component {
            persistent: size(|m| m.persistent),
            release: release.unwrap_or(0),
            spare: size(|m| m.spare),
            collection_ns: memory.and_then(|m| m.collection).map_or(0, Span::ns),
            index: 0,
            kind: kind as u32,
            callbacks: number(callbacks.len()),
            components: 0,
        },
        bound: false,
        worker: own.worker.or(app.cpu.worker).map(usize::from),
        callbacks,
        memory: memory.map(|_| reserved),
    }
}

fn callback_plan(callback: &Callback, priority: u32, kind: CallbackKind) -> CallbackPlan {
    let ns = |span: Option<Span>| span.map_or(0, Span::ns);
    let memory = callback.memory.as_ref();
    let flows = |flows: &[Flow]| {
        let each = flows.iter().map(|f| (f.channel.to_string(), f.count));
        each.collect::<Vec<_>>()
    };
    CallbackPlan {
        name: callback.name.to_string(),
        subscribe: flows(&callback.subscribe),
        publish: flows(&callback.publish),
        uses: callback
            .uses
            .iter()
            .map(|u| u.resource.to_string())
            .collect(),
        server: None,
        terms: CallbackTerms {
            period_ns: ns(callback.period),
            deadline_ns: ns(callback.deadline.or(callback.period)),
            cost_ns: ns(callback.cost),
            start_ns: callback.start.ns(),
            release: memory.and_then(|m| m.release).map_or(0, |b| b.get()),
            kind: kind as u32,
            priority,
            on_overrun: reaction(callback.on_overrun) as u32,
            on_miss: reaction(callback.on_miss) as u32,
        },
    }
}

fn reaction(word: Option<Word>) -> Reaction {
    match word {
        None | Some(Word::Log) => Reaction::Log,
        Some(Word::Skip) => Reaction::Skip,
        Some(Word::Suspend) => Reaction::Suspend,
        Some(Word::Stop) => Reaction::Stop,
        Some(Word::Callback) => Reaction::Callback,
    }
}

/// 0 for normal, else the fifo priority; without a word that of what it is nested in.
fn level(callback: &Callback, outer: u32) -> u32 {
    match (callback.scheduler, callback.priority) {
        (Some(Scheduler::Normal), _) => 0,
        (_, Some(priority)) => u32::from(priority),
        (Some(Scheduler::Fifo), None) => outer.max(1),
        (None, None) => outer,
    }
}

fn app_level(app: &App) -> u32 {
    match app.cpu.scheduler {
        Scheduler::Normal => 0,
        Scheduler::Fifo => u32::from(app.cpu.priority.unwrap_or(1)),
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
