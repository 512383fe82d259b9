//! Attacks on memory: bombs of every kind, and what lies beyond the walls.

use crate::lifecycle::MODES;
use terrace_testkit::{Census, guests, prelude};
use terrace_tests::Arena;
use terrace_vm::State;

#[test]
fn a_memory_bomb_is_refused_at_its_limit_and_gives_everything_back() {
    let arena = Arena::new();
    for mode in MODES {
        let id = arena.run_wat(
            "bomb",
            guests::GROW,
            &format!("[memory]\nlimit = \"64 MiB\"\n{mode}"),
        );
        arena.reaches(id, State::Stopped);
        assert_eq!(arena.info(id).exit_status, Some(1024));
    }
    arena.unhurt();
}

#[test]
fn a_memory_bomb_that_never_stops_asking() {
    let arena = Arena::new();
    let wat = prelude::program(
        "",
        "",
        r#"(loop $more (drop (memory.grow (i32.const 1))) (drop (memory.grow (i32.const -1))) (br $more))"#,
    );
    let id = arena.run_wat("bomb", &wat, "[memory]\nlimit = \"8 MiB\"\n");
    arena.unhurt_neighbours();
    let memory = arena.info(id).memory;
    assert!(
        memory.size <= memory.limit && memory.refused > 100,
        "{memory:?}"
    );
    arena.kill(id);
    arena.unhurt();
}

#[test]
fn grow_to_the_limit_and_touch_all_is_counted_in_full() {
    let arena = Arena::new();
    let wat = prelude::program(
        "(local $page i32)",
        "",
        r#"(block $full (loop $more
             (local.set $page (memory.grow (i32.const 1)))
             (br_if $full (i32.eq (local.get $page) (i32.const -1)))
             (memory.fill (i32.mul (local.get $page) (i32.const 65536)) (i32.const 7) (i32.const 65536))
             (br $more)))
           (memory.fill (i32.const 0) (i32.const 7) (i32.const 65536))
           (call $say (i32.const 0) (i32.const 0))
           (loop $for_ever (br $for_ever))"#,
    );
    let id = arena.run_wat("full", &wat, "[memory]\nlimit = \"32 MiB\"\n");
    terrace_tests::eventually("it has all it may have", || arena.lines(id).len() == 1);
    let memory = arena.info(id).memory;
    assert_eq!(
        (memory.size, memory.committed, memory.limit),
        (32 << 20, 32 << 20, 32 << 20)
    );
    assert!(Census::take().resident_kib >= 32 << 10);
    arena.unhurt_neighbours();
    arena.kill(id);
    arena.unhurt();
}

#[test]
fn several_memories_share_one_limit() {
    let arena = Arena::new();
    let wat = r#"(module
      (import "terrace" "exit" (func $exit (param i32)))
      (memory (export "memory") 1) (memory $a 1) (memory $b 1)
      (func (export "_start") (local $pages i32)
        (loop $a (br_if $a (i32.ne (memory.grow $a (i32.const 1)) (i32.const -1))))
        (loop $b (br_if $b (i32.ne (memory.grow $b (i32.const 1)) (i32.const -1))))
        (call $exit (i32.add (memory.size) (i32.add (memory.size $a) (memory.size $b))))))"#;
    assert_eq!(
        arena.status_of("several", wat, "[memory]\nlimit = \"2 MiB\"\n"),
        32
    );
    arena.unhurt();
}

#[test]
fn a_table_bomb_is_bounded() {
    let arena = Arena::new();
    let wat = prelude::module(
        1,
        r#"(table $t 1 funcref)
           (table $u 1 externref)
           (func (export "_start")
             (loop $t (br_if $t (i32.ne (table.grow $t (ref.null func) (i32.const 100)) (i32.const -1))))
             (loop $u (br_if $u (i32.ne (table.grow $u (ref.null extern) (i32.const 100)) (i32.const -1))))
             (drop (table.grow $t (ref.null func) (i32.const -1)))
             (call $exit (i32.add (table.size $t) (table.size $u))))"#,
    );
    let entries = arena.status_of("tables", &wat, "");
    let most = i32::try_from(terrace_abi::TABLE_ELEMENTS).unwrap();
    assert!(
        entries > 0 && entries <= most,
        "{entries} entries, {most} allowed"
    );
    arena.unhurt();
}

#[test]
fn a_table_that_is_declared_too_large_is_a_fault_of_that_partition() {
    let arena = Arena::new();
    for entries in [1_000_001u32, 10_000_000, u32::MAX] {
        let wat = format!(
            "(module (memory (export \"memory\") 1) (table {entries} funcref) (func (export \"_start\")))"
        );
        let wasm = wat::parse_str(&wat).unwrap();
        match arena.try_install("table", &wasm, "") {
            Ok(()) => {
                let id = arena.start("table");
                assert_ne!(
                    arena.fault(id),
                    "no fault: Exited(0)",
                    "{entries} entries were granted"
                );
            }
            Err(refusal) => assert!(refusal.contains("table"), "{refusal}"),
        }
    }
    arena.unhurt();
}

#[test]
fn a_bomb_of_collected_objects_is_bounded() {
    let arena = Arena::new();
    let wat = r#"(module
      (type $node (struct (field (ref null $node)) (field i64 i64 i64 i64)))
      (memory (export "memory") 1)
      (global $all (mut (ref null $node)) (ref.null $node))
      (func (export "_start")
        (loop $more
          (global.set $all (struct.new $node (global.get $all) (i64.const 1) (i64.const 2) (i64.const 3) (i64.const 4)))
          (br $more))))"#;
    let wasm = wat::parse_str(wat).unwrap();
    match arena.try_install("objects", &wasm, "[memory]\nlimit = \"8 MiB\"\n") {
        Err(refusal) => assert!(!refusal.is_empty()),
        Ok(()) => {
            let before = Census::take().resident_kib;
            let id = arena.start("objects");
            let fault = arena.fault(id);
            assert_ne!(fault, "no fault: Exited(0)");
            let after = Census::take().resident_kib;
            assert!(
                after < before + 64 * 1024,
                "8 MiB were allowed; {before} KiB became {after} KiB"
            );
        }
    }
    arena.unhurt();
}

#[test]
fn four_gib_declared_are_refused_before_any_is_used() {
    let arena = Arena::new();
    let wat = "(module (memory (export \"memory\") 65536) (func (export \"_start\")))";
    let id = arena.run_wat("huge", wat, "[memory]\nlimit = \"16 MiB\"\n");
    assert_eq!(arena.fault(id), "out-of-memory");
    let message = arena.info(id).fault.unwrap().message;
    assert!(
        message.contains("16777216 bytes; raise `limit`"),
        "{message}"
    );
    arena.unhurt();
}

#[test]
fn nothing_outside_its_own_memory_can_be_reached() {
    let arena = Arena::new();
    let touches = [
        "(drop (i32.load (i32.const 65536)))",
        "(drop (i32.load (i32.const 65533)))",
        "(drop (i32.load (i32.const -1)))",
        "(drop (i64.load offset=4294967295 (i32.const -1)))",
        "(i64.store offset=4294967288 (i32.const 0) (i64.const 1))",
        "(i32.store8 (i32.const 65536) (i32.const 1))",
        "(memory.fill (i32.const 65535) (i32.const 0) (i32.const 2))",
        "(memory.fill (i32.const -1) (i32.const 0) (i32.const -1))",
        "(memory.copy (i32.const 0) (i32.const 65000) (i32.const 1000))",
        "(memory.copy (i32.const -4) (i32.const 0) (i32.const 8))",
        "(drop (v128.load (i32.const 65530)))",
    ];
    for mode in MODES {
        for touch in touches {
            let id = arena.run_wat("reach", &prelude::program("", "", touch), mode);
            assert_eq!(arena.fault(id), "memory-bounds", "{touch}");
        }
    }
    arena.unhurt();
}

#[test]
fn a_guest_never_sees_what_another_left_behind() {
    let arena = Arena::new();
    let writes = prelude::program(
        "",
        "",
        "(drop (memory.grow (i32.const 63))) (memory.fill (i32.const 0) (i32.const 170) (i32.const 4194304))",
    );
    let reads = prelude::program(
        "(local $at i32) (local $seen i64)",
        "",
        r#"(drop (memory.grow (i32.const 63)))
           (loop $next
             (local.set $seen (i64.or (local.get $seen) (i64.load (local.get $at))))
             (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 8))) (i32.const 4194304))))
           (call $exit (i32.wrap_i64 (i64.or (local.get $seen) (i64.shr_u (local.get $seen) (i64.const 32)))))"#,
    );
    for _ in 0..8 {
        // More at once than there are warm slots left, so that slots change hands.
        arena.install_wat("writes", &writes, "[memory]\nlimit = \"4 MiB\"\n");
        for id in (0..10).map(|_| arena.start("writes")).collect::<Vec<_>>() {
            assert_eq!(arena.fault(id), "no fault: Exited(0)");
            arena.controller.wait(id, None).unwrap();
            arena.controller.remove(id).unwrap();
        }
        assert_eq!(
            arena.status_of("reads", &reads, "[memory]\nlimit = \"4 MiB\"\n"),
            0
        );
        let id = arena.controller.find("reads").unwrap();
        arena.controller.wait(id, None).unwrap();
        arena.controller.remove(id).unwrap();
    }
    arena.unhurt();
}
