//! Gathering an ensemble: a task and a guest for every component of an app, and the lead.

use super::plan::CallbackPlan;
use super::served::serve;
use super::{ComponentPlan, Ensemble, Member, components};
use crate::app::App;
use crate::call::{Desk, Owner};
use crate::control::Control;
use crate::controller::Inner;
use crate::error::AdmitError;
use crate::id::PartitionId;
use crate::launch::{Made, guest, port_for, terms};
use crate::message::Mail;
use crate::port::{Admission, Called, Port};
use crate::provider::Clerk;
use crate::task::{Birth, Bridge, Role, Task};
use std::sync::Arc;
use terrace_abi::Code;
use terrace_engine::{GuestSpec, MemoryMeter, WasiSpec};
use terrace_sched::{Params, Priority};

/// Make everything that an app of components needs to live; what names no worker is put on `worker`, if that
/// is known.
///
/// # Errors
/// [`AdmitError`]; nothing is left behind.
pub(crate) fn gather(
    inner: &Arc<Inner>,
    id: PartitionId,
    app: &Arc<App>,
    wasi: &WasiSpec,
    worker: Option<usize>,
    name: &str,
) -> Result<Made, AdmitError> {
    let called = Called {
        partition: name.to_owned(),
        app: app.name().to_owned(),
    };
    let mut plans = components(&app.manifest);
    serve(&mut plans, &inner.config.servers, &called, app.threaded())?;
    let ports = ports(inner, app, &called, &plans, worker)?;
    let gathered = admissions(inner, id, app, wasi, &ports, plans, &called);
    if gathered.is_err() && app.threaded() {
        for port in &ports {
            port.command(crate::port::Command::Shutdown);
        }
    }
    gathered
}

/// A worker, or a thread, for each.
fn ports(
    inner: &Inner,
    app: &App,
    called: &Called,
    plans: &[ComponentPlan],
    worker: Option<usize>,
) -> Result<Vec<Arc<Port>>, AdmitError> {
    let mut ports = Vec::new();
    // What is bound to no worker is on one with the others of its app.
    let mut common = worker;
    for plan in plans {
        let wanted = plan.worker.or(common);
        match port_for(inner, app, called, wanted, params(app, plan)) {
            Ok(port) => {
                common = common.or((plan.worker.is_none()).then_some(port.number));
                ports.push(port);
            }
            Err(e) => {
                for port in ports.iter().filter(|_| app.threaded()) {
                    port.command(crate::port::Command::Shutdown);
                }
                return Err(e);
            }
        }
    }
    Ok(ports)
}

fn admissions(
    inner: &Arc<Inner>,
    id: PartitionId,
    app: &Arc<App>,
    wasi: &WasiSpec,
    ports: &[Arc<Port>],
    plans: Vec<ComponentPlan>,
    called: &Called,
) -> Result<Made, AdmitError> {
    let gallery = inner.windows.gallery(app, &inner.directory)?;
    let clerk = Clerk::of(inner, app);
    let ensemble = Ensemble::new(plans, |plan| {
        let meter = Arc::new(MemoryMeter::new(limit(app, plan)));
        (meter, Arc::new(inner.journal.tap(id)))
    });
    let birth = |index: usize, params: Params, role: Role| Birth {
        id,
        port: ports[index].clone(),
        meter: ensemble.seats[index].meter.clone(),
        terms: terms(app, params),
        tap: ensemble.seats[index].tap.clone(),
        reports: inner.reports.clone(),
        control: Control::of(inner, app),
        mail: Mail::new(inner.directory.clone(), app.name().to_owned()),
        calls: inner.calls.clone(),
        role,
    };
    let of = |index: usize| params(app, &ensemble.seats[index].component.plan);
    let top = (0..ensemble.seats.len())
        .max_by_key(|&i| of(i).priority.get())
        .unwrap_or(0);
    // Whatever fails, no channel is left open.
    let mut made = Unborn::default();
    let lead = Task::new(birth(0, of(top), Role::Lead(ensemble.clone())));
    let mut admissions = Vec::new();
    for index in 0..ensemble.seats.len() {
        let member = Member {
            lead: lead.clone(),
            ensemble: ensemble.clone(),
            index,
        };
        let task = Task::new(birth(index, of(index), Role::Member(member)));
        made.0.push(task.clone());
        hear(app, &task)?;
        share(inner, &task);
        let owner = Owner {
            task: task.clone(),
            app: app.clone(),
            name: called.partition.clone(),
            grants: inner.directory.clone(),
        };
        let guest = guest(
            app,
            GuestSpec {
                program: app.program.clone(),
                wasi: wasi.clone(),
                meter: task.meter.clone(),
                monitor: Arc::new(Bridge(task.clone(), gallery.clone(), clerk.clone())),
                calls: Some(Box::new(Desk::new(owner, inner.calls.clone()))),
            },
        )?;
        ensemble.seat(index, &task);
        admissions.push(Admission {
            task,
            guest,
            params: of(index),
            called: called.clone(),
        });
    }
    made.0.clear();
    Ok(Made {
        task: lead,
        admissions,
    })
}

/// Tasks that are not admitted yet: if they never are, they give up what they have joined.
#[derive(Default)]
struct Unborn(Vec<Arc<Task>>);

impl Drop for Unborn {
    fn drop(&mut self) {
        for task in &self.0 {
            task.mail.end();
            task.give_up_shared();
        }
    }
}

/// Open the channels whose messages release the callbacks of a component.
fn hear(app: &App, task: &Arc<Task>) -> Result<(), AdmitError> {
    let Some(member) = task.member() else {
        return Ok(());
    };
    let plan = &member.component().plan;
    for (callback, terms) in (0u32..).zip(&plan.callbacks) {
        if !plan.released_by_messages(callback as usize) {
            continue;
        }
        for (channel, count) in &terms.subscribe {
            let heard = task.mail.hear(task, callback, channel, *count);
            heard.map_err(|code| AdmitError::Channel {
                app: app.name().to_owned(),
                callback: format!("{}/{}", plan.name, terms.name),
                channel: channel.clone(),
                why: refusal(code),
            })?;
        }
    }
    Ok(())
}

/// Have the callbacks of a component be among the users of what they share.
fn share(inner: &Inner, task: &Arc<Task>) {
    let Some(member) = task.member() else { return };
    let component = member.component();
    let of = |callback: &CallbackPlan| {
        let level = callback.terms.priority;
        let each = callback.uses.iter();
        each.map(|name| (name.clone(), inner.resources.join(name, task, level)))
            .collect()
    };
    let uses = component.plan.callbacks.iter().map(of).collect();
    // Once: a component has one life.
    let _ = component.uses.set(uses);
}

fn refusal(code: Code) -> &'static str {
    match code {
        Code::Undeclared => {
            "which no installed app declares; install the app that does before, or declare it under [[channel]]"
        }
        Code::Unpermitted => {
            "which does not name it; add the app to `subscribers` of the channel, or grant it the permission \
             that they name"
        }
        Code::NoMemory => {
            "whose slots do not fit into the memory of all channels; declare a smaller `count` or `depth`"
        }
        _ => "which cannot be opened: its app has as many open as it may; let it hear fewer",
    }
}

/// Scheduled as its app, but at its own priority.
fn params(app: &App, plan: &ComponentPlan) -> Params {
    let level = u8::try_from(plan.top()).ok().and_then(Priority::new);
    Params {
        priority: level.unwrap_or(Priority::NORMAL),
        ..app.params()
    }
}

/// What its program begins with and what its manifest reserves; without that, what the app may have.
fn limit(app: &App, plan: &ComponentPlan) -> u64 {
    let most = app.manifest.memory.limit.get();
    match plan.memory {
        Some(reserved) => {
            let page = u64::from(u16::MAX) + 1;
            let whole = reserved.div_ceil(page).saturating_mul(page);
            app.program.first_memory().saturating_add(whole)
        }
        None => most,
    }
}
