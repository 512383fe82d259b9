//! From files to a device: manifests, apps' folders, images, RTDroid's XML, one device file.

use crate::cli::Format;
use crate::failure::Failure;
use crate::{build, check, output};
use std::path::{Path, PathBuf};
use terrace_analysis::{DevicePlan, Installed};
use terrace_image::AppImage;
use terrace_manifest::{App, AppName, Device};

/// What all files together say.
pub fn device(files: &[PathBuf], format: Format) -> Result<DevicePlan, Failure> {
    let here = [PathBuf::from(".")];
    let files = if files.is_empty() { &here } else { files };
    let mut plan: Option<DevicePlan> = None;
    let mut apps = Vec::new();
    for file in files {
        match open(file, format)? {
            Opened::App(app) => apps.push(Installed::alone(*app)),
            Opened::Device(_) if plan.is_some() => {
                let what = format!("{}: a second device file; give one", file.display());
                return Err(Failure::new(what));
            }
            Opened::Device(device) => plan = Some(whole(&device, file, format)?),
        }
    }
    let plan = match (plan, apps.as_mut_slice()) {
        (None, [_]) => return Ok(DevicePlan::of_app(apps.remove(0).app)),
        (None, _) => DevicePlan {
            apps,
            ..DevicePlan::default()
        },
        (Some(mut plan), _) => {
            plan.apps.append(&mut apps);
            plan
        }
    };
    refuse_twins(&plan)?;
    Ok(plan)
}

/// What a file turned out to be.
enum Opened {
    App(Box<App>),
    Device(Box<Device>),
}

fn open(path: &Path, format: Format) -> Result<Opened, Failure> {
    let file = match path.is_dir() {
        true => build::manifest_path(path),
        false => path.to_owned(),
    };
    if path.is_dir() && !file.exists() {
        return Err(Failure::new(format!(
            "there is no terrace.toml in {}; name a manifest, a device file or an image, or a bare task set with \
             --taskset",
            path.display()
        )));
    }
    let bare = file.extension().is_some_and(|e| e == "json" || e == "csv");
    if bare {
        return Err(Failure::new(format!(
            "{0} is no manifest by its name; a bare task set is read with `terrace check --taskset {0}`",
            file.display()
        )));
    }
    if is_image(&file) {
        let image = AppImage::open(&file)?;
        let named = file.join("terrace.toml");
        let app = check::parse_app(image.manifest_text(), &named, format)?;
        return Ok(Opened::App(Box::new(app)));
    }
    let text = check::read(&file)?;
    if check::is_device(&text) {
        let device = check::parse_device(&text, &file, format)?;
        return Ok(Opened::Device(Box::new(device)));
    }
    app(&text, &file, format).map(|app| Opened::App(Box::new(app)))
}

/// An app from either spelling; warnings of XML go to standard error.
pub fn app(text: &str, file: &Path, format: Format) -> Result<App, Failure> {
    if !terrace_manifest::is_xml(text) {
        return check::parse_app(text, file, format);
    }
    let parsed = terrace_manifest::parse_rtdroid(text, file);
    let manifest = parsed.map_err(|errors| check::shown(errors, format))?;
    if let Some(warnings) = &manifest.warnings {
        for warning in warnings {
            output::hint(&format!("warning: {warning}"));
        }
    }
    Ok(manifest.app)
}

/// A tar archive says so at byte 257; a damaged image is still called one by its name.
fn is_image(file: &Path) -> bool {
    use std::io::Read;
    let mut head = Vec::new();
    let opened = std::fs::File::open(file);
    let read = opened.and_then(|f| f.take(512).read_to_end(&mut head));
    let named = file.extension().is_some_and(|e| e == "terrace");
    named || (read.is_ok() && head.get(257..262) == Some(b"ustar"))
}

/// A device with the apps its file names.
fn whole(device: &Device, file: &Path, format: Format) -> Result<DevicePlan, Failure> {
    let base = file.parent().unwrap_or(Path::new(""));
    let mut apps = Vec::new();
    for entry in &device.apps {
        let at = check::at(file, entry);
        let place = base.join(&entry.path);
        if !place.exists() {
            let what = format!("{at}: there is no {}", place.display());
            return Err(Failure::new(what));
        }
        let Opened::App(app) = open(&place, format)? else {
            let what = format!("{at}: {} is a device file, not an app", place.display());
            return Err(Failure::new(what));
        };
        let name: AppName = match &entry.name {
            Some(name) => name.parse()?,
            None => app.name.clone(),
        };
        apps.push(Installed {
            name,
            app: *app,
            count: entry.count,
            permissions: entry.permissions.clone(),
            worker: entry.worker,
        });
    }
    Ok(DevicePlan::of(device, apps))
}

/// Two partitions of one name could not be told apart.
fn refuse_twins(plan: &DevicePlan) -> Result<(), Failure> {
    let mut names: Vec<&AppName> = plan.apps.iter().map(|a| &a.name).collect();
    names.sort();
    let twin = names.windows(2).find(|pair| pair[0] == pair[1]);
    twin.map_or(Ok(()), |pair| {
        Err(Failure::new(format!(
            "two apps are called `{}`; give one of them a name in a device file",
            pair[0]
        )))
    })
}
