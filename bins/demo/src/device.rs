//! The demo's device file, and the daemon that runs it.

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use terrace_daemon::client::Client;
use terrace_manifest::App;

/// One line of the device file with its manifest.
pub struct DemoApp {
    /// Where it lies.
    pub folder: PathBuf,
    /// Its manifest.
    pub manifest: App,
    /// How many partitions.
    pub count: u32,
    /// The partitions' name, if the device file gives one.
    pub name: Option<String>,
    /// Arguments instead of the manifest's.
    pub args: Option<Vec<String>>,
}

impl DemoApp {
    /// The app's name.
    pub fn title(&self) -> &str {
        self.manifest.name.as_str()
    }
}

/// Read `apps/demo.toml` and the manifests it names.
pub fn read(root: &Path) -> Result<Vec<DemoApp>> {
    let file = root.join("apps/demo.toml");
    let text = std::fs::read_to_string(&file)
        .with_context(|| format!("cannot read {}", file.display()))?;
    let device = terrace_manifest::parse_device(&text, &file)?;
    let mut apps = Vec::new();
    for app in device.apps {
        let folder = root.join("apps").join(&app.path);
        let manifest = folder.join("terrace.toml");
        let text = std::fs::read_to_string(&manifest)
            .with_context(|| format!("cannot read {}", manifest.display()))?;
        let manifest = terrace_manifest::parse_app(&text, &manifest)?;
        let name = app.name.map(|n| n.to_string());
        apps.push(DemoApp {
            folder,
            manifest,
            count: app.count,
            name,
            args: app.args,
        });
    }
    Ok(apps)
}

/// The built `terrace` command.
pub fn terrace(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root.join("target"), PathBuf::from)
        .join("release/terrace")
}

/// A daemon of the demo's own.
pub struct Machine {
    child: Child,
    folder: PathBuf,
    /// Where it listens.
    pub socket: PathBuf,
    /// The command that talks to it.
    pub terrace: PathBuf,
}

impl Machine {
    /// Start it in a fresh folder below `target/`.
    pub fn start(root: &Path) -> Result<Machine> {
        let folder = root.join("target/demo");
        let _ = std::fs::remove_dir_all(folder.join("state"));
        std::fs::create_dir_all(&folder)?;
        // A Unix socket's path has at most 107 bytes, and the tree may lie deep.
        let socket = std::env::temp_dir().join(format!("terrace-demo-{}.sock", std::process::id()));
        let log = std::fs::File::create(folder.join("daemon.log"))?;
        let terrace = terrace(root);
        let child = Command::new(&terrace)
            .args(["daemon", "--socket"])
            .arg(&socket)
            .arg("--state")
            .arg(folder.join("state"))
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()
            .with_context(|| format!("cannot start {}", terrace.display()))?;
        let mut machine = Machine {
            child,
            folder,
            socket,
            terrace,
        };
        machine.await_socket()?;
        Ok(machine)
    }

    fn await_socket(&mut self) -> Result<()> {
        let start = Instant::now();
        while Client::connect(&self.socket).is_err() {
            let log = self.folder.join("daemon.log");
            if let Some(status) = self.child.try_wait()? {
                bail!(
                    "the daemon ended with {status}: {}",
                    std::fs::read_to_string(log)?
                );
            }
            if start.elapsed() > Duration::from_secs(60) {
                bail!("the daemon does not answer; see {}", log.display());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// A connection.
    pub fn client(&self) -> Result<Client> {
        Ok(Client::connect(&self.socket)?)
    }

    /// The daemon's process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Stop it and wait.
    pub fn stop(&mut self) -> Result<()> {
        self.client()?.shut_down()?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        // It has ended already unless the demo failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
