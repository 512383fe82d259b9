//! Subcommands that change something.

use super::connect;
use crate::cli::{Format, InstallArgs, StartArgs, TargetsArgs, UninstallArgs};
use crate::failure::{FAILED, Failure};
use crate::progress::Progress;
use crate::{output, target};
use terrace_daemon::answers::{InstallStep, Started};
use terrace_daemon::client::{Client, ClientError};
use terrace_daemon::protocol::StartOrder;

/// `terrace install`.
pub fn install(args: &InstallArgs) -> Result<u8, Failure> {
    let image = target::image_file(&args.image)?;
    let mut client = connect(&args.reach)?;
    let mut progress = None;
    let installed = client.install(&image, |step| {
        progress = match step {
            InstallStep::Compiling => Some(Progress::start("compiling")),
            _ => None,
        };
    })?;
    drop(progress);
    output::either(args.format, &installed, |i| {
        let was = i
            .replaced
            .as_ref()
            .map(|d| format!(", instead of {d}"))
            .unwrap_or_default();
        format!("{} {} {}{was}\n", i.app.name, i.app.version, i.app.digest)
    })?;
    if installed.replaced.is_some() && installed.app.partitions > 0 {
        output::hint(
            "partitions of it that exist keep the image they have, also when restarted; \
             `terrace stop` them and `terrace start` new ones to run this one",
        );
    }
    Ok(0)
}

/// `terrace uninstall`.
pub fn uninstall(args: &UninstallArgs) -> Result<u8, Failure> {
    let gone = connect(&args.reach)?.uninstall(&args.app)?;
    output::either(args.format, &gone, |gone| format!("{}\n", gone.name))?;
    Ok(0)
}

/// `terrace start`.
pub fn start(args: StartArgs) -> Result<u8, Failure> {
    let order = StartOrder {
        app: args.app,
        count: args.count,
        name: args.name,
        args: (!args.args.is_empty()).then_some(args.args),
        env: args.env.into_iter().map(|e| (e.key, e.value)).collect(),
        force: args.force,
    };
    let started = connect(&args.reach)?.start(order)?;
    match args.format {
        Format::Json => output::json(&started)?,
        Format::Table => {
            for one in started {
                output::line(&format!("{}  {}", one.id, one.name))?;
            }
        }
    }
    Ok(0)
}

/// The same call for each partition named; one that fails does not keep the others from it.
pub fn each(
    args: &TargetsArgs,
    call: impl Fn(&mut Client, &str) -> Result<Started, ClientError>,
) -> Result<u8, Failure> {
    let mut client = connect(&args.reach)?;
    let (mut status, mut done) = (0, Vec::new());
    for partition in &args.partitions {
        match call(&mut client, partition) {
            // Told at once: the next may take its time.
            Ok(one) if args.format == Format::Table => output::line(&one.name)?,
            Ok(one) => done.push(one),
            Err(ClientError::Refused(refusal)) => {
                output::complain(&refusal.message);
                status = FAILED;
            }
            Err(other) => return Err(other.into()),
        }
    }
    if args.format == Format::Json {
        output::json(&done)?;
    }
    Ok(status)
}
