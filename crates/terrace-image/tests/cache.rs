//! The AOT cache against damage, foreigners, crashes and crowds.

use std::{
    fs,
    os::unix::fs::{FileExt, PermissionsExt, symlink},
    path::{Path, PathBuf},
    sync::{
        Arc, Barrier, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, SystemTime},
};

use tempfile::TempDir;
use terrace_image::aot_cache::{
    AotCache, BadEntry, CacheError, CacheEvent, CacheKey, FetchError, SealedArtefact, key,
};

const CODE: &[u8] = b"\x7fELF machine code";

/// A cache in a directory of its own that remembers its events.
struct Bench {
    _home: TempDir,
    dir: PathBuf,
    cache: AotCache,
    events: Arc<Mutex<Vec<CacheEvent>>>,
}

impl Bench {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let dir = home.path().join("a/b/cache");
        let events = Arc::new(Mutex::new(Vec::new()));
        let sink = events.clone();
        let cache = AotCache::open(&dir)
            .unwrap()
            .on_event(move |event| sink.lock().unwrap().push(event));
        Self {
            _home: home,
            dir,
            cache,
            events,
        }
    }

    fn entry(&self, key: &CacheKey) -> PathBuf {
        self.dir.join(format!("{key}.aot"))
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.dir).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// The entry is a miss, gone from its place, and told of; answers why.
    fn discarded(&self, key: &CacheKey) -> BadEntry {
        assert!(self.cache.get(key).unwrap().is_none());
        assert!(!fs::exists(self.entry(key)).unwrap());
        let events = std::mem::take(&mut *self.events.lock().unwrap());
        let [
            CacheEvent::Discarded {
                key: told, reason, ..
            },
        ] = &events[..]
        else {
            panic!("{events:?}");
        };
        assert_eq!(told, key);
        reason.clone()
    }
}

fn number(n: u8) -> CacheKey {
    key(&[n; 32], b"engine", "1.0")
}

fn content(artefact: &SealedArtefact) -> Vec<u8> {
    let mut bytes = vec![0; artefact.len() as usize];
    artefact.file().read_exact_at(&mut bytes, 0).unwrap();
    assert_eq!(artefact.file().metadata().unwrap().len(), artefact.len());
    bytes
}

fn compile() -> Result<Vec<u8>, String> {
    Ok(CODE.to_vec())
}

#[test]
fn what_is_put_is_got_also_by_the_next_process() {
    let bench = Bench::new();
    assert!(bench.cache.get(&number(1)).unwrap().is_none());
    let put = bench.cache.put(&number(1), CODE).unwrap();
    assert_eq!(content(&put), CODE);
    let later = AotCache::open(&bench.dir).unwrap();
    let got = later.get(&number(1)).unwrap().unwrap();
    assert_eq!(content(&got), CODE);
    assert_eq!(got.digest(), put.digest());
    assert!(later.get(&number(2)).unwrap().is_none());
    assert_eq!(bench.names(), [format!("{}.aot", number(1))]);
    assert!(bench.events.lock().unwrap().is_empty());
}

#[test]
fn an_empty_artefact_and_a_replaced_one_are_entries_too() {
    let bench = Bench::new();
    bench.cache.put(&number(1), b"").unwrap();
    assert_eq!(content(&bench.cache.get(&number(1)).unwrap().unwrap()), b"");
    bench.cache.put(&number(1), CODE).unwrap();
    assert_eq!(
        content(&bench.cache.get(&number(1)).unwrap().unwrap()),
        CODE
    );
}

#[test]
fn an_artefact_from_the_disk_is_sealed_and_outlives_its_file() {
    let bench = Bench::new();
    bench.cache.put(&number(1), CODE).unwrap();
    let artefact = bench.cache.get(&number(1)).unwrap().unwrap();
    fs::write(bench.entry(&number(1)), b"overwritten").unwrap();
    fs::remove_file(bench.entry(&number(1))).unwrap();
    assert_eq!(content(&artefact), CODE);
    let refused = Some(rustix::io::Errno::PERM.raw_os_error());
    assert_eq!(
        artefact
            .file()
            .write_all_at(b"x", 0)
            .unwrap_err()
            .raw_os_error(),
        refused
    );
    assert_eq!(
        artefact.file().set_len(1).unwrap_err().raw_os_error(),
        refused
    );
    assert_eq!(
        artefact.file().set_len(1 << 20).unwrap_err().raw_os_error(),
        refused
    );
}

#[test]
fn no_poisoned_byte_is_ever_served() {
    let bench = Bench::new();
    bench.cache.put(&number(1), CODE).unwrap();
    let whole = fs::read(bench.entry(&number(1))).unwrap();
    for at in 0..whole.len() {
        for mask in [1, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] ^= mask;
            fs::write(bench.entry(&number(1)), bytes).unwrap();
            bench.discarded(&number(1));
        }
    }
    fs::write(bench.entry(&number(1)), &whole).unwrap();
    assert_eq!(
        content(&bench.cache.get(&number(1)).unwrap().unwrap()),
        CODE
    );
}

#[test]
fn each_damage_has_its_name() {
    let bench = Bench::new();
    bench.cache.put(&number(1), CODE).unwrap();
    let whole = fs::read(bench.entry(&number(1))).unwrap();
    let spoil = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        fs::write(bench.entry(&number(1)), bytes).unwrap();
        bench.discarded(&number(1))
    };
    for (at, part) in [(0, "magic"), (8, "format"), (12, "zero")] {
        assert!(
            matches!(spoil(at), BadEntry::Header { expected: 1 }),
            "{part}"
        );
    }
    assert!(matches!(spoil(16), BadEntry::Key { .. }));
    assert!(matches!(spoil(48), BadEntry::Length { found: 17, .. }));
    assert!(matches!(spoil(55), BadEntry::Length { .. }));
    assert!(matches!(spoil(56), BadEntry::Digest { .. }));
    assert!(matches!(spoil(88), BadEntry::Digest { .. }));
}

#[test]
fn every_truncation_and_anything_appended_is_a_miss() {
    let bench = Bench::new();
    bench.cache.put(&number(1), CODE).unwrap();
    let whole = fs::read(bench.entry(&number(1))).unwrap();
    for length in 0..whole.len() {
        fs::write(bench.entry(&number(1)), &whole[..length]).unwrap();
        bench.discarded(&number(1));
    }
    fs::write(bench.entry(&number(1)), [&whole[..], b"x"].concat()).unwrap();
    let reason = bench.discarded(&number(1));
    assert_eq!(
        reason,
        BadEntry::Length {
            expected: 17,
            found: 18
        }
    );
}

#[test]
fn an_entry_under_another_name_is_a_miss() {
    let bench = Bench::new();
    bench.cache.put(&number(1), CODE).unwrap();
    fs::rename(bench.entry(&number(1)), bench.entry(&number(2))).unwrap();
    let found = number(1).to_string();
    assert_eq!(bench.discarded(&number(2)), BadEntry::Key { found });
}

#[test]
fn what_is_no_plain_file_of_ours_is_a_miss() {
    let bench = Bench::new();
    let one = number(1);
    let path = bench.entry(&one);

    bench.cache.put(&number(2), CODE).unwrap();
    symlink(bench.entry(&number(2)), &path).unwrap();
    assert_eq!(bench.discarded(&one), BadEntry::NotAFile);
    assert!(
        bench.cache.get(&number(2)).unwrap().is_some(),
        "the link's target was touched"
    );

    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    rustix::fs::mknodat(rustix::fs::CWD, &path, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    assert_eq!(bench.discarded(&one), BadEntry::NotAFile);

    let socket = std::os::unix::net::UnixListener::bind(&path);
    // A socket's path has a limit of 107 bytes, which a long temporary directory exceeds.
    if socket.is_ok() {
        assert_eq!(bench.discarded(&one), BadEntry::NotAFile);
    }

    bench.cache.put(&one, CODE).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).unwrap();
    assert!(matches!(
        bench.discarded(&one),
        BadEntry::Foreign { mode: 0o666, .. }
    ));
}

#[test]
fn a_directory_in_an_entrys_place_is_moved_aside() {
    let bench = Bench::new();
    let path = bench.entry(&number(1));
    fs::create_dir_all(path.join("full")).unwrap();
    let got = bench.cache.get_or_insert_with(&number(1), compile).unwrap();
    assert_eq!(content(&got), CODE);
    let events = bench.events.lock().unwrap().clone();
    let [
        CacheEvent::Discarded {
            moved_to: Some(aside),
            reason: BadEntry::NotAFile,
            ..
        },
    ] = &events[..]
    else {
        panic!("{events:?}");
    };
    assert!(bench.dir.join(aside).join("full").is_dir());
    assert!(bench.cache.get(&number(1)).unwrap().is_some());

    // And when nobody looked before writing.
    fs::create_dir_all(bench.entry(&number(2)).join("full")).unwrap();
    bench.cache.put(&number(2), CODE).unwrap();
    assert!(bench.cache.get(&number(2)).unwrap().is_some());
}

#[test]
fn things_in_the_place_of_lock_and_temporary_file_are_no_obstacle() {
    let bench = Bench::new();
    let one = number(1);
    let in_place = |ending: &str| bench.dir.join(format!("{one}.{ending}"));
    fs::create_dir(in_place("tmp")).unwrap();
    symlink("/etc/passwd", in_place("lock")).unwrap();
    bench.cache.put(&one, CODE).unwrap();
    fs::create_dir(in_place("lock")).unwrap();
    symlink("/etc/passwd", in_place("tmp")).unwrap();
    bench.cache.put(&one, CODE).unwrap();
    assert_eq!(content(&bench.cache.get(&one).unwrap().unwrap()), CODE);
}

#[test]
fn open_removes_what_a_crash_left_and_nothing_else() {
    let bench = Bench::new();
    bench.cache.put(&number(1), CODE).unwrap();
    let (one, two) = (number(1), number(2));
    for name in [
        format!("{one}.tmp"),
        format!("{two}.tmp"),
        format!("{two}.lock"),
    ] {
        fs::write(bench.dir.join(name), b"garbage").unwrap();
    }
    fs::write(bench.dir.join("not-ours.tmp"), b"").unwrap();
    AotCache::open(&bench.dir).unwrap();
    assert_eq!(
        bench.names(),
        [format!("{one}.aot"), "not-ours.tmp".into()]
            .as_slice()
            .sorted()
    );
}

/// Sorted, as `Bench::names` sorts.
trait Sorted {
    fn sorted(&self) -> Vec<String>;
}

impl Sorted for [String] {
    fn sorted(&self) -> Vec<String> {
        let mut names = self.to_vec();
        names.sort();
        names
    }
}

#[test]
fn open_leaves_alone_what_a_living_writer_has() {
    let bench = Bench::new();
    let one = number(1);
    let temp = bench.dir.join(format!("{one}.tmp"));
    let got = bench.cache.get_or_insert_with(&one, || {
        fs::write(&temp, b"being written").unwrap();
        AotCache::open(&bench.dir).unwrap();
        assert!(temp.exists(), "another open removed a living writer's file");
        compile()
    });
    assert_eq!(content(&got.unwrap()), CODE);
    assert_eq!(bench.names(), [format!("{one}.aot")]);
}

#[test]
fn a_directory_that_others_can_write_is_refused() {
    let home = tempfile::tempdir().unwrap();
    for mode in [0o777, 0o770, 0o702, 0o1777] {
        let dir = home.path().join(format!("{mode:o}"));
        fs::create_dir(&dir).unwrap();
        fs::set_permissions(&dir, fs::Permissions::from_mode(mode)).unwrap();
        let error = AotCache::open(&dir).unwrap_err();
        assert!(
            matches!(error, CacheError::Mode { mode: found, .. } if found == mode),
            "{error}"
        );
        assert!(
            error
                .to_string()
                .contains(&format!("chmod 700 {}", dir.display())),
            "{error}"
        );
    }
}

#[test]
fn a_directory_of_someone_else_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let foreign = home.path().join("foreign");
    fs::create_dir(&foreign).unwrap();
    let me = rustix::process::geteuid();
    let path = if me.is_root() {
        std::os::unix::fs::chown(&foreign, Some(4711), None).unwrap();
        foreign.as_path()
    } else {
        Path::new("/")
    };
    let error = AotCache::open(path).unwrap_err();
    assert!(
        matches!(error, CacheError::Owner { user, .. } if user == me.as_raw()),
        "{error}"
    );
    assert!(error.to_string().contains("chown"), "{error}");
}

#[test]
fn a_file_or_a_link_is_not_a_cache_directory() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("file");
    fs::write(&file, b"").unwrap();
    let link = home.path().join("link");
    symlink(home.path(), &link).unwrap();
    for path in [file, link] {
        let error = AotCache::open(&path).unwrap_err();
        assert!(matches!(error, CacheError::NotADirectory { .. }), "{error}");
    }
}

#[test]
fn a_new_directory_is_ours_alone() {
    let bench = Bench::new();
    assert_eq!(
        fs::metadata(&bench.dir).unwrap().permissions().mode() & 0o777,
        0o700
    );
    bench.cache.put(&number(1), CODE).unwrap();
    let entry = fs::metadata(bench.entry(&number(1))).unwrap();
    assert_eq!(entry.permissions().mode() & 0o777, 0o600);
}

#[test]
fn many_threads_compile_once_per_key() {
    // Threads wait for each other however long it takes; only other processes have a limit.
    let bench = Bench::new();
    let cache = bench.cache.with_lock_wait(Duration::ZERO);
    let bench = Bench { cache, ..bench };
    let compiled = AtomicUsize::new(0);
    let start = Barrier::new(8);
    thread::scope(|scope| {
        for n in 0..8 {
            let (cache, compiled, start) = (&bench.cache, &compiled, &start);
            scope.spawn(move || {
                start.wait();
                let artefact = cache.get_or_insert_with(&number(n % 2), || {
                    compiled.fetch_add(1, Ordering::SeqCst);
                    thread::sleep(Duration::from_millis(30));
                    compile()
                });
                assert_eq!(content(&artefact.unwrap()), CODE);
            });
        }
    });
    assert_eq!(compiled.into_inner(), 2);
    assert_eq!(bench.names().len(), 2);
}

#[test]
fn concurrent_writers_and_readers_see_whole_entries() {
    let bench = Bench::new();
    let other = vec![0xc3; 70_000];
    thread::scope(|scope| {
        for n in 0..4 {
            let (cache, other) = (&bench.cache, &other);
            scope.spawn(move || {
                for _ in 0..20 {
                    let bytes = if n % 2 == 0 { CODE } else { other };
                    assert_eq!(content(&cache.put(&number(1), bytes).unwrap()), bytes);
                    let got = content(&cache.get(&number(1)).unwrap().unwrap());
                    assert!(got == CODE || got == *other);
                }
            });
        }
    });
    assert!(bench.events.lock().unwrap().is_empty());
    assert_eq!(bench.names().len(), 1);
}

#[test]
fn a_compile_that_fails_or_panics_leaves_the_key_free() {
    let bench = Bench::new();
    let failed = bench
        .cache
        .get_or_insert_with(&number(1), || Err("bad wasm"));
    assert!(matches!(failed, Err(FetchError::Compile("bad wasm"))));
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let _ = bench
            .cache
            .get_or_insert_with(&number(1), || -> Result<_, String> {
                panic!("a bug in the compiler")
            });
    }));
    assert!(panicked.is_err());
    assert!(bench.names().is_empty(), "{:?}", bench.names());
    assert_eq!(
        content(&bench.cache.get_or_insert_with(&number(1), compile).unwrap()),
        CODE
    );
}

#[test]
fn a_poisoned_entry_is_compiled_again() {
    let bench = Bench::new();
    bench.cache.put(&number(1), CODE).unwrap();
    fs::write(bench.entry(&number(1)), b"poison").unwrap();
    assert_eq!(
        content(&bench.cache.get_or_insert_with(&number(1), compile).unwrap()),
        CODE
    );
    assert_eq!(
        content(&bench.cache.get(&number(1)).unwrap().unwrap()),
        CODE
    );
    let events = bench.events.lock().unwrap();
    assert!(
        events[0].to_string().contains("removed the entry"),
        "{events:?}"
    );
    assert_eq!(events.len(), 1);
}

#[test]
fn gc_removes_what_was_used_longest_ago() {
    let bench = Bench::new();
    for n in 1..=4 {
        bench.cache.put(&number(n), &[n; 1000]).unwrap();
        let long_ago = SystemTime::now() - Duration::from_secs(100 - u64::from(n));
        let entry = fs::File::open(bench.entry(&number(n))).unwrap();
        entry.set_modified(long_ago).unwrap();
    }
    let held = bench.cache.get(&number(1)).unwrap().unwrap();
    let size = fs::metadata(bench.entry(&number(1))).unwrap().len();

    let report = bench.cache.gc(2 * size + 1).unwrap();
    assert_eq!((report.removed, report.kept), (2, 2));
    assert_eq!(
        (report.freed_bytes, report.kept_bytes),
        (2 * size, 2 * size)
    );
    let kept = |n: u8| fs::exists(bench.entry(&number(n))).unwrap();
    assert_eq!([1, 2, 3, 4].map(kept), [true, false, false, true]);

    assert_eq!(bench.cache.gc(u64::MAX).unwrap().removed, 0);
    assert_eq!(bench.cache.gc(0).unwrap().kept, 0);
    assert!(bench.names().is_empty());
    assert_eq!(content(&held), [1; 1000]);
}
