//! `terrace new`: an app's folder from a template.

use crate::cli::{Language, NewArgs};
use crate::failure::Failure;
use crate::{build, check, output, sdk};
use std::path::Path;

/// Write the folder. Nothing that exists is touched.
pub fn new(args: &NewArgs) -> Result<u8, Failure> {
    let path = args.path.as_path();
    let name = path
        .file_name()
        .and_then(|n| n.to_str())
        .unwrap_or_default();
    check::app_name(name)?;
    if path.symlink_metadata().is_ok() {
        let shown = path.display();
        return Err(Failure::new(format!(
            "{shown} exists; choose another name, or remove it first"
        )));
    }
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty());
    if let Some(parent) = parent.filter(|p| !p.is_dir()) {
        let parent = parent.display();
        return Err(Failure::new(format!(
            "there is no folder {parent} to make the app in; make it first (mkdir -p {parent}), or \
             correct the path"
        )));
    }
    write(path, name, args.lang)
        .map_err(|e| Failure::new(format!("cannot write the app to {}: {e}", path.display())))?;
    output::line(&path.display().to_string())?;
    output::hint(&format!(
        "terrace run {}   builds and runs it",
        path.display()
    ));
    Ok(0)
}

fn write(path: &Path, name: &str, language: Language) -> std::io::Result<()> {
    for (file, content) in sdk::template(language) {
        let text = String::from_utf8_lossy(content).replace("{{name}}", name);
        let file = file.replace("{{name}}", name);
        sdk::write(&path.join(file), text.as_bytes())?;
    }
    if language != Language::Java {
        sdk::unpack(path, language)?;
    }
    build::ignore_output(path)
}
