//! Subcommands on one partition, or one app.

use super::{connect, list};
use crate::cli::{Format, InspectArgs, WaitArgs};
use crate::failure::Failure;
use crate::output;
use std::fmt::Write;
use std::time::Duration;
use terrace_abi::FaultKind;
use terrace_daemon::answers::{AppInfo, Ending, Inspection, Proof, State};
use terrace_daemon::client::ClientError;

/// Exit status after a trap, as a shell has it after an abort.
const TRAPPED: u8 = 134;
/// Exit status after an end by force, as a shell has it after SIGKILL.
const KILLED: u8 = 137;
/// Exit status when the time passed, as timeout(1) has it.
const TIMED_OUT: u8 = 124;

/// `terrace inspect`.
pub fn inspect(args: &InspectArgs) -> Result<u8, Failure> {
    let mut client = connect(&args.reach)?;
    let named = |app: &AppInfo| app.name == args.what;
    let app = client.images()?.into_iter().find(named);
    let partition = client.inspect(&args.what);
    match (partition, app) {
        // The beginning of a partition's name, and all of the app's.
        (Ok(found), Some(app)) if found.partition.name != args.what => show(args, &app)?,
        (Err(ClientError::Refused(_)), Some(app)) => show(args, &app)?,
        (found, _) => output::either(args.format, &found?, describe)?,
    }
    Ok(0)
}

fn show(args: &InspectArgs, app: &AppInfo) -> Result<(), Failure> {
    output::either(args.format, app, describe_app)
}

fn describe_app(app: &AppInfo) -> String {
    let lines = [
        ("app", format!("{} {}", app.name, app.version)),
        ("image", app.digest.clone()),
        ("size", output::bytes(app.image_bytes)),
        ("installed", list::ago(app.installed_at)),
        ("partitions", app.partitions.to_string()),
        ("problem", app.problem.clone().unwrap_or_default()),
    ];
    let told = lines.iter().filter(|(_, value)| !value.is_empty());
    told.map(|(name, value)| format!("{name:<12}{value}\n"))
        .collect()
}

fn describe(i: &Inspection) -> String {
    let p = &i.partition;
    let mut text = String::new();
    let mut put = |name: &str, value: String| {
        if !value.is_empty() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name:<12}{value}");
        }
    };
    put("id", p.id.clone());
    put("name", p.name.clone());
    put(
        "app",
        format!("{} {}", p.app, i.version.clone().unwrap_or_default()),
    );
    put("image", p.image.clone());
    put("installed", installed(i));
    put("state", p.state.to_string());
    put("mode", p.mode.clone());
    put(
        "worker",
        p.worker.map(|w| w.to_string()).unwrap_or_default(),
    );
    put(
        "priority",
        if p.priority == 0 {
            "normal".to_owned()
        } else {
            p.priority.to_string()
        },
    );
    put(
        "deadlines",
        match p.proof {
            Proof::None => "",
            Proof::Proven => "proven to be met when it was started",
            Proof::Unproven => "not proven: it was started by force, and nothing is while it lives",
        }
        .to_owned(),
    );
    put("processor", output::duration(p.cpu_ns));
    put("memory", memory(i));
    put("restarts", p.restarts.to_string());
    put(
        "kept",
        if i.kept {
            "yes: started again with the daemon"
        } else {
            "no"
        }
        .to_owned(),
    );
    put(
        "arguments",
        i.args.as_ref().map(|a| a.join(" ")).unwrap_or_default(),
    );
    put(
        "variables",
        i.env
            .iter()
            .map(|(k, v)| format!("{k}={v}"))
            .collect::<Vec<_>>()
            .join(" "),
    );
    put("lost lines", i.lost_records.to_string());
    put("ended", list::end(p));
    if let Some(fault) = &p.fault {
        put("fault", output::plain(&fault.message));
        for frame in &fault.backtrace {
            put("", format!("  in {}", output::plain(frame)));
        }
    }
    text
}

/// What `terrace start` would run now, if it is not what this partition runs.
fn installed(i: &Inspection) -> String {
    match &i.digest {
        None => "the app is not installed any more".to_owned(),
        Some(digest) if *digest == i.partition.image => "the same".to_owned(),
        Some(digest) => {
            format!("{digest}; a restart keeps the image above, `terrace start` runs this one")
        }
    }
}

fn memory(i: &Inspection) -> String {
    let m = &i.partition.memory;
    format!(
        "{} committed of {} grown, {} guaranteed, limit {}, refused {} times",
        output::bytes(m.committed),
        output::bytes(m.size),
        output::bytes(m.guaranteed),
        output::bytes(m.limit),
        m.refused
    )
}

/// `terrace wait`.
pub fn wait(args: &WaitArgs) -> Result<u8, Failure> {
    let timeout = args.timeout.map(Duration::from_secs);
    let ending = connect(&args.target.reach)?.wait(&args.target.partition, timeout)?;
    if args.target.format == Format::Json {
        output::json(&ending)?;
    }
    Ok(status(&ending))
}

fn status(ending: &Ending) -> u8 {
    let name = &ending.name;
    match ending {
        Ending { ended: false, .. } => {
            output::complain(&format!("{name} has not ended in that time"));
            TIMED_OUT
        }
        Ending {
            fault: Some(_),
            state: State::Stopped,
            ..
        } => {
            output::complain(&format!("{name} was ended by force"));
            KILLED
        }
        Ending {
            fault: Some(fault), ..
        } => {
            output::complain(&format!(
                "{name} faulted: {}",
                output::plain(&fault.message)
            ));
            fault_code(&fault.kind)
        }
        Ending { exit_status, .. } => exit_code(exit_status.unwrap_or(0)),
    }
}

/// The status after a fault: 1 if it is the program's own uncaught error, as other runtimes have it.
#[must_use]
pub fn fault_code(kind: &str) -> u8 {
    if kind == FaultKind::Uncaught.name() {
        1
    } else {
        TRAPPED
    }
}

/// What Linux can pass on of a status.
#[must_use]
pub fn exit_code(status: i32) -> u8 {
    // The lowest 8 bits, as exit(3) has it.
    status.to_le_bytes()[0]
}

#[cfg(test)]
mod tests {
    use super::exit_code;

    #[test]
    fn statuses_are_cut_as_linux_cuts_them() {
        assert_eq!(
            [exit_code(0), exit_code(7), exit_code(256), exit_code(-1)],
            [0, 7, 0, 255]
        );
    }
}
