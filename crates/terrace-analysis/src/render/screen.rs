//! An answer on one screen.
//!
//! What fails comes with its reason and the smallest change that mends it; what holds is a line.
//! Of many tasks only those that matter are listed: those that fail, then those nearest to it.

use super::quantity::{bytes, number, percent, time};
use crate::{
    answer::{Answer, BufferAnswer, ServerAnswer, TaskAnswer, Tests, WorkerAnswer},
    device::{Finding, Severity},
    exact::Exact,
    model::Policy,
};
use std::fmt::Write;

/// How it may look.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// May it have colours?
    pub colour: bool,
    /// Tasks, and lines of memory or findings, that are listed at most.
    pub rows: usize,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            colour: false,
            rows: 24,
        }
    }
}

/// The answer for people.
#[must_use]
pub fn screen(answer: &Answer, findings: &[Finding], style: Style) -> String {
    let mut page = Page {
        text: String::new(),
        style,
        unit: &answer.time_unit,
    };
    page.head(answer);
    for worker in &answer.workers {
        page.worker(worker, answer);
    }
    page.servers(&answer.servers);
    page.chains(answer);
    page.buffers(&answer.buffers);
    page.memory(answer);
    page.findings(findings);
    page.verdict(answer, findings);
    page.text
}

struct Page<'a> {
    text: String,
    style: Style,
    unit: &'a str,
}

impl Page<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}", text.trim_end());
    }

    fn time(&self, value: &Exact) -> String {
        time(value, self.unit)
    }

    fn maybe(&self, value: Option<&Exact>) -> String {
        value.map_or_else(|| "diverges".to_owned(), |v| self.time(v))
    }

    fn painted(&self, text: &str, code: &str) -> String {
        match self.style.colour {
            true => format!("\x1b[{code}m{text}\x1b[0m"),
            false => text.to_owned(),
        }
    }

    fn mark(&self, holds: bool) -> String {
        match holds {
            true => self.painted("ok", "32"),
            false => self.painted("FAILS", "1;31"),
        }
    }

    fn bold(&self, text: &str) -> String {
        self.painted(text, "1")
    }

    fn head(&mut self, answer: &Answer) {
        let mut parts = vec![match answer.policy {
            Policy::FixedPriority => "fixed priorities".to_owned(),
            Policy::Edf => "earliest deadline first".to_owned(),
        }];
        if answer.policy == Policy::FixedPriority {
            parts.push(format!("priorities {}", answer.priorities));
        }
        parts.push(format!("resources: {}", answer.protocol));
        let known = matches!(self.unit, "ns" | "us" | "ms" | "s");
        if !known && !self.unit.is_empty() {
            parts.push(format!("times in {}", self.unit));
        }
        self.line(&parts.join(", "));
    }

    fn worker(&mut self, worker: &WorkerAnswer, answer: &Answer) {
        let share = bar(&worker.utilization);
        let title = self.bold(&format!("worker {}", worker.worker));
        let mark = self.mark(worker.schedulable);
        self.line("");
        self.line(&format!(
            "{title}  {share} {} used  {mark}",
            percent(&worker.utilization)
        ));
        let period = worker.hyperperiod.as_ref();
        let period = period.map_or(String::new(), |p| {
            format!("; repeats every {}", self.time(p))
        });
        self.line(&format!(
            "  decided by {}{}{period}",
            worker.test_used,
            others(&worker.tests)
        ));
        let tasks: Vec<&TaskAnswer> = answer
            .tasks
            .iter()
            .filter(|t| t.worker == worker.worker)
            .collect();
        self.tasks(&tasks);
    }

    /// The tasks in a table, the most important first.
    fn tasks(&mut self, tasks: &[&TaskAnswer]) {
        let mut shown: Vec<&TaskAnswer> = tasks.to_vec();
        shown.sort_by(|a, b| (a.schedulable, &a.margin).cmp(&(b.schedulable, &b.margin)));
        shown.truncate(self.style.rows);
        let mut order: Vec<&&TaskAnswer> = tasks
            .iter()
            .filter(|t| shown.iter().any(|s| s.name == t.name))
            .collect();
        order.sort_by_key(|t| std::cmp::Reverse(t.priority));
        let names = ["task", "prio", "C", "T", "D", "J", "B", "R", "margin", ""];
        let mut rows = vec![names.map(str::to_owned)];
        rows.extend(order.iter().map(|t| self.row(t)));
        self.table(&rows);
        let hidden = tasks.len() - order.len();
        if hidden > 0 {
            self.line(&format!(
                "  and {hidden} more that hold with more margin (--format json has all)"
            ));
        }
    }

    fn row(&self, task: &TaskAnswer) -> [String; 10] {
        [
            task.name.clone(),
            task.priority
                .map_or_else(|| "-".to_owned(), |p| p.to_string()),
            self.time(&task.cost),
            self.time(&task.period),
            self.time(&task.deadline),
            self.maybe(task.jitter.as_ref()),
            self.maybe(task.blocking.as_ref()),
            self.maybe(task.response_time.as_ref()),
            task.margin
                .as_ref()
                .map_or_else(|| "-".to_owned(), |m| self.time(m)),
            self.mark(task.schedulable),
        ]
    }

    /// Columns two apart, all but the first and last to the right; the first row is the names.
    fn table<const N: usize>(&mut self, rows: &[[String; N]]) {
        let width = |i: usize| rows.iter().map(|r| r[i].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..N).map(width).collect();
        for (n, row) in rows.iter().enumerate() {
            let mut line = String::from("  ");
            for (i, cell) in row.iter().enumerate() {
                let fill = " ".repeat(widths[i] - cell.chars().count());
                match i {
                    0 => line.push_str(&format!("{cell}{fill}")),
                    _ if i + 1 == N => line.push_str(&format!("  {cell}")),
                    _ => line.push_str(&format!("  {fill}{cell}")),
                }
            }
            match n {
                0 => self.line(&self.painted(line.trim_end(), "2")),
                _ => self.line(&line),
            }
        }
    }

    fn servers(&mut self, servers: &[ServerAnswer]) {
        if servers.is_empty() {
            return;
        }
        self.line("");
        for server in servers {
            let title = self.bold(&format!("server {}", server.name));
            let share = format!(
                "{} every {}",
                self.time(&server.budget),
                self.time(&server.period)
            );
            let given = self.maybe(server.response_time.as_ref());
            let mark = self.mark(server.schedulable);
            self.line(&format!(
                "{title}  worker {}, {share}, given within {given}  {mark}",
                server.worker
            ));
            for served in &server.aperiodic {
                let within = self.maybe(
                    served
                        .response_time_together
                        .as_ref()
                        .or(served.response_time.as_ref()),
                );
                let deadline = served.deadline.as_ref();
                let deadline =
                    deadline.map_or(String::new(), |d| format!(", deadline {}", self.time(d)));
                let mark = self.mark(served.schedulable);
                self.line(&format!(
                    "  {}  {} within {within}{deadline}  {mark}",
                    served.name,
                    self.time(&served.cost)
                ));
            }
        }
    }

    fn chains(&mut self, answer: &Answer) {
        if answer.chains.is_empty() {
            return;
        }
        self.line("");
        for chain in &answer.chains {
            let title = self.bold(&format!("chain {}", chain.name));
            let end = self.maybe(chain.end_to_end.as_ref());
            let deadline = chain.deadline.as_ref();
            let deadline =
                deadline.map_or(String::new(), |d| format!(", deadline {}", self.time(d)));
            let mark = self.mark(chain.schedulable);
            self.line(&format!(
                "{title}  end to end {end} {}{deadline}  {mark}",
                chain.from
            ));
        }
    }

    fn buffers(&mut self, buffers: &[BufferAnswer]) {
        if buffers.is_empty() {
            return;
        }
        self.line("");
        for buffer in buffers {
            let title = self.bold(&buffer.name);
            let most = if buffer.average {
                "on average"
            } else {
                "at most"
            };
            let bound = buffer.bound.as_ref().map_or_else(
                || "grows for ever".to_owned(),
                |b| format!("{most} {} waiting", number(b)),
            );
            let room = buffer
                .capacity
                .map_or(String::new(), |c| format!(", room for {c}"));
            let time = buffer
                .waiting
                .as_ref()
                .map_or(String::new(), |w| format!(", {most} {} long", self.time(w)));
            let mark = self.mark(buffer.bound.is_some() && buffer.sufficient != Some(false));
            self.line(&format!(
                "{title}  {}: {bound}{room}{time}  {mark}",
                buffer.model
            ));
        }
    }

    fn memory(&mut self, answer: &Answer) {
        let bounds: Vec<_> = answer
            .memory
            .bounds
            .iter()
            .filter(|b| b.needed > 0)
            .collect();
        if bounds.is_empty() {
            return;
        }
        self.line("");
        let failing = bounds.iter().filter(|b| !b.fits);
        let sums = bounds
            .iter()
            .filter(|b| b.fits && !b.of.starts_with("component "));
        let shown: Vec<_> = failing.chain(sums).take(self.style.rows).collect();
        for bound in &shown {
            let of = self.bold(&format!("memory of {}", bound.of));
            let room = bound
                .available
                .map_or(String::new(), |a| format!(" of {}", bytes(a)));
            let mark = self.mark(bound.fits);
            self.line(&format!("{of}  {}{room}  {mark}", bytes(bound.needed)));
        }
    }

    fn findings(&mut self, findings: &[Finding]) {
        if findings.is_empty() {
            return;
        }
        self.line("");
        for finding in findings.iter().take(self.style.rows) {
            let severity = match finding.severity {
                Severity::Error => self.painted("error", "1;31"),
                Severity::Warning => self.painted("warning", "1;33"),
            };
            self.line(&format!("{severity}: {}: {}", finding.of, finding.what));
            self.line(&format!("  {}", finding.fix));
        }
        let hidden = findings.len().saturating_sub(self.style.rows);
        if hidden > 0 {
            self.line(&format!("and {hidden} more (--format json has all)"));
        }
    }

    fn verdict(&mut self, answer: &Answer, findings: &[Finding]) {
        self.line("");
        let open = findings
            .iter()
            .filter(|f| f.severity == Severity::Error)
            .count();
        let holds = answer.schedulable && open == 0;
        match holds {
            true => {
                let text = self.painted("Everything holds.", "1;32");
                self.line(&text);
            }
            false => self.failures(answer, open),
        }
        if let Some(factor) = &answer.sensitivity.cost_factor {
            let about = if answer.sensitivity.exact {
                ""
            } else {
                "about "
            };
            let text = match factor >= &Exact::one() {
                true => format!(
                    "All costs may grow by a factor of {about}{}.",
                    number(factor)
                ),
                false => format!(
                    "With all costs times {about}{} it would hold.",
                    number(factor)
                ),
            };
            self.line(&text);
        }
        for note in &answer.notes {
            self.line(&format!("Note: {note}"));
        }
    }

    fn failures(&mut self, answer: &Answer, open: usize) {
        let title = match answer.schedulable {
            true => format!("Not proven: {open} of what the manifests say must change first."),
            false => "Something does not hold:".to_owned(),
        };
        let title = self.painted(&title, "1;31");
        self.line(&title);
        let tasks = answer
            .tasks
            .iter()
            .filter(|t| !t.schedulable)
            .map(|t| (&t.name, &t.reason));
        let servers = answer
            .servers
            .iter()
            .filter(|s| !s.schedulable)
            .map(|s| (&s.name, &s.reason));
        let chains = answer
            .chains
            .iter()
            .filter(|c| !c.schedulable)
            .map(|c| (&c.name, &c.reason));
        let short = |b: &&BufferAnswer| b.bound.is_none() || b.sufficient == Some(false);
        let buffers = answer
            .buffers
            .iter()
            .filter(short)
            .map(|b| (&b.name, &b.reason));
        let all: Vec<_> = tasks.chain(servers).chain(chains).chain(buffers).collect();
        for (name, reason) in all.iter().take(self.style.rows) {
            let reason = reason.as_deref().unwrap_or("it misses its deadline");
            self.line(&format!("  - {name}: {reason}"));
        }
        for bound in answer.memory.bounds.iter().filter(|b| !b.fits) {
            let room = bytes(bound.available.unwrap_or(0));
            self.line(&format!(
                "  - memory of {}: {} needed, {room} there",
                bound.of,
                bytes(bound.needed)
            ));
        }
        let hidden = all.len().saturating_sub(self.style.rows);
        if hidden > 0 {
            self.line(&format!("  and {hidden} more"));
        }
        if !answer.advice.is_empty() {
            self.line("What would mend it, the smallest change first:");
            for advice in answer.advice.iter().take(6) {
                self.line(&format!("  - {}", advice.text()));
            }
        }
    }
}

/// The other tests that apply, and what they say.
fn others(tests: &Tests) -> String {
    let word = |b: bool| if b { "yes" } else { "no" };
    let all = [
        ("Liu & Layland", tests.liu_layland),
        ("hyperbolic", tests.hyperbolic),
        ("EDF demand", tests.edf_demand),
        ("exact", tests.exact),
    ];
    let said: Vec<String> = all
        .iter()
        .filter_map(|(name, says)| Some(format!("{name} {}", word((*says)?))))
        .collect();
    match said.is_empty() {
        true => String::new(),
        false => format!(" ({})", said.join(", ")),
    }
}

/// Twenty places of a share.
fn bar(share: &Exact) -> String {
    const PLACES: usize = 20;
    let scaled = share * &Exact::from(PLACES as i64);
    let full = (0..PLACES)
        .filter(|i| scaled > Exact::from(*i as i64))
        .count();
    format!("{}{}", "█".repeat(full), "░".repeat(PLACES - full))
}
