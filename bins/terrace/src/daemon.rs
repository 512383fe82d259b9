//! `terrace daemon`: the daemon of terrace-daemon, with its log on standard error.

use crate::cli::{DaemonArgs, Format};
use crate::failure::Failure;
use crate::{check, output, outside, remote};
use terrace_bridge::Permits;
use terrace_daemon::{Daemon, DaemonConfig, ServerConfig, place};
use terrace_manifest::Device;
use terrace_vm::Config;
use tracing_subscriber::EnvFilter;

/// Serve until SIGTERM or Ctrl-C.
pub fn daemon(args: &DaemonArgs) -> Result<u8, Failure> {
    log_to_stderr();
    let daemon = Daemon::open(config(args, device(args)?.as_ref()))?;
    daemon.stop_on_signals()?;
    for sentence in daemon.degraded() {
        output::hint(&format!("terrace: {sentence}"));
    }
    if let Some(address) = daemon.metrics_address() {
        output::hint(&format!("terrace: metrics at http://{address}/metrics"));
    }
    output::hint(&format!(
        "terrace: ready at {}",
        remote::socket(&args.reach).display()
    ));
    daemon.run();
    Ok(0)
}

fn config(args: &DaemonArgs, device: Option<&Device>) -> DaemonConfig {
    let usual = Config::default();
    DaemonConfig {
        socket: remote::socket(&args.reach),
        state_dir: args.state.clone().unwrap_or_else(place::default_state_dir),
        vm: Config {
            workers: args.workers.map_or(usual.workers, usize::from),
            partitions: args.partitions.max(1),
            ..usual
        },
        metrics: args.metrics,
        server: ServerConfig::default(),
        permits: device.map_or_else(|| Permits::new(Vec::new()), outside::permits),
        network: device.and_then(outside::network),
    }
}

/// The device file, if there is one.
fn device(args: &DaemonArgs) -> Result<Option<Device>, Failure> {
    let Some(file) = &args.device else {
        return Ok(None);
    };
    let text = check::read(file)?;
    check::parse_device(&text, file, Format::Table).map(Some)
}

/// `TERRACE_LOG=debug` shows more. systemd writes the time itself.
fn log_to_stderr() {
    let filter = EnvFilter::try_from_env("TERRACE_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(output::colours(&std::io::stderr()));
    if std::env::var_os("JOURNAL_STREAM").is_some() {
        log.without_time().init();
    } else {
        log.init();
    }
}
