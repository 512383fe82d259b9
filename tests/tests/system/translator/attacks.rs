//! What a hostile process may try. Beside each attack an honest one talks to a partition, and
//! afterwards nothing is left: descriptors, mappings, memory, threads.

use super::raw::{Raw, answer, connect, request};
use super::{Bridge, WATCHDOG, channels, echo};
use rustix::fs::FallocateFlags;
use std::os::fd::AsFd;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use terrace_peer::{Connection, Roles};
use terrace_ring::words::Words;
use terrace_ring::{Layout, Mapping};
use terrace_tests::{Arena, eventually};
use terrace_vm::PartitionId;

/// How long random bytes are written: seconds of TERRACE_ATTACK_SECONDS, 3 without it.
fn attack_time() -> Duration {
    let seconds = std::env::var("TERRACE_ATTACK_SECONDS").ok();
    Duration::from_secs(seconds.and_then(|s| s.parse().ok()).unwrap_or(3))
}

/// A machine with a translator, an echo, and an honest process; and two channels that the attacker uses.
struct Scene {
    arena: Arena,
    bridge: Option<Bridge>,
    echo: PartitionId,
    honest: Option<(Connection, Connection)>,
    told: u32,
}

impl Scene {
    fn new() -> Scene {
        let arena = Arena::new();
        let bridge = Bridge::new(&arena);
        let echo = arena.run_wat("echo", &echo(), &channels("count = 64\ndepth = 8"));
        let hole = |name| {
            format!(
                "[[channel]]\nname = \"{name}\"\ntype = \"cross-context\"\ncount = 64\ndepth = 4\ndrop = \"oldest\"\n"
            )
        };
        arena.install_wat(
            "hole",
            terrace_testkit::guests::NOTHING,
            &(hole("hole") + &hole("spring")),
        );
        let honest = (
            bridge.open("inbox", Roles::SEND),
            bridge.open("outbox", Roles::RECEIVE),
        );
        Scene {
            arena,
            bridge: Some(bridge),
            echo,
            honest: Some(honest),
            told: 0,
        }
    }

    fn bridge(&self) -> &Bridge {
        self.bridge.as_ref().unwrap()
    }

    fn raw(&self, channel: &str, roles: Roles) -> Raw {
        Raw::open(&self.bridge().socket(), channel, roles)
    }

    /// The honest process is heard and answered.
    fn talk(&mut self) {
        let (to, from) = self.honest.as_mut().unwrap();
        self.told += 1;
        to.send(self.told, &self.told.to_ne_bytes(), WATCHDOG)
            .unwrap();
        let mut into = [0; 64];
        let received = from.receive(&mut into, WATCHDOG).unwrap().unwrap();
        assert_eq!(
            (received.kind, &into[..4]),
            (self.told, &self.told.to_ne_bytes()[..])
        );
    }

    /// Everything is as before.
    fn end(mut self) {
        self.talk();
        eventually("only the honest one is there", || {
            self.bridge().translator.peers().len() == 2
        });
        self.honest = None;
        eventually("nobody is there", || {
            self.bridge().translator.peers().is_empty()
        });
        for channel in self.arena.controller.channels() {
            let outside = |users: &[terrace_vm::UserInfo]| users.iter().any(|u| u.app.is_empty());
            assert!(
                channel.held == 0 && !outside(&channel.receivers),
                "{channel:?}"
            );
            // What still waits is counted as its sender's.
            assert!(
                channel.waiting > 0 || !outside(&channel.senders),
                "{channel:?}"
            );
        }
        self.bridge = None;
        self.arena.kill(self.echo);
        self.arena.unhurt();
    }
}

/// A small generator: what is random must be repeatable.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A word that is random, or next to what could be right.
    fn word(&mut self) -> u64 {
        match self.next() % 4 {
            0 => self.next(),
            1 => (self.next() % 100_000) & !7,
            2 => u64::MAX - self.next() % 100,
            _ => self.next() % 200,
        }
    }
}

#[test]
fn random_bytes_in_the_rings_hurt_nobody() {
    let mut scene = Scene::new();
    let until = Instant::now() + attack_time();
    let mut random = Random(0x5eed_0001);
    let (mut connections, mut writes) = (0, 0u64);
    while Instant::now() < until {
        let raw = scene.raw(
            ["hole", "spring"][(random.next() % 2) as usize],
            Roles::BOTH,
        );
        connections += 1;
        while !raw.is_over() && Instant::now() < until {
            for _ in 0..64 {
                let ring = &raw.rings[(random.next() % 2) as usize];
                let word = match random.next() % 3 {
                    0 => (random.next() % 20) as usize,
                    1 => 512 + (random.next() % 64) as usize,
                    _ => (random.next() as usize) % ring.len(),
                };
                ring.store(word, random.word(), Ordering::SeqCst);
                writes += 1;
            }
            raw.ring();
            if random.next().is_multiple_of(50) {
                scene.talk();
            }
        }
    }
    println!("{writes} random words through {connections} connections");
    assert!(connections > 1 && scene.bridge().translator.broken() > 0);
    scene.end();
}

#[test]
fn what_is_shared_cannot_be_taken_away() {
    let mut scene = Scene::new();
    let raw = scene.raw("hole", Roles::BOTH);
    for ring in &raw.rings {
        for size in [0, 1, 4096] {
            let cut = rustix::fs::ftruncate(ring.descriptor(), size);
            assert_eq!(cut, Err(rustix::io::Errno::PERM));
        }
        assert_eq!(
            rustix::fs::ftruncate(ring.descriptor(), 1 << 30),
            Err(rustix::io::Errno::PERM)
        );
        // A hole can be made; the other side reads zeros there, and goes on.
        let hole = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
        rustix::fs::fallocate(ring.descriptor(), hole, 0, (ring.len() * 8) as u64).unwrap();
    }
    raw.ring();
    scene.talk();
    // Its event is full, and blocks who reads or writes it.
    for _ in 0..2 {
        let _ = rustix::io::write(&raw.event, &(u64::MAX - 2).to_ne_bytes());
        scene.talk();
    }
    let flags = rustix::fs::fcntl_getfl(&raw.event).unwrap();
    rustix::fs::fcntl_setfl(&raw.event, flags & !rustix::fs::OFlags::NONBLOCK).unwrap();
    scene.talk();
    drop(raw);
    scene.end();
}

#[test]
fn what_a_process_keeps_open_is_given_back_all_the_same() {
    let mut scene = Scene::new();
    let raw = scene.raw("hole", Roles::BOTH);
    for ring in &raw.rings {
        assert!(rustix::fs::fstat(ring.descriptor()).unwrap().st_blocks > 0);
    }
    raw.stream.shutdown(std::net::Shutdown::Both).unwrap();
    eventually("its memory is Linux's again", || {
        raw.rings
            .iter()
            .all(|ring| rustix::fs::fstat(ring.descriptor()).unwrap().st_blocks == 0)
    });
    // What it does with them afterwards is its own business.
    for ring in &raw.rings {
        ring.store(8, u64::MAX, Ordering::SeqCst);
    }
    raw.ring();
    scene.talk();
    drop(raw);
    scene.end();
}

#[test]
fn floods_of_messages_wake_ups_and_bytes_hold_nobody_up() {
    let mut scene = Scene::new();
    let socket = scene.bridge().socket();
    let until = Instant::now() + attack_time();
    let messages = std::thread::spawn({
        let mut flood = scene.bridge().open("hole", Roles::SEND);
        move || {
            let mut count = 0u64;
            while Instant::now() < until {
                if flood.try_send(0, &[7; 64]).is_ok() {
                    count += 1;
                }
            }
            count
        }
    });
    let wake_ups = std::thread::spawn({
        let raw = scene.raw("spring", Roles::BOTH);
        move || {
            while Instant::now() < until {
                raw.ring();
            }
        }
    });
    let bytes = std::thread::spawn(move || {
        while Instant::now() < until {
            let stream = connect(&socket, &request("hole", Roles::SEND));
            let _ = answer(&stream);
            stream.set_nonblocking(true).unwrap();
            // Nobody reads it.
            while rustix::io::write(&stream, &[0x55; 4096]).is_ok() {}
        }
    });
    let mut talks = 0;
    while Instant::now() < until {
        scene.talk();
        talks += 1;
    }
    let count = messages.join().unwrap();
    wake_ups.join().unwrap();
    bytes.join().unwrap();
    println!("{talks} messages there and back beside {count} of a flood");
    assert!(talks > 0 && count > 0);
    scene.end();
}

#[test]
fn a_thousand_connections_leave_nothing() {
    let mut scene = Scene::new();
    let socket = scene.bridge().socket();
    for number in 0..1000u32 {
        match number % 4 {
            0 => drop(connect(&socket, &[])),
            1 => drop(connect(&socket, &request("hole", Roles::BOTH))),
            2 => eventually("there is room", || {
                let Ok(mut connection) = Connection::open(&socket, "hole", Roles::BOTH) else {
                    return false;
                };
                connection.try_send(number, b"here and gone").unwrap();
                true
            }),
            _ => drop(connect(&socket, &request("nowhere", Roles::BOTH))),
        }
        if number % 100 == 0 {
            scene.talk();
        }
    }
    scene.end();
}

#[test]
fn who_dies_at_any_step_leaves_nothing() {
    let mut scene = Scene::new();
    let socket = scene.bridge().socket();
    let whole = request("hole", Roles::BOTH);
    for length in [0, 1, whole.len() - 1, whole.len()] {
        drop(connect(&socket, &whole[..length]));
        scene.talk();
    }
    let stream = connect(&socket, &whole);
    drop(answer(&stream));
    drop(stream);
    scene.talk();
    // The words of a producer and of a consumer, one after the other, as they would be written.
    let tail = |ring: &Mapping, value| ring.store(8, value, Ordering::SeqCst);
    let steps: [fn(&Raw); 6] = [
        |_| {},
        |raw| raw.rings[0].store(512, 5, Ordering::SeqCst),
        |raw| raw.rings[0].store(513, 0x1234_5678, Ordering::SeqCst),
        |raw| raw.rings[0].store(8, 16, Ordering::SeqCst),
        |raw| raw.ring(),
        |raw| raw.rings[1].store(17, 1, Ordering::SeqCst),
    ];
    for last in 0..=steps.len() {
        let raw = scene.raw("hole", Roles::BOTH);
        for step in &steps[..last] {
            step(&raw);
        }
        drop(raw);
        scene.talk();
    }
    // Announced, and not written.
    let raw = scene.raw("hole", Roles::BOTH);
    let capacity = Layout::read(&raw.rings[0]).unwrap().capacity() as u64;
    tail(&raw.rings[0], capacity);
    raw.ring();
    drop(raw);
    scene.talk();
    scene.end();
}

#[test]
fn a_process_that_is_killed_while_it_sends_leaves_nothing() {
    let mut scene = Scene::new();
    for _ in 0..5 {
        let raw = scene.raw("hole", Roles::BOTH);
        // A process that holds all of it, and no longer its maker.
        let event = raw.event.as_fd().try_clone_to_owned().unwrap();
        let mut child = std::process::Command::new("sleep")
            .arg("600")
            .stdin(std::process::Stdio::from(std::os::fd::OwnedFd::from(
                raw.stream.try_clone().unwrap(),
            )))
            .stdout(std::process::Stdio::from(event))
            .spawn()
            .unwrap();
        drop(raw);
        scene.talk();
        child.kill().unwrap();
        child.wait().unwrap();
    }
    scene.end();
}
