//! The pipeline of `apps/pipeline`: a recording goes through apps in C, Rust, Java and Go into a table, and to a
//! Linux process. The detector is killed in the middle, and the pipeline heals.

use crate::device::Machine;
use crate::show;
use anyhow::{Context, Result, ensure};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use terrace_daemon::answers::Cell;
use terrace_daemon::client::Client;
use terrace_daemon::protocol::{QueryOrder, StartOrder};

/// In the order in which they start: who receives before who sends.
const STAGES: [&str; 4] = ["store", "detector", "analyser", "recorder"];

/// Twice as fast as it was spoken.
const SPEED: &str = "2";

/// How long anything may take here before the demo has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where the stages lie.
pub fn folders(root: &Path) -> impl Iterator<Item = (&'static str, PathBuf)> {
    let folder = root.join("apps/pipeline");
    STAGES
        .into_iter()
        .map(move |stage| (stage, folder.join(stage)))
}

/// Run it, kill its middle, see it heal.
pub fn tell(machine: &Machine, images: &[(&'static str, PathBuf)]) -> Result<()> {
    show::step(
        "a pipeline: recorder (C) -> analyser (Rust) -> detector (Java) -> store (Go) -> a table and Linux",
    );
    let mut client = machine.client()?;
    for (stage, image) in images {
        let installed = client.install(&image.canonicalize()?, |_| ());
        installed.with_context(|| format!("cannot install {stage}"))?;
    }
    for stage in STAGES {
        let args = (stage == "recorder")
            .then(|| vec!["/sounds/Front_Center.wav".to_owned(), SPEED.to_owned()]);
        client.start(StartOrder {
            app: stage.to_owned(),
            count: 1,
            name: Some(stage.to_owned()),
            args,
            ..StartOrder::default()
        })?;
    }
    let mut linux = Listener::start(machine)?;
    let before = linux.pass_after(0)?;
    show::line(format!("a Linux process hears: {}", before.join(" | ")));

    show::step("killing the detector in the middle; the others go on");
    client.kill("detector")?;
    let silent = last_pass(&mut client)?;
    std::thread::sleep(Duration::from_secs(2));
    let all = client.ps()?;
    let alive: Vec<_> = all
        .iter()
        .filter(|p| p.state.alive() && STAGES.contains(&&*p.name))
        .collect();
    ensure!(
        alive.len() == STAGES.len() - 1,
        "not three of the four go on: {alive:?}"
    );
    show::line(format!(
        "{} go on, and nobody detects",
        alive
            .iter()
            .map(|p| &*p.name)
            .collect::<Vec<_>>()
            .join(", ")
    ));

    show::step("starting it again: the pipeline heals");
    client.restart("detector")?;
    let after = linux.pass_after(silent + 1)?;
    show::line(format!("a Linux process hears: {}", after.join(" | ")));
    ensure!(before == after, "the pass before was {before:?}");
    let rows = rows(&mut client, "count(*)")?;
    show::line(format!(
        "the table content://sounds/event has {} rows",
        rows[0]
    ));
    for stage in STAGES.into_iter().rev() {
        client.kill(stage)?;
    }
    linux.stop()
}

/// The numbers of the first row of a query.
fn rows(client: &mut Client, columns: &str) -> Result<Vec<i64>> {
    let rows = client.query(QueryOrder {
        uri: "content://sounds/event".to_owned(),
        columns: columns.to_owned(),
        ..QueryOrder::default()
    })?;
    let number = |cell: &Cell| match cell {
        Cell::Integer(number) => *number,
        _ => 0,
    };
    Ok(rows
        .get(1)
        .context("the query answers no row")?
        .iter()
        .map(number)
        .collect())
}

fn last_pass(client: &mut Client) -> Result<i64> {
    Ok(rows(client, "max(pass)")?[0])
}

/// `terrace channel listen`: an ordinary Linux process.
struct Listener {
    child: Child,
    lines: Receiver<String>,
}

impl Listener {
    fn start(machine: &Machine) -> Result<Listener> {
        let mut child = Command::new(&machine.terrace)
            .args(["channel", "listen", "heard"])
            .env("TERRACE_SOCKET", &machine.socket)
            .stdout(Stdio::piped())
            .spawn()?;
        let out = child.stdout.take().context("its output is a pipe")?;
        let (tell, lines) = channel();
        std::thread::spawn(move || {
            let all = BufReader::new(out).lines().map_while(Result::ok);
            // Nobody hears any more: the demo has ended.
            let _ = all.into_iter().try_for_each(|line| tell.send(line));
        });
        Ok(Listener { child, lines })
    }

    /// A pass that began after this one, whole: `ROW PASS BLOCK WHAT` each, of which block and what.
    fn pass_after(&mut self, after: i64) -> Result<Vec<String>> {
        let begun = Instant::now();
        let mut lines = Vec::new();
        let mut of = after;
        while let Ok(line) = self
            .lines
            .recv_timeout(PATIENCE.saturating_sub(begun.elapsed()))
        {
            let mut words = line.splitn(4, ' ').skip(1);
            let pass: i64 = words
                .next()
                .and_then(|n| n.parse().ok())
                .context("a line without a pass")?;
            if pass != of && of > after + 1 {
                return Ok(lines);
            }
            if pass != of {
                // The first one heard may have begun before.
                (of, lines) = (pass.max(after), Vec::new());
            }
            lines.push(words.collect::<Vec<_>>().join(" "));
        }
        anyhow::bail!("nothing more was heard within {PATIENCE:?}")
    }

    fn stop(mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        // It has ended already unless the demo failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
