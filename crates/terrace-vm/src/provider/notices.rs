//! Notices of changes: intents to the channel that an observer named.
//!
//! A notice that has no room in the channel is not sent: what waits there was sent before the change and is taken
//! after it, so that an observer that looks at the table for each notice misses nothing. The next notice that
//! is sent speaks for those that were not.

use crate::message::{ChannelError, Directory, IntentDraft, Publisher};
use std::sync::Arc;
use terrace_abi::{ChangeKind, Code, PROVIDER_NOTICE_BYTES};
use terrace_engine::ProviderRefusal;
use terrace_host::pi_mutex::PiMutex;
use terrace_provider::{Change, Listener, Uri};

/// What a notice is called.
const ACTION: &str = "terrace.changed";

/// See the module.
pub(super) struct Notices {
    publisher: Publisher,
    /// What has not been told.
    owed: PiMutex<Option<Change>>,
}

impl Notices {
    /// To this channel.
    pub(super) fn open(directory: &Directory, channel: &str) -> Result<Notices, ProviderRefusal> {
        let refusal = |code, why| ProviderRefusal { code, why };
        let publisher = directory.publisher(channel, Arc::new(|| {}));
        let publisher = publisher.map_err(|e| refusal(Code::NoMemory, e.to_string()))?;
        let bytes = publisher.message_bytes();
        if u64::from(bytes) < PROVIDER_NOTICE_BYTES {
            let why = format!(
                "messages of channel `{channel}` have {bytes} bytes, and a notice up to {PROVIDER_NOTICE_BYTES}; raise `count`"
            );
            return Err(refusal(Code::TooLong, why));
        }
        Ok(Notices {
            publisher,
            owed: PiMutex::new(None),
        })
    }

    /// As a provider has it.
    pub(super) fn listener(self) -> Listener {
        Box::new(move |change| self.tell(change))
    }

    fn tell(&self, change: &Change) {
        let mut owed = self.owed.lock();
        let all = match owed.take() {
            Some(before) => both(&before, change),
            None => change.clone(),
        };
        let sent = draft(&all).map(|draft| self.publisher.announce(&draft, 0, 0, 0));
        if let Some(Err(ChannelError::Crowded(_) | ChannelError::NoMemory(_))) = sent {
            *owed = Some(all);
        }
    }
}

fn draft(change: &Change) -> Option<IntentDraft> {
    IntentDraft::new(ACTION)?
        .text("uri", &change.uri)?
        .int("change", (change.kind as u32).cast_signed())?
        .long("rows", i64::try_from(change.rows).unwrap_or(i64::MAX))
}

/// Two changes in one: of what they have in common.
fn both(one: &Change, two: &Change) -> Change {
    let common = || {
        let (one, two) = (Uri::parse(&one.uri)?, Uri::parse(&two.uri)?);
        let same = one.table == two.table;
        let table = two.table.filter(|_| same);
        let row = two.row.filter(|_| same && one.row == two.row);
        let provider = two.provider;
        Some(
            Uri {
                provider,
                table,
                row,
            }
            .to_string(),
        )
    };
    Change {
        uri: common().unwrap_or_else(|| two.uri.clone()),
        kind: match one.kind == two.kind {
            true => one.kind,
            false => ChangeKind::Several,
        },
        rows: one.rows.saturating_add(two.rows),
    }
}

#[cfg(test)]
mod tests {
    use super::{both, draft};
    use terrace_abi::{ChangeKind, PROVIDER_NOTICE_BYTES, PROVIDER_URI_BYTES};
    use terrace_provider::Change;

    fn change(uri: &str, kind: ChangeKind) -> Change {
        Change {
            uri: uri.to_owned(),
            kind,
            rows: 1,
        }
    }

    #[test]
    fn two_changes_are_told_as_what_they_have_in_common() {
        use ChangeKind::{Insert, Several, Update};
        for (one, two, uri, kind) in [
            (
                ("content://p/t/1", Insert),
                ("content://p/t/1", Insert),
                "content://p/t/1",
                Insert,
            ),
            (
                ("content://p/t/1", Insert),
                ("content://p/t/2", Update),
                "content://p/t",
                Several,
            ),
            (
                ("content://p/t/1", Insert),
                ("content://p/u/1", Insert),
                "content://p",
                Insert,
            ),
        ] {
            let all = both(&change(one.0, one.1), &change(two.0, two.1));
            assert_eq!((all.uri.as_str(), all.kind, all.rows), (uri, kind, 2));
        }
    }

    #[test]
    fn the_longest_notice_has_room() {
        let uri = "u".repeat(PROVIDER_URI_BYTES as usize);
        let longest = draft(&change(&uri, ChangeKind::Insert)).unwrap();
        assert!(
            longest.bytes().len() as u64 <= PROVIDER_NOTICE_BYTES,
            "{}",
            longest.bytes().len()
        );
    }
}
