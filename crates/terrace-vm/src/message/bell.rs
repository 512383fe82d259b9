//! Who is told that a message waits.

use crate::task::Task;
use std::sync::Arc;

/// Ends a rest: of a task, or of a thread outside all partitions; or releases a callback.
#[derive(Clone)]
pub(crate) enum Bell {
    Task(Arc<Task>),
    Callback(Inlet),
    Outside(Arc<dyn Fn() + Send + Sync>),
}

/// A callback that messages of a channel release.
#[derive(Clone)]
pub(crate) struct Inlet {
    pub(crate) task: Arc<Task>,
    pub(crate) callback: u32,
    /// It runs at the priority of the message, if that is the lower one.
    pub(crate) by_message: bool,
}

/// A message that has been accepted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct News {
    /// When it is delivered.
    pub(crate) at: u64,
    pub(crate) priority: u8,
}

impl Inlet {
    /// The priority that a message of this priority asks for; its callback's own bounds it.
    pub(crate) fn level(&self, priority: u8) -> u32 {
        if self.by_message {
            priority.into()
        } else {
            u32::MAX
        }
    }

    /// One of this priority is there, or will be at `at`.
    fn announce(&self, news: News) {
        if let Some(member) = self.task.member() {
            let mut agenda = member.component().agenda();
            agenda.arrive(self.callback, news.at, self.level(news.priority));
        }
    }
}

impl Bell {
    /// Is it told of each message, whether it waits or not?
    pub(crate) fn hears_each(&self) -> bool {
        matches!(self, Bell::Callback(_))
    }

    pub(crate) fn ring(&self, news: Option<News>) {
        match self {
            Bell::Task(task) => task.rouse(),
            Bell::Callback(inlet) => {
                if let Some(news) = news {
                    inlet.announce(news);
                }
                inlet.task.rouse();
            }
            Bell::Outside(wake) => wake(),
        }
    }
}

const KEPT: usize = 8;

/// Bells to be rung once no lock is held. Those beyond the first few are rung at once.
#[derive(Default)]
pub(crate) struct Bells {
    kept: [Option<Bell>; KEPT],
    count: usize,
    /// What they are rung for.
    news: Option<News>,
}

impl Bells {
    /// For a message.
    pub(crate) fn of(news: News) -> Bells {
        Bells {
            news: Some(news),
            ..Bells::default()
        }
    }

    pub(crate) fn are_news(&self) -> bool {
        self.news.is_some()
    }

    pub(crate) fn add(&mut self, bell: &Bell) {
        match self.kept.get_mut(self.count) {
            Some(place) => {
                *place = Some(bell.clone());
                self.count += 1;
            }
            None => bell.ring(self.news),
        }
    }

    pub(crate) fn ring(self) {
        let bells = self.kept.iter().take(self.count).flatten();
        bells.for_each(|bell| bell.ring(self.news));
    }
}
