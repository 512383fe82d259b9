//! Content providers: who may, what they answer, and what a hostile guest tries.
//!
//! What SQL may reach, and what a kill leaves behind, is tested where it is decided: `terrace-provider`.

use terrace_testkit::prelude::module;
use terrace_tests::{Arena, eventually};
use terrace_vm::{PartitionId, ProviderQuery};

/// A provider that these may use.
const NOTES: &str = r#"
[[provider]]
name = "notes"
limit = "1 MiB"
readers = ["reader", "permission:history"]
writers = ["writer"]
[[provider.table]]
name = "note"
columns = ["title text required", "size integer"]
[[provider.call]]
name = "count"
sql = ["select count(*) from note"]
[[provider.call]]
name = "clear"
sql = ["delete from note"]
"#;

const TABLE: &str = "content://notes/note";

/// A guest that is being written: texts, and what `_start` does with them.
#[derive(Default)]
struct Guest {
    data: String,
    at: usize,
    body: String,
}

impl Guest {
    /// Bytes somewhere in its memory: pointer and length.
    fn lay(&mut self, bytes: &[u8]) -> String {
        let at = 4096 + self.at;
        self.at += bytes.len();
        let escaped: String = bytes.iter().map(|b| format!("\\{b:02x}")).collect();
        self.data
            .push_str(&format!("(data (i32.const {at}) \"{escaped}\")\n"));
        format!("(i32.const {at}) (i32.const {})", bytes.len())
    }

    fn all(&mut self, places: &[&[u8]]) -> String {
        let places: Vec<_> = places.iter().map(|bytes| self.lay(bytes)).collect();
        places.join(" ")
    }

    fn note(mut self, call: &str) -> Guest {
        self.body.push_str(&format!("(call $note {call})\n"));
        self
    }

    fn does(mut self, body: &str) -> Guest {
        self.body.push_str(body);
        self
    }

    fn query(mut self, uri: &str, selection: &str) -> Guest {
        let places = self.all(&[uri.as_bytes(), b"title", selection.as_bytes(), b"", b""]);
        self.note(&format!("(call $provider_query {places} (i32.const 0))"))
    }

    fn insert(mut self, uri: &str, title: &str) -> Guest {
        let places = self.all(&[uri.as_bytes(), &entry("title", title)]);
        self.note(&format!("(i32.wrap_i64 (call $provider_insert {places}))"))
    }

    fn update(mut self, uri: &str, title: &str) -> Guest {
        let places = self.all(&[uri.as_bytes(), &entry("title", title), b"", b""]);
        self.note(&format!("(i32.wrap_i64 (call $provider_update {places}))"))
    }

    fn delete(mut self, uri: &str, selection: &str) -> Guest {
        let places = self.all(&[uri.as_bytes(), selection.as_bytes(), b""]);
        self.note(&format!("(i32.wrap_i64 (call $provider_delete {places}))"))
    }

    fn call(mut self, uri: &str) -> Guest {
        let places = self.all(&[uri.as_bytes(), b""]);
        self.note(&format!("(call $provider_call {places})"))
    }

    fn observe(mut self, uri: &str, channel: &str) -> Guest {
        let places = self.all(&[uri.as_bytes(), channel.as_bytes()]);
        self.note(&format!("(call $provider_observe {places})"))
    }

    fn wat(&self) -> String {
        let Guest { data, body, .. } = self;
        module(
            2,
            &format!("{NOTE}{data}(func (export \"_start\")\n{body})"),
        )
    }

    fn run(&self, arena: &Arena, name: &str, manifest: &str) -> PartitionId {
        arena.run_wat(name, &self.wat(), manifest)
    }

    /// The numbers it noted; what the monitor told it in its log is in words.
    fn notes(&self, arena: &Arena, name: &str, manifest: &str) -> Vec<i64> {
        let id = self.run(arena, name, manifest);
        assert_eq!(arena.fault(id), "no fault: Exited(0)");
        let lines = arena.lines(id);
        lines.iter().filter_map(|line| line.parse().ok()).collect()
    }
}

/// An entry of a bundle: a text.
fn entry(name: &str, text: &str) -> Vec<u8> {
    let length = (text.len() as u32).to_le_bytes();
    [
        &[6, name.len() as u8],
        name.as_bytes(),
        &length,
        text.as_bytes(),
    ]
    .concat()
}

/// Logs a number; at 1000 and below.
const NOTE: &str = r#"
  (func $note (param $n i32) (local $at i32) (local $negative i32)
    (local.set $at (i32.const 1000))
    (if (i32.lt_s (local.get $n) (i32.const 0))
      (then (local.set $negative (i32.const 1)) (local.set $n (i32.sub (i32.const 0) (local.get $n)))))
    (loop $digits
      (local.set $at (i32.sub (local.get $at) (i32.const 1)))
      (i32.store8 (local.get $at) (i32.add (i32.const 48) (i32.rem_u (local.get $n) (i32.const 10))))
      (local.set $n (i32.div_u (local.get $n) (i32.const 10)))
      (br_if $digits (local.get $n)))
    (if (local.get $negative)
      (then (local.set $at (i32.sub (local.get $at) (i32.const 1))) (i32.store8 (local.get $at) (i32.const 45))))
    (call $say (local.get $at) (i32.sub (i32.const 1000) (local.get $at))))
"#;

fn declare(arena: &Arena) {
    arena.install_wat("owner", terrace_testkit::guests::NOTHING, NOTES);
}

fn everything(guest: Guest) -> Guest {
    guest
        .query(TABLE, "")
        .insert(TABLE, "new")
        .update(TABLE, "other")
        .delete("content://notes/note/99", "")
        .call("content://notes/count")
        .call("content://notes/clear")
}

#[test]
fn only_who_is_named_reads_and_only_who_is_named_writes() {
    let arena = Arena::new();
    declare(&arena);
    let all = everything(Guest::default());
    assert_eq!(all.notes(&arena, "stranger", ""), [-2; 6]);
    assert_eq!(all.notes(&arena, "writer", ""), [-2, 1, 1, 0, -2, 0]);
    assert_eq!(all.notes(&arena, "reader", ""), [0, -2, -2, -2, 1, -2]);
    arena
        .controller
        .permit("friend", &["history".parse().unwrap()]);
    assert_eq!(all.notes(&arena, "friend", ""), [0, -2, -2, -2, 1, -2]);
    assert_eq!(all.notes(&arena, "owner", NOTES), [0, 1, 1, 0, 1, 2]);
    arena.unhurt();
}

#[test]
fn what_is_no_uri_of_a_provider_leads_nowhere() {
    let arena = Arena::new();
    declare(&arena);
    let guest = Guest::default()
        .query("content://nobody/note", "")
        .query("content://notes/nothing", "")
        .query("content://notes", "")
        .query("content://../note", "")
        .query("content://notes/../../etc/passwd", "")
        .query("content://notes/note/1/..", "")
        .query("/etc/passwd", "")
        .query("content://notes/note?x", "")
        .query(TABLE, "1) OR (1")
        .query(TABLE, "load_extension('x')")
        .query(&format!("content://notes/{}", "n".repeat(300)), "")
        .call("content://notes/note")
        .insert("content://notes/note/7", "x");
    let notes = guest.notes(&arena, "owner", NOTES);
    assert_eq!(notes, [-4, -4, -4, -3, -3, -3, -3, -3, -3, -3, -5, -4, -3]);
    let id = arena
        .controller
        .list()
        .iter()
        .find(|i| i.app == "owner")
        .unwrap()
        .id
        .parse();
    let told = arena.lines(id.unwrap()).join("\n");
    assert!(told.contains("`1) OR (1` is no selection"), "{told}");
    assert!(
        told.contains("no installed app declares a provider `nobody`"),
        "{told}"
    );
    arena.unhurt();
}

#[test]
fn rows_come_in_batches_of_whole_rows_and_cursors_have_an_end() {
    let arena = Arena::new();
    let mut guest = Guest::default();
    for title in ["one", "two", "three"] {
        guest = guest.insert(TABLE, title);
    }
    // A row has 4 bytes of length, a type, 4 bytes of length, the text: 12, 12, 14 bytes.
    for room in [0, 11, 13, 13, 4, 100, 100] {
        if room == 0 {
            guest = guest.query(TABLE, "");
            continue;
        }
        guest = guest.note(&format!(
            "(call $provider_next (i32.const 0) (i32.const 2048) (i32.const {room}))"
        ));
    }
    guest = guest.does("(call $say (i32.const 2057) (i32.const 5))\n");
    for _ in 1..=8 {
        guest = guest.query(TABLE, "");
    }
    let close = "(call $provider_close (i32.const 0))";
    guest = guest
        .note(close)
        .note(close)
        .note("(call $provider_next (i32.const 0) (i32.const 0) (i32.const 9))");
    guest = guest
        .note("(call $provider_next (i32.const -1) (i32.const 0) (i32.const 9))")
        .query(TABLE, "");
    let id = guest.run(&arena, "owner", NOTES);
    assert_eq!(arena.fault(id), "no fault: Exited(0)");
    let told = arena.lines(id);
    let expected = "1 2 3 0 -5 12 12 -5 14 0 three 1 2 3 4 5 6 7 -6 0 -15 -15 -15 0";
    assert_eq!(told.join(" "), expected);
    arena.unhurt();
}

#[test]
fn wild_pointers_end_their_guest() {
    let arena = Arena::new();
    declare(&arena);
    let pairs = |wild: usize, count: usize| {
        let place = |i| {
            if i == wild {
                "(i32.const -8) (i32.const 16) "
            } else {
                "(i32.const 0) (i32.const 4) "
            }
        };
        (0..count).map(place).collect::<String>()
    };
    let calls = (0..5)
        .map(|i| {
            format!(
                "(drop (call $provider_query {} (i32.const 0)))",
                pairs(i, 5)
            )
        })
        .chain((0..2).map(|i| format!("(drop (call $provider_insert {}))", pairs(i, 2))))
        .chain((0..4).map(|i| format!("(drop (call $provider_update {}))", pairs(i, 4))))
        .chain((0..3).map(|i| format!("(drop (call $provider_delete {}))", pairs(i, 3))))
        .chain((0..2).map(|i| format!("(drop (call $provider_call {}))", pairs(i, 2))))
        .chain((0..2).map(|i| format!("(drop (call $provider_observe {}))", pairs(i, 2))))
        .chain([
            "(drop (call $provider_next (i32.const 0) (i32.const -1) (i32.const 2)))".to_owned(),
        ]);
    for (i, call) in calls.enumerate() {
        let id = Guest::default()
            .does(&call)
            .run(&arena, &format!("wild-{i}"), "");
        assert_eq!(arena.fault(id), "bad-pointer", "{call}");
    }
    arena.unhurt();
}

/// Looks at more rows than there is time for.
const ENDLESS: &str =
    "(SELECT count(*) FROM note a, note b, note c, note d, note e, note f, note g, note h) < 0";

#[test]
fn a_guest_that_is_killed_in_the_middle_leaves_its_table_to_the_others() {
    let arena = Arena::new();
    let mut filler = Guest::default();
    for _ in 0..40 {
        filler = filler.insert(TABLE, "row");
    }
    filler.notes(&arena, "owner", NOTES);
    let reader = Guest::default()
        .note("(i32.const 7)")
        .query(TABLE, ENDLESS)
        .run(&arena, "reader", "");
    let writer = Guest::default()
        .note("(i32.const 7)")
        .delete(TABLE, ENDLESS)
        .run(&arena, "writer", "");
    for id in [reader, writer] {
        eventually("it asks", || arena.lines(id) == ["7"]);
        arena.kill(id);
    }
    let after = Guest::default()
        .insert(TABLE, "after")
        .notes(&arena, "writer", "");
    assert_eq!(after, [41]);
    arena.unhurt();
}

const INBOX: &str = "[[channel]]\nname = \"inbox\"\ntype = \"message\"\ncount = 400\ndepth = 1\n\
                     publishers = [\"reader\"]\nsubscribers = [\"reader\"]\n\
                     [[channel]]\nname = \"small\"\ntype = \"message\"\ncount = 10\n\
                     publishers = [\"reader\"]\nsubscribers = [\"reader\"]\n\
                     [[channel]]\nname = \"foreign\"\ntype = \"message\"\ncount = 400\n";

#[test]
fn changes_are_told_to_who_may_read_in_a_channel_of_its_own() {
    let arena = Arena::new();
    declare(&arena);
    arena.install_wat("boxes", terrace_testkit::guests::NOTHING, INBOX);
    let observe = |name: &str| {
        let guest = Guest::default()
            .observe(TABLE, "foreign")
            .observe(TABLE, "small")
            .observe("content://notes/nothing", "inbox")
            .observe(TABLE, "inbox")
            .does("(call $nap (i64.const 3600000000000))");
        let id = guest.run(&arena, name, "");
        let numbers = || {
            let lines = arena.lines(id);
            lines
                .iter()
                .filter_map(|l| l.parse().ok())
                .collect::<Vec<i32>>()
        };
        eventually("it has tried all", || numbers().len() == 4);
        (id, numbers())
    };
    let observers = || arena.controller.providers()[0].observers;
    let (stranger, refused) = observe("stranger");
    assert_eq!(refused, [-2; 4]);
    let (reader, answers) = observe("reader");
    assert_eq!(answers, [-13, -5, -4, 0]);
    assert_eq!(observers(), 1);
    arena.kill(stranger);
    arena.kill(reader);
    eventually("nobody observes", || observers() == 0);
    arena.unhurt();
}

#[test]
fn a_notice_that_has_no_room_is_told_with_the_next() {
    let arena = Arena::new();
    let mut guest = Guest::default();
    // At 4096.
    guest.lay(b"inbox");
    let receive = "(loop $again (br_if $again (i32.eq (i32.const -1) (call $message_receive
          (call $message_open (i32.const 4096) (i32.const 5) (i32.const 1)) (i64.const -1)
          (i32.const 1024) (i32.const 40) (i32.const 2048) (i32.const 400)))))
        (call $say (i32.const 2048) (i32.load (i32.const 1044)))
        (call $note (i32.load8_u (i32.sub (i32.add (i32.const 2048) (i32.load (i32.const 1044))) (i32.const 8))))\n";
    let guest = guest
        .observe(TABLE, "inbox")
        .does("(drop (call $message_open (i32.const 4096) (i32.const 5) (i32.const 1)))")
        .insert(TABLE, "a")
        .insert(TABLE, "b")
        .insert(TABLE, "c")
        .does(receive)
        .insert(TABLE, "d")
        .does(receive);
    let id = guest.run(&arena, "owner", &format!("{NOTES}{INBOX}"));
    assert_eq!(arena.fault(id), "no fault: Exited(0)");
    let lines = arena.lines(id);
    let numbers: Vec<i32> = lines.iter().filter_map(|l| l.parse().ok()).collect();
    // The last numbers of each notice are its rows: one, and three together.
    assert_eq!(numbers, [0, 1, 2, 3, 1, 4, 3], "{lines:?}");
    let notices: Vec<_> = lines
        .iter()
        .filter(|l| l.contains("terrace.changed"))
        .collect();
    assert!(notices[0].contains("content://notes/note/1"), "{notices:?}");
    assert!(
        notices[1].contains("content://notes/note\u{2}"),
        "{notices:?}"
    );
    arena.unhurt();
}

#[test]
fn people_see_what_there_is_and_ask_for_rows() {
    let arena = Arena::new();
    Guest::default()
        .insert(TABLE, "seen")
        .notes(&arena, "owner", NOTES);
    let all = arena.controller.providers();
    assert_eq!(all.len(), 1);
    assert_eq!(
        (all[0].name.as_str(), all[0].app.as_str(), all[0].limit),
        ("notes", "owner", 1 << 20)
    );
    assert_eq!(all[0].tables, [("note".to_owned(), 1)]);
    assert_eq!(all[0].readers, ["reader", "permission:history"]);
    assert_eq!(all[0].broken, None);
    let rows = arena
        .controller
        .query(TABLE, &ProviderQuery::default())
        .unwrap();
    assert_eq!(rows.columns, ["id", "title", "size"]);
    assert_eq!(
        format!("{:?}", rows.rows),
        "[[Integer(1), Text(\"seen\"), Null]]"
    );
    let refused = arena
        .controller
        .query("notes/note", &ProviderQuery::default())
        .unwrap_err();
    assert!(refused.to_string().contains("is no URI"), "{refused}");
    arena.unhurt();
}
