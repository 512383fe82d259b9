//! Every order of two threads' steps on a ring, by loom: records arrive whole and in order, a full ring
//! loses nothing, and nobody sleeps with work to do (I5 of the byte ring).
#![cfg(test)]
#![forbid(unsafe_code)]

mod attention;

use loom::sync::Arc;
use loom::sync::atomic::{AtomicU64, Ordering, fence};
use loom::thread;
use std::collections::HashMap;
use std::sync::atomic::Ordering as StdOrdering;
use terrace_ring::words::Words;
use terrace_ring::{Consumer, Layout, Producer, PushError};

/// Loom's memory: only the words that a test touches are modelled, the others are plain zeros.
struct Model {
    cells: HashMap<usize, AtomicU64>,
    len: usize,
}

fn order(order: StdOrdering) -> Ordering {
    match order {
        StdOrdering::Relaxed => Ordering::Relaxed,
        StdOrdering::Acquire => Ordering::Acquire,
        StdOrdering::Release => Ordering::Release,
        _ => Ordering::SeqCst,
    }
}

#[derive(Clone)]
struct Shared(Arc<Model>);

impl Words for Shared {
    fn len(&self) -> usize {
        self.0.len
    }
    fn load(&self, word: usize, o: StdOrdering) -> u64 {
        self.0
            .cells
            .get(&word)
            .map_or(0, |cell| cell.load(order(o)))
    }
    fn store(&self, word: usize, value: u64, o: StdOrdering) {
        if let Some(cell) = self.0.cells.get(&word) {
            cell.store(value, order(o));
        }
    }
    fn swap(&self, word: usize, value: u64) -> u64 {
        self.0.cells[&word].swap(value, Ordering::SeqCst)
    }
    fn fence(&self) {
        fence(Ordering::SeqCst);
    }
}

/// The header, and the first words of the records.
fn ring(longest: usize, records: usize) -> Shared {
    let layout = Layout::for_records(longest, 1).unwrap();
    let header = (0..3).chain(8..12).chain(16..20);
    let data = 512..512 + records * (1 + longest / 8);
    let words = header.chain(data);
    let model = Model {
        cells: words.map(|word| (word, AtomicU64::new(0))).collect(),
        len: layout.memory() / 8,
    };
    let shared = Shared(Arc::new(model));
    layout.format(&shared).unwrap();
    shared
}

#[test]
fn records_arrive_whole_and_in_order() {
    loom::model(|| {
        let memory = ring(8, 2);
        let mut producer = Producer::new(memory.clone()).unwrap();
        let mut consumer = Consumer::new(memory).unwrap();
        let putting = thread::spawn(move || {
            for number in 1..=2u64 {
                producer.push(7, &(number * 0x0101).to_ne_bytes()).unwrap();
            }
        });
        let mut expected = 1u64;
        let mut into = [0; 8];
        for _ in 0..3 {
            if let Some(record) = consumer.pop(&mut into).unwrap() {
                assert_eq!((record.length, record.kind), (8, 7));
                assert_eq!(u64::from_ne_bytes(into), expected * 0x0101);
                expected += 1;
            }
        }
        putting.join().unwrap();
        while consumer.pop(&mut into).unwrap().is_some() {
            assert_eq!(u64::from_ne_bytes(into), expected * 0x0101);
            expected += 1;
        }
        assert_eq!(expected, 3);
    });
}

#[test]
fn a_consumer_never_sleeps_while_a_record_waits_that_nobody_told_it_of() {
    loom::model(|| {
        let memory = ring(8, 1);
        let mut producer = Producer::new(memory.clone()).unwrap();
        let mut consumer = Consumer::new(memory.clone()).unwrap();
        let putting = thread::spawn(move || {
            producer.push(0, &[1; 8]).unwrap();
            let woke = producer.take_wish();
            if woke {
                producer.count_event();
            }
            woke
        });
        let sleeps = consumer.prepare_wait().unwrap();
        let woke = putting.join().unwrap();
        if let Some(seen) = sleeps {
            assert!(woke, "asleep with a record, and not woken");
            // A sleep that begins after the wake does not begin.
            assert_ne!(memory.load(10, StdOrdering::SeqCst), u64::from(seen));
        }
        assert!(consumer.pop(&mut [0; 8]).unwrap().is_some());
    });
}

#[test]
fn a_producer_never_sleeps_while_there_is_room_that_nobody_told_it_of() {
    loom::model(|| {
        // One record of 4080 bytes, without its bytes: the second waits for the first to go.
        let layout = Layout::for_records(4080, 1).unwrap();
        let memory = ring(8, 1);
        layout.format(&memory).unwrap();
        let mut producer = Producer::new(memory.clone()).unwrap();
        let mut consumer = Consumer::new(memory.clone()).unwrap();
        producer.push(0, &[1; 4080]).unwrap();
        assert_eq!(producer.push(0, &[1; 4080]), Err(PushError::Full));
        let taking = thread::spawn(move || {
            assert!(consumer.pop(&mut [0; 8]).unwrap().is_some());
            let woke = consumer.take_wish();
            if woke {
                consumer.count_event();
            }
            woke
        });
        let sleeps = producer.prepare_wait(4080).unwrap();
        let woke = taking.join().unwrap();
        if let Some(seen) = sleeps {
            assert!(woke, "asleep with room, and not woken");
            assert_ne!(memory.load(18, StdOrdering::SeqCst), u64::from(seen));
        }
        producer.push(0, &[1; 4080]).unwrap();
    });
}
