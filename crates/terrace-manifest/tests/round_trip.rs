//! M5: the canonical text of any valid app parses to the same app.

use proptest::{collection::vec, option, prelude::*, sample::select};
use std::{collections::BTreeMap, net::SocketAddr, path::Path};
use terrace_manifest::*;

fn text() -> impl Strategy<Value = String> {
    any::<String>().prop_map(|s| s.replace('\0', ""))
}

fn host() -> impl Strategy<Value = String> {
    text().prop_filter("a path is not empty", |s| !s.is_empty())
}

fn one_of<T: Word + std::fmt::Debug>() -> impl Strategy<Value = T> {
    select(T::ALL).prop_map(|(value, _)| value)
}

fn distinct<T: Ord + std::fmt::Debug>(
    of: impl Strategy<Value = T>,
    least: usize,
) -> impl Strategy<Value = Vec<T>> {
    proptest::collection::btree_set(of, least..4).prop_map(|set| set.into_iter().collect())
}

fn memory() -> impl Strategy<Value = Memory> {
    let bytes = (65_536u64..=1 << 32).prop_flat_map(|limit| (Just(limit), 0..=limit));
    (bytes, 0u8..=99).prop_map(|((limit, guaranteed), surplus_priority)| Memory {
        guaranteed: Bytes::new(guaranteed),
        limit: Bytes::new(limit),
        surplus_priority,
    })
}

fn budget() -> impl Strategy<Value = Budget> {
    let period = 1000u64..=10_000_000;
    let both = period.prop_flat_map(|period| (Just(period), 100..=period));
    both.prop_map(|(period_us, budget_us)| Budget {
        budget_us,
        period_us,
    })
}

fn cpu() -> impl Strategy<Value = Cpu> {
    let who = (one_of::<Mode>(), option::of(1u8..=99), 100u64..=1_000_000);
    let how = (
        option::of(budget()),
        option::of(0u16..=1023),
        one_of::<OnOverrun>(),
    );
    (who, how).prop_map(
        |((mode, priority, slice_us), (budget, worker, on_overrun))| Cpu {
            mode,
            scheduler: if priority.is_some() {
                Scheduler::Fifo
            } else {
                Scheduler::Normal
            },
            priority,
            slice_us,
            budget,
            worker,
            on_overrun: if budget.is_some() {
                on_overrun
            } else {
                OnOverrun::Throttle
            },
        },
    )
}

fn dirs() -> impl Strategy<Value = Vec<DirGrant>> {
    let guest = "\\.|/|(/[a-z ü\"\\\\]{1,5}){1,3}";
    let one = (host(), one_of::<Access>());
    proptest::collection::btree_map(guest, one, 0..4).prop_map(|dirs| {
        let dir = |(guest, (host, access)): (String, (String, Access))| DirGrant {
            host: host.into(),
            guest,
            access,
        };
        dirs.into_iter().map(dir).collect()
    })
}

fn permissions() -> impl Strategy<Value = Permissions> {
    let name = host().prop_map(|s| s.replace('=', "_"));
    let env = proptest::collection::btree_map(name, text(), 0..4);
    let network = distinct(
        any::<(std::net::IpAddr, u16)>().prop_map(SocketAddr::from),
        0,
    );
    let flags = any::<[bool; 3]>();
    (dirs(), env, vec(text(), 0..4), network, flags).prop_map(
        |(dirs, env, args, network, [clock, random, control])| Permissions {
            dirs,
            env: BTreeMap::into_iter(env).collect(),
            args,
            network,
            clock,
            random,
            control,
        },
    )
}

fn restart() -> impl Strategy<Value = Restart> {
    (one_of::<RestartPolicy>(), 1u32..=10_000, 0u64..=3_600_000).prop_map(
        |(policy, max, backoff_ms)| Restart {
            policy,
            max,
            backoff_ms,
        },
    )
}

fn c() -> impl Strategy<Value = Source> {
    let sources = distinct("[a-z/ü ][a-z./-]{0,9}\\.c".prop_map(Into::into), 1);
    (sources, vec("-[ -~]{1,9}", 0..4), any::<bool>()).prop_map(|(sources, cflags, reactor)| {
        Source::C(CBuild {
            sources,
            cflags,
            reactor,
        })
    })
}

fn go() -> impl Strategy<Value = Source> {
    ("[./a-z][./a-z-]{0,9}", any::<bool>())
        .prop_map(|(package, reactor)| Source::Go(GoBuild { package, reactor }))
}

fn rust() -> impl Strategy<Value = Source> {
    let name = || option::of("[a-zA-Z0-9_][a-zA-Z0-9_-]{0,9}");
    let features = distinct("[a-z0-9][a-z0-9_+./-]{0,9}", 0);
    (
        name(),
        name(),
        features,
        one_of::<RustTarget>(),
        any::<bool>(),
    )
        .prop_map(|(package, bin, features, target, reactor)| {
            let reactor = reactor && target == RustTarget::Wasip1;
            Source::Rust(RustBuild {
                package,
                bin,
                features,
                target,
                reactor,
            })
        })
}

fn java() -> impl Strategy<Value = Source> {
    let class = || "[a-z]{1,5}(\\.[A-Za-z_$][A-Za-z0-9_$]{0,5}){0,3}";
    let sources = distinct(host().prop_map(|s| format!("./{s}").into()), 1);
    let jars = distinct("[a-z/]{1,9}\\.jar".prop_map(Into::into), 0);
    let maven = distinct("[a-z][a-z.]{0,5}:[a-z][a-z-]{0,5}:[0-9][0-9.]{0,5}", 0);
    (class(), sources, jars, maven, distinct(class(), 0)).prop_map(
        |(main, sources, jars, maven, reflect)| {
            Source::Java(JavaBuild {
                main,
                sources,
                jars,
                maven,
                reflect,
            })
        },
    )
}

fn program() -> impl Strategy<Value = Program> {
    prop_oneof![
        host().prop_map(|path| Program::Wasm { path: path.into() }),
        prop_oneof![c(), go(), rust(), java()].prop_map(Program::Source),
    ]
}

prop_compose! {
    fn app()(
        name in "[a-z0-9][a-z0-9._-]{0,63}",
        version in "(0|[1-9][0-9]{0,3})\\.(0|[1-9][0-9]{0,3})\\.(0|[1-9][0-9]{0,3})(-rc\\.[1-9])?",
        program in program(),
        memory in memory(),
        cpu in cpu(),
        permissions in permissions(),
        restart in restart(),
    ) -> App {
        let name = name.parse().expect("the strategy makes names");
        App { name, version, program, memory, cpu, permissions, restart }
    }
}

proptest! {
    #[test]
    fn the_canonical_text_of_an_app_is_that_app(app in app()) {
        let text = app.to_toml();
        match parse_app(&text, Path::new("canonical.toml")) {
            Ok(read) => prop_assert_eq!(read, app),
            Err(errors) => prop_assert!(false, "{}\n{}", errors, text),
        }
    }
}
