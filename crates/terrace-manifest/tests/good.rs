//! Manifests that are right, and what they mean.

use std::{fs, path::Path};
use terrace_manifest::*;

fn app(text: &str) -> App {
    parse_app(text, Path::new("terrace.toml")).unwrap_or_else(|e| panic!("{e}"))
}

fn with(rest: &str) -> App {
    app(&format!(
        "[app]\nname = \"a\"\nversion = \"0.1.0\"\nprogram = \"a.wasm\"\n{rest}"
    ))
}

fn good(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/good")
        .join(name);
    fs::read_to_string(path).expect("the file is there")
}

#[test]
fn what_is_not_said_has_its_default() {
    let app = app(&good("smallest.toml"));
    assert_eq!((app.name.as_str(), app.version.as_str()), ("a", "0.1.0"));
    assert_eq!(
        app.program,
        Program::Wasm {
            path: "a.wasm".into()
        }
    );
    assert_eq!(
        (app.memory.guaranteed, app.memory.limit),
        (Bytes::new(0), Bytes::mib(64))
    );
    assert_eq!(
        (app.cpu.mode, app.cpu.scheduler),
        (Mode::Dispatched, Scheduler::Normal)
    );
    assert_eq!((app.cpu.slice_us, app.cpu.budget), (10_000, None));
    assert_eq!(app.cpu.on_overrun, OnOverrun::Throttle);
    let granted = &app.permissions;
    assert!(granted.clock && granted.random && !granted.control);
    assert!(granted.dirs.is_empty() && granted.network.is_empty() && granted.env.is_empty());
    assert_eq!(app.restart.policy, RestartPolicy::Never);
}

#[test]
fn every_form_of_a_value_is_read() {
    let app = app(&good("every-form.toml"));
    let Program::Source(Source::C(build)) = &app.program else {
        panic!("it is C")
    };
    assert_eq!(build.sources.len(), 3);
    assert!(build.reactor && build.cflags[1] == "-DNAME=\"x y\"");
    assert_eq!(
        (app.memory.guaranteed.get(), app.memory.limit.get()),
        (65536, 1 << 20)
    );
    assert_eq!(
        app.cpu.budget,
        Some(Budget {
            budget_us: 1000,
            period_us: 1000
        })
    );
    assert_eq!((app.cpu.mode, app.cpu.worker), (Mode::Threaded, Some(0)));
    let granted = &app.permissions;
    assert_eq!(granted.args, ["", "--", "two words", "ü"]);
    assert_eq!(granted.network[1].to_string(), "[::1]:8080");
    let names: Vec<_> = granted.env.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        ["EMPTY", "with space", "A"],
        "in the order of the text"
    );
    let dirs: Vec<_> = granted
        .dirs
        .iter()
        .map(|d| (d.guest.as_str(), d.access))
        .collect();
    assert_eq!(dirs, [(".", Access::Read), ("/", Access::Write)]);
    assert!(!granted.clock);
}

#[test]
fn every_language_has_its_build_keys() {
    let source = |name: &str| match app(&good(name)).program {
        Program::Source(source) => source,
        Program::Wasm { .. } => panic!("{name} is built"),
    };
    let rust = RustBuild {
        package: Some("r".into()),
        bin: Some("r_2".into()),
        features: vec!["small".into(), "dep/feat".into(), "c++17".into()],
        target: RustTarget::Wasip2,
        reactor: false,
    };
    assert_eq!(source("rust.toml"), Source::Rust(rust));
    let go = GoBuild {
        package: "./cmd/server".into(),
        reactor: true,
    };
    assert_eq!(source("go.toml"), Source::Go(go));
    let java = source("java.toml");
    assert_eq!((java.language(), java.reactor()), (Language::Java, false));
    let Source::Java(java) = java else {
        panic!("it is Java")
    };
    assert_eq!(
        (java.main.as_str(), java.sources.len()),
        ("com.example.Main", 2)
    );
    assert_eq!(java.reflect, ["com.example.Plugin$Inner"]);
}

#[test]
fn the_canonical_text_means_the_same() {
    for name in [
        "smallest.toml",
        "every-form.toml",
        "rust.toml",
        "go.toml",
        "java.toml",
    ] {
        let first = app(&good(name));
        assert_eq!(app(&first.to_toml()), first, "{name}");
    }
}

#[test]
fn budgets_priorities_and_overruns_are_kept() {
    let cpu = with("[cpu]\nscheduler = \"fifo\"\npriority = 7\nbudget_us = 100\nperiod_us = 1000\non_overrun = \"suspend\"\n").cpu;
    assert_eq!((cpu.scheduler, cpu.priority), (Scheduler::Fifo, Some(7)));
    assert_eq!(cpu.on_overrun, OnOverrun::Suspend);
}

#[test]
fn bounds_themselves_are_allowed() {
    let memory =
        with("[memory]\nguaranteed = \"4 GiB\"\nlimit = \"4 GiB\"\nsurplus_priority = 99\n").memory;
    assert_eq!(memory.limit.get(), 1 << 32);
    assert_eq!(
        with("[memory]\nlimit = \"64 KiB\"\n").memory.limit.get(),
        65536
    );
    let many = "\"x\", ".repeat(1024);
    assert_eq!(
        with(&format!("[permissions]\nargs = [{many}]\n"))
            .permissions
            .args
            .len(),
        1024
    );
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_are_read() {
    let text = good("smallest.toml").replace('\n', "\r\n");
    assert_eq!(app(&format!("\u{feff}{text}")), app(&good("smallest.toml")));
}

#[test]
fn a_device_knows_where_its_apps_are_named() {
    let text = good("device-every-form.toml");
    let device = parse_device(&text, Path::new("d.toml")).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(device.name.as_ref().map(AppName::as_str), Some("d"));
    assert_eq!(
        (device.memory, device.workers),
        (Some(Bytes::mib(1)), Some(1024))
    );
    let [first, second] = &device.apps[..] else {
        panic!("two apps")
    };
    assert_eq!((first.count, &first.name, &first.args), (1, &None, &None));
    assert_eq!(first.at, Position { line: 6, col: 8 });
    assert_eq!((second.count, second.name.as_deref()), (11_999, Some("b")));
    assert_eq!(second.args.as_deref(), Some(&[][..]));
}

#[test]
fn a_device_says_which_linux_users_may_use_which_channels() {
    let text = "[[app]]\npath = \"a\"\n\
                [[peer]]\nuid = 1000\nsend = [\"settings\"]\nreceive = [\"levels\", \"news\"]\npriority = 3\n\
                [[peer]]\nuid = 0\n";
    let device = parse_device(text, Path::new("d.toml")).unwrap_or_else(|e| panic!("{e}"));
    let [first, second] = &device.peers[..] else {
        panic!("{:?}", device.peers);
    };
    let names =
        |list: &[terrace_manifest::Label]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!((first.uid, first.priority), (1000, Some(3)));
    assert_eq!(
        (names(&first.send), names(&first.receive)),
        (
            vec!["settings".to_owned()],
            vec!["levels".to_owned(), "news".to_owned()]
        )
    );
    assert_eq!(
        (
            second.uid,
            second.priority,
            second.send.len(),
            second.receive.len()
        ),
        (0, None, 0, 0)
    );
    let wrong = parse_device(
        "[[app]]\npath = \"a\"\n[[peer]]\nuid = -1\n",
        Path::new("d.toml"),
    );
    assert!(wrong.unwrap_err().to_string().contains("uid"));
}
