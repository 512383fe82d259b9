//! Subcommands about channels.

use super::connect;
use crate::cli::{PsArgs, SendArgs};
use crate::failure::Failure;
use crate::output;
use std::io::Read;
use terrace_daemon::answers::{ChannelInfo, Sent, UserInfo};
use terrace_daemon::protocol::{REQUEST_BYTES, SendOrder};

/// `terrace channels`.
pub fn list(args: &PsArgs) -> Result<u8, Failure> {
    let channels = connect(&args.reach)?.channels()?;
    output::either(args.format, &channels, |channels| table(channels))?;
    Ok(0)
}

/// `terrace send` and `terrace broadcast`.
pub fn send(args: &SendArgs, broadcast: bool) -> Result<u8, Failure> {
    let bytes = match &args.text {
        Some(text) => text.clone().into_bytes(),
        None => standard_input()?,
    };
    let order = SendOrder {
        channel: args.channel.clone(),
        data: SendOrder::data(&bytes),
        kind: args.kind,
        priority: args.priority,
        delay_ms: args.delay,
        broadcast: Some(broadcast),
    };
    let sent = connect(&args.reach)?.send_message(order)?;
    output::either(args.format, &sent, told)?;
    Ok(0)
}

/// As much as fits into a request, two digits a byte.
fn standard_input() -> Result<Vec<u8>, Failure> {
    let most = REQUEST_BYTES / 2 - 1024;
    let mut bytes = Vec::new();
    let mut input = std::io::stdin().lock().take(most as u64 + 1);
    input
        .read_to_end(&mut bytes)
        .map_err(|e| Failure::new(format!("cannot read standard input: {e}")))?;
    if bytes.len() > most {
        let what = format!(
            "standard input has more than the {most} bytes that one message of this command may have; \
             longer ones are for apps and the translator"
        );
        return Err(Failure::new(what));
    }
    Ok(bytes)
}

fn told(sent: &Sent) -> String {
    let Sent {
        channel,
        bytes,
        queues,
    } = sent;
    match queues {
        0 => format!("{channel}: {bytes} bytes, heard by nobody\n"),
        1 => format!("{channel}: {bytes} bytes\n"),
        _ => format!("{channel}: {bytes} bytes to {queues} receivers\n"),
    }
}

/// A line for each channel, and below it one for each who uses it.
fn table(channels: &[ChannelInfo]) -> String {
    let names = [
        "CHANNEL", "TYPE", "APP", "MESSAGE", "DEPTH", "WAITING", "HIGH", "SENT", "TAKEN",
        "REFUSED", "DROPPED", "MEMORY",
    ];
    let rows: Vec<_> = channels.iter().flat_map(rows).collect();
    output::columns(names, &[3, 4, 5, 6, 7, 8, 9, 10, 11], &rows)
}

fn rows(channel: &ChannelInfo) -> Vec<[String; 12]> {
    let own = [
        channel.name.clone(),
        channel.kind.clone(),
        channel.app.clone(),
        format!("{} {}", channel.count, channel.element),
        channel.depth.to_string(),
        channel.waiting.to_string(),
        channel.high_water.to_string(),
        channel.sent.to_string(),
        channel.taken.to_string(),
        channel.refused.to_string(),
        channel.dropped.to_string(),
        output::bytes(channel.memory),
    ];
    let senders = channel.senders.iter().map(|u| user("sender", u));
    let receivers = channel.receivers.iter().map(|u| user("receiver", u));
    std::iter::once(own)
        .chain(senders)
        .chain(receivers)
        .collect()
}

fn user(role: &str, user: &UserInfo) -> [String; 12] {
    let app = if user.app.is_empty() {
        "Linux"
    } else {
        &user.app
    };
    let sends = role == "sender";
    let only = |wanted: bool, figure: u64| {
        if wanted {
            figure.to_string()
        } else {
            String::new()
        }
    };
    [
        format!("  {role}"),
        user.id.clone(),
        app.to_owned(),
        String::new(),
        String::new(),
        user.waiting.to_string(),
        only(!sends, user.high_water),
        only(sends, user.messages),
        only(!sends, user.messages),
        only(sends, user.refused),
        user.dropped.to_string(),
        String::new(),
    ]
}
