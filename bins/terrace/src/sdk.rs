//! The SDKs and templates inside this command.
//!
//! An app keeps a copy of its language's SDK under `.terrace/sdk/LANGUAGE`, so that it builds
//! without Terrace's source tree and without a network. The copy is the command's: one of another
//! version, or one that was changed, is replaced when the app is built. Java's is a compiler
//! driver that Maven builds, so it is kept once per user, in the cache, and not beside each app.

use crate::cli::Language;
use std::io;
use std::path::{Path, PathBuf};

mod files {
    include!(concat!(env!("OUT_DIR"), "/sdk_files.rs"));
}

/// The folder of a language below `.terrace/sdk` and below the templates.
pub fn folder(language: Language) -> &'static str {
    match language {
        Language::Rust => "rust",
        Language::C => "c",
        Language::Go => "go",
        Language::Java => "java",
    }
}

/// Files of the template of `language`: path below the app, and text.
pub fn template(language: Language) -> impl Iterator<Item = (&'static str, &'static [u8])> {
    below(format!("templates/{}/", folder(language)))
}

/// Write the SDK of `language` below the app at `app`, unless it is there.
pub fn unpack(app: &Path, language: Language) -> io::Result<()> {
    let name = folder(language);
    let place = app.join(crate::build::OUTPUT).join("sdk").join(name);
    let same = |(path, content): (&str, &[u8])| {
        std::fs::read(place.join(path)).is_ok_and(|there| there == content)
    };
    if below(format!("{name}/")).all(same) {
        return Ok(());
    }
    // Renamed when whole, so that an interrupted copy is not taken for an SDK.
    let parent = place.with_file_name("");
    std::fs::create_dir_all(&parent)?;
    let draft = tempfile::Builder::new()
        .prefix(".sdk-")
        .tempdir_in(&parent)?;
    for (path, content) in below(format!("{name}/")) {
        write(&draft.path().join(path), content)?;
    }
    // What is there is of another version, and goes with the draft's folder.
    let old = tempfile::Builder::new()
        .prefix(".sdk-")
        .tempdir_in(&parent)?;
    match std::fs::rename(&place, old.path().join("old")) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
        _ => {}
    }
    match std::fs::rename(draft.path(), &place) {
        Ok(()) => {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(&place, std::fs::Permissions::from_mode(0o755))
        }
        // Another `terrace` was faster.
        Err(_) if place.exists() => Ok(()),
        Err(e) => Err(e),
    }
}

/// What builds the Java SDK, run where it was unpacked as in the source tree.
const JAVA_SCRIPT: &[u8] = include_bytes!("../../../scripts/java-sdk.sh");

/// Names the Java SDK inside this command: another text of it is another digest.
pub fn java_digest() -> String {
    let mut text = JAVA_SCRIPT.to_vec();
    for (path, content) in below("java/".to_owned()) {
        // The length keeps two files from being taken for one.
        text.extend(format!("\0{path}\0{}\0", content.len()).bytes());
        text.extend(content);
    }
    terrace_image::Sha256Digest::of(&text).hex()
}

/// Write the sources of the Java SDK below `home`; the script that builds them.
pub fn unpack_java(home: &Path) -> io::Result<PathBuf> {
    for (path, content) in below("java/".to_owned()) {
        write(&home.join("sdk/java").join(path), content)?;
    }
    let script = home.join("scripts/java-sdk.sh");
    write(&script, JAVA_SCRIPT)?;
    Ok(script)
}

/// Write a file and the folders above it.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, content)
}

fn below(prefix: String) -> impl Iterator<Item = (&'static str, &'static [u8])> {
    files::FILES
        .iter()
        .filter_map(move |(path, content)| Some((path.strip_prefix(&prefix)?, *content)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_of_another_version_is_replaced() {
        let app = tempfile::tempdir().unwrap();
        unpack(app.path(), Language::C).unwrap();
        let sdk = app.path().join(".terrace/sdk/c");
        let header = sdk.join("include/terrace.h");
        let text = std::fs::read(&header).unwrap();
        std::fs::write(&header, "of another version").unwrap();
        std::fs::write(sdk.join("include/gone.h"), "not there any more").unwrap();
        unpack(app.path(), Language::C).unwrap();
        assert_eq!(std::fs::read(&header).unwrap(), text);
        assert!(!sdk.join("include/gone.h").exists());
        let left = std::fs::read_dir(app.path().join(".terrace/sdk")).unwrap();
        assert_eq!(left.count(), 1, "no drafts are left behind");
    }

    #[test]
    fn each_language_has_an_sdk_and_a_template() {
        for language in [Language::Rust, Language::C, Language::Go] {
            let app = tempfile::tempdir().unwrap();
            unpack(app.path(), language).unwrap();
            let sdk = app.path().join(".terrace/sdk").join(folder(language));
            assert!(std::fs::read_dir(sdk).unwrap().count() > 0, "{language:?}");
            assert!(
                template(language).any(|(path, _)| path == "terrace.toml"),
                "{language:?}"
            );
            assert!(template(language).all(|(path, _)| !path.contains("target/")));
        }
    }
}
