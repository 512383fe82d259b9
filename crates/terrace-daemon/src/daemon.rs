//! The daemon as a whole: opened in order, closed in the opposite one.
//!
//! ```text
//!   lock -> database, folders -> socket (bound) -> machine -> apps, partitions
//!        -> watcher -> clients -> translator -> metrics -> "ready" to systemd
//! ```
//!
//! # Invariants
//! I1. Until the lock is held nothing of the state directory is read or written.
//! I2. What ends because the daemon stops is still written down as what should run: the
//!     watcher has ended before the first partition is asked to stop.

use crate::database::{Database, DatabaseError};
use crate::depot::{self, Depot, DepotError};
use crate::http::MetricsServer;
use crate::ledger::Ledger;
use crate::lock::{LockError, StateLock};
use crate::machine::{Machine, StopSwitch};
use crate::rendezvous::{Bridge, Rendezvous};
use crate::server::{Server, ServerConfig};
use crate::socket::{SocketError, SocketFile};
use crate::{restore, watch};
use sd_notify::NotifyState;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use terrace_bridge::{Gateway, GatewayError, Network, Permits};
use terrace_vm::{BootError, Controller, Sink};

/// What a daemon needs to know.
#[derive(Debug, Clone)]
pub struct DaemonConfig {
    /// Where clients find it.
    pub socket: PathBuf,
    /// Where it keeps what survives it.
    pub state_dir: PathBuf,
    /// The virtual machine. Output is always kept, for `terrace logs`.
    pub vm: terrace_vm::Config,
    /// Where to serve metrics, if anywhere. Anybody who can connect can read them.
    pub metrics: Option<SocketAddr>,
    /// Bounds for clients.
    pub server: ServerConfig,
    /// Who but the daemon's own user may use which channels through the translator.
    pub permits: Permits,
    /// The network whose packets go to partitions, if there is one.
    pub network: Option<Network>,
}

/// The daemon cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The state directory.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The database.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The folders.
    #[error(transparent)]
    Depot(#[from] DepotError),
    /// The control socket.
    #[error(transparent)]
    Socket(#[from] SocketError),
    /// The virtual machine.
    #[error(transparent)]
    Boot(#[from] BootError),
    /// The network.
    #[error(transparent)]
    Network(#[from] GatewayError),
    /// The metrics.
    #[error("cannot serve metrics at {address}: {cause}; give another --metrics address")]
    Metrics {
        /// Where.
        address: SocketAddr,
        /// What Linux said.
        cause: io::Error,
    },
    /// A thread or signal.
    #[error(
        "cannot start {what}: {cause}; see the limits of threads and descriptors (ulimit -u, -n)"
    )]
    Linux {
        /// What.
        what: &'static str,
        /// What Linux said.
        cause: io::Error,
    },
}

/// A daemon that answers. Closes when dropped, if it was not run.
pub struct Daemon {
    machine: Arc<Machine>,
    open: Option<Open>,
}

/// What is closed at the end, and the lock, which goes last.
struct Open {
    server: Server,
    metrics: Option<MetricsServer>,
    translator: Bridge,
    gateway: Option<Gateway>,
    watcher: JoinHandle<()>,
    _lock: StateLock,
}

impl std::fmt::Debug for Daemon {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Daemon({})", self.machine.state_dir.display())
    }
}

impl Daemon {
    /// Open everything, bring back what should run, and answer clients.
    ///
    /// # Errors
    /// [`OpenError`] says what stands in the way. A damaged app or partition does not: see
    /// [`Daemon::degraded`].
    pub fn open(config: DaemonConfig) -> Result<Daemon, OpenError> {
        let linux = |what| move |cause| OpenError::Linux { what, cause };
        let lock = StateLock::take(&config.state_dir)?;
        let quarantine = depot::quarantine(&config.state_dir);
        let opened = Database::open(&config.state_dir.join("state.db"), &quarantine)?;
        let depot = Depot::open(&config.state_dir)?;
        // First, because it is the one that decides whether a new folder is open to others.
        let rendezvous = Rendezvous::bind(&config.socket, config.permits)?;
        let socket = SocketFile::bind(&config.socket)?;
        let controller = Controller::start(terrace_vm::Config {
            sink: Sink::Keep,
            data: Some(config.state_dir.join("data")),
            ..config.vm
        })?;
        let ledger = Ledger::new(opened.database);
        let machine = Arc::new(Machine::new(controller, depot, ledger, config.state_dir));
        // From before the first partition runs, so that no end of one is missed.
        let watcher = watch::start(&machine).map_err(linux("the watcher"))?;
        bring_back(&machine, opened.quarantined)?;
        let started = Server::start(machine.clone(), socket, config.server);
        let server = started.map_err(linux("the control server"))?;
        if let Some(obstacle) = rendezvous.obstacle() {
            machine.note(obstacle);
        }
        let translator = rendezvous.serve(machine.controller.clone());
        let translator = translator.map_err(linux("the translator"))?;
        let network = config.network;
        let gateway = network.map(|network| Gateway::start(machine.controller.clone(), network));
        let gateway = gateway.transpose()?;
        let metrics = config.metrics.map(|address| {
            MetricsServer::start(machine.clone(), address)
                .map_err(|cause| OpenError::Metrics { address, cause })
        });
        let mut daemon = Daemon {
            machine,
            open: Some(Open {
                server,
                metrics: None,
                translator,
                gateway,
                watcher,
                _lock: lock,
            }),
        };
        if let (Some(metrics), Some(open)) = (metrics.transpose()?, &mut daemon.open) {
            open.metrics = Some(metrics);
        }
        Ok(daemon)
    }

    /// What is not as it should be, one sentence each: refused privileges, damaged images.
    #[must_use]
    pub fn degraded(&self) -> Vec<String> {
        self.machine.degraded()
    }

    /// Where metrics are served.
    #[must_use]
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.open
            .as_ref()?
            .metrics
            .as_ref()
            .map(MetricsServer::address)
    }

    /// Stops the daemon from any thread.
    #[must_use]
    pub fn stop_switch(&self) -> StopSwitch {
        self.machine.stop.clone()
    }

    /// Have SIGTERM and SIGINT stop the daemon; a second one ends the process at once.
    ///
    /// # Errors
    /// [`OpenError::Linux`] when they cannot be caught.
    pub fn stop_on_signals(&self) -> Result<(), OpenError> {
        crate::signals::turn_on_signals(self.machine.stop.clone()).map_err(|cause| {
            OpenError::Linux {
                what: "the signal handling",
                cause,
            }
        })
    }

    /// Tell systemd, run until the stop switch is turned, then end everything, politely first.
    pub fn run(mut self) {
        notify(NotifyState::Ready);
        while !self.machine.stop.wait(Duration::from_secs(3600)) {}
        notify(NotifyState::Stopping);
        self.close();
    }

    fn close(&mut self) {
        let Some(open) = self.open.take() else { return };
        self.machine.stop.turn();
        // I2.
        if open.watcher.join().is_err() {
            tracing::error!("the watcher panicked");
        }
        open.server.close();
        drop((open.translator, open.gateway));
        if let Some(metrics) = open.metrics {
            metrics.close();
        }
        self.machine.controller.shut_down();
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        self.close();
    }
}

fn bring_back(machine: &Machine, quarantined: Option<PathBuf>) -> Result<(), OpenError> {
    if let Some(moved) = quarantined {
        machine.note(format!(
            "the database was damaged and is now {}; apps are installed again from their images, \
             what should run must be started again",
            moved.display()
        ));
        restore::rebuild(machine);
    }
    let (apps, partitions) = machine.ledger().written()?;
    restore::restore(machine, apps, partitions);
    Ok(())
}

/// Does nothing where there is no systemd.
fn notify(state: NotifyState<'_>) {
    if let Err(cause) = sd_notify::notify(&[state]) {
        tracing::warn!(%cause, "cannot tell systemd");
    }
}
