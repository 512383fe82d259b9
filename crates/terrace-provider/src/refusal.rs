//! Why a provider did not do what it was asked.

use terrace_abi::Code;

/// See the module. Its text goes to the log of who asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A claim of the guest that is wrong in itself.
    #[error("{0}")]
    Malformed(String),
    /// There is no such table, column or call.
    #[error("{0}")]
    Unknown(String),
    /// What was asked for is more than one may ask for.
    #[error("{what} are too long: at most {limit} are allowed")]
    TooLong {
        /// What.
        what: &'static str,
        /// Bytes, or what it says.
        limit: u64,
    },
    /// The rows do not fit in one answer.
    #[error("the rows are more than the {limit} bytes of one query; ask for fewer with `limit`")]
    TooManyRows {
        /// Bytes.
        limit: u64,
    },
    /// SQLite does not understand it, or it reaches for what it may not have.
    #[error("`{text}` is no selection: {why}")]
    Selection {
        /// What was given.
        text: String,
        /// What SQLite said.
        why: String,
    },
    /// A constraint of the table.
    #[error("the row is not as the table requires: {0}")]
    Conflict(String),
    /// The file has grown to its limit, or the disk is full.
    #[error("there is no room left: {0}; delete rows, or raise `limit` of the provider")]
    Full(String),
    /// It took too long.
    #[error("it took longer than {0} ms; add an index, or ask for fewer rows")]
    Slow(u64),
    /// Who asked is gone.
    #[error("who asked has ended")]
    Abandoned,
    /// It may read, and not write.
    #[error("{0} writes, and the caller may only read")]
    ReadOnly(String),
    /// The data cannot be used.
    #[error("{0}")]
    Storage(String),
}

impl Refusal {
    /// What the guest is answered.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Refusal::Malformed(_) | Refusal::Selection { .. } => Code::Invalid,
            Refusal::Unknown(_) => Code::NotFound,
            Refusal::TooLong { .. } | Refusal::TooManyRows { .. } => Code::TooLong,
            Refusal::Conflict(_) => Code::Conflict,
            Refusal::Full(_) => Code::Full,
            Refusal::Slow(_) | Refusal::Abandoned => Code::Timeout,
            Refusal::ReadOnly(_) => Code::Denied,
            Refusal::Storage(_) => Code::WrongState,
        }
    }
}
