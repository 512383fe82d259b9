//! The committed schemas and the reference page are those of the types, and the parser obeys
//! them. `TERRACE_BLESS=1` writes the files again.

use serde_json::Value;
use std::{collections::BTreeSet, env, fs, path::Path};
use terrace_manifest::{app_schema, device_schema, parse_app, parse_device, reference_markdown};

fn same_as_committed(path: &str, now: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path);
    if env::var_os("TERRACE_BLESS").is_some() {
        let folder = path.parent().expect("the file is in a folder");
        fs::create_dir_all(folder).expect("the folder can be made");
        fs::write(&path, now).expect("the file can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == now,
        "{} drifted: run the tests with TERRACE_BLESS=1",
        path.display()
    );
}

fn pretty(schema: &Value) -> String {
    serde_json::to_string_pretty(schema).expect("JSON prints") + "\n"
}

#[test]
fn the_committed_schemas_are_those_of_the_types() {
    same_as_committed("docs/schema/app.schema.json", &pretty(&app_schema()));
    same_as_committed("docs/schema/device.schema.json", &pretty(&device_schema()));
}

#[test]
fn the_committed_reference_is_that_of_the_types() {
    same_as_committed("docs/book/src/manifest.md", &reference_markdown());
}

#[test]
fn the_examples_of_the_reference_are_right() {
    let page = reference_markdown();
    let examples: Vec<_> = page
        .split("```toml\n")
        .skip(1)
        .filter_map(|p| p.split("```").next())
        .collect();
    let [app, device] = examples[..] else {
        panic!("two examples")
    };
    parse_app(app, Path::new("app")).unwrap_or_else(|e| panic!("{e}"));
    parse_device(device, Path::new("device")).unwrap_or_else(|e| panic!("{e}"));
}

const HEAD: &str = "[app]\nname = \"a\"\nversion = \"0.1.0\"\n";

/// A manifest up to a place where keys of a section may stand.
fn before(section: &str) -> String {
    match section {
        "app" => format!("{HEAD}program = \"a.wasm\"\n"),
        section => format!("{HEAD}program = \"a.wasm\"\n[{section}]\n"),
    }
}

fn app_errors(text: &str) -> String {
    parse_app(text, Path::new("f")).map_or_else(|e| e.to_string(), |_| String::new())
}

/// The keys the parser knows after this text, by its own word.
fn known(before: &str, parse: fn(&str) -> String) -> BTreeSet<String> {
    let errors = parse(&format!("{before}no-such-key = 1\n"));
    let line = errors
        .lines()
        .find(|l| l.contains("unknown key"))
        .expect("the key is unknown");
    let (_, keys) = line
        .split_once("the keys are ")
        .expect("the keys are listed");
    let (keys, _) = keys.split_once(',').expect("the fix comes after");
    keys.split(' ').map(str::to_owned).collect()
}

fn properties(schema: &Value) -> BTreeSet<String> {
    schema["properties"]
        .as_object()
        .expect("it has properties")
        .keys()
        .cloned()
        .collect()
}

#[test]
fn the_parser_knows_exactly_the_keys_of_the_schema() {
    let schema = app_schema();
    for section in ["memory", "cpu", "permissions", "restart"] {
        let keys = known(&before(section), app_errors);
        assert_eq!(
            keys,
            properties(&schema["properties"][section]),
            "{section}"
        );
    }
    let mut branches = 0;
    for branch in schema["properties"]["app"]["oneOf"]
        .as_array()
        .expect("branches")
    {
        let text = match branch["properties"]["language"]["const"].as_str() {
            Some(language) => format!("{HEAD}language = \"{language}\"\n"),
            None => before("app"),
        };
        let mut keys = known(&text, app_errors);
        let other = if text.contains("program") {
            "language"
        } else {
            "program"
        };
        assert!(keys.remove(other), "the other of the two is known");
        assert_eq!(keys, properties(branch), "{text}");
        branches += 1;
    }
    assert_eq!(branches, 5, "a program and four languages");
}

/// Tables of lists, each with what must stand before a key of it, and its place in the schema.
const LISTS: &[(&str, &str)] = &[
    ("[[service]]\nname = \"s\"\n", "/service/items"),
    (
        "[[service]]\nname = \"s\"\n[[service.task]]\nname = \"t\"\nperiod = \"1 ms\"\n",
        "/service/items/properties/task/items",
    ),
    (
        "[[service]]\nname = \"s\"\n[[service.receiver]]\nname = \"t\"\n",
        "/service/items/properties/receiver/items",
    ),
    ("[[receiver]]\nname = \"r\"\n", "/receiver/items"),
    (
        "[[receiver]]\nname = \"r\"\n[receiver.memory]\n",
        "/receiver/items/properties/memory",
    ),
    (
        "[[receiver]]\nname = \"r\"\n[[receiver.publish]]\nchannel = \"c\"\n",
        "/receiver/items/properties/publish/items",
    ),
    (
        "[[receiver]]\nname = \"r\"\n[[receiver.uses]]\nresource = \"c\"\n",
        "/receiver/items/properties/uses/items",
    ),
    (
        "[[receiver]]\nname = \"r\"\n[[receiver.calls]]\ninterface = \"c\"\n",
        "/receiver/items/properties/calls/items",
    ),
    (
        "[[channel]]\nname = \"c\"\ntype = \"bulk\"\ncount = 1\n",
        "/channel/items",
    ),
    (
        "[[channel]]\nname = \"c\"\ntype = \"bulk\"\ncount = 1\n[channel.queue]\nmodel = \"P/P/1\"\n",
        "/channel/items/properties/queue",
    ),
    ("[[export]]\nname = \"e\"\n", "/export/items"),
    ("[[provider]]\nname = \"e\"\n", "/provider/items"),
    (
        "[[provider]]\nname = \"e\"\n[[provider.table]]\nname = \"t\"\n",
        "/provider/items/properties/table/items",
    ),
    (
        "[[provider]]\nname = \"e\"\n[[provider.call]]\nname = \"c\"\n",
        "/provider/items/properties/call/items",
    ),
    ("[[chain]]\nname = \"e\"\n", "/chain/items"),
    ("[gc]\n", "/gc"),
];

#[test]
fn the_parser_knows_exactly_the_keys_of_every_list() {
    let schema = app_schema();
    for (text, place) in LISTS {
        let of = schema["properties"].pointer(place).expect("it is there");
        assert_eq!(
            known(&format!("{}{text}", before("app")), app_errors),
            properties(of),
            "{place}"
        );
        assert_eq!(of["additionalProperties"], false, "{place}");
    }
}

#[test]
fn every_key_of_every_list_has_its_words_and_examples() {
    let schema = app_schema();
    let mut examples = 0;
    for (text, place) in LISTS {
        let of = schema["properties"].pointer(place).expect("it is there");
        for (key, value) in of["properties"].as_object().expect("it has properties") {
            assert!(
                value["description"].is_string(),
                "{place} {key} has no description"
            );
            let example = &value["examples"][0];
            assert!(!example.is_null(), "{place} {key} has no example");
            if text.contains(&format!("\n{key} = ")) || example.to_string().contains(['{', '}']) {
                continue;
            }
            let errors = app_errors(&format!("{}{text}{key} = {example}\n", before("app")));
            let said = |l: &str| {
                l.contains(&format!(".{key} is ")) || l.contains(&format!(".{key}[0] is not a"))
            };
            let alone = |l: &&str| {
                said(l)
                    && !l.contains(" of this app")
                    && !l.contains("than the cost")
                    && !l.contains("not the sum")
            };
            let own: Vec<&str> = errors.lines().filter(alone).collect();
            let nested = place.contains("task/items") || place.contains("properties/receiver");
            assert!(own.is_empty() || nested, "{place} {key}: {own:?}");
            examples += 1;
        }
    }
    assert!(examples >= 60, "{examples} examples");
}

#[test]
fn the_parser_knows_exactly_the_keys_of_workers_servers_and_windows() {
    let errors = |text: &str| {
        parse_device(text, Path::new("f"))
            .expect_err("it is wrong")
            .to_string()
    };
    let schema = device_schema();
    let head = "[[app]]\npath = \"a\"\n";
    for (text, place) in [
        ("[[worker]]\nid = 0\n", "/worker/items"),
        (
            "[[worker]]\nid = 0\n[[worker.windows]]\napp = \"a\"\n",
            "/worker/items/properties/windows/items",
        ),
        ("[[server]]\nname = \"s\"\n", "/server/items"),
        ("[[peer]]\nuid = 1\n", "/peer/items"),
        ("[network]\nname = \"n\"\n", "/network"),
        (
            "[network]\nname = \"n\"\n[[route]]\naddress = \"1.2.3.4\"\n",
            "/route/items",
        ),
        ("[[chain]]\nname = \"s\"\n", "/chain/items"),
    ] {
        let of = schema["properties"].pointer(place).expect("it is there");
        assert_eq!(
            known(&format!("{head}{text}"), errors),
            properties(of),
            "{place}"
        );
    }
}

#[test]
fn the_parser_knows_exactly_the_keys_of_a_device() {
    let errors = |text: &str| {
        parse_device(text, Path::new("f"))
            .expect_err("it is wrong")
            .to_string()
    };
    let schema = device_schema();
    let app = &schema["properties"]["app"]["items"];
    assert_eq!(known("[[app]]\npath = \"a\"\n", errors), properties(app));
    let device = &schema["properties"]["device"];
    assert_eq!(
        known("[[app]]\npath = \"a\"\n[device]\n", errors),
        properties(device)
    );
}

/// Every key of a section with its schema.
fn keys_of(section: &str) -> Vec<(String, Value)> {
    let schema = app_schema();
    let keys = schema["properties"][section]["properties"]
        .as_object()
        .cloned();
    keys.expect("it has properties").into_iter().collect()
}

/// What is said of the value of a key alone.
fn said_of(section: &str, key: &str, value: &str) -> bool {
    let errors = app_errors(&format!("{}{key} = {value}\n", before(section)));
    let about =
        |l: &str| l.contains(&format!("{section}.{key} is")) && !l.contains(" is more than ");
    errors.lines().any(about)
}

#[test]
fn the_parser_has_the_bounds_of_the_schema() {
    let mut checked = 0;
    for section in ["memory", "cpu", "restart"] {
        for (key, schema) in keys_of(section) {
            let (Some(min), Some(max)) = (schema["minimum"].as_i64(), schema["maximum"].as_i64())
            else {
                continue;
            };
            let refused = |n: i64| said_of(section, &key, &n.to_string());
            assert!(!refused(min) && !refused(max), "{section}.{key}");
            assert!(refused(min - 1) && refused(max + 1), "{section}.{key}");
            checked += 1;
        }
    }
    assert_eq!(checked, 8, "every number of these sections");
}

#[test]
fn the_parser_has_the_words_and_examples_of_the_schema() {
    let (mut words, mut examples) = (0, 0);
    for section in ["memory", "cpu", "permissions", "restart"] {
        for (key, schema) in keys_of(section) {
            for word in schema["oneOf"].as_array().into_iter().flatten() {
                assert!(
                    !said_of(section, &key, &word["const"].to_string()),
                    "{section}.{key}"
                );
                words += 1;
            }
            // JSON's scalars and lists of strings are TOML's too.
            let example = schema["examples"][0].clone();
            assert!(!example.is_null(), "{section}.{key} has no example");
            if !example.to_string().contains(['{', '}']) {
                assert!(
                    !said_of(section, &key, &example.to_string()),
                    "{section}.{key}"
                );
                examples += 1;
            }
            assert!(
                schema["description"].is_string(),
                "{section}.{key} has no description"
            );
        }
    }
    assert!(
        words >= 11 && examples >= 15,
        "{words} words, {examples} examples"
    );
}
