//! The reference page of the manifest, generated from the types.

use crate::{
    bounds,
    model::{
        AppHead, Call, Chain, Channel, ComponentMemory, CpuKeys, DeviceAppKeys, DeviceKeys,
        DirGrant, Export, Flow, Gc, Memory, Network, Peer, Permissions, Procedure, Provider, Queue,
        ResourceUse, Restart, Route, Server, Table, WasmKeys, Window, Word, WorkerPlan,
    },
    schema::{builds, callback, of, service},
};
use serde_json::Value;
use std::fmt::Write;

const APP: &str = include_str!("reference/app.toml");
const DEVICE: &str = include_str!("reference/device.toml");

/// The page of the book: every key with its type, default, bounds and an example.
#[must_use]
pub fn reference_markdown() -> String {
    let mut page = Page(String::new());
    page.text(&intro());
    page.text("## The app: `terrace.toml`\n\n");
    page.example(APP);
    page.section("`[app]`", &of::<AppHead>());
    page.section("`[app]` with `program`", &of::<WasmKeys>());
    for (language, keys) in builds() {
        page.section(
            &format!("`[app]` with `language = \"{}\"`", language.word()),
            &keys,
        );
    }
    page.section("`[memory]`", &of::<Memory>());
    page.section("`[cpu]`", &of::<CpuKeys>());
    page.section("`[permissions]`", &of::<Permissions>());
    page.section("`[[permissions.dirs]]`", &of::<DirGrant>());
    page.section("`[restart]`", &of::<Restart>());
    page.text(&components_intro());
    page.section("`[[service]]`", &service());
    page.section(
        "`[[receiver]]`, `[[service.task]]`, `[[service.receiver]]`",
        &callback(),
    );
    page.section("`memory` of a component", &of::<ComponentMemory>());
    page.section("`uses`: shared resources", &of::<ResourceUse>());
    page.section("`publish` and `subscribe`", &of::<Flow>());
    page.section("`calls`", &of::<Call>());
    page.section("`[[channel]]`", &of::<Channel>());
    page.section("`queue` of a channel", &of::<Queue>());
    page.section("`[[export]]`", &of::<Export>());
    page.section("`[[provider]]`", &of::<Provider>());
    page.section("`[[provider.table]]`", &of::<Table>());
    page.section("`[[provider.call]]`", &of::<Procedure>());
    page.section("`[[chain]]`", &of::<Chain>());
    page.section("`[gc]`", &of::<Gc>());
    page.text("## The device file\n\n");
    page.example(DEVICE);
    page.section("`[device]`", &of::<DeviceKeys>());
    page.section("`[[app]]`", &of::<DeviceAppKeys>());
    page.section("`[[worker]]`", &of::<WorkerPlan>());
    page.section("`windows` of a worker", &of::<Window>());
    page.section("`[[server]]`", &of::<Server>());
    page.section("`[[peer]]`", &of::<Peer>());
    page.section("`[network]`", &of::<Network>());
    page.section("`[[route]]`", &of::<Route>());
    page.0.trim_end().to_owned() + "\n"
}

fn components_intro() -> String {
    format!(
        "## Components\n\n\
         What an app is made of, and what `terrace check` proves things about. A **time** is a whole\n\
         number with a unit, as `\"8 ms\"` (`ns`, `us`, `ms`, `s`). A **name** has letters, digits, `.`,\n\
         `_`, `$` and `-`, at most {}, so that a Java class is one. One `[[service]]` after the other;\n\
         what is nested comes after its service as `[[service.task]]` and `[[service.receiver]]`.\n\n",
        bounds::LABEL,
    )
}

fn intro() -> String {
    format!(
        "<!-- Generated from crates/terrace-manifest. Do not edit; see its tests/published.rs. -->\n\n\
         # The manifest\n\n\
         An app's manifest says what the app is, how it is built, and what it may use. It is TOML,\n\
         at most {}. A key that is not listed here is an error, and so is a value out of\n\
         bounds; all errors of a file are reported at once, each as\n\n    \
         file:line:col: what is wrong: the value, the limit, the fix\n\n\
         A **size** is a whole number with a unit of 1024, as `\"2 MiB\"` or `\"512 KiB\"` (`B`, `KiB`,\n\
         `MiB`, `GiB`, `TiB`), or a plain number of bytes. Relative paths start at the folder of the\n\
         file they are written in. Editors complete the keys with `docs/schema/app.schema.json` and\n\
         `docs/schema/device.schema.json`.\n\n",
        crate::model::Bytes::new(bounds::MANIFEST as u64),
    )
}

struct Page(String);

impl Page {
    fn text(&mut self, text: &str) {
        self.0.push_str(text);
    }

    fn example(&mut self, toml: &str) {
        self.text(&format!("```toml\n{}\n```\n\n", toml.trim()));
    }

    /// A table of keys: the required first, then by name.
    fn section(&mut self, title: &str, schema: &Value) {
        let about = prose(schema);
        self.text(&format!("### {title}\n\n{about}\n\n"));
        self.text(
            "| key | type | default | bounds | meaning | example |\n|---|---|---|---|---|---|\n",
        );
        let mut keys: Vec<_> = schema["properties"]
            .as_object()
            .into_iter()
            .flatten()
            .collect();
        keys.sort_by_key(|(key, _)| (!required(schema, key), key.as_str()));
        for (key, value) in &keys {
            self.row(key, value, required(schema, key));
        }
        self.text("\n");
        keys.iter()
            .for_each(|(key, value)| self.choices(key, value));
    }

    fn row(&mut self, key: &str, value: &Value, required: bool) {
        let default = match value.get("default") {
            _ if required => "required".to_owned(),
            Some(default) => format!("`{}`", toml(default)),
            None => "none".to_owned(),
        };
        let example = format!("`{key} = {}`", toml(&value["examples"][0]));
        let cells = [
            format!("`{key}`"),
            kind(value),
            default,
            limits(value),
            prose(value),
            example,
        ];
        let cells = cells.map(|c| c.replace('|', "\\|"));
        self.text(&format!("| {} |\n", cells.join(" | ")));
    }

    /// What each word of a key means.
    fn choices(&mut self, key: &str, value: &Value) {
        let words = words(value);
        if words.is_empty() {
            return;
        }
        let mut list = format!("`{key}` is one of:\n\n");
        for word in words {
            let _ = writeln!(list, "- `{}`: {}", toml(&word["const"]), prose(word));
        }
        self.text(&format!("{list}\n"));
    }
}

fn required(schema: &Value, key: &str) -> bool {
    schema["required"]
        .as_array()
        .is_some_and(|r| r.iter().any(|k| k == key))
}

/// A description on one line.
fn prose(value: &Value) -> String {
    let text = value["description"].as_str().unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn words(value: &Value) -> Vec<&Value> {
    let words = value["oneOf"].as_array().into_iter().flatten();
    words.filter(|w| w.get("const").is_some()).collect()
}

fn kind(value: &Value) -> String {
    if !words(value).is_empty() {
        return "word".to_owned();
    }
    if value["anyOf"].is_array() {
        return "size".to_owned();
    }
    if value["x-kind"] == "time" {
        return "time".to_owned();
    }
    match value["type"].as_str() {
        Some("array") => format!("list of {}s", kind(&value["items"])),
        Some("object") if value["additionalProperties"]["type"] == "string" => {
            "table of strings".to_owned()
        }
        Some("object") => "table".to_owned(),
        Some(other) => other.to_owned(),
        None => String::new(),
    }
}

fn limits(value: &Value) -> String {
    let words = words(value);
    if !words.is_empty() {
        let list: Vec<_> = words
            .iter()
            .map(|w| format!("`{}`", toml(&w["const"])))
            .collect();
        return list.join(" ");
    }
    if let Some(text) = value["x-bounds"].as_str() {
        return text.to_owned();
    }
    if let (Some(min), Some(max)) = (value["minimum"].as_u64(), value["maximum"].as_u64()) {
        return format!("{min} to {max}");
    }
    forms(value).join(", ")
}

/// What is said of the form of a text, or of the items of a list.
fn forms(value: &Value) -> Vec<String> {
    let pattern = |of: &Value| of["pattern"].as_str().map(|p| format!("`{p}`"));
    let each = pattern(&value["items"]).map(|p| format!("each {p}"));
    let most = value["maxItems"].as_u64().map(|n| format!("at most {n}"));
    let some = value.get("minItems").map(|_| "at least one".to_owned());
    let filled = value.get("minLength").map(|_| "not empty".to_owned());
    let once = value
        .get("uniqueItems")
        .map(|_| "no two the same".to_owned());
    [some, most, filled, once, pattern(value), each]
        .into_iter()
        .flatten()
        .collect()
}

/// A JSON value as TOML writes it on one line.
fn toml(value: &Value) -> String {
    match value {
        Value::Array(items) => format!(
            "[{}]",
            items.iter().map(toml).collect::<Vec<_>>().join(", ")
        ),
        Value::Object(map) if map.is_empty() => "{}".to_owned(),
        Value::Object(map) => {
            let pair = |(key, value): (&String, &Value)| format!("{key} = {}", toml(value));
            let mut pairs: Vec<_> = map.iter().map(pair).collect();
            pairs.sort();
            format!("{{ {} }}", pairs.join(", "))
        }
        other => other.to_string(),
    }
}
