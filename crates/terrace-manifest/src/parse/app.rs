//! A whole manifest, and its `[app]` section.

use super::{components, cpu, memory, permissions, restart, rules, source};
use crate::{
    model::{App, AppName, Language, Program, Word},
    read::{Item, Section, nowhere},
    report::{Problem, Report},
};
use std::ops::Range;

pub(super) fn read(mut root: Section<'_>, report: &mut Report<'_>) -> Option<App> {
    let head = match root.require("app", "an [app] table", report) {
        Some(item) => item.section(report).map(|s| (s, item.key_at)),
        None => None,
    };
    let head = head.map(|(section, at)| read_head(section, &at, report));
    let memory = memory::read(root.section("memory", report), report);
    let cpu = cpu::read(root.section("cpu", report), report);
    let permissions = permissions::read(root.section("permissions", report), report);
    let restart = restart::read(root.section("restart", report), report);
    let components = components::read(&mut root, report);
    root.finish(report, nowhere);
    let (name, version, program) = head?;
    Some(App {
        name: name?,
        version: version?,
        program: program?,
        memory,
        cpu,
        permissions,
        restart,
        components,
    })
}

type Head = (Option<AppName>, Option<String>, Option<Program>);

fn read_head(mut section: Section<'_>, at: &Range<usize>, report: &mut Report<'_>) -> Head {
    let name = section.require("name", "\"my-app\"", report);
    let name = name.and_then(|i| rules::name(&i, report));
    let version = section.require("version", "\"0.1.0\"", report);
    let version = version.and_then(|i| rules::version(&i, report));
    let program = read_program(section, at, report);
    (name, version, program)
}

fn read_program(
    mut section: Section<'_>,
    at: &Range<usize>,
    report: &mut Report<'_>,
) -> Option<Program> {
    let wasm = section.get("program");
    let language = section.get("language");
    match (wasm, language) {
        (Some(wasm), None) => {
            let path = rules::path(&wasm, report);
            section.finish(report, |key| source::belongs(key, None));
            path.map(|path| Program::Wasm { path })
        }
        (None, Some(language)) => {
            let word = language.word::<Language>(report);
            source::read(word, section, report).map(Program::Source)
        }
        (Some(wasm), Some(language)) => {
            report.refuse(both(&wasm, &language));
            let word = Language::from_word(language.value.as_str().unwrap_or_default());
            source::read(word, section, report).map(Program::Source)
        }
        (None, None) => {
            report.refuse(neither(at));
            source::read(None, section, report).map(Program::Source)
        }
    }
}

fn both(wasm: &Item<'_>, language: &Item<'_>) -> Problem {
    let later = if wasm.at.start > language.at.start {
        wasm
    } else {
        language
    };
    let what = "app.program and app.language are both there";
    let limit = "an app has one of the two";
    Problem::new(&later.key_at, what, limit, "remove one of the two").depends()
}

fn neither(at: &Range<usize>) -> Problem {
    let what = "app.program or app.language is missing";
    let fix = "add program = \"app.wasm\" or language = \"c\" to [app]";
    Problem::new(at, what, "an app has one of the two", fix)
        .value("nothing")
        .depends()
}
