//! What goes over the control socket: one JSON object a line, in both directions.
//!
//! ```text
//!   client                                   daemon
//!   {"v":1,"id":7,"request":{"do":"ps"}} -->
//!                                        <-- {"id":7,"next":[...]}    none or more
//!                                        <-- {"id":7,"ok":null}       the last one
//!                                        or  {"id":7,"error":{"code":"...","message":"..."}}
//! ```
//!
//! Requests on one connection are answered in order. A stream (`follow`) has no last answer:
//! it lasts until the client closes the connection or the daemon stops.
//!
//! # Invariants
//! I1. [`parse_request`] accepts no more than the limits of the guest interface for names,
//!     arguments and variables, whatever the bytes are; it allocates in proportion to its input.
//! I2. Fields are added, never given another meaning; `v` changes when that is not possible.
//!
//! Not for: what the orders do (`orders`), reading lines (`line`).
//! Described for other languages in `docs/book/src/control-socket.md`.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The version of the protocol.
pub const VERSION: u32 = 1;
/// The longest request in bytes, its line end not counted.
pub const REQUEST_BYTES: usize = 1 << 20;
/// The longest answer in bytes. Lists are cut into several answers well below it.
pub const ANSWER_BYTES: usize = 16 << 20;

/// One request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// [`VERSION`].
    pub v: u32,
    /// The client's number for it; the answers carry it.
    pub id: u64,
    /// What to do.
    pub request: Order,
}

/// What a client may ask for. A `partition` is an id, a name or a unique beginning of a name;
/// an `app` is a name, a unique beginning of one, or of a digest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Order {
    /// Who are you? Answers [`crate::answers::Pong`].
    Ping {},
    /// Install the app image at an absolute path that the daemon opens itself. Streams
    /// [`crate::answers::InstallStep`], ends with [`crate::answers::Installed`].
    Install {
        /// The image.
        path: PathBuf,
    },
    /// Forget an app. Refused while partitions of it live. Answers [`crate::answers::AppInfo`].
    Uninstall {
        /// Which.
        app: String,
    },
    /// Streams lists of [`crate::answers::AppInfo`].
    Images {},
    /// Create and start partitions. Answers a list of [`crate::answers::Started`].
    Start(StartOrder),
    /// End politely, by force after a time; waits for it. Answers [`crate::answers::PartitionInfo`].
    Stop {
        /// Which.
        partition: String,
        /// Milliseconds to the forced end; the daemon's own grace time if absent, and at most it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        grace_ms: Option<u64>,
    },
    /// End by force; waits for it. Answers [`crate::answers::PartitionInfo`].
    Kill {
        /// Which.
        partition: String,
    },
    /// Suspend at the next safe point; waits for it. Answers [`crate::answers::PartitionInfo`].
    Suspend {
        /// Which.
        partition: String,
    },
    /// Resume. Answers [`crate::answers::PartitionInfo`].
    Resume {
        /// Which.
        partition: String,
    },
    /// End by force if it lives, and start again. Answers [`crate::answers::PartitionInfo`].
    Restart {
        /// Which.
        partition: String,
    },
    /// Forget an ended partition, and its records. Answers [`crate::answers::Started`].
    Remove {
        /// Which.
        partition: String,
    },
    /// Streams lists of [`crate::answers::PartitionInfo`].
    Ps {},
    /// Answers [`crate::answers::Inspection`].
    Inspect {
        /// Which.
        partition: String,
    },
    /// Wait until the partition has ended for good. Answers [`crate::answers::Ending`].
    Wait {
        /// Which.
        partition: String,
        /// Milliseconds; without end if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_ms: Option<u64>,
    },
    /// Streams [`crate::answers::LogPage`].
    Logs(LogsOrder),
    /// Answers [`crate::answers::Stats`].
    Stats {},
    /// Streams lists of [`crate::answers::PartitionEvent`].
    Events {
        /// The first sequence number wanted; the oldest kept one if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<u64>,
        /// Go on with what happens later.
        #[serde(default)]
        follow: bool,
    },
    /// Streams lists of [`crate::answers::ChannelInfo`].
    Channels {},
    /// Streams lists of [`crate::answers::ProviderInfo`].
    Providers {},
    /// Ask a content provider. Streams lists of rows; the first row has the names of the columns.
    Query(QueryOrder),
    /// Record what the workers do. Streams [`crate::answers::TracePage`]s.
    Trace {
        /// For how many milliseconds.
        ms: u64,
    },
    /// Send a message from outside all partitions. Answers [`crate::answers::Sent`].
    Send(SendOrder),
    /// What the daemon may not do as it should: a list of sentences.
    Degraded {},
    /// Stop the daemon as SIGTERM does. Answers null, before it stops.
    Shutdown {},
}

/// See [`Order::Start`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartOrder {
    /// Which app.
    pub app: String,
    /// How many partitions; 1 if absent.
    #[serde(default = "one")]
    pub count: u32,
    /// The partition's name; `NAME-1`, `NAME-2`... with a count. Chosen by the daemon if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Arguments instead of the manifest's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub args: Option<Vec<String>>,
    /// Variables beside the manifest's; these win.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub env: Vec<(String, String)>,
    /// Start it even if deadlines would be missed; nothing is proven while it lives.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub force: bool,
}

fn one() -> u32 {
    1
}

/// See [`Order::Query`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QueryOrder {
    /// `content://PROVIDER/TABLE`, or `content://PROVIDER/TABLE/ID`.
    pub uri: String,
    /// Columns with commas between; all if absent.
    #[serde(default)]
    pub columns: String,
    /// An expression over columns, with `?1`, `?2` for arguments; all rows if absent.
    #[serde(default)]
    pub selection: String,
    /// What they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<String>,
    /// Columns with commas between, each perhaps with `desc` after it.
    #[serde(default)]
    pub order: String,
    /// Rows at most; 0, which it is if absent: all.
    #[serde(default)]
    pub limit: u32,
}

/// See [`Order::Send`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SendOrder {
    /// The channel's name.
    pub channel: String,
    /// The bytes, two hexadecimal digits each.
    #[serde(default)]
    pub data: String,
    /// What the message is called; 0 if absent.
    #[serde(default)]
    pub kind: u32,
    /// 1..99, or 0 for normal, which it is if absent.
    #[serde(default)]
    pub priority: u8,
    /// Milliseconds until it is delivered; at once if absent.
    #[serde(default)]
    pub delay_ms: u64,
    /// Refuse a channel that is no broadcast if true, one that is if false; any if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broadcast: Option<bool>,
}

impl SendOrder {
    /// What `data` stands for; none if it is not hexadecimal.
    #[must_use]
    pub fn bytes(&self) -> Option<Vec<u8>> {
        let digits: Option<Vec<_>> = self.data.chars().map(|c| c.to_digit(16)).collect();
        let digits = digits.filter(|d| d.len() % 2 == 0)?;
        let pairs = digits.chunks_exact(2);
        Some(
            pairs
                .filter_map(|pair| u8::try_from(pair[0] * 16 + pair[1]).ok())
                .collect(),
        )
    }

    /// The form of `data`.
    #[must_use]
    pub fn data(bytes: &[u8]) -> String {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digits = bytes.iter().flat_map(|b| [b >> 4, b & 15]);
        digits
            .map(|digit| char::from(DIGITS[usize::from(digit)]))
            .collect()
    }
}

/// See [`Order::Logs`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogsOrder {
    /// Whose.
    pub partition: String,
    /// The first sequence number wanted; the oldest kept one if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u64>,
    /// Only log records of this level (1 error .. 4 debug) or a graver one; output is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
    /// Go on with what comes later, until the partition is removed.
    #[serde(default)]
    pub follow: bool,
}

/// One answer as the daemon sends it; clients read [`AnswerLine`].
#[derive(Debug, Serialize)]
pub struct Answer<'a, T: Serialize> {
    /// The request's number; null if the request could not be read so far.
    pub id: Option<u64>,
    /// What is answered.
    #[serde(flatten)]
    pub content: Content<'a, T>,
}

/// The kinds of answers.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Content<'a, T: Serialize> {
    /// One of several; more follow.
    Next(&'a T),
    /// The last one.
    Ok(&'a T),
    /// The last one: it was refused, or went wrong.
    Error(&'a Refusal),
}

/// One answer as a client reads it: exactly one of the three is there.
#[derive(Debug, Deserialize)]
pub struct AnswerLine {
    /// The request's number.
    pub id: Option<u64>,
    /// One of several.
    #[serde(default)]
    pub next: Option<serde_json::Value>,
    /// The last one; `Some(Null)` where there is nothing to tell.
    #[serde(default, deserialize_with = "present")]
    pub ok: Option<serde_json::Value>,
    /// The last one.
    #[serde(default)]
    pub error: Option<Refusal>,
}

/// `"ok":null` is an answer, a missing `ok` is none.
fn present<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Option<serde_json::Value>, D::Error> {
    serde_json::Value::deserialize(d).map(Some)
}

/// Why a request was not done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// For programs.
    pub code: RefusalCode,
    /// For people: what, the value, the limit, what to do.
    pub message: String,
}

impl Refusal {
    /// A refusal.
    pub fn new(code: RefusalCode, message: impl Into<String>) -> Refusal {
        Refusal {
            code,
            message: message.into(),
        }
    }
}

/// For programs. New ones may be added: clients treat what they do not know as `internal`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RefusalCode {
    /// The line is not a request, or an argument is out of its range.
    BadRequest,
    /// Another version of the protocol.
    Version,
    /// The line is longer than [`REQUEST_BYTES`]; the connection is closed.
    TooLong,
    /// Too many clients, or the client was too slow; the connection is closed.
    Busy,
    /// Another user's socket; the connection is closed.
    Forbidden,
    /// No such app.
    NoSuchApp,
    /// No such partition, or the name fits several.
    NoSuchPartition,
    /// No installed app declares such a channel.
    NoSuchChannel,
    /// No installed app declares such a provider, or it has no such table.
    NoSuchProvider,
    /// The provider refused the query, or cannot be used.
    NotRead,
    /// The channel is full, or is not of the kind that was asked for.
    NotSent,
    /// The partition or app is in a state that does not allow it.
    WrongState,
    /// A name is taken, or cannot be one.
    BadName,
    /// No place, memory, worker or thread for it.
    NotAdmitted,
    /// The app image is damaged or cannot be read.
    Image,
    /// The manifest of the image is wrong.
    Manifest,
    /// The program cannot be compiled or linked.
    Program,
    /// The daemon is stopping.
    Stopping,
    /// The daemon's disk, database or memory failed, or it has an error.
    #[serde(other)]
    Internal,
}

/// The bytes are not a request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProtocolError {
    /// Not JSON, or not in the form of a request.
    #[error(
        "not a request: {cause}; send {{\"v\":1,\"id\":1,\"request\":{{\"do\":\"ping\"}}}} and a line end"
    )]
    Form {
        /// The request's number, if it could be read.
        id: Option<u64>,
        /// What, and where in the line.
        cause: String,
    },
    /// Another version.
    #[error(
        "the request has protocol version {found}, this daemon speaks {VERSION}; use the `terrace` command of the daemon's own version"
    )]
    Version {
        /// The request's number.
        id: Option<u64>,
        /// Its version.
        found: u64,
    },
    /// Longer than it may be.
    #[error("the request is longer than {REQUEST_BYTES} bytes; send fewer arguments")]
    TooLong,
    /// An argument beyond its limit.
    #[error("{what} is {value}, the limit is {limit}; {fix}")]
    Limit {
        /// The request's number.
        id: u64,
        /// What.
        what: &'static str,
        /// Its value.
        value: u64,
        /// The limit.
        limit: u64,
        /// What to do.
        fix: &'static str,
    },
    /// A path that means something else in the daemon's folder.
    #[error(
        "the path `{path}` is not absolute; the daemon runs in another folder: send the whole path"
    )]
    RelativePath {
        /// The request's number.
        id: u64,
        /// The path.
        path: String,
    },
}

impl ProtocolError {
    /// The number of the request, if it could be read.
    #[must_use]
    pub fn id(&self) -> Option<u64> {
        match self {
            ProtocolError::Form { id, .. } | ProtocolError::Version { id, .. } => *id,
            ProtocolError::TooLong => None,
            ProtocolError::Limit { id, .. } | ProtocolError::RelativePath { id, .. } => Some(*id),
        }
    }

    /// The answer to it.
    #[must_use]
    pub fn refusal(&self) -> Refusal {
        let code = match self {
            ProtocolError::Version { .. } => RefusalCode::Version,
            ProtocolError::TooLong => RefusalCode::TooLong,
            _ => RefusalCode::BadRequest,
        };
        Refusal::new(code, self.to_string())
    }
}

/// What is read first, so that another version is told apart from nonsense.
#[derive(Deserialize)]
struct Head {
    v: Option<u64>,
    id: Option<u64>,
}

/// Read one line, without its line end.
///
/// # Errors
/// [`ProtocolError`] says what is wrong with it.
pub fn parse_request(line: &[u8]) -> Result<Request, ProtocolError> {
    if line.len() > REQUEST_BYTES {
        return Err(ProtocolError::TooLong);
    }
    let form = |id| {
        move |e: serde_json::Error| ProtocolError::Form {
            id,
            cause: cut(&e.to_string()),
        }
    };
    let head: Head = serde_json::from_slice(line).map_err(form(None))?;
    match head.v {
        Some(v) if v != u64::from(VERSION) => {
            return Err(ProtocolError::Version {
                id: head.id,
                found: v,
            });
        }
        _ => {}
    }
    let request: Request = serde_json::from_slice(line).map_err(form(head.id))?;
    check(&request)?;
    Ok(request)
}

/// Serde quotes what it did not expect, which a client may have made very long.
fn cut(message: &str) -> String {
    const SHOWN: usize = 300;
    let mut shown: String = message.chars().take(SHOWN).collect();
    if shown.len() < message.len() {
        shown.push_str("...");
    }
    shown
}

/// I1.
fn check(request: &Request) -> Result<(), ProtocolError> {
    let id = request.id;
    match &request.request {
        Order::Install { path } if !path.is_absolute() => Err(ProtocolError::RelativePath {
            id,
            path: cut(&path.display().to_string()),
        }),
        Order::Start(start) => check_start(id, start),
        Order::Send(send) => check_send(id, send),
        Order::Logs(LogsOrder {
            level: Some(level), ..
        }) if !(1..=4).contains(level) => Err(ProtocolError::Limit {
            id,
            what: "the level",
            value: u64::from(*level),
            limit: 4,
            fix: "1 is error, 2 warn, 3 info, 4 debug",
        }),
        _ => Ok(()),
    }
}

fn check_send(id: u64, send: &SendOrder) -> Result<(), ProtocolError> {
    if send.bytes().is_none() {
        return Err(ProtocolError::Form {
            id: Some(id),
            cause: "`data` has two hexadecimal digits for each byte, and nothing else".to_owned(),
        });
    }
    let limit = |what, value, limit, fix| {
        Err(ProtocolError::Limit {
            id,
            what,
            value,
            limit,
            fix,
        })
    };
    if send.priority > 99 {
        let value = u64::from(send.priority);
        return limit("the priority", value, 99, "1 to 99, or 0 for normal");
    }
    if send.channel.len() as u64 > terrace_abi::LABEL_BYTES {
        let value = send.channel.len() as u64;
        return limit(
            "the channel's name",
            value,
            terrace_abi::LABEL_BYTES,
            "`terrace channels` lists those there are",
        );
    }
    Ok(())
}

fn check_start(id: u64, start: &StartOrder) -> Result<(), ProtocolError> {
    let bounded = |what, value: usize, limit: u64, fix| {
        let value = value as u64;
        if value <= limit {
            Ok(())
        } else {
            Err(ProtocolError::Limit {
                id,
                what,
                value,
                limit,
                fix,
            })
        }
    };
    if start.count == 0 {
        let (what, fix) = ("the count", "it is at least 1");
        return Err(ProtocolError::Limit {
            id,
            what,
            value: 0,
            limit: terrace_abi::PARTITIONS,
            fix,
        });
    }
    bounded(
        "the count",
        start.count as usize,
        terrace_abi::PARTITIONS,
        "start fewer",
    )?;
    let args = start.args.as_deref().unwrap_or_default();
    let args_bytes: usize = args.iter().map(String::len).sum();
    let env_bytes: usize = start.env.iter().map(|(k, v)| k.len() + v.len()).sum();
    bounded(
        "the number of arguments",
        args.len(),
        terrace_abi::ARGS,
        "give fewer, or a file",
    )?;
    bounded(
        "the size of the arguments",
        args_bytes,
        terrace_abi::ARGS_BYTES,
        "give fewer, or a file",
    )?;
    bounded(
        "the number of variables",
        start.env.len(),
        terrace_abi::ARGS,
        "give fewer, or a file",
    )?;
    bounded(
        "the size of the variables",
        env_bytes,
        terrace_abi::ARGS_BYTES,
        "give fewer, or a file",
    )
}
