//! What the live view shows: a state and a drawing, with no terminal and no clock.

use crate::output;
use crate::remote;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Cell, Paragraph, Row, Table, TableState};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::time::Instant;
use terrace_vm::{PartitionInfo, State};

/// By what rows are ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    Processor,
    Memory,
    Name,
}

/// See the module.
#[derive(Debug)]
pub struct View {
    partitions: Vec<PartitionInfo>,
    /// Thousandths of a processor, by id, since the last update.
    share: HashMap<String, u64>,
    before: HashMap<String, u64>,
    updated: Option<Instant>,
    order: Order,
    chosen: TableState,
    message: String,
    colours: bool,
}

impl View {
    /// An empty view.
    pub fn new(colours: bool) -> View {
        View {
            partitions: Vec::new(),
            share: HashMap::new(),
            before: HashMap::new(),
            updated: None,
            order: Order::Processor,
            chosen: TableState::default(),
            message: String::new(),
            colours,
        }
    }

    /// Take over what there is now.
    pub fn update(&mut self, partitions: Vec<PartitionInfo>, now: Instant) {
        let elapsed = self
            .updated
            .map_or(0, |then| now.saturating_duration_since(then).as_nanos());
        let chosen = self.chosen().map(|(id, _)| id);
        self.share = partitions
            .iter()
            .map(|p| {
                let used = p
                    .cpu_ns
                    .saturating_sub(self.before.get(&p.id).copied().unwrap_or(p.cpu_ns));
                let share = (u128::from(used) * 1000).checked_div(elapsed).unwrap_or(0);
                (p.id.clone(), u64::try_from(share).unwrap_or(0))
            })
            .collect();
        self.before = partitions
            .iter()
            .map(|p| (p.id.clone(), p.cpu_ns))
            .collect();
        self.updated = Some(now);
        self.partitions = partitions;
        self.sort(chosen);
    }

    fn sort(&mut self, chosen: Option<String>) {
        let (order, share) = (self.order, &self.share);
        let of = |p: &PartitionInfo| share.get(&p.id).copied().unwrap_or(0);
        match order {
            Order::Processor => self
                .partitions
                .sort_by_key(|p| (Reverse((of(p), p.cpu_ns)), p.name.clone())),
            Order::Memory => self
                .partitions
                .sort_by_key(|p| (Reverse(p.memory.committed), p.name.clone())),
            Order::Name => self.partitions.sort_by(|a, b| a.name.cmp(&b.name)),
        }
        let place = chosen.and_then(|id| self.partitions.iter().position(|p| p.id == id));
        self.chosen.select(place);
    }

    /// Choose another order.
    pub fn reorder(&mut self) {
        self.order = match self.order {
            Order::Processor => Order::Memory,
            Order::Memory => Order::Name,
            Order::Name => Order::Processor,
        };
        let chosen = self.chosen().map(|(id, _)| id);
        self.sort(chosen);
    }

    /// Choose the row `by` further down.
    pub fn choose(&mut self, by: isize) {
        let last = self.partitions.len().saturating_sub(1);
        let next = match self.chosen.selected() {
            None => 0,
            Some(row) => row.saturating_add_signed(by).min(last),
        };
        self.chosen
            .select((!self.partitions.is_empty()).then_some(next));
    }

    /// Id of the chosen row, and whether it is suspended.
    pub fn chosen(&self) -> Option<(String, bool)> {
        let partition = self.partitions.get(self.chosen.selected()?)?;
        Some((partition.id.clone(), partition.state == State::Suspended))
    }

    /// Show a message at the bottom.
    pub fn say(&mut self, message: String) {
        self.message = message;
    }

    /// Draw everything.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let [head, body, foot] = Layout::vertical([
            Constraint::Length(2),
            Constraint::Min(1),
            Constraint::Length(1),
        ])
        .areas(frame.area());
        frame.render_widget(Paragraph::new(self.head()), head);
        self.draw_table(frame, body);
        let keys = "q quit  \u{2191}\u{2193} choose  s suspend/resume  k kill  o order";
        let foot_text = if self.message.is_empty() {
            keys
        } else {
            &self.message
        };
        frame.render_widget(Paragraph::new(foot_text).style(self.dim()), foot);
    }

    fn head(&self) -> Vec<Line<'static>> {
        let count = |state| self.partitions.iter().filter(|p| p.state == state).count();
        let share: u64 = self.share.values().sum();
        let memory: u64 = self.partitions.iter().map(|p| p.memory.committed).sum();
        let states = format!(
            "{} partitions: {} running, {} suspended, {} stopped, {} faulted",
            self.partitions.len(),
            count(State::Running),
            count(State::Suspended),
            count(State::Stopped),
            count(State::Faulted)
        );
        let order = match self.order {
            Order::Processor => "processor",
            Order::Memory => "memory",
            Order::Name => "name",
        };
        let used = format!(
            "processor {}   memory {}   by {order}",
            percent(share),
            output::bytes(memory)
        );
        vec![Line::from(states), Line::from(used)]
    }

    fn draw_table(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let names = [
            "ID", "NAME", "APP", "STATE", "PRIO", "CPU%", "CPU", "MEMORY", "LIMIT", "RESTARTS",
            "END",
        ];
        let widths = [6, 20, 16, 9, 4, 6, 9, 9, 9, 8].map(Constraint::Length);
        let widths = widths.into_iter().chain([Constraint::Min(8)]);
        let rows: Vec<Row<'static>> = self.partitions.iter().map(|p| self.row(p)).collect();
        let table = Table::new(rows, widths)
            .header(Row::new(names).style(Style::new().add_modifier(Modifier::BOLD)))
            .row_highlight_style(Style::new().add_modifier(Modifier::REVERSED));
        frame.render_stateful_widget(table, area, &mut self.chosen);
    }

    fn row(&self, p: &PartitionInfo) -> Row<'static> {
        let share = self.share.get(&p.id).copied().unwrap_or(0);
        let cells = [
            p.id.clone(),
            p.name.clone(),
            p.app.clone(),
            p.state.to_string(),
            if p.priority == 0 {
                "-".to_owned()
            } else {
                p.priority.to_string()
            },
            percent(share),
            output::duration(p.cpu_ns),
            output::bytes(p.memory.committed),
            output::bytes(p.memory.limit),
            p.restarts.to_string(),
            remote::end(p),
        ];
        Row::new(cells.map(Cell::from)).style(self.style(p.state))
    }

    fn style(&self, state: State) -> Style {
        let colour = match state {
            State::Faulted => Color::Red,
            State::Suspended => Color::Yellow,
            State::Stopped | State::Installed => Color::DarkGray,
            _ => return Style::new(),
        };
        if self.colours {
            Style::new().fg(colour)
        } else {
            Style::new()
        }
    }

    fn dim(&self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }
}

fn percent(thousandths: u64) -> String {
    format!("{}.{}%", thousandths / 10, thousandths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use std::time::Duration;
    use terrace_vm::MemoryInfo;

    fn partition(id: &str, name: &str, state: State, cpu_ns: u64, committed: u64) -> PartitionInfo {
        PartitionInfo {
            id: id.to_owned(),
            name: name.to_owned(),
            app: "app".to_owned(),
            image: "sha256:0".to_owned(),
            state,
            priority: 0,
            mode: "dispatched".to_owned(),
            worker: None,
            proof: terrace_vm::Proof::None,
            cpu_ns,
            memory: MemoryInfo {
                committed,
                size: committed,
                guaranteed: 0,
                limit: 1 << 20,
                refused: 0,
            },
            started_at: 0,
            restarts: 0,
            restart_in_ns: None,
            fault: None,
            exit_status: None,
            components: Vec::new(),
        }
    }

    fn shown(view: &mut View) -> Vec<String> {
        let mut terminal = Terminal::new(TestBackend::new(130, 12)).unwrap();
        terminal.draw(|frame| view.draw(frame)).unwrap();
        let buffer = terminal.backend().buffer().clone();
        let width = usize::from(buffer.area.width);
        let cells: Vec<&str> = buffer.content().iter().map(|c| c.symbol()).collect();
        cells
            .chunks(width)
            .map(|row| row.concat().trim_end().to_owned())
            .collect()
    }

    fn two() -> View {
        let mut view = View::new(false);
        let start = Instant::now();
        let list = |cpu| {
            vec![
                partition("1.1", "idle", State::Suspended, 5, 1 << 20),
                partition("2.1", "busy", State::Running, cpu, 65536),
            ]
        };
        view.update(list(0), start);
        view.update(list(500_000_000), start + Duration::from_secs(1));
        view
    }

    #[test]
    fn the_busiest_is_first_with_its_share_of_a_processor() {
        let lines = shown(&mut two());
        assert!(
            lines[0].starts_with("2 partitions: 1 running, 1 suspended"),
            "{lines:#?}"
        );
        assert!(
            lines[3].contains("busy") && lines[3].contains("50.0%"),
            "{lines:#?}"
        );
        assert!(
            lines[4].contains("idle") && lines[4].contains("0.0%"),
            "{lines:#?}"
        );
    }

    #[test]
    fn the_choice_stays_with_its_partition_in_another_order() {
        let mut view = two();
        assert_eq!(view.chosen(), None);
        view.choose(1);
        view.choose(5);
        assert_eq!(view.chosen(), Some(("1.1".to_owned(), true)));
        view.reorder();
        assert!(shown(&mut view)[3].contains("idle"));
        assert_eq!(view.chosen(), Some(("1.1".to_owned(), true)));
        view.choose(-9);
        assert_eq!(view.chosen(), Some(("1.1".to_owned(), true)));
    }

    #[test]
    fn a_refusal_is_shown() {
        let mut view = two();
        view.say("cannot kill".to_owned());
        assert_eq!(shown(&mut view)[11], "cannot kill");
    }
}
