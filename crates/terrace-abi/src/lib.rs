//! The guest interface as the monitor sees it: codes, bounds, records and signatures.
//!
//! Everything but the three types below is generated from `abi/` by
//! `cargo run -p xtask -- bindings`, as are the bindings of every SDK, so that a number has
//! one home. This crate is pure: no I/O, no allocation, no dependency but `serde` where asked for.
//!
//! # Invariants
//! A1. A number never changes its meaning: numbers are added, never reused.
//! A2. A record's bytes are its fields in order, little endian, without padding.
//!
//! Not for: what a call does (the engine and the vm), or what a manifest may say.
//! Source: DESIGN.md, section 4.
#![forbid(unsafe_code)]
#![no_std]

#[rustfmt::skip]
mod generated;
#[cfg(feature = "serde")]
mod by_name;

pub use generated::*;

impl State {
    /// Has it ended?
    #[must_use]
    pub const fn ended(self) -> bool {
        matches!(self, State::Stopped | State::Faulted)
    }

    /// Has it a life that has not ended?
    #[must_use]
    pub const fn alive(self) -> bool {
        !self.ended() && !matches!(self, State::Installed)
    }
}

/// A value type of core Wasm that crosses the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CoreType {
    /// 32 bits: numbers, codes, pointers, lengths.
    I32,
    /// 64 bits: times, ids, sizes.
    I64,
}

/// A call an app may make: what the monitor must link, and with which signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Import {
    /// Core Wasm module it is imported from.
    pub module: &'static str,
    /// Its name in that module.
    pub name: &'static str,
    /// What it takes.
    pub params: &'static [CoreType],
    /// What it answers: nothing or one value.
    pub results: &'static [CoreType],
}

/// A call the monitor makes, if the app exports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Callback {
    /// The export's name.
    pub name: &'static str,
    /// What it takes.
    pub params: &'static [CoreType],
    /// What it answers: nothing or one value.
    pub results: &'static [CoreType],
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn records_survive_the_crossing() {
        let event = Event {
            sequence: 1,
            at_ns: u64::MAX,
            id: 1 << 40,
            kind: 5,
            detail: 14,
        };
        assert_eq!(Event::from_bytes(&event.to_bytes()), event);
        let limits = Limits {
            memory_limit: 3,
            priority: 99,
            mode: 1,
            ..Limits::default()
        };
        assert_eq!(Limits::from_bytes(&limits.to_bytes()), limits);
        let status = Status {
            committed: 65536,
            fault: 8,
            ..Status::default()
        };
        assert_eq!(Status::from_bytes(&status.to_bytes()), status);
    }

    #[test]
    fn a_record_is_little_endian_in_order_without_padding() {
        let limits = Limits {
            memory_guaranteed: 0x0102,
            mode: 1,
            ..Limits::default()
        };
        let bytes = limits.to_bytes();
        assert_eq!(bytes.len(), 6 * 8 + 2 * 4);
        assert_eq!((bytes[0], bytes[1], bytes[52]), (2, 1, 1));
    }

    #[test]
    fn numbers_and_names_lead_back() {
        for code in Code::ALL {
            assert_eq!(Code::from_i32(code.as_i32()), Some(code));
            assert_eq!(Code::from_name(code.name()), Some(code));
        }
        for kind in FaultKind::ALL {
            assert_eq!(FaultKind::from_u32(kind.as_u32()), Some(kind));
        }
        assert_eq!((Code::from_i32(1), Code::from_i32(i32::MIN)), (None, None));
        assert_eq!(State::from_name("Running"), None);
    }

    #[test]
    fn published_numbers_keep_their_meaning() {
        assert_eq!(
            (
                Code::Ok.as_i32(),
                Code::Again.as_i32(),
                Code::Timeout.as_i32()
            ),
            (0, -1, -10)
        );
        assert_eq!(
            (State::Faulted.as_u32(), FaultKind::Monitor.as_u32()),
            (6, 13)
        );
        assert_eq!(
            (
                Level::Error.as_u32(),
                Limit::Priority.as_u32(),
                TrimLevel::Critical.as_u32()
            ),
            (1, 3, 2)
        );
        assert_eq!(EventKind::LogDropped.as_u32(), 9);
    }

    #[test]
    fn no_call_is_named_twice() {
        let imports = system::ALL
            .iter()
            .chain(control::ALL)
            .chain(realtime::ALL)
            .chain(message::ALL)
            .chain(window::ALL);
        let names: BTreeSet<_> = imports.clone().map(|i| (i.module, i.name)).collect();
        assert_eq!(names.len(), imports.count());
    }

    #[test]
    fn a_buffer_is_a_pointer_and_a_length() {
        assert_eq!(
            control::STATUS.params,
            [CoreType::I64, CoreType::I32, CoreType::I32]
        );
        assert_eq!(
            (system::NOW.params, system::NOW.results),
            (&[][..], &[CoreType::I64][..])
        );
        assert_eq!(lifecycle::TRIM.name, "terrace_trim");
    }
}
