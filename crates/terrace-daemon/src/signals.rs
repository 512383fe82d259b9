//! SIGTERM and SIGINT turn the stop switch. The second one ends the process: whoever sends it
//! does not want to wait for apps that do not stop.

use crate::machine::StopSwitch;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) fn turn_on_signals(stop: StopSwitch) -> io::Result<()> {
    let second = Arc::new(AtomicBool::new(false));
    for signal in [SIGTERM, SIGINT] {
        // Registered first: it looks at what the thread below has set for an earlier signal.
        signal_hook::flag::register_conditional_shutdown(signal, 1, second.clone())?;
    }
    let mut signals = Signals::new([SIGTERM, SIGINT])?;
    std::thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            for _ in &mut signals {
                second.store(true, Ordering::Release);
                stop.turn();
            }
        })?;
    Ok(())
}
