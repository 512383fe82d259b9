//! What happens on the demo's device, in order.

use crate::device::{DemoApp, Machine};
use crate::sampler::{Sampler, proportional};
use crate::show;
use anyhow::{Context, Result, ensure};
use std::collections::{BTreeMap, HashMap};
use std::io::{IsTerminal, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};
use terrace_daemon::client::Client;
use terrace_daemon::protocol::{LogsOrder, StartOrder};

/// What was measured on the way.
pub struct Told {
    /// App of each partition.
    pub app_of: HashMap<String, String>,
    /// From the request to running with nothing else alive, in ns, by app.
    pub start_ns: HashMap<String, u64>,
    /// The most committed bytes, by partition.
    pub memory: HashMap<String, u64>,
    /// Proportional memory of the whole daemon with everything alive.
    pub daemon: u64,
    /// Partitions alive at that moment.
    pub alive: usize,
}

/// Run the whole story.
pub fn tell(
    machine: &mut Machine,
    apps: &[DemoApp],
    images: &BTreeMap<String, PathBuf>,
) -> Result<Told> {
    let mut client = machine.client()?;
    install(&mut client, images)?;
    let sampler = Sampler::start(machine.socket.clone())?;
    let app_of = start(&mut client, apps)?;
    let daemon = proportional(machine.pid()).unwrap_or(0);
    let alive = client.ps()?.iter().filter(|p| p.state.alive()).count();
    ask_http();
    suspend_and_resume(&mut client)?;
    kill_the_rogue(&mut client)?;
    std::thread::sleep(Duration::from_secs(2));
    show_live(machine)?;
    results(&mut client, apps, &app_of)?;
    let memory = sampler.finish();
    let start_ns = start_alone(&mut client, apps)?;
    Ok(Told {
        app_of,
        start_ns,
        memory,
        daemon,
        alive,
    })
}

fn install(client: &mut Client, images: &BTreeMap<String, PathBuf>) -> Result<()> {
    show::step("installing the images (compiled ahead of time, once)");
    for (app, image) in images {
        let begun = Instant::now();
        client
            .install(&image.canonicalize()?, |_| ())
            .with_context(|| format!("cannot install {app}"))?;
        show::line(format!("{app:<12} {:>5} ms", begun.elapsed().as_millis()));
    }
    Ok(())
}

fn start(client: &mut Client, apps: &[DemoApp]) -> Result<HashMap<String, String>> {
    let total: u32 = apps.iter().map(|a| a.count).sum();
    show::step(&format!("starting {total} partitions in one process"));
    let begun = Instant::now();
    let mut app_of = HashMap::new();
    for app in apps {
        let order = StartOrder {
            app: app.title().to_owned(),
            count: app.count,
            name: app.name.clone(),
            args: app.args.clone(),
            env: Vec::new(),
            force: false,
        };
        for started in client.start(order)? {
            app_of.insert(started.name, app.title().to_owned());
        }
    }
    show::line(format!(
        "all requested and admitted after {} ms",
        begun.elapsed().as_millis()
    ));
    Ok(app_of)
}

/// The HTTP service answers from inside its partition.
fn ask_http() {
    let answer = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect("127.0.0.1:8080")?;
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        stream.write_all(b"GET /stats HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
        let mut text = String::new();
        stream.read_to_string(&mut text)?;
        Ok(text)
    };
    let begun = Instant::now();
    let text = loop {
        match answer() {
            Ok(text) => break text,
            Err(_) if begun.elapsed() < Duration::from_secs(5) => {
                std::thread::sleep(Duration::from_millis(20))
            }
            Err(e) => break e.to_string(),
        }
    };
    show::step("GET http://127.0.0.1:8080/stats, answered by a partition (a WASI 0.2 component)");
    show::line(text.lines().next().unwrap_or_default());
    show::line(text.lines().last().unwrap_or_default());
}

fn suspend_and_resume(client: &mut Client) -> Result<()> {
    show::step("suspending three heartbeats; a suspended partition uses no processor");
    let names: Vec<String> = client
        .ps()?
        .into_iter()
        .filter(|p| p.app == "heartbeat" && p.state.alive())
        .map(|p| p.name)
        .take(3)
        .collect();
    for name in &names {
        client.suspend(name)?;
    }
    let cpu = |client: &mut Client| -> Result<u64> {
        Ok(client
            .ps()?
            .iter()
            .filter(|p| names.contains(&p.name))
            .map(|p| p.cpu_ns)
            .sum())
    };
    let before = cpu(client)?;
    std::thread::sleep(Duration::from_secs(1));
    let used = cpu(client)? - before;
    show::line(format!(
        "{} used {used} ns in one second; resuming them",
        names.join(", ")
    ));
    ensure!(
        used == 0,
        "a suspended partition used {used} ns of processor time"
    );
    for name in &names {
        client.resume(name)?;
    }
    Ok(())
}

fn kill_the_rogue(client: &mut Client) -> Result<()> {
    show::step("killing the one that computes for ever; the others go on");
    let begun = Instant::now();
    let killed = client.kill("rogue-spin")?;
    let took = begun.elapsed();
    show::line(format!(
        "rogue-spin: {} after {}",
        killed.state,
        show::time(u64::try_from(took.as_nanos())?)
    ));
    let beats = |client: &mut Client| -> Result<u64> {
        Ok(client
            .ps()?
            .iter()
            .filter(|p| p.app == "heartbeat")
            .map(|p| p.cpu_ns)
            .sum())
    };
    let before = beats(client)?;
    std::thread::sleep(Duration::from_millis(500));
    let after = beats(client)?;
    let running = client
        .ps()?
        .iter()
        .filter(|p| p.app == "heartbeat" && p.state.alive())
        .count();
    show::line(format!(
        "{running} heartbeats go on (they used {} meanwhile)",
        show::time(after - before)
    ));
    ensure!(after > before, "the heartbeats stopped with the rogue");
    Ok(())
}

/// The live view on a terminal for a while; else its last frame as text.
fn show_live(machine: &Machine) -> Result<()> {
    if std::io::stdout().is_terminal() {
        show::step("the live view (q ends it, or ten seconds)");
        let mut top = Command::new(&machine.terrace)
            .arg("top")
            .env("TERRACE_SOCKET", &machine.socket)
            .spawn()?;
        let begun = Instant::now();
        while top.try_wait()?.is_none() {
            if begun.elapsed() > Duration::from_secs(10) {
                // SIGTERM lets it give the terminal back; it has no other way to be told.
                Command::new("kill").arg(top.id().to_string()).status()?;
                top.wait()?;
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        return Ok(());
    }
    show::step("what runs now (the live view's last frame)");
    let frame = Command::new(&machine.terrace)
        .arg("ps")
        .env("TERRACE_SOCKET", &machine.socket)
        .output()?;
    print!("{}", String::from_utf8_lossy(&frame.stdout));
    Ok(())
}

fn results(client: &mut Client, apps: &[DemoApp], app_of: &HashMap<String, String>) -> Result<()> {
    show::step("what they found out (first lines of one partition of each app)");
    for app in apps {
        let mut names: Vec<_> = app_of
            .iter()
            .filter(|(_, a)| *a == app.title())
            .map(|(n, _)| n)
            .collect();
        names.sort();
        let Some(partition) = names.first() else {
            continue;
        };
        let order = LogsOrder {
            partition: (*partition).clone(),
            ..LogsOrder::default()
        };
        let mut shown = 0;
        for page in client.logs(order)? {
            for record in page?.records {
                if shown < 4 && !record.text.trim().is_empty() {
                    show::line(format!("{partition:<14} | {}", record.text));
                    shown += 1;
                }
            }
        }
    }
    Ok(())
}

/// How often each app is started for its start-up time.
const STARTS: u32 = 9;

/// End everything, then start each app a few times by itself, as the processes are: with sixty
/// starting at once, the figure would be the queue before the two cores.
fn start_alone(client: &mut Client, apps: &[DemoApp]) -> Result<HashMap<String, u64>> {
    show::step("starting each app by itself, nine times, for its start-up time");
    for partition in client.ps()?.iter().filter(|p| p.state.alive()) {
        // One that ends at this moment is as good.
        let _ = client.kill(&partition.name);
    }
    for app in apps {
        for round in 0..STARTS {
            let name = alone(app, round);
            client.start(StartOrder {
                app: app.title().to_owned(),
                count: 1,
                name: Some(name.clone()),
                args: app.args.clone(),
                env: Vec::new(),
                force: false,
            })?;
            std::thread::sleep(Duration::from_millis(10));
            let _ = client.kill(&name);
        }
    }
    let mut times = start_times(client)?;
    Ok(apps
        .iter()
        .filter_map(|app| {
            let mut all: Vec<u64> = (0..STARTS)
                .filter_map(|round| times.remove(&alone(app, round)))
                .collect();
            all.sort_unstable();
            all.get(all.len() / 2)
                .map(|&ns| (app.title().to_owned(), ns))
        })
        .collect())
}

fn alone(app: &DemoApp, round: u32) -> String {
    format!("alone-{}-{round}", app.title())
}

/// From `created` to `started`, as the daemon's own events tell.
fn start_times(client: &mut Client) -> Result<HashMap<String, u64>> {
    let mut created = HashMap::new();
    let mut times = HashMap::new();
    for events in client.events(None, false)? {
        for event in events? {
            let kind = format!("{:?}", event.kind).to_lowercase();
            match kind.as_str() {
                "created" => {
                    created.insert(event.name, event.at_ns);
                }
                "started" => {
                    if let Some(at) = created.get(&event.name) {
                        times
                            .entry(event.name)
                            .or_insert(event.at_ns.saturating_sub(*at));
                    }
                }
                _ => {}
            }
        }
    }
    Ok(times)
}
