//! Linux threads: scheduling class, core, memory lock.
//!
//! Not for: what runs on a thread (see `terrace-vm`'s dispatcher).

use crate::Refused;
use rustix::thread::{CpuSet, sched_setaffinity};
use std::sync::OnceLock;

const FIX_RT: &str = "give CAP_SYS_NICE or a `rtprio` limit (systemd: LimitRTPRIO=)";
const FIX_LOCK: &str = "give CAP_IPC_LOCK or a larger `memlock` limit (systemd: LimitMEMLOCK=)";

/// A Linux scheduling class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// `SCHED_OTHER`.
    Normal,
    /// `SCHED_FIFO` with a priority of 1..=99, larger is more important.
    Fifo(u8),
}

/// Put the calling thread into a class.
///
/// # Errors
/// [`Refused`] when the process lacks the privilege.
pub fn set_class(class: Class) -> Result<(), Refused> {
    let (policy, priority) = match class {
        Class::Normal => (libc::SCHED_OTHER, 0),
        Class::Fifo(p) => (libc::SCHED_FIFO, i32::from(p.clamp(1, 99))),
    };
    let param = libc::sched_param {
        sched_priority: priority,
    };
    // SAFETY: `param` lives through the call; 0 names the calling thread.
    let answer = unsafe {
        libc::sched_setscheduler(0, policy | libc::SCHED_RESET_ON_FORK, &raw const param)
    };
    if answer == 0 {
        Ok(())
    } else {
        Err(refused(&format!("scheduling class {class:?}"), FIX_RT))
    }
}

/// The class of the calling thread, as Linux has it.
#[must_use]
pub fn class() -> Class {
    let mut param = libc::sched_param { sched_priority: 0 };
    // SAFETY: `param` is writable and lives through both calls; 0 names the calling thread.
    let policy = unsafe { libc::sched_getscheduler(0) };
    // SAFETY: as above.
    unsafe { libc::sched_getparam(0, &raw mut param) };
    match policy & !libc::SCHED_RESET_ON_FORK {
        libc::SCHED_FIFO | libc::SCHED_RR => {
            Class::Fifo(u8::try_from(param.sched_priority).unwrap_or(1))
        }
        _ => Class::Normal,
    }
}

/// Let the calling thread run on one core only.
///
/// # Errors
/// [`Refused`] when the core does not exist or is not allowed to this process.
pub fn pin(core: usize) -> Result<(), Refused> {
    let mut set = CpuSet::new();
    if core < CpuSet::MAX_CPU {
        set.set(core);
    }
    sched_setaffinity(None, &set).map_err(|e| Refused {
        what: format!("run on core {core} only"),
        cause: e.to_string(),
        fix: "name a core this process may use (see `taskset -p`)",
    })
}

/// How many cores this process may use.
#[must_use]
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Lock what is mapped now into memory, page by page as it is touched.
///
/// Later mappings stay unlocked on purpose: Linux refuses to take back locked pages, and the
/// pool of partition memories must give pages back. For the same reason only the first call of
/// a process does anything: a second machine must not lock the pool of the first.
///
/// # Errors
/// [`Refused`] when the limit is too small.
pub fn lock_current_memory() -> Result<(), Refused> {
    static FIRST: OnceLock<Result<(), Refused>> = OnceLock::new();
    FIRST.get_or_init(lock_now).clone()
}

/// Touch the stack that the caller runs on, [`STACK_TOUCHED`] bytes deep.
#[inline(never)]
pub fn touch_stack() {
    let mut deep = [0u8; STACK_TOUCHED];
    std::hint::black_box(&mut deep);
}

/// Give Linux back what lies below the caller on its stack, [`STACK_SHED`] bytes deep: pages of calls that have
/// returned. Those that are needed again are empty.
///
/// # Safety
/// The stack is private memory of this process with more than [`STACK_SHED`] bytes left below the caller.
#[inline(never)]
pub unsafe fn shed_stack() {
    /// More than this function and the system call use.
    const OWN: usize = 512;
    let here = 0u8;
    let page = crate::memory::page_size();
    let high = (&raw const here).addr().saturating_sub(OWN) & !(page - 1);
    let low = std::ptr::without_provenance_mut(high.saturating_sub(STACK_SHED));
    // SAFETY: the caller promises that this is stack, and below its end nothing lives. Locked memory is
    // refused, and stays as it is.
    unsafe { libc::madvise(low, STACK_SHED, libc::MADV_DONTNEED) };
}

/// Deeper than all but deep recursions go.
pub const STACK_SHED: usize = 128 * 1024;

/// Half of what generated code may use of a guest's stack: deeper frames are the rare case.
pub const STACK_TOUCHED: usize = 256 * 1024;

fn lock_now() -> Result<(), Refused> {
    // SAFETY: changes no memory contents and no mapping.
    let answer = unsafe { libc::mlockall(libc::MCL_CURRENT | libc::MCL_ONFAULT) };
    if answer == 0 {
        Ok(())
    } else {
        Err(refused("lock the monitor into memory", FIX_LOCK))
    }
}

fn refused(what: &str, fix: &'static str) -> Refused {
    Refused {
        what: what.to_owned(),
        cause: std::io::Error::last_os_error().to_string(),
        fix,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_that_does_not_exist_is_refused_with_its_number() {
        let refusal = pin(900).unwrap_err();
        assert!(refusal.to_string().contains("core 900"), "{refusal}");
    }

    #[test]
    fn a_class_that_is_granted_is_the_class_linux_reports() {
        std::thread::spawn(|| {
            if set_class(Class::Fifo(7)).is_ok() {
                assert_eq!(class(), Class::Fifo(7));
                set_class(Class::Normal).unwrap();
            }
            assert_eq!(class(), Class::Normal);
        })
        .join()
        .unwrap();
    }
}
