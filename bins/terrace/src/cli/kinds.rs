//! Kinds of values on the command line, each refused with the form it should have.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

/// `KEY=VALUE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnvArg {
    /// Before the first `=`.
    pub key: String,
    /// After it.
    pub value: String,
}

impl FromStr for EnvArg {
    type Err = String;

    fn from_str(text: &str) -> Result<EnvArg, String> {
        match text.split_once('=') {
            Some((key, value)) if !key.is_empty() => Ok(EnvArg {
                key: key.to_owned(),
                value: value.to_owned(),
            }),
            _ => Err("write it as KEY=VALUE".to_owned()),
        }
    }
}

/// `ADDR:PORT`.
pub(super) fn address(text: &str) -> Result<SocketAddr, String> {
    let wrong = |_| "write it as ADDR:PORT, for example 127.0.0.1:8080 or [::1]:8080".to_owned();
    text.parse().map_err(wrong)
}

/// `HOST[::GUEST[::ro]]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirArg {
    /// The folder on this machine.
    pub host: PathBuf,
    /// What the program calls it.
    pub guest: String,
    /// May the program change it?
    pub write: bool,
}

impl FromStr for DirArg {
    type Err = String;

    fn from_str(text: &str) -> Result<DirArg, String> {
        let parts: Vec<&str> = text.split("::").collect();
        let (host, guest, write) = match parts[..] {
            [host] => (host, host, true),
            [host, guest] => (host, guest, true),
            [host, guest, "ro"] => (host, guest, false),
            [host, guest, "rw"] => (host, guest, true),
            _ => {
                return Err(
                    "write it as HOST::GUEST, or HOST::GUEST::ro to forbid changes".to_owned(),
                );
            }
        };
        if host.is_empty() || guest.is_empty() {
            return Err("neither HOST nor GUEST may be empty; write it as HOST::GUEST".to_owned());
        }
        Ok(DirArg {
            host: host.into(),
            guest: guest.to_owned(),
            write,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_written_with_double_colons() {
        let dir: DirArg = "/srv/data::/data::ro".parse().unwrap();
        assert_eq!((dir.guest.as_str(), dir.write), ("/data", false));
        let dir: DirArg = ".".parse().unwrap();
        assert_eq!((dir.guest.as_str(), dir.write), (".", true));
        for bad in ["", "::", "a::b::c", "a::b::ro::x", "::b"] {
            assert!(bad.parse::<DirArg>().is_err(), "{bad}");
        }
    }

    #[test]
    fn variables_need_a_name() {
        let env: EnvArg = "A=b=c".parse().unwrap();
        assert_eq!((env.key.as_str(), env.value.as_str()), ("A", "b=c"));
        assert!("=b".parse::<EnvArg>().is_err());
        assert!("A".parse::<EnvArg>().is_err());
    }
}
