//! The C programs of the benchmarks, compiled at the start of a run into `target/bench`.
//!
//! The flags for Wasm are those of an app (docs/book/src/languages/c.md), so that a guest here
//! is what a guest is; a native rival is `gcc -O2`.

use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use terrace_testkit::tools;

const WASM_FLAGS: &[&str] = &[
    "--target=wasm32-wasi",
    "--sysroot=/usr",
    "-nostdlibinc",
    "-isystem",
    "/usr/include/wasm32-wasi",
    "-O2",
    "-std=c11",
    "-Wall",
    "-Wl,--stack-first",
    "-Wl,-z,stack-size=1048576",
    "-Wl,--strip-debug",
];

/// See the module.
#[derive(Debug)]
pub struct Programs {
    root: PathBuf,
    folder: PathBuf,
}

impl Programs {
    /// Make the folder.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new() -> Result<Programs> {
        let root = tools::root();
        let folder = root.join("target/bench");
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(Programs { root, folder })
    }

    /// The folder of this program, in which others have put what they compiled.
    ///
    /// # Errors
    /// When this program has no path.
    pub fn beside_this() -> Result<Programs> {
        let me = std::env::current_exe().context("a running program has a path")?;
        let folder = me.parent().context("a program lies in a folder")?;
        Ok(Programs {
            root: tools::root(),
            folder: folder.to_owned(),
        })
    }

    /// Where everything a run makes lies.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A guest of this package, as a command.
    ///
    /// # Errors
    /// What the compiler said.
    pub fn guest(&self, name: &str) -> Result<PathBuf> {
        self.wasm(&format!("benches/guests/{name}.c"), &[])
    }

    /// A guest of this package, as a reactor.
    ///
    /// # Errors
    /// What the compiler said.
    pub fn reactor(&self, name: &str) -> Result<PathBuf> {
        self.wasm(
            &format!("benches/guests/{name}.c"),
            &["-mexec-model=reactor"],
        )
    }

    /// Any C program of the tree as Wasm.
    ///
    /// # Errors
    /// What the compiler said.
    pub fn wasm(&self, source: &str, more: &[&str]) -> Result<PathBuf> {
        let out = self.folder.join(stem(source)).with_extension("wasm");
        let mut clang = Command::new("clang");
        clang
            .args(WASM_FLAGS)
            .args(more)
            .arg("-I")
            .arg(self.root.join("sdk/c/include"));
        self.compile(clang, source, &out, &[])?;
        Ok(out)
    }

    /// Any C program of the tree as a native one.
    ///
    /// # Errors
    /// What the compiler said.
    pub fn native(&self, source: &str) -> Result<PathBuf> {
        self.native_with_flags(source, &[])
    }

    /// As [`Programs::native`], with all that it needs in itself.
    ///
    /// # Errors
    /// What the compiler said.
    pub fn native_static(&self, source: &str) -> Result<PathBuf> {
        self.native_with_flags(source, &["-static"])
    }

    /// As [`Programs::native`], with a library that pkg-config knows.
    ///
    /// # Errors
    /// What pkg-config or the compiler said.
    pub fn native_with(&self, source: &str, library: &str) -> Result<PathBuf> {
        let asked = Command::new("pkg-config")
            .args(["--cflags", "--libs", library])
            .output()
            .context("cannot run pkg-config; `make setup` installs it")?;
        if !asked.status.success() {
            let told = String::from_utf8_lossy(&asked.stderr);
            bail!("pkg-config does not know {library}: {}", told.trim());
        }
        let flags = String::from_utf8_lossy(&asked.stdout);
        let flags: Vec<&str> = flags.split_whitespace().collect();
        self.native_with_flags(source, &flags)
    }

    fn native_with_flags(&self, source: &str, flags: &[&str]) -> Result<PathBuf> {
        let out = self.folder.join(stem(source));
        let mut gcc = Command::new("gcc");
        gcc.args(["-O2", "-std=c11", "-Wall"]);
        self.compile(gcc, source, &out, flags)?;
        Ok(out)
    }

    /// The flags come after the source: they may name libraries.
    fn compile(
        &self,
        mut compiler: Command,
        source: &str,
        out: &Path,
        flags: &[&str],
    ) -> Result<()> {
        compiler
            .arg(self.root.join(source))
            .arg("-o")
            .arg(out)
            .args(flags)
            .arg("-lm");
        let name = compiler.get_program().to_string_lossy().into_owned();
        let answer = compiler
            .output()
            .with_context(|| format!("cannot run {name}; install what `make setup` lists"))?;
        if !answer.status.success() {
            bail!(
                "{name} does not compile {source}:\n{}",
                String::from_utf8_lossy(&answer.stderr)
            );
        }
        Ok(())
    }
}

fn stem(source: &str) -> &OsStr {
    Path::new(source)
        .file_stem()
        .expect("a C source has a name")
}
