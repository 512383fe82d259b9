//! The SDKs and templates inside this command.
//!
//! An app keeps a copy of its language's SDK under `.terrace/sdk/LANGUAGE`, so that it builds
//! without Terrace's source tree and without a network. Java's is a compiler driver that Maven
//! builds, so it is kept once per user, in the cache, and not beside each app.

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

/// Write the SDK of `language` below the app at `app`, unless there is one.
pub fn unpack(app: &Path, language: Language) -> io::Result<()> {
    let name = folder(language);
    let place = app.join(crate::build::OUTPUT).join("sdk").join(name);
    if place.exists() {
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
