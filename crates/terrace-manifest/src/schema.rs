//! JSON Schemas of the files, generated from the types, for editors.

use crate::model::{
    AppHead, CBuild, Callback, Chain, Channel, CpuKeys, DeviceFile, Export, Gc, GoBuild, JavaBuild,
    Language, Memory, Permissions, Provider, Restart, RustBuild, ServiceKeys, WasmKeys, Word,
};
use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Map, Value, json};

/// The schema of an app's manifest (`terrace.toml`).
#[must_use]
pub fn app_schema() -> Value {
    let mut schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Terrace app manifest",
        "description": "What an app is, how it is built, and what it may use.",
        "type": "object",
        "additionalProperties": false,
        "required": ["app"],
    });
    schema["properties"] = json!({
        "app": head(),
        "memory": of::<Memory>(),
        "cpu": of::<CpuKeys>(),
        "permissions": of::<Permissions>(),
        "restart": of::<Restart>(),
        "gc": of::<Gc>(),
        "service": list("Services, with what is nested in them.", service()),
        "receiver": list("Receivers with memory of their own.", callback()),
        "channel": list("Channels the app declares.", of::<Channel>()),
        "export": list("Interfaces the app answers.", of::<Export>()),
        "provider": list("Tables the app keeps and serves.", of::<Provider>()),
        "chain": list("Paths of data through tasks.", of::<Chain>()),
    });
    sorted(schema)
}

/// The schema of a device file.
#[must_use]
pub fn device_schema() -> Value {
    let mut schema = of::<DeviceFile>();
    schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    schema["title"] = json!("Terrace device");
    schema["description"] = json!("The apps of a device, and what they may use together.");
    sorted(schema)
}

/// `[[receiver]]`, and what is nested in a service.
pub(crate) fn callback() -> Value {
    let mut schema = of::<Callback>();
    schema["additionalProperties"] = json!(false);
    schema
}

/// `[[service]]`: a callback with more keys.
pub(crate) fn service() -> Value {
    let mut schema = callback();
    schema["description"] = json!(
        "A service: an instance with memory of its own, in which tasks and receivers are nested."
    );
    let more = of::<ServiceKeys>();
    for (key, value) in more["properties"].as_object().into_iter().flatten() {
        schema["properties"][key] = value.clone();
    }
    for nested in ["task", "receiver"] {
        schema["properties"][nested]["items"] = callback();
    }
    schema
}

fn list(about: &str, items: Value) -> Value {
    json!({ "description": about, "type": "array", "items": items })
}

/// The build keys of each language.
pub(crate) fn builds() -> [(Language, Value); 4] {
    [
        (Language::C, of::<CBuild>()),
        (Language::Rust, of::<RustBuild>()),
        (Language::Go, of::<GoBuild>()),
        (Language::Java, of::<JavaBuild>()),
    ]
}

/// The schema of a type, without what only JSON has.
pub(crate) fn of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft07().with(|s| {
        s.inline_subschemas = true;
        s.meta_schema = None;
    });
    let mut schema = settings
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value();
    if let Some(object) = schema.as_object_mut() {
        object.remove("title");
        object.remove("default");
    }
    without_null(&mut schema);
    schema
}

/// `[app]`: one branch for a program that is there, and one for each language.
fn head() -> Value {
    let head = of::<AppHead>();
    let mut branches = vec![joined(&head, &of::<WasmKeys>(), None)];
    branches.extend(
        builds()
            .iter()
            .map(|(l, build)| joined(&head, build, Some(*l))),
    );
    json!({ "description": head["description"], "type": "object", "oneOf": branches })
}

fn joined(head: &Value, keys: &Value, language: Option<Language>) -> Value {
    let mut branch = head.clone();
    branch["title"] = json!(language.map_or("program", Word::word));
    branch["description"] = keys["description"].clone();
    branch["additionalProperties"] = json!(false);
    for (key, value) in keys["properties"].as_object().into_iter().flatten() {
        branch["properties"][key] = value.clone();
    }
    let mut required = head["required"].as_array().cloned().unwrap_or_default();
    required.extend(keys["required"].as_array().into_iter().flatten().cloned());
    if let Some(language) = language {
        branch["properties"]["language"] = json!({
            "description": "The language it is written in; Terrace builds it.",
            "const": language.word(),
        });
        required.push(json!("language"));
    }
    branch["required"] = Value::Array(required);
    branch
}

/// TOML has no null, and its integers no width.
fn without_null(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(without_null),
        Value::Object(map) => {
            map.retain(|key, v| !(key == "default" && v.is_null()));
            map.retain(|key, v| {
                !(key == "format" && v.as_str().is_some_and(|f| f.starts_with("uint")))
            });
            drop_null_type(map);
            drop_null_branch(map);
            map.values_mut().for_each(without_null);
        }
        _ => {}
    }
}

fn drop_null_type(map: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = map.get_mut("type") {
        types.retain(|t| t != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            map.insert("type".to_owned(), only);
        }
    }
}

fn drop_null_branch(map: &mut Map<String, Value>) {
    let Some(Value::Array(branches)) = map.get_mut("anyOf") else {
        return;
    };
    let before = branches.len();
    branches.retain(|b| b["type"] != "null");
    if let [Value::Object(only)] = branches.as_slice()
        && before == 2
    {
        let only = only.clone();
        map.remove("anyOf");
        for (key, value) in only {
            map.entry(key).or_insert(value);
        }
    }
}

/// With sorted keys, whatever features of `serde_json` are on: the committed file may not
/// depend on which crates are built together.
fn sorted(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(sorted).collect(),
        Value::Object(map) => {
            let mut pairs: Vec<_> = map.into_iter().collect();
            pairs.sort_by(|a, b| a.0.cmp(&b.0));
            Value::Object(pairs.into_iter().map(|(k, v)| (k, sorted(v))).collect())
        }
        other => other,
    }
}
