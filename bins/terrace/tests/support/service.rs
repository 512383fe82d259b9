//! A daemon in a folder of its own, and the command against it.

use super::{Desk, err, eventually, out};
use std::process::{Child, Command, Output, Stdio};

/// A daemon on a desk.
pub struct Service {
    pub desk: Desk,
    pub daemon: Child,
}

impl Service {
    pub fn start() -> Service {
        let desk = Desk::new();
        let daemon = Service::daemon(&desk).spawn().unwrap();
        Service::of(desk, daemon)
    }

    /// A daemon that was started so, as soon as it answers.
    pub fn of(desk: Desk, daemon: Child) -> Service {
        let service = Service { desk, daemon };
        eventually("the daemon answers", || {
            service.run(&["ps"]).status.success()
        });
        service
    }

    pub fn daemon(desk: &Desk) -> Command {
        let mut command = desk.command(&[
            "daemon",
            "--state",
            "state",
            "--workers",
            "2",
            "--partitions",
            "64",
        ]);
        command
            .env("TERRACE_SOCKET", "t.sock")
            .env("TERRACE_LOG", "error")
            .stderr(Stdio::null());
        command
    }

    pub fn run(&self, args: &[&str]) -> Output {
        self.desk
            .command(args)
            .env("TERRACE_SOCKET", "t.sock")
            .output()
            .unwrap()
    }

    pub fn ok(&self, args: &[&str]) -> String {
        let done = self.run(args);
        assert!(done.status.success(), "{args:?}: {}", err(&done));
        out(&done)
    }

    pub fn json(&self, args: &[&str]) -> serde_json::Value {
        let text = self.ok(&[args, &["--format", "json"]].concat());
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"))
    }

    pub fn state(&self, name: &str) -> String {
        let all = self.json(&["ps"]);
        let found = all.as_array().unwrap().iter().find(|p| p["name"] == name);
        found.map_or_else(
            || "gone".to_owned(),
            |p| p["state"].as_str().unwrap().to_owned(),
        )
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}
