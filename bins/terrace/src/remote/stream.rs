//! Subcommands whose answer goes on: logs and events.

use super::connect;
use crate::cli::{EventsArgs, Format, LogsArgs};
use crate::failure::Failure;
use crate::output;
use terrace_daemon::protocol::LogsOrder;
use terrace_vm::{EventKind, PartitionEvent, Record, Source};

/// `terrace logs`.
pub fn logs(args: &LogsArgs) -> Result<u8, Failure> {
    let mut client = connect(&args.target.reach)?;
    let order = LogsOrder {
        partition: args.target.partition.clone(),
        from: None,
        level: args.level.map(|l| l as u32),
        follow: args.follow,
    };
    let mut lost = 0;
    for page in client.logs(order)? {
        let page = page?;
        for record in &page.records {
            match args.target.format {
                Format::Json => output::json_line(record)?,
                Format::Table => output::line(&record_line(record))?,
            }
        }
        if page.lost > lost {
            output::hint(&format!("({} older or dropped lines are lost)", page.lost));
            lost = page.lost;
        }
    }
    Ok(0)
}

/// A record for people: output as it is, log records with their level and a colour.
#[must_use]
pub fn record_line(record: &Record) -> String {
    let text = output::plain(&record.text);
    let Source::Log(level) = record.source else {
        return text;
    };
    let name = record.source.name();
    if !output::colours(&std::io::stdout()) {
        return format!("[{name}] {text}");
    }
    let colour = match level {
        1 => "31",
        2 => "33",
        3 => "32",
        _ => "90",
    };
    format!("\x1b[{colour}m[{name}]\x1b[0m {text}")
}

/// `terrace events`.
pub fn events(args: &EventsArgs) -> Result<u8, Failure> {
    let mut client = connect(&args.reach)?;
    for some in client.events(None, args.follow)? {
        for event in some? {
            match args.format {
                Format::Json => output::json_line(&event)?,
                Format::Table => output::line(&event_line(&event))?,
            }
        }
    }
    Ok(0)
}

/// An event for people, with its time (UTC) and partition.
#[must_use]
pub fn event_line(event: &PartitionEvent) -> String {
    format!(
        "{}  {:<8} {:<20} {}",
        output::time_of_day(event.wall_ns),
        event.id,
        event.name,
        event_text(event)
    )
}

/// What happened, in words.
#[must_use]
pub fn event_text(event: &PartitionEvent) -> String {
    let detail = match event.kind {
        EventKind::Stopped => format!(" (status {})", event.detail.cast_signed()),
        EventKind::Restarting | EventKind::LogDropped => format!(" ({})", event.detail),
        _ => String::new(),
    };
    let message = match event.message.as_str() {
        "" => String::new(),
        text => format!(": {}", output::plain(text)),
    };
    format!("{}{detail}{message}", event.kind.name().replace('-', " "))
}
