//! Which callbacks run under the servers of the device file.

use super::plan::ComponentPlan;
use crate::error::AdmitError;
use crate::order::of_worker;
use crate::port::Called;
use terrace_manifest::Server;
use terrace_sched::ServerId;

/// Put what servers serve under them: at their priority, on their worker.
///
/// # Errors
/// [`AdmitError::Server`] for what is bound to another worker, served from two, or threaded.
pub(super) fn serve(
    plans: &mut [ComponentPlan],
    servers: &[Server],
    called: &Called,
    threaded: bool,
) -> Result<(), AdmitError> {
    for server in servers {
        let worker = usize::from(server.worker);
        let own = of_worker(servers, worker).position(|s| s.name == server.name);
        let id = own.and_then(|n| u32::try_from(n).ok()).map(ServerId::new);
        for path in &server.serves {
            let mut parts = path.as_str().splitn(2, '/');
            let app = parts.next().unwrap_or_default();
            let Some(rest) = parts.next().filter(|_| called.by(app)) else {
                continue;
            };
            if let Some((plan, callback)) = find(plans, rest) {
                place(plan, worker, server, path.as_str(), threaded)?;
                plan.callbacks[callback].server = id;
                plan.callbacks[callback].terms.priority = u32::from(server.priority);
            }
        }
    }
    Ok(())
}

/// `COMPONENT` or `COMPONENT/CALLBACK`.
fn find<'a>(plans: &'a mut [ComponentPlan], path: &str) -> Option<(&'a mut ComponentPlan, usize)> {
    let (component, callback) = path.split_once('/').unwrap_or((path, path));
    let plan = plans.iter_mut().find(|p| p.name == component)?;
    let mut callbacks = plan.callbacks.iter();
    let callback = callbacks.position(|c| c.name == callback)?;
    Some((plan, callback))
}

fn place(
    plan: &mut ComponentPlan,
    worker: usize,
    server: &Server,
    path: &str,
    threaded: bool,
) -> Result<(), AdmitError> {
    let refuse = |why: String| {
        Err(AdmitError::Server {
            server: server.name.to_string(),
            path: path.to_owned(),
            why,
        })
    };
    match plan.worker {
        Some(bound) if bound != worker => refuse(format!(
            "which is on worker {bound}, and is on worker {worker} itself; put both on one, by `worker` of the \
             server or of the component"
        )),
        _ if threaded => refuse(
            "whose app is threaded: a thread has no server; make its `mode` dispatched, or serve something else"
                .to_owned(),
        ),
        _ => {
            plan.worker = Some(worker);
            Ok(())
        }
    }
}
