//! How an app that is not yet Wasm is built.

use super::word::words;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;

words! {
    /// A language Terrace builds.
    pub enum Language {
        /// Java, compiled ahead of time.
        Java = "java",
        /// Rust, built by cargo.
        Rust = "rust",
        /// C, built by clang against wasi-libc.
        C = "c",
        /// Go, built by the Go tool for wasip1.
        Go = "go",
    }
}

/// What is built, by language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "language", rename_all = "lowercase")]
pub enum Source {
    /// A Java app.
    Java(JavaBuild),
    /// A Rust app.
    Rust(RustBuild),
    /// A C app.
    C(CBuild),
    /// A Go app.
    Go(GoBuild),
}

impl Source {
    /// Its language.
    #[must_use]
    pub fn language(&self) -> Language {
        match self {
            Source::Java(_) => Language::Java,
            Source::Rust(_) => Language::Rust,
            Source::C(_) => Language::C,
            Source::Go(_) => Language::Go,
        }
    }

    /// Is it called back (a reactor) rather than run from its `main` to its end?
    #[must_use]
    pub fn reactor(&self) -> bool {
        match self {
            Source::Java(b) => b.reactor,
            Source::Rust(b) => b.reactor,
            Source::C(b) => b.reactor,
            Source::Go(b) => b.reactor,
        }
    }
}

/// Build keys of `language = "c"`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(default)]
pub struct CBuild {
    /// C files, relative to the manifest.
    #[schemars(example = vec!["main.c", "codec.c"], extend("uniqueItems" = true))]
    #[schemars(length(min = 1), inner(regex(pattern = r"^[^-].*\.c$")))]
    #[serde(serialize_with = "super::paths")]
    pub sources: Vec<PathBuf>,
    /// More flags for the compiler.
    #[schemars(example = vec!["-O2", "-Wall"], inner(regex(pattern = "^-")))]
    pub cflags: Vec<String>,
    /// Is it called back by Terrace, rather than run from `main` to its end?
    #[schemars(example = true)]
    pub reactor: bool,
}

impl Default for CBuild {
    fn default() -> CBuild {
        CBuild {
            sources: vec![PathBuf::from("src/main.c")],
            cflags: Vec::new(),
            reactor: false,
        }
    }
}

/// Build keys of `language = "go"`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(default)]
pub struct GoBuild {
    /// The Go package to build, as the Go tool names it.
    #[schemars(example = &"./cmd/server", regex(pattern = "^[^-]"))]
    pub package: String,
    /// Is it called back by Terrace, rather than run from `main` to its end?
    #[schemars(example = true)]
    pub reactor: bool,
}

impl Default for GoBuild {
    fn default() -> GoBuild {
        GoBuild {
            package: ".".to_owned(),
            reactor: false,
        }
    }
}

/// Build keys of `language = "rust"`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(default)]
pub struct RustBuild {
    /// The cargo package; needed where the folder's workspace has several.
    #[schemars(example = &"server", regex(pattern = "^[A-Za-z0-9_][A-Za-z0-9_-]*$"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
    /// The binary of the package; needed where it has several.
    #[schemars(example = &"server", regex(pattern = "^[A-Za-z0-9_][A-Za-z0-9_-]*$"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bin: Option<String>,
    /// Cargo features to turn on.
    #[schemars(example = vec!["small"], extend("uniqueItems" = true))]
    #[schemars(inner(regex(pattern = "^[A-Za-z0-9_][A-Za-z0-9_+./-]*$")))]
    pub features: Vec<String>,
    /// The target it is built for.
    #[schemars(example = &"wasm32-wasip2")]
    pub target: RustTarget,
    /// Is it called back by Terrace, rather than run from `main` to its end? Not with
    /// `wasm32-wasip2`.
    #[schemars(example = true)]
    pub reactor: bool,
}

impl Default for RustBuild {
    fn default() -> RustBuild {
        RustBuild {
            package: None,
            bin: None,
            features: Vec::new(),
            target: RustTarget::Wasip1,
            reactor: false,
        }
    }
}

words! {
    /// What rustc builds for.
    pub enum RustTarget {
        /// A core module with WASI 0.1; may use the guest interface.
        Wasip1 = "wasm32-wasip1",
        /// A component with WASI 0.2.
        Wasip2 = "wasm32-wasip2",
    }
}

/// The form of a class for editors; the parser knows the letters of all scripts better.
const CLASS: &str = r"^[^\s.:/-]+(\.[^\s.:/-]+)*$";

/// Build keys of `language = "java"`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct JavaBuild {
    /// The class with `main`, with its package.
    #[schemars(example = &"com.example.Main", regex(pattern = CLASS))]
    pub main: String,
    /// Folders of Java sources, relative to the manifest.
    #[schemars(example = vec!["src"], default = "java_sources", extend("uniqueItems" = true))]
    #[schemars(length(min = 1), inner(regex(pattern = "^[^-]")))]
    #[serde(serialize_with = "super::paths")]
    pub sources: Vec<PathBuf>,
    /// Libraries as jar files, relative to the manifest.
    #[schemars(example = vec!["lib/codec.jar"], default, extend("uniqueItems" = true))]
    #[schemars(inner(regex(pattern = r"^[^-].*\.jar$")))]
    #[serde(serialize_with = "super::paths")]
    pub jars: Vec<PathBuf>,
    /// Libraries as Maven coordinates, `group:artifact:version`.
    #[schemars(example = vec!["com.example:codec:1.2.0"], default, extend("uniqueItems" = true))]
    #[schemars(inner(regex(pattern = r"^\w[\w.-]*:\w[\w.-]*:\w[\w.-]*$")))]
    pub maven: Vec<String>,
    /// Classes that are reached by reflection only.
    #[schemars(example = vec!["com.example.Plugin"], default, extend("uniqueItems" = true))]
    #[schemars(inner(regex(pattern = CLASS)))]
    pub reflect: Vec<String>,
    /// Is it called back by Terrace? `main` then names a `dev.terrace.App`.
    #[schemars(example = true, default)]
    pub reactor: bool,
}

/// Where Java sources are by custom.
pub(crate) fn java_sources() -> Vec<PathBuf> {
    vec![PathBuf::from("src/main/java")]
}
