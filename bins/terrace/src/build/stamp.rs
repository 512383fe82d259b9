//! Whether an image is newer than everything it was made of.
//!
//! A stamp is the list of files with their lengths and times. Equal lists: nothing has changed,
//! nothing was added or removed. Contents are not read; who sets times back builds with --force.

use super::OUTPUT;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::Metadata;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// See the module.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Another version may build otherwise.
    version: String,
    /// The app's own files, by path.
    own: BTreeMap<PathBuf, State>,
    /// Files elsewhere.
    elsewhere: BTreeMap<PathBuf, State>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct State {
    length: u64,
    seconds: i64,
    nanoseconds: i64,
}

impl State {
    fn of(meta: &Metadata) -> State {
        State {
            length: meta.len(),
            seconds: meta.mtime(),
            nanoseconds: meta.mtime_nsec(),
        }
    }
}

impl Stamp {
    /// The files of the app at `dir` as they are now, except what is built from them.
    pub fn take(dir: &Path, image: &Path) -> io::Result<Stamp> {
        let mut own = BTreeMap::new();
        walk(dir, dir, image, &mut own)?;
        Ok(Stamp {
            version: version(),
            own,
            elsewhere: BTreeMap::new(),
        })
    }

    /// With files elsewhere that went into it.
    pub fn with(mut self, inputs: &[PathBuf]) -> Stamp {
        let states = inputs
            .iter()
            .filter_map(|p| Some((p.clone(), State::of(&p.metadata().ok()?))));
        self.elsewhere = states.collect();
        self
    }

    /// Write it down.
    pub fn save(&self, file: &Path) -> io::Result<()> {
        std::fs::write(file, serde_json::to_vec(self).map_err(io::Error::other)?)
    }
}

/// Is the image there, and everything as it was when it was made?
pub fn is_fresh(now: &Stamp, file: &Path, image: &Path) -> bool {
    let then: Option<Stamp> = std::fs::read(file)
        .ok()
        .and_then(|b| serde_json::from_slice(&b).ok());
    let Some(then) = then else { return false };
    let same =
        |(path, state): (&PathBuf, &State)| path.metadata().is_ok_and(|m| State::of(&m) == *state);
    image.is_file()
        && then.version == now.version
        && then.own == now.own
        && then.elsewhere.iter().all(same)
}

/// Of this command and of the one SDK that is not a source of the app itself.
fn version() -> String {
    format!(
        "{} {}",
        env!("CARGO_PKG_VERSION"),
        crate::sdk::java_digest()
    )
}

fn walk(
    root: &Path,
    dir: &Path,
    image: &Path,
    found: &mut BTreeMap<PathBuf, State>,
) -> io::Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let path = entry?.path();
        let below = path.strip_prefix(root).unwrap_or(&path).to_owned();
        let meta = path.symlink_metadata()?;
        if is_output(&below) || path == image {
            continue;
        }
        if meta.is_dir() {
            walk(root, &path, image, found)?;
        } else {
            found.insert(below, State::of(&meta));
        }
    }
    Ok(())
}

/// Build output and version control. The SDK's copy is a source.
fn is_output(below: &Path) -> bool {
    let mut parts = below.components().map(|c| c.as_os_str().to_string_lossy());
    let first = parts.next().unwrap_or_default();
    let second = parts.next();
    match first.as_ref() {
        "target" | ".git" => true,
        OUTPUT => second.is_some_and(|s| s != "sdk"),
        _ => below.ends_with("Cargo.lock"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_is_changed_added_or_removed_is_seen() {
        let app = tempfile::tempdir().unwrap();
        let dir = app.path();
        fs::create_dir_all(dir.join(".terrace")).unwrap();
        let (image, stamp) = (dir.join(".terrace/a.terrace"), dir.join(".terrace/a.stamp"));
        let outside = tempfile::NamedTempFile::new().unwrap();
        fs::write(dir.join("main.c"), "int main;").unwrap();
        fs::write(&image, "image").unwrap();
        let take = || Stamp::take(dir, &image).unwrap();
        assert!(!is_fresh(&take(), &stamp, &image));
        let keep = || {
            take()
                .with(&[outside.path().to_owned()])
                .save(&stamp)
                .unwrap()
        };
        keep();
        assert!(is_fresh(&take(), &stamp, &image));

        fs::write(dir.join("main.c"), "int main();").unwrap();
        assert!(!is_fresh(&take(), &stamp, &image), "a change");
        keep();
        fs::write(dir.join("more.c"), "").unwrap();
        assert!(!is_fresh(&take(), &stamp, &image), "an addition");
        keep();
        fs::remove_file(dir.join("more.c")).unwrap();
        assert!(!is_fresh(&take(), &stamp, &image), "a removal");
        keep();
        fs::write(outside.path(), "other").unwrap();
        assert!(!is_fresh(&take(), &stamp, &image), "a change elsewhere");
        keep();
        fs::create_dir(dir.join("target")).unwrap();
        fs::write(dir.join("target/x"), "").unwrap();
        assert!(is_fresh(&take(), &stamp, &image), "output is no source");
        fs::remove_file(&image).unwrap();
        assert!(!is_fresh(&take(), &stamp, &image), "no image");
    }
}
