//! From a device file to a machine on which its apps run.

use crate::cli::{Format, UpArgs};
use crate::failure::Failure;
use crate::load::Loader;
use crate::{check, output, outside, remote, target};
use std::collections::BTreeMap;
use std::path::Path;
use terrace_bridge::Gateway;
use terrace_daemon::{Bridge, Rendezvous};
use terrace_manifest::{App, Channel, ChannelKind, Device, DeviceApp};
use terrace_vm::{Config, Controller, Overrides};

/// A device that runs.
pub struct Running {
    pub controller: Controller,
    /// For Linux processes, if any are to come.
    pub bridge: Option<Bridge>,
    /// For the network, if there is one.
    pub gateway: Option<Gateway>,
}

/// See the module.
pub fn start(args: &UpArgs) -> Result<Running, Failure> {
    let text = check::read(&args.device)?;
    if terrace_manifest::parse_app(&text, &args.device).is_ok() {
        return Err(an_app(&args.device));
    }
    let device = check::parse_device(&text, &args.device, Format::Table)?;
    let controller = Controller::start(config(args, &device))?;
    for sentence in controller.degraded() {
        output::hint(&format!("terrace: {sentence}"));
    }
    let loader = Loader::open(controller.engine(), &args.cache)?;
    let (names, outward) = install(&device, &args.device, &controller, &loader)?;
    let lets_in = outward || !device.peers.is_empty();
    let bridge = lets_in.then(|| bridge(args, &device, &controller));
    let bridge = bridge.transpose()?;
    let network = outside::network(&device);
    let gateway = network.map(|network| Gateway::start(controller.clone(), network));
    let gateway = gateway.transpose()?;
    for (app, name) in device.apps.iter().zip(&names) {
        partitions(app, name, args.force, &controller).map_err(|f| placed(f, &args.device, app))?;
    }
    Ok(Running {
        controller,
        bridge,
        gateway,
    })
}

/// The door for Linux processes.
fn bridge(args: &UpArgs, device: &Device, controller: &Controller) -> Result<Bridge, Failure> {
    let control = remote::socket(&args.reach);
    let rendezvous = Rendezvous::bind(&control, outside::permits(device))?;
    if let Some(obstacle) = rendezvous.obstacle() {
        output::hint(&format!("terrace: {obstacle}"));
    }
    let path = rendezvous.path().display().to_string();
    rendezvous
        .serve(controller.clone())
        .map_err(|e| Failure::new(format!("cannot serve Linux processes at {path}: {e}")))
}

/// Does it declare a channel that is meant for Linux processes?
fn is_outward(app: &App) -> bool {
    let outward = |channel: &Channel| channel.kind == ChannelKind::CrossContext;
    app.components.channels.iter().any(outward)
}

fn config(args: &UpArgs, device: &Device) -> Config {
    let usual = Config::default();
    Config {
        workers: args
            .workers
            .map(usize::from)
            .or(device.workers.map(usize::from))
            .unwrap_or(usual.workers)
            .max(1),
        partitions: args.partitions.max(1),
        memory: device.memory.map_or(usual.memory, |m| m.get()),
        plans: device.worker_plans.clone(),
        servers: device.servers.clone(),
        data: args.data.clone(),
        masked: device.masked.unwrap_or_default(),
        protocol: device.protocol,
        chains: device.chains.clone(),
        ..usual
    }
}

/// Install every app; their names, in order, and whether one of them awaits Linux processes.
fn install(
    device: &Device,
    file: &Path,
    controller: &Controller,
    loader: &Loader,
) -> Result<(Vec<String>, bool), Failure> {
    let base = file.parent().unwrap_or(Path::new(""));
    let mut images: BTreeMap<String, String> = BTreeMap::new();
    let (mut names, mut outward) = (Vec::new(), false);
    for app in &device.apps {
        let parcel = target::open(&base.join(&app.path)).map_err(|f| placed(f, file, app))?;
        let name = parcel.manifest.name.as_str().to_owned();
        let known = images.insert(name.clone(), parcel.image.clone());
        if known.as_ref().is_some_and(|image| *image != parcel.image) {
            let what =
                format!("another app is called `{name}` too; change [app] name in one of them");
            return Err(placed(Failure::new(what), file, app));
        }
        outward |= is_outward(&parcel.manifest);
        if known.is_none() {
            controller.install(loader.load(parcel).map_err(|f| placed(f, file, app))?);
        }
        names.push(name);
    }
    permit(device, &names, controller);
    Ok((names, outward))
}

/// An app has the permissions of all its entries.
fn permit(device: &Device, names: &[String], controller: &Controller) {
    let mut granted: BTreeMap<&String, Vec<_>> = BTreeMap::new();
    for (app, name) in device.apps.iter().zip(names) {
        granted
            .entry(name)
            .or_default()
            .extend(app.permissions.iter().cloned());
    }
    for (name, permissions) in granted {
        controller.permit(name, &permissions);
    }
}

fn partitions(
    app: &DeviceApp,
    name: &str,
    force: bool,
    controller: &Controller,
) -> Result<(), Failure> {
    for number in 1..=app.count {
        let called = app.name.as_ref().map(|n| {
            if app.count == 1 {
                n.clone()
            } else {
                format!("{n}-{number}")
            }
        });
        let overrides = Overrides {
            args: app.args.clone(),
            worker: app.worker,
            force,
            ..Overrides::default()
        };
        controller.run(name, called.as_deref(), overrides)?;
    }
    Ok(())
}

/// A manifest where a device file should be.
fn an_app(file: &Path) -> Failure {
    let folder = file.parent().filter(|p| !p.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).display();
    Failure::new(format!(
        "{} is the manifest of one app: `terrace run {folder}` runs it; a device file names apps, \
         [[app]] with path = \"{folder}\" each",
        file.display()
    ))
}

/// A failure with the place in the device file that led to it.
fn placed(failure: Failure, file: &Path, app: &DeviceApp) -> Failure {
    match failure {
        Failure::Message(text) => Failure::Message(format!("{}: {text}", check::at(file, app))),
        other => other,
    }
}
