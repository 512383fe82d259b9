//! Reactors: an app that is called when something happens.

use crate::sys::{Code, TrimLevel};
use std::cell::RefCell;

/// An app the monitor calls. Callbacks run one at a time, to completion.
///
/// While `start` runs no other callback does: an `App` that works in `start` asks
/// [`stop_requested`](crate::stop_requested) or heeds [`Stopping`](crate::Stopping).
pub trait App: Sized {
    /// Once, before anything else.
    ///
    /// # Errors
    /// Any: the partition ends with the fault `refused-start`.
    fn create() -> Result<Self, Code>;

    /// Once, after `create`. May run for as long as the app lives.
    ///
    /// # Errors
    /// Any: the partition ends with the fault `refused-start`.
    fn start(&mut self) -> Result<(), Code> {
        Ok(())
    }

    /// Memory is short: give back what can be given back.
    fn trim(&mut self, level: TrimLevel) {
        let _ = level;
    }

    /// Once, when a polite stop was asked for. The partition ends after it.
    fn stop(&mut self) {}
}

/// Where a reactor's [`App`] lives between callbacks; [`app!`](crate::app) makes one.
#[derive(Debug)]
pub struct Slot<A>(RefCell<Option<A>>);

impl<A> Default for Slot<A> {
    fn default() -> Slot<A> {
        Slot::new()
    }
}

impl<A> Slot<A> {
    /// A slot with no app in it.
    #[must_use]
    pub const fn new() -> Slot<A> {
        Slot(RefCell::new(None))
    }

    /// Call the app; `wrong-state` if there is none, or if it is being called already.
    fn with(&self, call: impl FnOnce(&mut A) -> Result<(), Code>) -> i32 {
        match self.0.try_borrow_mut().as_deref_mut() {
            Ok(Some(app)) => code(call(app)),
            Ok(None) | Err(_) => Code::WrongState.as_i32(),
        }
    }
}

impl<A: App> Slot<A> {
    /// The callback `create`.
    pub fn create(&self) -> i32 {
        code(A::create().and_then(|app| match self.0.try_borrow_mut() {
            Ok(mut slot) => {
                *slot = Some(app);
                Ok(())
            }
            Err(_) => Err(Code::WrongState),
        }))
    }

    /// The callback `start`.
    pub fn start(&self) -> i32 {
        self.with(App::start)
    }

    /// The callback `trim`. A level this SDK does not know yet counts as the most it knows.
    pub fn trim(&self, level: u32) -> i32 {
        let level = TrimLevel::from_u32(level).unwrap_or(TrimLevel::Critical);
        self.with(|app| {
            app.trim(level);
            Ok(())
        })
    }

    /// The callback `stop`.
    pub fn stop(&self) -> i32 {
        self.with(|app| {
            app.stop();
            Ok(())
        })
    }
}

fn code(result: Result<(), Code>) -> i32 {
    result.err().unwrap_or(Code::Ok).as_i32()
}

/// Make a library crate a reactor: export the callbacks of an [`App`].
///
/// Once, at the root of a crate with `crate-type = ["cdylib"]`. The exports are named by
/// `#[unsafe(no_mangle)]`, so such a crate can deny `unsafe_code` but not forbid it.
///
/// `_initialize` is exported here because rustc links no start-up code into a cdylib for
/// wasm32-wasip1; without it wasm-ld would run the constructors and destructors of libc
/// around every single callback.
#[macro_export]
macro_rules! app {
    ($app:ty) => {
        #[allow(unsafe_code)]
        mod terrace_exports {
            use super::*;

            ::std::thread_local! {
                static APP: $crate::Slot<$app> = const { $crate::Slot::new() };
            }

            unsafe extern "C" {
                fn __wasm_call_ctors();
            }

            #[unsafe(no_mangle)]
            extern "C" fn _initialize() {
                // SAFETY: wasm-ld makes this function for every module; the monitor calls
                // `_initialize` once, before any callback.
                unsafe { __wasm_call_ctors() }
            }

            #[unsafe(no_mangle)]
            extern "C" fn terrace_create() -> i32 {
                APP.with($crate::Slot::create)
            }

            #[unsafe(no_mangle)]
            extern "C" fn terrace_start() -> i32 {
                APP.with($crate::Slot::start)
            }

            #[unsafe(no_mangle)]
            extern "C" fn terrace_trim(level: u32) -> i32 {
                APP.with(|app| app.trim(level))
            }

            #[unsafe(no_mangle)]
            extern "C" fn terrace_stop() -> i32 {
                APP.with($crate::Slot::stop)
            }
        }
    };
}
