//! `<manifest>` and `<application>`.

use super::{
    channel, component,
    element::{Element, Reader},
    memory, values,
};
use crate::{
    bounds,
    model::{
        App, AppName, Components, Cpu, Gc, JavaBuild, Permissions, Program, Restart, Scheduler,
        Source,
    },
    report::Problem,
};
use roxmltree::Node;

pub(super) fn manifest(root: Node<'_, '_>, reader: &mut Reader<'_>) -> Option<App> {
    let mut root = Element::new(root);
    if root.name() != "manifest" {
        let what = format!("<{}> is not a manifest", root.name());
        let limit = "the root is <manifest package=...>";
        reader.refuse(Problem::new(&root.at(), what, limit, "correct it"));
        return None;
    }
    let package = root.require(&["package"], "com.example.app", reader);
    let name = package.as_ref().and_then(|p| app_name(p, reader));
    let version = read_version(&mut root, reader);
    let mut parts = Components {
        gc: read_gc(&mut root, reader),
        ..Components::default()
    };
    let package = package.map_or("", |p| p.value);
    match root.child(&["application"], reader) {
        Some(application) => read_application(application, package, &mut parts, reader),
        None => {
            let problem = Problem::new(
                &root.at(),
                "<application> is missing",
                "it holds the components",
                "add <application>",
            );
            reader.refuse(problem.value("nothing"));
        }
    }
    root.finish(reader);
    Some(app(name?, version, parts))
}

/// An app of RTDroid: Java under `src`, with memory for what it declares.
fn app(name: AppName, version: String, components: Components) -> App {
    let build = JavaBuild {
        main: super::MAIN.to_owned(),
        sources: vec!["src".into()],
        jars: Vec::new(),
        maven: Vec::new(),
        reflect: Vec::new(),
        reactor: false,
    };
    App {
        name,
        version,
        program: Program::Source(Source::Java(build)),
        memory: memory::of_app(&components),
        cpu: Cpu::default(),
        permissions: Permissions::default(),
        restart: Restart::default(),
        components,
    }
}

fn app_name(package: &super::element::Text<'_>, reader: &mut Reader<'_>) -> Option<AppName> {
    let lower = package.value.to_ascii_lowercase();
    let name = lower.parse::<AppName>();
    match &name {
        Err(why) => reader.refuse(package.problem("is not a name", why.to_string(), "correct it")),
        Ok(_) if lower != package.value => {
            let limit = format!("an app's name is in lower case: {lower}");
            reader.warn(package.problem("has upper case", limit, "leave it or write it so"));
        }
        Ok(_) => {}
    }
    name.ok()
}

/// Android's version name, where it is a version here.
fn read_version(root: &mut Element<'_>, reader: &mut Reader<'_>) -> String {
    let default = || super::write::VERSION.to_owned();
    let Some(text) = root.attribute(&["versionName"]) else {
        return default();
    };
    let fits = semver::Version::parse(text.value).is_ok() && text.value.len() <= bounds::VERSION;
    if !fits {
        let limit = format!(
            "a version has the form 1.2.3; {} is taken",
            super::write::VERSION
        );
        reader.warn(text.problem("is not a version", limit, "write for example 0.1.0"));
    }
    match fits {
        true => text.value.to_owned(),
        false => default(),
    }
}

/// `<gc maxHeap=...>` with a `<priority>` inside it or beside it.
fn read_gc(root: &mut Element<'_>, reader: &mut Reader<'_>) -> Option<Gc> {
    let beside = root.child(&["priority"], reader);
    let gc = root.child(&["gc"], reader);
    let mut inside = None;
    let heap = gc.and_then(|mut gc| {
        let heap = gc.require(&["maxHeap"], "64M", reader);
        inside = gc.child(&["priority"], reader);
        gc.finish(reader);
        values::size(&heap?, bounds::LIMIT, reader)
    });
    let priority = inside.or(beside).map(|p| component::priority(p, reader));
    let fifo = priority.and_then(|(scheduler, number)| match scheduler {
        Some(Scheduler::Normal) => None,
        _ => number,
    });
    Some(Gc {
        max_heap: heap?,
        priority: fifo,
    })
}

fn read_application(
    mut application: Element<'_>,
    package: &str,
    parts: &mut Components,
    reader: &mut Reader<'_>,
) {
    let mut links = component::Links::new(package);
    let mut names = component::Names::default();
    for service in application.children(&["service"]) {
        let service = component::service(service, &mut names, &mut links, reader);
        parts.services.extend(service);
    }
    for receiver in application.children(&["receiver"]) {
        let receiver = component::receiver(receiver, false, &mut names, &mut links, reader);
        parts.receivers.extend(receiver);
    }
    let mut names = component::Names::default();
    for declared in application.children(&["channel"]) {
        let channel = channel::channel(declared, &mut names, reader);
        parts.channels.extend(channel);
    }
    if let Some(name) = application.attribute(&["name"]) {
        let limit = "Terrace brings the app up itself";
        reader.warn(name.problem("is Android's and has no effect here", limit, "leave it"));
    }
    application.finish(reader);
    links.check(&parts.channels, reader);
}
