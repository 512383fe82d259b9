//! What goes over the translator's socket: one request, one answer, both in the machine's byte order.
//!
//! ```text
//!   request   magic u32 | version u8 | roles u8 | length of the name u16 | name
//!   answer    magic u32 | version u8 | verdict u8 | length of the text u16 | longest u32 | 0 u32 | text
//! ```
//!
//! With an answer that grants come descriptors (SCM_RIGHTS): an eventfd that tells the translator to
//! look, then the ring to send through, then the ring to receive through, as far as the roles ask for
//! them. Afterwards nothing is sent; the socket's end tells each side that the other is gone. An answer
//! that refuses may also come later, as the last thing before the end.

/// The first word of both.
pub const MAGIC: u32 = u32::from_le_bytes(*b"TBRG");
/// This version.
pub const VERSION: u8 = 1;
/// Bytes of a request before the name.
pub const REQUEST_HEAD: usize = 8;
/// Bytes of an answer before the text.
pub const ANSWER_HEAD: usize = 16;
/// Bytes of a name at most.
pub const NAME_BYTES: usize = 255;
/// Bytes of an answer's text at most.
pub const TEXT_BYTES: usize = 1024;
/// Descriptors of an answer at most.
pub const DESCRIPTORS: usize = 3;

/// What a process wants to do with a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Roles(u8);

impl Roles {
    /// Send to it.
    pub const SEND: Roles = Roles(1);
    /// Receive from it.
    pub const RECEIVE: Roles = Roles(2);
    /// Both.
    pub const BOTH: Roles = Roles(3);

    /// None if it is no role, or one that is not known.
    #[must_use]
    pub fn from_bits(bits: u8) -> Option<Roles> {
        (1..=3).contains(&bits).then_some(Roles(bits))
    }

    /// As in a request.
    #[must_use]
    pub fn bits(self) -> u8 {
        self.0
    }

    /// Does it include this one?
    #[must_use]
    pub fn includes(self, other: Roles) -> bool {
        self.0 & other.0 == other.0
    }
}

/// What a process asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// What it wants to do.
    pub roles: Roles,
    /// With which channel.
    pub channel: String,
}

/// A request that is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// Not this protocol.
    #[error(
        "the request begins with {0:#010x}, not with {MAGIC:#010x}; connect with the library for Linux processes"
    )]
    Magic(u32),
    /// Another version.
    #[error("version {0} is asked for, and {VERSION} is spoken; use the library of this Terrace")]
    Version(u8),
    /// No role.
    #[error("roles {0} are none: 1 is to send, 2 to receive, 3 both")]
    Roles(u8),
    /// No name.
    #[error("the name of the channel has {0} bytes; 1 to {NAME_BYTES} are taken, all of UTF-8")]
    Name(usize),
}

impl Request {
    /// As it goes over the socket. None if the name is empty or too long.
    #[must_use]
    pub fn encode(&self) -> Option<Vec<u8>> {
        let length = u16::try_from(self.channel.len()).ok()?;
        if self.channel.is_empty() || self.channel.len() > NAME_BYTES {
            return None;
        }
        let mut bytes = MAGIC.to_ne_bytes().to_vec();
        bytes.extend([VERSION, self.roles.bits()]);
        bytes.extend(length.to_ne_bytes());
        bytes.extend(self.channel.as_bytes());
        Some(bytes)
    }

    /// Read what has come so far. None: more is to come.
    ///
    /// # Errors
    /// [`RequestError`] as soon as it cannot become a request.
    pub fn decode(bytes: &[u8]) -> Result<Option<Request>, RequestError> {
        let Some((head, name)) = bytes.split_first_chunk::<REQUEST_HEAD>() else {
            return Ok(None);
        };
        let [a, b, c, d, version, roles, low, high] = *head;
        let magic = u32::from_ne_bytes([a, b, c, d]);
        if magic != MAGIC {
            return Err(RequestError::Magic(magic));
        }
        if version != VERSION {
            return Err(RequestError::Version(version));
        }
        let roles = Roles::from_bits(roles).ok_or(RequestError::Roles(roles))?;
        let length = usize::from(u16::from_ne_bytes([low, high]));
        if length == 0 || length > NAME_BYTES {
            return Err(RequestError::Name(length));
        }
        let Some(name) = name.get(..length) else {
            return Ok(None);
        };
        let channel = str::from_utf8(name).map_err(|_| RequestError::Name(length))?;
        Ok(Some(Request {
            roles,
            channel: channel.to_owned(),
        }))
    }
}

/// What the translator answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Here are the descriptors.
    Granted {
        /// Bytes of one message at most.
        longest: u32,
    },
    /// No, and why, and what to do.
    Refused(String),
}

impl Answer {
    /// As it goes over the socket. A text that is too long is cut.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let (verdict, longest, text) = match self {
            Answer::Granted { longest } => (0, *longest, ""),
            Answer::Refused(text) => (1, 0, &text[..text.floor_char_boundary(TEXT_BYTES)]),
        };
        let length = u16::try_from(text.len()).expect("cut above");
        let mut bytes = MAGIC.to_ne_bytes().to_vec();
        bytes.extend([VERSION, verdict]);
        bytes.extend(length.to_ne_bytes());
        bytes.extend(longest.to_ne_bytes());
        bytes.extend([0; 4]);
        bytes.extend(text.as_bytes());
        bytes
    }

    /// Read what has come. None if it is no answer of this version.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> Option<Answer> {
        let (head, text) = bytes.split_first_chunk::<ANSWER_HEAD>()?;
        let word =
            |at: usize| u32::from_ne_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        if word(0) != MAGIC || head[4] != VERSION {
            return None;
        }
        if head[5] == 0 {
            return Some(Answer::Granted { longest: word(8) });
        }
        let length = usize::from(u16::from_ne_bytes([head[6], head[7]]));
        let text = text.get(..length)?;
        Some(Answer::Refused(String::from_utf8_lossy(text).into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_read_back_and_nothing_shorter_is_one() {
        let request = Request {
            roles: Roles::BOTH,
            channel: "levels".to_owned(),
        };
        let bytes = request.encode().unwrap();
        for length in 0..bytes.len() {
            assert_eq!(Request::decode(&bytes[..length]), Ok(None), "{length}");
        }
        assert_eq!(Request::decode(&bytes), Ok(Some(request)));
    }

    #[test]
    fn each_field_of_a_request_is_checked() {
        let good = Request {
            roles: Roles::SEND,
            channel: "x".to_owned(),
        };
        let good = good.encode().unwrap();
        let with = |at: usize, value: u8| {
            let mut bytes = good.clone();
            bytes[at] = value;
            Request::decode(&bytes).unwrap_err()
        };
        assert!(matches!(with(0, 0), RequestError::Magic(_)));
        assert_eq!(with(4, 9), RequestError::Version(9));
        assert_eq!(with(5, 0), RequestError::Roles(0));
        assert_eq!(with(5, 4), RequestError::Roles(4));
        assert_eq!(with(8, 0xff), RequestError::Name(1));
        assert!(matches!(with(7, 0xff), RequestError::Name(_)));
        let long = Request {
            roles: Roles::SEND,
            channel: "x".repeat(NAME_BYTES + 1),
        };
        assert_eq!(long.encode(), None);
    }

    #[test]
    fn answers_are_read_back_and_long_texts_are_cut() {
        let granted = Answer::Granted { longest: 77 };
        assert_eq!(Answer::decode(&granted.encode()), Some(granted));
        let long = Answer::Refused("\u{e4}".repeat(TEXT_BYTES));
        let Some(Answer::Refused(text)) = Answer::decode(&long.encode()) else {
            panic!("a refusal");
        };
        assert_eq!(text.len(), TEXT_BYTES);
    }
}
