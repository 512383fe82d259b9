//! Java apps, built and run by the command; what they print is what OpenJDK prints for them.

mod support;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::toolchain::has;
use support::{Desk, err, eventually, out};

const MAIN: &str = "src/main/java/Main.java";
const MANIFEST: &str =
    "[app]\nname = \"app\"\nversion = \"0.1.0\"\nlanguage = \"java\"\nmain = \"Main\"\n";

/// A desk with the app `app` of one class.
fn app(text: &str, rest: &str) -> Desk {
    let desk = Desk::new();
    desk.write(&format!("app/{MAIN}"), text);
    desk.write("app/terrace.toml", &format!("{MANIFEST}{rest}"));
    desk
}

/// A desk with the app `app` of all the sources of a folder; its class `main` is in a package.
fn app_of(folder: &str, main: &str, rest: &str) -> Desk {
    let desk = Desk::new();
    let sources = terrace_testkit::tools::root().join(folder);
    let manifest = format!(
        "[app]\nname = \"app\"\nversion = \"0.1.0\"\nlanguage = \"java\"\nmain = \"{main}\"\n\
         sources = [{:?}]\n",
        sources.display().to_string()
    );
    desk.write("app/terrace.toml", &format!("{manifest}{rest}"));
    let classes = desk.path().join("openjdk");
    let mut javac = Command::new("javac");
    javac.arg("-nowarn").arg("-d").arg(&classes);
    run(javac.args(java_files(&sources)));
    desk
}

fn java_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(java_files(&path));
        } else if path.extension().is_some_and(|e| e == "java") {
            files.push(path);
        }
    }
    files
}

/// What OpenJDK makes of the same source.
fn openjdk(desk: &Desk, args: &[&str]) -> Output {
    let classes = desk.path().join("openjdk");
    let source = desk.path().join("app").join(MAIN);
    run(Command::new("javac").arg("-d").arg(&classes).arg(source));
    java(desk, "Main", args)
}

fn java(desk: &Desk, main: &str, args: &[&str]) -> Output {
    Command::new("java")
        .arg("-cp")
        .arg(desk.path().join("openjdk"))
        .arg(main)
        .args(args)
        .env("GREETING", "hello")
        .output()
        .unwrap()
}

fn run(command: &mut Command) {
    let done = command.output().unwrap();
    assert!(done.status.success(), "{command:?}: {}", err(&done));
}

/// Standard output and status are those of OpenJDK; the output of both, OpenJDK's first.
fn same(desk: &Desk, args: &[&str]) -> (Output, Output) {
    let theirs = openjdk(desk, args);
    let ours = desk.java(&[&["run", "app"], args].concat());
    assert_eq!(out(&ours), out(&theirs), "{}", err(&ours));
    assert_eq!(ours.status.code(), theirs.status.code(), "{}", err(&ours));
    (theirs, ours)
}

fn source(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java");
    std::fs::read_to_string(path.join(name)).unwrap()
}

/// The same lines as those of the other languages.
#[test]
fn messages_conform() {
    if !has("java") {
        return;
    }
    let sdk = terrace_testkit::tools::root().join("sdk");
    let desk = Desk::new();
    support::toolchain::copy(
        &sdk.join("java/conformance/messages"),
        &desk.path().join("app"),
    );
    let done = desk.java(&["run", "app"]);
    let expected = std::fs::read_to_string(sdk.join("conformance-messages.expected")).unwrap();
    assert_eq!(out(&done), expected, "{}", err(&done));
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
}

#[test]
fn a_new_app_builds_once_and_runs() {
    if !has("java") {
        return;
    }
    let desk = Desk::new();
    desk.ok(&["new", "--lang", "java", "greeter"]);
    let build = || {
        let done = desk.java(&["build", "greeter", "--format", "json"]);
        assert!(done.status.success(), "{}", err(&done));
        let built: serde_json::Value = serde_json::from_str(&out(&done)).unwrap();
        built["rebuilt"].as_bool().unwrap()
    };
    assert!(build());
    assert!(!build(), "built again, and nothing has changed");
    let done = desk.java(&["run", "greeter", "Anna"]);
    assert!(
        out(&done).starts_with("Hello, Anna!\n") && out(&done).ends_with("done\n"),
        "{}{}",
        out(&done),
        err(&done)
    );
    desk.write(
        "greeter/src/main/java/app/Main.java",
        "package app;\nclass Main { int x = oops; }\n",
    );
    let done = desk.java(&["build", "greeter"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(
        err(&done).contains("src/main/java/app/Main.java:2:") && err(&done).contains("oops"),
        "{}",
        err(&done)
    );
}

#[test]
fn format_strings_are_filled_as_the_jdk_fills_them() {
    if !has("java") {
        return;
    }
    same(&app(&source("Formats.java"), ""), &[]);
}

#[test]
fn a_thousand_threads_take_turns_and_end() {
    if !has("java") {
        return;
    }
    same(&app(&source("Threads.java"), ""), &[]);
}

#[test]
fn what_may_be_suspended_inside_of_try_and_monitor_returns_what_it_should() {
    if !has("java") {
        return;
    }
    same(&app(&source("Suspended.java"), ""), &[]);
}

#[test]
fn monitors_interrupts_and_joins_are_those_of_openjdk() {
    if !has("java") {
        return;
    }
    same(&app(&source("Monitors.java"), ""), &[]);
}

#[test]
fn what_is_held_over_a_collection_is_still_there() {
    if !has("java") {
        return;
    }
    same(&app(&source("Collected.java"), ""), &[]);
}

#[test]
fn an_app_calls_the_guest_interface() {
    if !has("java") {
        return;
    }
    let text = "import dev.terrace.Sys;\nimport org.teavm.interop.Address;\npublic class Main {\n  public \
                static void main(String[] args) {\n    byte[] text = {'h', 'e', 'a', 'r', 'd'};\n    long \
                before = Sys.now();\n    System.out.println(Sys.log(2, Address.ofData(text), text.length));\n    \
                System.out.println(Sys.now() >= before && before > 0);\n  }\n}\n";
    let desk = app(text, "");
    let done = desk.java(&["run", "app"]);
    assert_eq!(out(&done), "0\ntrue\n", "{}", err(&done));
}

/// A port of loopback that is free now.
fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

#[test]
fn sockets_are_those_of_openjdk() {
    if !has("java") {
        return;
    }
    let port = free_port();
    let granted = format!("[permissions]\nnetwork = [\"127.0.0.1:{port}\"]\n");
    let desk = app(&source("Sockets.java"), &granted);
    same(&desk, &[&port.to_string()]);
}

#[test]
fn an_address_that_is_not_granted_is_refused_by_name() {
    if !has("java") {
        return;
    }
    let text = "import java.net.*;\npublic class Main {\n  public static void main(String[] args) throws Exception \
                {\n    try { new ServerSocket(1234); } catch (BindException e) { System.out.println(e.getMessage()); }\n    \
                try { new Socket(\"::1\", 9); } catch (ConnectException e) { System.out.println(e.getMessage()); }\n    \
                try { new Socket(\"example.org\", 80); } catch (UnknownHostException e) { \
                System.out.println(e.getMessage()); }\n  }\n}\n";
    let done = app(text, "").java(&["run", "app"]);
    let told = "is not in `network` under [permissions] of the manifest";
    let expected = format!(
        "Permission denied: 0.0.0.0:1234 {told}\nPermission denied: [0:0:0:0:0:0:0:1]:9 {told}\n\
         example.org: Name or service not known\n"
    );
    assert_eq!(out(&done), expected, "{}", err(&done));
}

#[test]
fn the_server_of_apps_java_answers_over_http() {
    if !has("java") {
        return;
    }
    let port = free_port();
    let folder = terrace_testkit::tools::root().join("apps/java/http");
    let desk = Desk::new();
    let (address, wanted) = (format!("127.0.0.1:{port}"), port.to_string());
    let args = [
        "run",
        "--network",
        &address,
        folder.to_str().unwrap(),
        &wanted,
        "/site",
        "3",
    ];
    let ask = |request: &str| {
        let mut found = None;
        eventually("it listens", || {
            found = std::net::TcpStream::connect(&address).ok();
            found.is_some()
        });
        let mut stream = found.unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let built = desk.java(&["build", folder.to_str().unwrap()]);
    assert!(built.status.success(), "{}", err(&built));
    let asked = std::thread::scope(|scope| {
        let serving = scope.spawn(|| desk.java(&args));
        let page = ask("GET /concepts.md HTTP/1.1\r\nHost: x\r\n\r\n");
        let echo = ask("POST /-/echo HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello");
        let none = ask("GET /../x HTTP/1.1\r\n\r\n");
        let done = serving.join().unwrap();
        assert_eq!(done.status.code(), Some(0), "{}", err(&done));
        [page, echo, none]
    });
    let book = terrace_testkit::tools::root().join("docs/book/src/concepts.md");
    let text = std::fs::read_to_string(book).unwrap();
    assert!(asked[0].starts_with("HTTP/1.1 200 OK\r\n") && asked[0].ends_with(&text));
    assert!(asked[0].contains("Content-Type: text/markdown"));
    assert!(asked[1].ends_with("\r\n\r\nhello"), "{}", asked[1]);
    assert!(asked[2].starts_with("HTTP/1.1 400 "), "{}", asked[2]);
}

#[test]
fn collections_at_thousands_of_points_change_nothing() {
    if !has("java") {
        return;
    }
    let desk = app(
        &source("Churn.java"),
        "[memory]\nlimit = \"6 MiB\"\nguaranteed = \"6 MiB\"\n",
    );
    same(&desk, &["400"]);
}

#[test]
fn an_uncaught_exception_is_told_with_the_lines_of_the_source() {
    if !has("java") {
        return;
    }
    let text = "public class Main {\n  static void deep(int n) {\n    if (n == 0) throw new \
                IllegalStateException(\"no more\");\n    deep(n - 1);\n  }\n  public static void \
                main(String[] args) {\n    System.out.println(args.length);\n    deep(2);\n  }\n}\n";
    let (theirs, ours) = same(&app(text, ""), &["a", "b c"]);
    assert_eq!(ours.status.code(), Some(1));
    assert!(
        err(&ours).ends_with("terrace: app faulted: java.lang.IllegalStateException: no more\n"),
        "{}",
        err(&ours)
    );
    let first = err(&theirs).lines().next().unwrap().to_owned();
    assert!(err(&ours).contains(&first), "{first}: {}", err(&ours));
    for line in ["Main.java:3", "Main.java:4", "Main.java:8"] {
        assert!(err(&ours).contains(line), "{line}: {}", err(&ours));
    }
}

/// Both print the same for each part; the arguments of ours, and of OpenJDK.
fn same_parts(desk: &Desk, main: &str, parts: &[[&[&str]; 2]]) {
    for [ours, theirs] in parts {
        let theirs = java(desk, main, theirs);
        let done = desk.java(&[&["run", "app"], *ours].concat());
        assert_eq!(out(&done), out(&theirs), "{ours:?}: {}", err(&done));
        assert_eq!(done.status.code(), Some(0), "{ours:?}: {}", err(&done));
    }
}

#[test]
fn the_class_library_answers_as_openjdk_does() {
    if !has("java") {
        return;
    }
    let desk = app_of("sdk/java/tests/library/src", "library.Main", "");
    let parts = ["numbers", "tasks", "futures", "shared", "hashes"];
    for part in parts {
        same_parts(&desk, "library.Main", &[[&[part], &[part]]]);
    }
}

#[test]
fn text_bytes_and_files_are_those_of_openjdk() {
    if !has("java") {
        return;
    }
    let files = Desk::new();
    files.write("ours/kept", "");
    files.write("theirs/kept", "");
    let permissions = format!(
        "[permissions]\nrandom = true\nenv = {{ GREETING = \"hello\" }}\n\
         dirs = [{{ host = {:?}, guest = \"/files\", access = \"write\" }}]\n",
        files.path().join("ours").display().to_string()
    );
    let desk = app_of("sdk/java/tests/library/src", "library.Data", &permissions);
    let folder = files.path().join("theirs").display().to_string();
    same_parts(
        &desk,
        "library.Data",
        &[
            [&["texts"], &["texts"]],
            [&["bytes"], &["bytes"]],
            [&["disk", "/files"], &["disk", &folder]],
        ],
    );
}

/// The app, its main class, and its arguments: in the partition, and below the host's folders.
const APPS: [(&str, &str, &[&str], &[&str]); 4] = [
    (
        "package-log",
        "packagelog.Main",
        &["/log/dpkg.log"],
        &["/var/log/dpkg.log"],
    ),
    (
        "json",
        "json.Main",
        &["get", "rows[*].rivals[0].ratio", "/input/bench.json"],
        &["get", "rows[*].rivals[0].ratio", "APP/input/bench.json"],
    ),
    (
        "csv",
        "csv.Main",
        &[
            "--separator",
            "tab",
            "--names",
            "code,place,zone,remark",
            "/zones/zone.tab",
            "group",
            "code",
            "count",
            "sort",
            "-count",
            "head",
            "5",
        ],
        &[
            "--separator",
            "tab",
            "--names",
            "code,place,zone,remark",
            "/usr/share/zoneinfo/zone.tab",
            "group",
            "code",
            "count",
            "sort",
            "-count",
            "head",
            "5",
        ],
    ),
    (
        "rules",
        "rules.Main",
        &["/rules/packages.rules", "/dpkg/status"],
        &["APP/rules/packages.rules", "/var/lib/dpkg/status"],
    ),
];

#[test]
fn the_programs_of_apps_java_print_what_openjdk_prints() {
    if !has("java") {
        return;
    }
    let desk = Desk::new();
    for (name, main, ours, theirs) in APPS {
        let folder = terrace_testkit::tools::root().join("apps/java").join(name);
        let app = folder.display().to_string();
        let mut javac = Command::new("javac");
        javac.arg("-d").arg(desk.path().join("openjdk"));
        run(javac.args(java_files(&folder.join("src"))));
        let theirs: Vec<_> = theirs.iter().map(|a| a.replace("APP", &app)).collect();
        let theirs: Vec<_> = theirs.iter().map(String::as_str).collect();
        let wanted = java(&desk, main, &theirs);
        let done = desk.java(&[&["run", app.as_str()], ours].concat());
        assert!(!out(&wanted).is_empty(), "{name}: {}", err(&wanted));
        assert_eq!(out(&done), out(&wanted), "{name}: {}", err(&done));
        assert_eq!(done.status.code(), wanted.status.code(), "{name}");
    }
}
