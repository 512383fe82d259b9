//! The build keys of each language.

use super::{rules, strings};
use crate::{
    model::{
        CBuild, GoBuild, JavaBuild, Language, RustBuild, RustTarget, Source, Word, java_sources,
    },
    read::Section,
    report::{Problem, Report},
};

/// Which languages have which build key. A test holds it against the schema.
pub(crate) const KEYS: [(&str, &[Language]); 12] = [
    ("bin", &[Language::Rust]),
    ("cflags", &[Language::C]),
    ("features", &[Language::Rust]),
    ("jars", &[Language::Java]),
    ("main", &[Language::Java]),
    ("maven", &[Language::Java]),
    ("package", &[Language::Rust, Language::Go]),
    (
        "reactor",
        &[Language::Rust, Language::C, Language::Go, Language::Java],
    ),
    ("reflect", &[Language::Java]),
    ("sources", &[Language::Java, Language::C]),
    ("target", &[Language::Rust]),
    ("program", &[]),
];

/// Read what is left of `[app]` as the build keys of a language; without one, only refuse
/// what no language has.
pub(super) fn read(
    language: Option<Language>,
    mut section: Section<'_>,
    report: &mut Report<'_>,
) -> Option<Source> {
    let source = match language {
        Some(Language::C) => Some(Source::C(read_c(&mut section, report))),
        Some(Language::Go) => Some(Source::Go(read_go(&mut section, report))),
        Some(Language::Rust) => Some(Source::Rust(read_rust(&mut section, report))),
        Some(Language::Java) => read_java(&mut section, report).map(Source::Java),
        None => {
            for (key, _) in KEYS {
                section.get(key);
            }
            None
        }
    };
    section.finish(report, |key| belongs(key, language));
    source
}

/// What to say of a build key of another language.
pub(super) fn belongs(key: &str, language: Option<Language>) -> Option<String> {
    let (_, owners) = KEYS
        .iter()
        .find(|(k, owners)| *k == key && !owners.is_empty())?;
    let owners: Vec<_> = owners.iter().map(|l| format!("\"{}\"", l.word())).collect();
    let instead = match language {
        Some(language) => format!("not of \"{}\"", language.word()),
        None => "not of a program that is Wasm already".to_owned(),
    };
    Some(format!(
        "remove it: it is a key of language = {} and {instead}",
        owners.join(" or ")
    ))
}

fn read_c(section: &mut Section<'_>, report: &mut Report<'_>) -> CBuild {
    let mut build = CBuild::default();
    let sources = section.get("sources");
    if let Some(sources) = sources.and_then(|i| strings::some(&i, rules::c_file, report)) {
        build.sources = sources;
    }
    let flags = section.get("cflags");
    if let Some(flags) = flags.and_then(|i| strings::each(&i, rules::flag, report)) {
        build.cflags = flags;
    }
    build.reactor = reactor(section, report);
    build
}

fn read_go(section: &mut Section<'_>, report: &mut Report<'_>) -> GoBuild {
    let mut build = GoBuild::default();
    let package = section.get("package");
    if let Some(package) = package.and_then(|i| rules::operand(&i, report)) {
        build.package = package;
    }
    build.reactor = reactor(section, report);
    build
}

fn read_rust(section: &mut Section<'_>, report: &mut Report<'_>) -> RustBuild {
    let mut build = RustBuild {
        package: section
            .get("package")
            .and_then(|i| rules::crate_name(&i, report)),
        bin: section
            .get("bin")
            .and_then(|i| rules::crate_name(&i, report)),
        ..RustBuild::default()
    };
    let features = section.get("features");
    let features = features.and_then(|i| strings::each_once(&i, rules::feature, report));
    build.features = features.unwrap_or_default();
    let target = section.get("target");
    build.target = target
        .as_ref()
        .and_then(|i| i.word(report))
        .unwrap_or(build.target);
    build.reactor = reactor(section, report);
    if let Some(target) = target
        && build.reactor
        && build.target == RustTarget::Wasip2
    {
        let limit = "a component cannot be called back";
        let fix = "write target = \"wasm32-wasip1\" or remove reactor";
        let what = "a reactor is built as a component";
        report.refuse(Problem::new(&target.at, what, limit, fix).depends());
    }
    build
}

fn read_java(section: &mut Section<'_>, report: &mut Report<'_>) -> Option<JavaBuild> {
    let main = section.require("main", "\"com.example.Main\"", report);
    let main = main.and_then(|i| rules::class(&i, report));
    let sources = section.get("sources");
    let sources = sources.and_then(|i| strings::some(&i, rules::folder, report));
    let mut list = |key, rule| {
        let item = section.get(key);
        item.and_then(|i| strings::each_once(&i, rule, report))
            .unwrap_or_default()
    };
    let (maven, reflect) = (list("maven", rules::maven), list("reflect", rules::class));
    let jars = section.get("jars");
    let jars = jars.and_then(|i| strings::each_once(&i, rules::jar, report));
    let reactor = reactor(section, report);
    Some(JavaBuild {
        main: main?,
        sources: sources.unwrap_or_else(java_sources),
        jars: jars.unwrap_or_default(),
        maven,
        reflect,
        reactor,
    })
}

fn reactor(section: &mut Section<'_>, report: &mut Report<'_>) -> bool {
    let item = section.get("reactor");
    item.and_then(|i| i.boolean(report)).unwrap_or(false)
}
