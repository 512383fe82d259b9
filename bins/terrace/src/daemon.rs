//! `terrace daemon`.

use crate::cli::DaemonArgs;
use crate::failure::Failure;

/// Serve until SIGTERM.
pub fn daemon(args: &DaemonArgs) -> Result<u8, Failure> {
    let _ = args;
    Ok(0)
}
