//! Keeping a thread out of what `/proc` tells of processes.
//!
//! Guests' file calls run on threads of this process, and Linux lets a process open its own
//! `/proc/self/mem`, which is the memory of every partition. Landlock takes that away from the
//! threads that open files for guests: all of the file system stays theirs, and the parts of
//! `/proc` that belong to no process, but nothing below `/proc/<number>`, `/proc/self` and
//! `/proc/thread-self`.
//!
//! Landlock allows by list: an entry that appears directly below `/` or `/proc` later is not
//! reachable until the monitor starts again. Its rules hold for the thread and cannot be undone.

use crate::Refused;
use landlock::{
    ABI, Access, AccessFs, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetStatus, path_beneath_rules,
};
use std::path::{Path, PathBuf};

/// The rules, made once and applied by each thread.
#[derive(Debug)]
pub struct Confinement(RulesetCreated);

fn refused(cause: impl ToString) -> Refused {
    Refused {
        what: "keep guests' file calls out of /proc/<process> (Landlock)".to_owned(),
        cause: cause.to_string(),
        fix: "use Linux 5.19 or later with Landlock enabled (lsm=...,landlock); until then folders that \
              lead into /proc are not granted",
    }
}

impl Confinement {
    /// Make the rules for the file system as it is now.
    ///
    /// # Errors
    /// [`Refused`] when this kernel has no Landlock that can do it.
    pub fn new() -> Result<Confinement, Refused> {
        let all = AccessFs::from_all(ABI::V5);
        // Version 2 brought moves between folders, which would else be denied everywhere.
        let ruleset = Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(ABI::V2))
            .map_err(refused)?
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(all)
            .map_err(refused)?
            .create()
            .map_err(refused)?;
        let lists: BitFlags<AccessFs> = AccessFs::ReadDir.into();
        let ruleset = ruleset
            .add_rule(PathBeneath::new(PathFd::new("/").map_err(refused)?, lists))
            .map_err(refused)?
            .add_rules(path_beneath_rules(open_to_guests(), all))
            .map_err(refused)?;
        Ok(Confinement(ruleset))
    }

    /// Confine the calling thread, for good.
    ///
    /// # Errors
    /// [`Refused`] when Linux does not.
    pub fn apply(&self) -> Result<(), Refused> {
        let ruleset = self.0.try_clone().map_err(refused)?;
        let status = ruleset.restrict_self().map_err(refused)?;
        match status.ruleset {
            RulesetStatus::NotEnforced => Err(refused("not enforced")),
            _ => Ok(()),
        }
    }
}

/// Where this machine's process file systems are mounted, wherever that is. Where Linux does
/// not tell, `/proc` alone.
#[must_use]
pub fn process_folders() -> Vec<PathBuf> {
    let text = std::fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    let mut folders: Vec<PathBuf> = text.lines().filter_map(process_mount).collect();
    folders.push(PathBuf::from("/proc"));
    folders.dedup();
    folders
}

/// The mount point of one line of `mountinfo`, if it is of a process file system
/// (Documentation/filesystems/proc.rst, 3.5: the type follows a lone hyphen).
fn process_mount(line: &str) -> Option<PathBuf> {
    let (before, after) = line.split_once(" - ")?;
    (after.split(' ').next()? == "proc").then(|| before.split(' ').nth(4).map(PathBuf::from))?
}

/// Everything directly below `/` and `/proc` that is no process.
fn open_to_guests() -> Vec<PathBuf> {
    let mut open = entries(Path::new("/"), |name| name != "proc");
    open.extend(entries(Path::new("/proc"), |name| {
        !name.bytes().all(|b| b.is_ascii_digit()) && name != "self" && name != "thread-self"
    }));
    open
}

fn entries(folder: &Path, wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let Ok(listing) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    listing
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name().to_str().is_none_or(&wanted))
        // A link may lead to where the rules do not: its target has an entry of its own.
        .filter(|entry| entry.file_type().is_ok_and(|t| !t.is_symlink()))
        .map(|entry| entry.path())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::Confinement;
    use std::fs::File;

    #[test]
    fn process_file_systems_are_found_wherever_they_are_mounted() {
        let line = "36 25 0:33 / /srv/jail/proc rw,nosuid shared:1 - proc none rw";
        assert_eq!(super::process_mount(line), Some("/srv/jail/proc".into()));
        let line = "36 25 0:33 / /srv/proc rw,nosuid shared:1 - ext4 /dev/vda rw";
        assert_eq!(super::process_mount(line), None);
        assert!(super::process_folders().contains(&"/proc".into()));
    }

    #[test]
    fn a_confined_thread_reads_files_but_no_process() {
        let Ok(confinement) = Confinement::new() else {
            eprintln!("skipped: this kernel has no Landlock");
            return;
        };
        std::thread::spawn(move || {
            confinement.apply().unwrap();
            assert!(File::open("/proc/loadavg").is_ok());
            assert!(File::open("/etc/passwd").is_ok());
            assert!(std::fs::read_dir("/").is_ok());
            let me = std::process::id();
            for path in [
                "/proc/self/mem",
                "/proc/self/maps",
                "/proc/thread-self/mem",
                &format!("/proc/{me}/mem"),
            ] {
                assert!(File::open(path).is_err(), "{path} was opened");
            }
            let folder = tempfile::tempdir().unwrap();
            std::fs::create_dir(folder.path().join("a")).unwrap();
            std::fs::write(folder.path().join("file"), "text").unwrap();
            std::fs::rename(folder.path().join("file"), folder.path().join("a/file")).unwrap();
        })
        .join()
        .unwrap();
        assert!(
            File::open("/proc/self/maps").is_ok(),
            "other threads are not confined"
        );
    }
}
