//! Which Linux users may use which channels.

use terrace_peer::Roles;

/// What one user may do. The device file's `[[peer]]`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Permit {
    /// The user.
    pub uid: u32,
    /// Channels it may send to.
    pub send: Vec<String>,
    /// Channels it may receive from.
    pub receive: Vec<String>,
    /// The priority of what it sends: 0, below all others, unless the device file says otherwise.
    pub priority: u8,
}

/// See the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Permits {
    own: u32,
    list: Vec<Permit>,
}

impl Permits {
    /// The user that the daemon runs as may use every channel, as it may control the daemon; others
    /// may use what the list says.
    #[must_use]
    pub fn new(list: Vec<Permit>) -> Permits {
        Permits {
            own: rustix::process::geteuid().as_raw(),
            list,
        }
    }

    /// May anybody but the daemon's own user connect?
    #[must_use]
    pub fn has_others(&self) -> bool {
        self.list.iter().any(|permit| permit.uid != self.own)
    }

    /// The priority of what this user sends to this channel, if it may use it so.
    ///
    /// # Errors
    /// The sentence to tell it.
    pub fn priority(&self, uid: u32, channel: &str, roles: Roles) -> Result<u8, String> {
        let of_user = || self.list.iter().filter(move |permit| permit.uid == uid);
        for (role, verb, key) in [
            (Roles::SEND, "send to", "send"),
            (Roles::RECEIVE, "receive from", "receive"),
        ] {
            let granted = |permit: &Permit| {
                let list = if role == Roles::SEND {
                    &permit.send
                } else {
                    &permit.receive
                };
                list.iter().any(|name| name == channel)
            };
            if roles.includes(role) && uid != self.own && !of_user().any(granted) {
                return Err(format!(
                    "user {uid} may not {verb} channel `{channel}`; the device file permits it by \
                     [[peer]] with uid = {uid} and {key} = [\"{channel}\"]"
                ));
            }
        }
        let sends = of_user().filter(|permit| permit.send.iter().any(|name| name == channel));
        Ok(sends.map(|permit| permit.priority).max().unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_may_what_the_list_says_and_nothing_else() {
        let own = rustix::process::geteuid().as_raw();
        let other = own + 1;
        let permits = Permits::new(vec![Permit {
            uid: other,
            send: vec!["in".to_owned()],
            receive: vec!["out".to_owned()],
            priority: 7,
        }]);
        assert!(permits.has_others() && !Permits::new(Vec::new()).has_others());
        assert_eq!(permits.priority(other, "in", Roles::SEND), Ok(7));
        assert_eq!(permits.priority(other, "out", Roles::RECEIVE), Ok(0));
        for (channel, roles) in [
            ("in", Roles::RECEIVE),
            ("in", Roles::BOTH),
            ("out", Roles::SEND),
            ("else", Roles::SEND),
        ] {
            let told = permits.priority(other, channel, roles).unwrap_err();
            assert!(told.contains(&format!("uid = {other}")), "{told}");
            assert_eq!(permits.priority(own, channel, roles), Ok(0));
        }
        assert!(permits.priority(other + 1, "in", Roles::SEND).is_err());
    }
}
