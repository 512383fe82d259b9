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
    (
        class(),
        sources,
        jars,
        maven,
        distinct(class(), 0),
        any::<bool>(),
    )
        .prop_map(|(main, sources, jars, maven, reflect, reactor)| {
            Source::Java(JavaBuild {
                main,
                sources,
                jars,
                maven,
                reflect,
                reactor,
            })
        })
}

fn label() -> impl Strategy<Value = Label> {
    "[A-Za-z._$][A-Za-z0-9._$-]{0,12}".prop_map(|s| s.parse().expect("the strategy makes names"))
}

fn labels(max: usize) -> impl Strategy<Value = Vec<Label>> {
    proptest::collection::btree_set(label(), 0..max).prop_map(|set| set.into_iter().collect())
}

fn span() -> impl Strategy<Value = Span> {
    (1000u64..=86_400_000_000_000).prop_map(Span::from_ns)
}

fn bytes() -> impl Strategy<Value = Bytes> {
    (0u64..=1 << 20).prop_map(Bytes::new)
}

fn other() -> impl Strategy<Value = Option<AppName>> {
    "[a-z][a-z0-9-]{0,5}".prop_map(|s| Some(s.parse().expect("the strategy makes names")))
}

fn flows() -> impl Strategy<Value = Vec<Flow>> {
    let one = (label(), other(), 1u32..=65_536);
    vec(
        one.prop_map(|(channel, of, count)| Flow { channel, of, count }),
        0..3,
    )
}

fn uses() -> impl Strategy<Value = Vec<ResourceUse>> {
    vec(
        (label(), span()).prop_map(|(resource, longest)| ResourceUse { resource, longest }),
        0..3,
    )
}

fn calls() -> impl Strategy<Value = Vec<Call>> {
    vec(
        (label(), other()).prop_map(|(interface, of)| Call { interface, of }),
        0..3,
    )
}

/// Something released; `nested` in a service or a component of its own.
fn callback(nested: bool) -> impl Strategy<Value = Callback> {
    let who = (
        label(),
        option::of(1u8..=99),
        any::<bool>(),
        option::of(0u16..=1023),
    );
    let when = (
        span(),
        option::of(span()),
        option::of((span(), span())),
        span(),
        span(),
    );
    let memory = option::of((bytes(), bytes(), any::<bool>(), option::of(span())));
    let wrong = (
        option::of(one_of::<Reaction>()),
        option::of(one_of::<Reaction>()),
    );
    let with = (uses(), calls(), flows(), flows(), labels(3));
    (who, when, memory, wrong, with).prop_map(
        move |((name, priority, said, worker), when, memory, (on_overrun, on_miss), with)| {
            let (period, deadline, cost, start, jitter) = when;
            let (uses, calls, publish, subscribe, actions) = with;
            Callback {
                name,
                scheduler: said.then_some(match priority {
                    Some(_) => Scheduler::Fifo,
                    None => Scheduler::Normal,
                }),
                priority,
                worker: worker.filter(|_| !nested),
                period: Some(period),
                deadline,
                cost: cost.map(|(a, b)| a.max(b)),
                best_cost: cost.map(|(a, b)| a.min(b)),
                start,
                jitter,
                memory: memory.map(|(persistent, release, total, collection)| ComponentMemory {
                    persistent: (!nested).then_some(persistent),
                    release: Some(release),
                    total: (!nested && total).then(|| Bytes::new(persistent.get() + release.get())),
                    spare: None,
                    collection,
                }),
                on_overrun,
                on_miss,
                uses,
                calls,
                publish,
                subscribe,
                actions,
            }
        },
    )
}

/// With names that stand once, and totals that are the sum.
fn service() -> impl Strategy<Value = Service> {
    let nested = || vec(callback(true), 0..3);
    (callback(false), any::<bool>(), nested(), nested()).prop_map(
        |(own, bound, tasks, receivers)| {
            let mut service = Service {
                own,
                bound,
                tasks,
                receivers,
            };
            let all = service.tasks.iter_mut().chain(&mut service.receivers);
            let mut sum = 0;
            for (i, callback) in all.enumerate() {
                callback.name = format!("{}-{i}", callback.name)
                    .parse()
                    .expect("still a name");
                sum += callback
                    .memory
                    .as_ref()
                    .and_then(|m| m.release)
                    .map_or(0, Bytes::get);
            }
            if let Some(total) = service.own.memory.as_mut().and_then(|m| m.total.as_mut()) {
                *total = Bytes::new(total.get() + sum);
            }
            service
        },
    )
}

fn queue() -> impl Strategy<Value = Queue> {
    let spans = (option::of(span()), option::of(span()), option::of(span()));
    let counts = (option::of(1u32..=65_536), option::of(1u32..=65_536));
    (one_of::<QueueModel>(), spans, counts).prop_map(
        |(model, (arrival, service, deviation), (servers, population))| {
            let random = model != QueueModel::Periodic;
            let finite = model == QueueModel::FinitePopulation;
            Queue {
                model,
                arrival: arrival.filter(|_| random),
                service: service.filter(|_| random),
                deviation: deviation.filter(|_| model == QueueModel::AnyService),
                servers: servers.filter(|_| finite),
                population: population.filter(|_| finite),
            }
        },
    )
}

fn grantees() -> impl Strategy<Value = Vec<Grantee>> {
    let permission = label().prop_map(Grantee::Permission);
    let app = "[a-z][a-z0-9-]{0,5}".prop_map(|s| s.parse().expect("the strategy makes names"));
    distinct(prop_oneof![permission, app.prop_map(Grantee::App)], 0)
}

fn channel() -> impl Strategy<Value = Channel> {
    let what = (
        label(),
        one_of(),
        one_of(),
        1u32..=1 << 28,
        option::of(1u32..=65_536),
    );
    let how = (one_of(), one_of(), one_of(), option::of(queue()));
    (
        what,
        how,
        grantees(),
        grantees(),
        option::of(label()),
        option::of(label()),
    )
        .prop_map(
            |(
                (name, kind, element, count, depth),
                (order, execution, drop, queue),
                publishers,
                subscribers,
                implementation,
                validation,
            )| {
                Channel {
                    name,
                    kind,
                    element,
                    count,
                    depth,
                    order,
                    execution,
                    drop,
                    on_demand: depth.is_some_and(|depth| depth % 2 == 0),
                    publishers,
                    subscribers,
                    queue,
                    implementation,
                    validation,
                }
            },
        )
}

fn sql_name() -> impl Strategy<Value = SqlName> {
    "[a-z][a-z0-9_]{0,20}_".prop_map(|name| name.parse().expect("it has the form"))
}

prop_compose! {
    fn table()(
        name in sql_name(),
        columns in proptest::collection::btree_map(sql_name(), (one_of::<ColumnType>(), any::<bool>()), 1..4),
        first in any::<bool>(),
    ) -> Table {
        let column = |(name, (kind, required))| Column { name, kind, required };
        let columns: Vec<Column> = columns.into_iter().map(column).collect();
        let index = columns.iter().take(usize::from(first)).map(|c| c.name.clone()).collect();
        Table { name, columns, index }
    }
}

prop_compose! {
    fn provider()(
        name in label(),
        limit in (1u64 << 20)..=1 << 36,
        readers in grantees(),
        writers in grantees(),
        mut tables in vec(table(), 1..4),
        sql in vec(text(), 1..3),
        call in option::of(label()),
    ) -> Provider {
        for (i, table) in tables.iter_mut().enumerate() {
            table.name = format!("{}{i}", table.name).parse().expect("still a name");
        }
        let calls = call.map(|name| Procedure { name, sql }).into_iter().collect();
        Provider { name, limit: Bytes::new(limit), readers, writers, tables, calls }
    }
}

prop_compose! {
    fn components()(
        gc in option::of((65_536u64..=1 << 32, option::of(1u8..=99))),
        services in vec(service(), 0..3),
        receivers in vec(callback(false), 0..3),
        channels in vec(channel(), 0..3),
        exports in vec((label(), option::of(span()), grantees()), 0..3),
        chain in (label(), one_of::<Activation>(), option::of(span())),
        providers in vec(provider(), 0..2),
    ) -> Components {
        let mut parts = Components {
            gc: gc.map(|(heap, priority)| Gc { max_heap: Bytes::new(heap), priority }),
            services, receivers, channels, providers, ..Components::default()
        };
        let unique = |name: &mut Label, i: usize| {
            *name = format!("{name}-{i}").parse().expect("still a name");
        };
        let own = parts.services.iter_mut().map(|s| &mut s.own.name);
        let alone = parts.receivers.iter_mut().map(|r| &mut r.name);
        own.chain(alone).enumerate().for_each(|(i, name)| unique(name, i));
        parts.channels.iter_mut().enumerate().for_each(|(i, c)| unique(&mut c.name, i));
        parts.providers.iter_mut().enumerate().for_each(|(i, p)| unique(&mut p.name, i));
        if let Some(service) = parts.services.first() {
            for (i, (name, longest, callers)) in exports.into_iter().enumerate() {
                let mut export = Export { name, component: Some(service.own.name.clone()), longest, callers };
                unique(&mut export.name, i);
                parts.exports.push(export);
            }
            if let Some(task) = service.callbacks().nth(1) {
                let parse = |p: String| p.parse().expect("names with a slash between");
                let whole = format!("{}/{}", service.own.name, task.name);
                let tasks = vec![parse(service.own.name.to_string()), parse(whole)];
                let (name, activation, deadline) = chain;
                parts.chains.push(Chain { name, tasks, activation, deadline });
            }
        }
        parts
    }
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
        components in components(),
    ) -> App {
        let name = name.parse().expect("the strategy makes names");
        App { name, version, program, memory, cpu, permissions, restart, components }
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
