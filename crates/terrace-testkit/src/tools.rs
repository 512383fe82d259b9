//! Where the tree and its built command lie.

use std::path::PathBuf;

/// The root of the tree.
#[must_use]
pub fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.ancestors()
        .nth(2)
        .expect("the kit lies two folders down")
        .to_owned()
}

/// The built `terrace` command, beside the running test.
///
/// # Panics
/// If it is not built; `make test` builds it first.
#[must_use]
pub fn terrace() -> PathBuf {
    let mut path = std::env::current_exe().expect("a running program has a path");
    while path.pop() {
        let found = path.join("terrace");
        if found.is_file() {
            return found;
        }
    }
    panic!(
        "the `terrace` command is not built: run `cargo build --release -p terrace` (make test does)"
    )
}
