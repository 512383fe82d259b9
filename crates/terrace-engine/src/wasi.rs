//! From permissions to a WASI context. Deny is the default: what is not granted is not there.

use crate::file_calls;
use crate::monitor::{Monitor, Stream};
use crate::output::Output;
use crate::program::ProgramKind;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use wasmtime_wasi::p1::WasiP1Ctx;
use wasmtime_wasi::sockets::SocketAddrUse;
use wasmtime_wasi::{FsPerms, WasiCtxBuilder, WasiView};

/// One preopened folder.
#[derive(Debug, Clone)]
pub struct DirGrant {
    /// Where it lies on the host.
    pub host: PathBuf,
    /// What the guest calls it.
    pub guest: String,
    /// May the guest write?
    pub write: bool,
}

/// Where a guest's standard input comes from, and whether its streams are a terminal.
#[derive(Debug, Clone, Copy, Default)]
pub struct Standard {
    /// The process's own standard input; else it is empty.
    pub inherit_stdin: bool,
    /// Standard output leads to a terminal.
    pub out_is_terminal: bool,
    /// Standard error leads to a terminal.
    pub err_is_terminal: bool,
}

/// Everything WASI gives one guest.
#[derive(Debug, Clone, Default)]
pub struct WasiSpec {
    /// The program's arguments, its name first.
    pub args: Vec<String>,
    /// Environment variables.
    pub env: Vec<(String, String)>,
    /// Preopened folders.
    pub dirs: Vec<DirGrant>,
    /// Addresses it may bind or connect to.
    pub network: Vec<SocketAddr>,
    /// Standard streams.
    pub standard: Standard,
}

/// Opens the preopened folders, so it may block: not for a worker.
pub(crate) fn context(
    spec: &WasiSpec,
    monitor: &Arc<dyn Monitor>,
    kind: ProgramKind,
) -> wasmtime::Result<WasiP1Ctx> {
    let mut builder = WasiCtxBuilder::new();
    builder.args(&spec.args).envs(&spec.env);
    builder.max_random_size(terrace_abi::RANDOM_BYTES);
    streams(&mut builder, spec.standard, monitor);
    for dir in &spec.dirs {
        let perms = if dir.write {
            FsPerms::ReadWrite
        } else {
            FsPerms::ReadOnly
        };
        builder.preopened_dir(&dir.host, &dir.guest, perms).map_err(|cause| {
            wasmtime::format_err!(
                "cannot open the folder {} for the guest path {}: {cause}; create it, or correct \
                 `host` under [permissions] dirs",
                dir.host.display(),
                dir.guest
            )
        })?;
    }
    network(&mut builder, &spec.network);
    let mut wasi = builder.build_p1();
    wasi.ctx().table.set_max_capacity(match kind {
        ProgramKind::Module => file_calls::TABLE,
        ProgramKind::Component => usize::try_from(terrace_abi::DESCRIPTORS).unwrap_or(usize::MAX),
    });
    Ok(wasi)
}

/// How many descriptors a guest begins with: the standard three and its folders.
pub(crate) fn descriptors(spec: &WasiSpec) -> u32 {
    u32::try_from(3 + spec.dirs.len()).unwrap_or(u32::MAX)
}

fn streams(builder: &mut WasiCtxBuilder, standard: Standard, monitor: &Arc<dyn Monitor>) {
    let output = |stream, terminal| Output {
        monitor: monitor.clone(),
        stream,
        terminal,
        pending: bytes::Bytes::new(),
    };
    builder.stdout(output(Stream::Out, standard.out_is_terminal));
    builder.stderr(output(Stream::Err, standard.err_is_terminal));
    if standard.inherit_stdin {
        builder.inherit_stdin();
    }
}

fn network(builder: &mut WasiCtxBuilder, granted: &[SocketAddr]) {
    builder
        .allow_tcp(!granted.is_empty())
        .allow_udp(!granted.is_empty());
    let granted: Arc<[SocketAddr]> = granted.into();
    builder.socket_addr_check(move |address, usage| {
        let any = address.ip().is_unspecified() && address.port() == 0;
        let ok = match usage {
            // The listener's own address was granted, so whoever comes to it may come in.
            SocketAddrUse::TcpAccept => true,
            // What a socket is bound to by itself before it connects or sends to a granted address.
            SocketAddrUse::TcpBind | SocketAddrUse::UdpBind if any => true,
            _ => granted.contains(&address),
        };
        Box::pin(async move { ok })
    });
}
