//! How large a virtual machine is, and what it may ask of Linux.

/// See the module.
#[derive(Debug, Clone)]
pub struct Config {
    /// Worker threads; default one per core.
    pub workers: usize,
    /// Partitions that may live at once.
    pub partitions: usize,
    /// Bytes that all partitions together may be guaranteed; default three quarters of the machine.
    pub memory: u64,
    /// Be a Linux real-time thread while a fifo partition is there.
    pub realtime: bool,
    /// Bind worker N to core N.
    pub pin: bool,
    /// From a polite stop to a forced one.
    pub grace: std::time::Duration,
    /// Where output goes.
    pub sink: crate::journal::Sink,
    /// Where content providers keep their files; none: in a folder that goes with the machine.
    pub data: Option<std::path::PathBuf>,
    /// Workers that are not plain fixed-priority ones, as a device file says.
    pub plans: Vec<terrace_manifest::WorkerPlan>,
    /// Servers of aperiodic work, as a device file says.
    pub servers: Vec<terrace_manifest::Server>,
    /// The longest section of the monitor that nothing interrupts: the proof counts it for everyone.
    pub masked: terrace_manifest::Span,
    /// What is done at resources that are shared, for the proof.
    pub protocol: terrace_manifest::Protocol,
    /// Paths of data through several apps: they are proven as soon as all their tasks are there.
    pub chains: Vec<terrace_manifest::Chain>,
    /// Bytes of a freed memory kept for the next partition (see `EngineConfig`).
    pub keep_resident: usize,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            workers: terrace_host::thread::cores(),
            partitions: 1024,
            memory: terrace_host::memory::machine_bytes() / 4 * 3,
            realtime: true,
            pin: true,
            grace: std::time::Duration::from_millis(terrace_abi::GRACE_MS),
            sink: crate::journal::Sink::Keep,
            data: None,
            plans: Vec::new(),
            servers: Vec::new(),
            masked: terrace_manifest::Span::default(),
            protocol: terrace_manifest::Protocol::default(),
            chains: Vec::new(),
            keep_resident: 0,
        }
    }
}
