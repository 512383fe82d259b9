//! The live view of partitions, for `terrace top` and `terrace up`.
//!
//! Where the partitions come from, a [`Source`] knows; what is on the screen, [`View`] knows;
//! here is the loop between keys, source and screen.
//!
//! # Invariants
//! I1. The terminal is given back as it was, whatever happens, an error included.

mod view;

use crate::failure::Failure;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::time::{Duration, Instant};
use terrace_vm::PartitionInfo;
use view::View;

const REFRESH: Duration = Duration::from_millis(500);

/// What may be done to a partition from the view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Suspend it.
    Suspend,
    /// Resume it.
    Resume,
    /// End it by force.
    Kill,
}

/// Where partitions come from.
pub trait Source {
    /// All of them, now.
    fn partitions(&mut self) -> Result<Vec<PartitionInfo>, Failure>;
    /// Do something to one; an error is one sentence for the user.
    fn act(&mut self, act: Act, id: &str) -> Result<(), String>;
}

/// Show the view until the user leaves it, or `done` says so of the partitions.
pub fn watch(
    source: &mut impl Source,
    done: impl Fn(&[PartitionInfo]) -> bool,
) -> Result<(), Failure> {
    let mut terminal = ratatui::try_init()?;
    let watched = watch_on(&mut terminal, source, done);
    ratatui::restore();
    watched
}

fn watch_on(
    terminal: &mut ratatui::DefaultTerminal,
    source: &mut impl Source,
    done: impl Fn(&[PartitionInfo]) -> bool,
) -> Result<(), Failure> {
    let mut view = View::new(crate::output::colours(&std::io::stdout()));
    loop {
        let partitions = source.partitions()?;
        if done(&partitions) {
            return Ok(());
        }
        view.update(partitions, Instant::now());
        let next = Instant::now() + REFRESH;
        loop {
            terminal.draw(|frame| view.draw(frame))?;
            if !event::poll(next.saturating_duration_since(Instant::now()))? {
                break;
            }
            if let Event::Key(key) = event::read()?
                && key.kind == KeyEventKind::Press
                && press(&mut view, source, key)
            {
                return Ok(());
            }
        }
    }
}

/// True if the user leaves.
fn press(view: &mut View, source: &mut impl Source, key: KeyEvent) -> bool {
    match key.code {
        KeyCode::Char('q') | KeyCode::Esc => return true,
        KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return true,
        KeyCode::Up => view.choose(-1),
        KeyCode::Down => view.choose(1),
        KeyCode::PageUp => view.choose(-10),
        KeyCode::PageDown => view.choose(10),
        KeyCode::Char('o') => view.reorder(),
        KeyCode::Char('k') => act(view, source, Some(Act::Kill)),
        KeyCode::Char('s') => act(view, source, None),
        _ => {}
    }
    false
}

/// Without an act: suspend what runs, resume what does not.
fn act(view: &mut View, source: &mut impl Source, act: Option<Act>) {
    let Some((id, suspended)) = view.chosen() else {
        return;
    };
    let toggle = if suspended { Act::Resume } else { Act::Suspend };
    let result = source.act(act.unwrap_or(toggle), &id);
    view.say(result.err().unwrap_or_default());
}
