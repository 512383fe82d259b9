//! A daemon in this process on a folder that goes away, and small apps for it.

use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use terrace_daemon::client::Client;
use terrace_daemon::protocol::StartOrder;
use terrace_daemon::{Daemon, DaemonConfig, OpenError, ServerConfig, StopSwitch};

/// Longer than anything takes that is not stuck.
pub const WATCHDOG: Duration = Duration::from_secs(120);

/// Says a line and sleeps until it is ended.
pub const SLEEPER: &str = r#"(module
    (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
    (import "terrace" "sleep_until" (func $sleep (param i64) (result i32)))
    (memory (export "memory") 1)
    (data (i32.const 0) "\08\00\00\00\06\00\00\00hello\n")
    (func (export "_start")
        (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 100)))
        (loop $again
            (drop (call $sleep (i64.const 0x7fffffffffffffff)))
            (br $again))))"#;

/// Computes without end and calls nothing.
pub const SPINNER: &str =
    r#"(module (memory (export "memory") 1) (func (export "_start") (loop (br 0))))"#;

/// Traps.
pub const FAULTY: &str =
    r#"(module (memory (export "memory") 1) (func (export "_start") unreachable))"#;

/// Ends at once with the status 3.
pub const BRIEF: &str = r#"(module
    (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
    (memory (export "memory") 1)
    (func (export "_start") (call $exit (i32.const 3))))"#;

/// Files and settings of a daemon; daemons may come and go.
pub struct House {
    pub dir: TempDir,
    pub config: DaemonConfig,
}

impl House {
    pub fn new() -> House {
        let dir = tempfile::tempdir().unwrap();
        let config = DaemonConfig {
            socket: dir.path().join("control.sock"),
            state_dir: dir.path().join("state"),
            vm: terrace_vm::Config {
                workers: 1,
                partitions: 16,
                memory: 64 << 20,
                realtime: false,
                pin: false,
                grace: Duration::from_millis(300),
                ..terrace_vm::Config::default()
            },
            metrics: None,
            server: ServerConfig::default(),
            permits: terrace_bridge::Permits::new(Vec::new()),
            network: None,
        };
        House { dir, config }
    }

    pub fn open(&self) -> Result<Running, OpenError> {
        let daemon = Daemon::open(self.config.clone())?;
        let (switch, metrics) = (daemon.stop_switch(), daemon.metrics_address());
        let thread = std::thread::spawn(move || daemon.run());
        Ok(Running {
            switch,
            metrics,
            thread: Some(thread),
        })
    }

    pub fn client(&self) -> Client {
        Client::connect(&self.config.socket).unwrap()
    }

    pub fn image(&self, name: &str, wat: &str) -> PathBuf {
        self.image_with(name, wat, "")
    }

    /// An image whose manifest goes on with `more`.
    pub fn image_with(&self, name: &str, wat: &str, more: &str) -> PathBuf {
        let path = self.dir.path().join(format!("{name}.terrace"));
        let manifest = format!(
            "[app]\nname = \"{name}\"\nversion = \"1.0.0\"\nprogram = \"{name}.wasm\"\n{more}"
        );
        terrace_image::pack(&manifest, &wat::parse_str(wat).unwrap(), &path).unwrap();
        path
    }

    /// The only stored image of a digest.
    pub fn stored(&self, digest: &str) -> PathBuf {
        let hex = digest.strip_prefix("sha256:").unwrap();
        self.config
            .state_dir
            .join("images")
            .join(format!("{hex}.terrace"))
    }
}

/// A daemon that runs; stopped when dropped.
pub struct Running {
    pub switch: StopSwitch,
    pub metrics: Option<std::net::SocketAddr>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    /// Stop it and wait until it is gone.
    pub fn stop(mut self) {
        self.join();
    }

    /// Wait until it is gone by itself.
    pub fn wait(mut self) {
        self.thread.take().unwrap().join().unwrap();
    }

    fn join(&mut self) {
        self.switch.turn();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.join();
    }
}

pub fn start_of(app: &str) -> StartOrder {
    StartOrder {
        app: app.to_owned(),
        count: 1,
        ..StartOrder::default()
    }
}

/// Wait until `done`, or fail after the watchdog's time.
pub fn until(what: &str, mut done: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !done() {
        assert!(begun.elapsed() < WATCHDOG, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Does a client that means well get what it asks for?
pub fn well(socket: &Path) -> bool {
    Client::connect(socket)
        .and_then(|mut client| client.ping())
        .is_ok()
}
