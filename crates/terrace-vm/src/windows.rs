//! Which windows there are: those of the apps of which a partition lives, and those somebody has open.
//!
//! Their pages are made when a partition of the app that declares them is started, on the thread
//! that starts it: never by a worker.

use crate::app::App;
use crate::error::AdmitError;
use crate::message::Directory;
use crate::task::Task;
use crate::window::{Charter, Reserved, Share, Window};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use terrace_abi::{Code, Part, WindowTerms};
use terrace_engine::WindowSeat;
use terrace_host::memory::PageMap;
use terrace_host::pi_mutex::PiMutex;
use terrace_host::window::{Layout, Pages};
use terrace_manifest::{AppName, Bytes, Channel, ChannelKind, DropPolicy, Grantee};
use terrace_ring::exchange::{Exchange, WhenFull};

/// Buffers of a window whose channel does not say `depth`: one to fill, one on its way, one
/// to read, one to spare.
const BUFFERS: u32 = 4;

/// See the module.
pub(crate) struct Windows {
    by_channel: PiMutex<HashMap<String, Weak<Window>>>,
    /// Held while windows are made, which takes milliseconds.
    making: Mutex<()>,
    tables: Arc<PageMap>,
    reserved: Arc<Reserved>,
    limit: u64,
}

impl Windows {
    /// No windows yet, and at most half of so many bytes for all.
    pub(crate) fn new(tables: Arc<PageMap>, memory: u64) -> Arc<Windows> {
        Arc::new(Windows {
            by_channel: PiMutex::new(HashMap::new()),
            making: Mutex::new(()),
            tables,
            reserved: Arc::default(),
            limit: terrace_abi::WINDOWS_BYTES.min(memory / 2),
        })
    }

    /// What a partition of this app has to do with windows. Makes those the app declares.
    pub(crate) fn gallery(
        self: &Arc<Windows>,
        app: &App,
        directory: &Arc<Directory>,
    ) -> Result<Gallery, AdmitError> {
        let channels = &app.manifest.components.channels;
        let bulk = channels.iter().filter(|c| c.kind == ChannelKind::Bulk);
        let hosted = bulk.map(|channel| self.host(app, channel));
        Ok(Gallery {
            hosted: hosted.collect::<Result<_, _>>()?,
            app: app.manifest.name.clone(),
            windows: self.clone(),
            directory: directory.clone(),
        })
    }

    fn host(&self, app: &App, channel: &Channel) -> Result<Arc<Window>, AdmitError> {
        let name = channel.name.as_str();
        let refuse = |why: String| AdmitError::Window {
            app: app.name().to_owned(),
            channel: name.to_owned(),
            why,
        };
        // Whoever panicked here made no window.
        let _making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(window) = self.find(name) {
            let owner = &window.charter.owner;
            return if *owner == app.manifest.name {
                Ok(window)
            } else {
                Err(refuse(format!(
                    "is declared by `{owner}` as well, of which a partition lives; rename one"
                )))
            };
        }
        let window = self.make(app, channel).map_err(refuse)?;
        let mut all = self.by_channel.lock();
        all.retain(|_, window| window.strong_count() > 0);
        all.insert(name.to_owned(), Arc::downgrade(&window));
        Ok(window)
    }

    fn make(&self, app: &App, channel: &Channel) -> Result<Arc<Window>, String> {
        let capacity = channel.message_bytes().get();
        let buffers = channel.depth.unwrap_or(BUFFERS);
        let most = terrace_abi::WINDOW_BUFFERS;
        if u64::from(buffers) > most {
            return Err(format!(
                "has depth {buffers}: a window has {most} buffers at most"
            ));
        }
        let too_large = |what: &str, limit| {
            let (bytes, limit) = (Bytes::new(capacity), Bytes::new(limit));
            format!(
                "needs {buffers} buffers of {bytes}, and {what} {limit} at most; lower `count` or `depth`"
            )
        };
        let layout = usize::try_from(capacity)
            .ok()
            .filter(|_| capacity <= terrace_abi::WINDOW_BYTES)
            .map(|capacity| Layout::new(capacity, buffers as usize))
            .filter(|layout| layout.bytes() as u64 <= terrace_abi::WINDOW_BYTES)
            .ok_or_else(|| too_large("a window has", terrace_abi::WINDOW_BYTES))?;
        let bytes = layout.bytes() as u64;
        let reserved = self.reserved.take(bytes, self.limit);
        reserved.map_err(|_| too_large("all windows together have", self.limit))?;
        let share = Share {
            of: self.reserved.clone(),
            bytes,
        };
        let pages = Pages::new(layout, self.tables.clone()).map_err(|e| e.to_string())?;
        let charter = Charter {
            owner: app.manifest.name.clone(),
            publishers: channel.publishers.clone(),
            subscribers: channel.subscribers.clone(),
            capacity: u32::try_from(capacity).unwrap_or(u32::MAX),
        };
        let when_full = match channel.drop {
            DropPolicy::Refuse => WhenFull::Wait,
            DropPolicy::Oldest | DropPolicy::LowestPriorityThenOldest => WhenFull::Oldest,
        };
        let exchange = Exchange::new(layout.buffers, when_full);
        Ok(Window::new(charter, pages, exchange, share))
    }

    fn find(&self, channel: &str) -> Option<Arc<Window>> {
        self.by_channel.lock().get(channel).and_then(Weak::upgrade)
    }
}

/// What one partition may do with windows. Keeps those of its app in being.
#[derive(Clone)]
pub(crate) struct Gallery {
    windows: Arc<Windows>,
    directory: Arc<Directory>,
    app: AppName,
    #[allow(dead_code, reason = "held, so that they exist as long as it lives")]
    hosted: Vec<Arc<Window>>,
}

impl Gallery {
    /// What memory a window needs; for whoever may open it in one part or the other.
    pub(crate) fn terms(&self, channel: &str) -> Result<WindowTerms, Code> {
        let window = self.windows.find(channel).ok_or(Code::NotFound)?;
        let charter = &window.charter;
        if self.may(charter, &charter.publishers) || self.may(charter, &charter.subscribers) {
            Ok(window.terms())
        } else {
            Err(Code::Denied)
        }
    }

    /// A place at a window.
    pub(crate) fn open(
        &self,
        task: &Arc<Task>,
        channel: &str,
        part: Part,
    ) -> Result<Box<dyn WindowSeat>, Code> {
        let window = self.windows.find(channel).ok_or(Code::NotFound)?;
        let granted = match part {
            Part::Publish => &window.charter.publishers,
            Part::Subscribe => &window.charter.subscribers,
        };
        if !self.may(&window.charter, granted) {
            return Err(Code::Denied);
        }
        let heard = || task.member()?.component().plan.heard_by(channel);
        let callback = heard().filter(|_| part == Part::Subscribe);
        let callback = callback.and_then(|c| u32::try_from(c).ok());
        Ok(Box::new(window.sit(task, part, callback)?))
    }

    fn may(&self, charter: &Charter, granted: &[Grantee]) -> bool {
        let named = |grantee: &Grantee| match grantee {
            Grantee::App(app) => *app == self.app,
            Grantee::Permission(permission) => self
                .directory
                .grants(self.app.as_str(), permission.as_str()),
        };
        charter.owner == self.app || granted.iter().any(named)
    }
}
