//! Where a daemon lives if nobody says otherwise.
//!
//! | | socket | state |
//! |---|---|---|
//! | root, systemd | /run/terrace/terrace.sock | /var/lib/terrace |
//! | anybody else | $XDG_RUNTIME_DIR/terrace.sock, or /tmp/terrace-UID/terrace.sock | $XDG_STATE_HOME/terrace, or ~/.local/state/terrace |

use std::env;
use std::path::{Path, PathBuf};

/// The control socket. TERRACE_SOCKET is for the command to read.
#[must_use]
pub fn default_socket() -> PathBuf {
    let uid = rustix::process::geteuid();
    if uid.is_root() {
        return PathBuf::from("/run/terrace/terrace.sock");
    }
    match absolute("XDG_RUNTIME_DIR") {
        Some(runtime) => runtime.join("terrace.sock"),
        None => PathBuf::from(format!("/tmp/terrace-{}/terrace.sock", uid.as_raw())),
    }
}

/// The translator's socket: beside the control socket, `terrace.translator.sock` for `terrace.sock`.
#[must_use]
pub fn translator_socket(control: &Path) -> PathBuf {
    control.with_extension("translator.sock")
}

/// The state directory.
#[must_use]
pub fn default_state_dir() -> PathBuf {
    if rustix::process::geteuid().is_root() {
        return PathBuf::from("/var/lib/terrace");
    }
    match (absolute("XDG_STATE_HOME"), absolute("HOME")) {
        (Some(state), _) => state.join("terrace"),
        (None, Some(home)) => home.join(".local/state/terrace"),
        (None, None) => default_socket().with_file_name("state"),
    }
}

/// The XDG specification has relative paths ignored.
fn absolute(variable: &str) -> Option<PathBuf> {
    env::var_os(variable)
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
}

/// Where the relative `host` folders of an image's manifest start: the folder the image lies in,
/// or the app's folder above it if that is the `.terrace` which `terrace build` makes.
#[must_use]
pub fn base_of(image: &Path) -> &Path {
    let folder = image.parent().unwrap_or(Path::new(""));
    match folder.file_name() {
        Some(name) if name == ".terrace" => folder.parent().unwrap_or(Path::new("")),
        _ => folder,
    }
}
