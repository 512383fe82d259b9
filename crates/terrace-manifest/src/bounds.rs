//! Every bound of a manifest's values, once: the parser refuses beyond them, the schema and
//! the reference publish them.
//!
//! Bounds that a guest can run into live in `abi/limits.toml`; those here are about what an
//! author may ask for.

use crate::model::{Bytes, Span};
use std::fmt;

/// From the least to the most, both allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bounds<T> {
    pub(crate) min: T,
    pub(crate) max: T,
}

impl<T: fmt::Display> fmt::Display for Bounds<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.min, self.max)
    }
}

const fn bounds<T>(min: T, max: T) -> Bounds<T> {
    Bounds { min, max }
}

/// A linear memory of 32 bits ends at 4 GiB; less than one Wasm page holds no program.
pub(crate) const LIMIT: Bounds<Bytes> = bounds(Bytes::new(64 << 10), Bytes::new(4 << 30));
pub(crate) const GUARANTEED: Bounds<Bytes> = bounds(Bytes::new(0), Bytes::new(4 << 30));
pub(crate) const SURPLUS_PRIORITY: Bounds<u64> = bounds(0, 99);

/// The real-time priorities of Linux.
pub(crate) const PRIORITY: Bounds<u64> = bounds(1, 99);
pub(crate) const SLICE_US: Bounds<u64> = bounds(100, 1_000_000);
pub(crate) const BUDGET_US: Bounds<u64> = bounds(100, 10_000_000);
pub(crate) const PERIOD_US: Bounds<u64> = bounds(1000, 10_000_000);
/// The processors a Linux affinity mask holds.
pub(crate) const WORKER: Bounds<u64> = bounds(0, 1023);
/// Bits of an address that are its network's.
pub(crate) const PREFIX: Bounds<u64> = bounds(1, 30);
/// Letters of the name of a network device of Linux.
pub(crate) const INTERFACE: usize = 15;

/// What the name of a network device looks like.
pub(crate) fn interface_pattern() -> String {
    format!("^[A-Za-z0-9_][A-Za-z0-9_.-]{{0,{}}}$", INTERFACE - 1)
}

/// A Linux user; the largest number is none.
pub(crate) const UID: Bounds<u64> = bounds(0, 4_294_967_294);

pub(crate) const RESTARTS: Bounds<u64> = bounds(1, 10_000);
pub(crate) const BACKOFF_MS: Bounds<u64> = bounds(0, 3_600_000);

pub(crate) const DEVICE_MEMORY: Bounds<Bytes> = bounds(Bytes::new(1 << 20), Bytes::new(1 << 44));
pub(crate) const DEVICE_WORKERS: Bounds<u64> = bounds(1, 1024);
pub(crate) const COUNT: Bounds<u64> = bounds(1, terrace_abi::PARTITIONS);

/// From a nanosecond, which no task costs less than, to a day.
const DAY: u64 = 86_400_000_000_000;
pub(crate) const PERIOD: Bounds<Span> = bounds(Span::from_us(1), Span::from_ns(DAY));
pub(crate) const DEADLINE: Bounds<Span> = bounds(Span::from_us(1), Span::from_ns(DAY));
pub(crate) const COST: Bounds<Span> = bounds(Span::from_ns(1), Span::from_ns(DAY));
pub(crate) const START: Bounds<Span> = bounds(Span::from_ns(0), Span::from_ns(DAY));
/// Messages in flight of one sender or receiver.
pub(crate) const FLIGHT: Bounds<u64> = bounds(1, 65_536);
/// Messages that wait in one channel.
pub(crate) const DEPTH: Bounds<u64> = bounds(1, 65_536);
/// Elements of one message.
pub(crate) const ELEMENTS: Bounds<u64> = bounds(1, 1 << 28);

/// Letters of a name inside an app.
pub(crate) const LABEL: usize = terrace_abi::LABEL_BYTES as usize;
/// Services, receivers, channels, interfaces or chains of one app; tasks of one service.
pub(crate) const NESTED: usize = 256;
/// Channels, interfaces or resources of one callback.
pub(crate) const USES: usize = 64;
/// Who may use one channel or interface; permissions of one app.
pub(crate) const GRANTS: usize = 64;

/// A page of SQLite's for each table and index fits in the least; the most is far below where SQLite ends.
pub(crate) const PROVIDER: Bounds<Bytes> = bounds(Bytes::new(1 << 20), Bytes::new(64 << 30));
/// Tables of one provider.
pub(crate) const TABLES: usize = 64;
/// Columns of one table.
pub(crate) const COLUMNS: usize = 64;
/// Statements of one call of a provider.
pub(crate) const STATEMENTS: usize = 16;

/// Folders of one app: each is an open descriptor of its partition.
pub(crate) const DIRS: usize = 64;
/// Addresses of one app.
pub(crate) const NETWORK: usize = 64;
/// Arguments, and variables of the environment, each.
pub(crate) const ARGS: usize = terrace_abi::ARGS as usize;
/// All arguments together, and all variables together.
pub(crate) const ARGS_BYTES: usize = terrace_abi::ARGS_BYTES as usize;
/// Both, in words.
pub(crate) fn all_args(what: &str) -> String {
    format!("{ARGS} {what}, {} together", Bytes::new(ARGS_BYTES as u64))
}

/// Letters of an app's name.
pub(crate) const NAME: usize = terrace_abi::NAME_BYTES as usize;
/// Letters of a version.
pub(crate) const VERSION: usize = 64;
/// A manifest's text.
pub(crate) const MANIFEST: usize = terrace_abi::MANIFEST_BYTES as usize;
/// Letters of a path: Linux's own.
pub(crate) const PATH: usize = 4095;
