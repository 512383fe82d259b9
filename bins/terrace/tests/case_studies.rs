//! The case studies: built from their sources and manifests, run on their input, their output judged.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::toolchain::{copy, has};
use support::{Desk, err, out};

const SOUND: &str = "/usr/share/sounds/alsa/Front_Center.wav";

fn app(name: &str) -> PathBuf {
    terrace_testkit::tools::root().join("apps").join(name)
}

/// The image of an app, built from a copy of its folder.
fn build(desk: &Desk, from: &Path) {
    copy(from, &desk.path().join("app"));
    let manifest = "app/manifest.xml";
    let built = desk.java(&["build", "--manifest", manifest, "app", "-o", "app.terrace"]);
    assert!(built.status.success(), "{}", err(&built));
}

/// What it prints, and its status.
fn run(desk: &Desk, give: &[&str]) -> (String, Option<i32>) {
    let args: Vec<&str> = ["run"]
        .iter()
        .chain(give)
        .chain(&["app.terrace"])
        .copied()
        .collect();
    let ran = desk.run(&args);
    eprintln!("{}", err(&ran));
    (out(&ran), ran.status.code())
}

#[test]
fn the_aircraft_flies_its_plan() {
    if !has("java") {
        return;
    }
    let desk = Desk::new();
    build(&desk, &app("uav"));
    let plan = format!("{}::/plan", app("uav").join("plan").display());
    let (printed, status) = run(&desk, &["--dir", &plan]);
    assert_eq!(status, Some(0), "{printed}");
    assert_eq!(
        printed.lines().filter(|l| l.contains(" passed: ")).count(),
        5,
        "{printed}"
    );
    assert!(
        printed.ends_with("flown: 5 points, 0 missed\n"),
        "{printed}"
    );
}

#[test]
fn an_aircraft_without_a_plan_says_what_it_needs() {
    if !has("java") {
        return;
    }
    let desk = Desk::new();
    build(&desk, &app("uav"));
    let ran = desk.run(&["run", "app.terrace"]);
    assert_eq!(ran.status.code(), Some(1));
    let told = err(&ran);
    assert!(
        told.contains("cannot read /plan/plan.csv: run with --dir apps/uav/plan::/plan"),
        "{told}"
    );
}

/// The reference computes the spectrum by its definition, under OpenJDK.
#[test]
fn the_implant_hears_what_the_definition_of_the_spectrum_says() {
    if !has("java") {
        return;
    }
    assert!(
        Path::new(SOUND).exists(),
        "alsa-utils is not installed; make setup does it"
    );
    let desk = Desk::new();
    build(&desk, &app("cochlear"));
    let sounds = format!("{}::/sound", Path::new(SOUND).parent().unwrap().display());
    let (printed, status) = run(&desk, &["--dir", &sounds]);
    assert_eq!(status, Some(0), "{printed}");
    let classes = desk.path().join("classes");
    let sources = ["Chain", "Sound", "Listing", "Reference"]
        .map(|name| app("cochlear").join(format!("src/cochlear/{name}.java")));
    let compiled = Command::new("javac")
        .arg("-d")
        .arg(&classes)
        .args(sources)
        .status()
        .unwrap();
    assert!(compiled.success());
    let reference = Command::new("java")
        .arg("-cp")
        .arg(&classes)
        .args(["cochlear.Reference", SOUND])
        .output()
        .unwrap();
    assert_eq!(printed, out(&reference));
}

#[test]
fn the_crack_in_the_blade_is_seen_in_its_first_record_and_no_other() {
    if !has("java") {
        return;
    }
    let desk = Desk::new();
    build(&desk, &app("turbine"));
    let (printed, status) = run(&desk, &[]);
    assert_eq!(status, Some(0), "{printed}");
    assert!(
        printed.contains("record 20: CRACK near the pick-ups 3 4\n"),
        "{printed}"
    );
}

#[test]
fn of_all_that_is_worn_only_the_fall_is_a_fall() {
    if !has("java") {
        return;
    }
    let desk = Desk::new();
    build(&desk, &app("falls"));
    let sensors = format!("{}::/sensors", app("falls").join("sensors").display());
    let (printed, status) = run(&desk, &["--dir", &sensors]);
    assert_eq!(status, Some(0), "{printed}");
    assert!(
        printed.starts_with("wearing recording accelerometer.csv\nFALL after "),
        "{printed}"
    );
    assert!(
        printed.ends_with("the sensor is silent; 1 falls\n"),
        "{printed}"
    );
}

#[test]
fn alarms_ring_by_time_and_importance_and_sensors_come_from_hardware_files_and_formulas() {
    if !has("java") {
        return;
    }
    let desk = Desk::new();
    let from = terrace_testkit::tools::root().join("sdk/java/rtdroid/system-services");
    build(&desk, &from);
    for file in ["accelerometer.csv", "gyroscope.sim"] {
        let text = std::fs::read_to_string(from.join("sensors").join(file)).unwrap();
        desk.write(&format!("sensors/{file}"), &text);
    }
    // As Linux shows a magnetometer with a light sensor beside it.
    for (name, text) in [
        ("name", "magnet"),
        ("sampling_frequency", "50"),
        ("in_magn_x_raw", "0"),
        ("in_magn_y_raw", "400"),
        ("in_magn_z_raw", "0"),
        ("in_magn_scale", "0.001"),
        ("in_illuminance_raw", "600"),
        ("in_illuminance_offset", "-100"),
        ("in_illuminance_scale", "0.5"),
    ] {
        desk.write(&format!("sensors/iio:device0/{name}"), &format!("{text}\n"));
    }
    let (printed, status) = run(&desk, &["--dir", "sensors::/sensors"]);
    let expected = std::fs::read_to_string(from.join("expected")).unwrap();
    assert_eq!(printed, expected);
    assert_eq!(status, Some(0));
}
