//! The other side writes what it likes, where it likes, when it likes: every operation ends with a
//! record, an error or nothing, never with a panic, and what is taken was once in the memory.

use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use terrace_ring::words::{Plain, Words};
use terrace_ring::{Consumer, Layout, Producer, PushError, RingError};

fn ring(longest: usize) -> Arc<Plain> {
    let layout = Layout::for_records(longest, 4).unwrap();
    let memory = Arc::new(Plain::new(layout.memory() / 8));
    layout.format(&memory).unwrap();
    memory
}

/// A word that hurts: near an edge, or anything.
fn word() -> impl Strategy<Value = u64> {
    prop_oneof![
        any::<u64>(),
        0u64..9000,
        (0u64..64).prop_map(|n| u64::MAX - n),
        (0u64..64).prop_map(|n| (1 << 32) - 32 + n),
    ]
}

/// The header without the words that are read once when both sides meet, and the first records.
fn place() -> impl Strategy<Value = usize> {
    prop_oneof![8usize..24, 512usize..540, 512usize..1024]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn a_consumer_survives_any_producer(
        writes in prop::collection::vec((place(), word()), 1..40), into in 0usize..1200
    ) {
        let memory = ring(1000);
        let mut consumer = Consumer::new(memory.clone()).unwrap();
        let mut into = vec![0; into];
        for (place, value) in writes {
            memory.store(place, value, Ordering::Relaxed);
            for _ in 0..4 {
                match consumer.pop(&mut into) {
                    Ok(Some(record)) => prop_assert!(record.length <= 1000),
                    Ok(None) | Err(RingError::Index { .. } | RingError::Length { .. }) => {}
                    Err(other) => return Err(TestCaseError::fail(other.to_string())),
                }
            }
            let _ = consumer.prepare_wait();
            let _ = consumer.take_wish();
            consumer.count_event();
        }
    }

    #[test]
    fn a_producer_survives_any_consumer(
        writes in prop::collection::vec((place(), word(), 0usize..1100), 1..40)
    ) {
        let memory = ring(1000);
        let mut producer = Producer::new(memory.clone()).unwrap();
        for (place, value, length) in writes {
            memory.store(place, value, Ordering::Relaxed);
            match producer.push(1, &vec![0xaa; length]) {
                Ok(()) => prop_assert!(length <= 1000),
                Err(PushError::TooLong { .. }) => prop_assert!(length > 1000),
                Err(PushError::Full | PushError::Broken(RingError::Index { .. })) => {}
                Err(other) => return Err(TestCaseError::fail(other.to_string())),
            }
            let _ = producer.prepare_wait(length);
            let _ = producer.take_wish();
            let _ = producer.drained();
        }
    }

    #[test]
    fn a_header_that_lies_is_refused_or_fits(words in prop::collection::vec(word(), 3), size in 1usize..3000) {
        let memory = Plain::new(size);
        for (place, value) in words.iter().enumerate().take(size) {
            memory.store(place, *value, Ordering::Relaxed);
        }
        memory.store(0, terrace_ring::byte_ring::MAGIC, Ordering::Relaxed);
        if let Ok(layout) = Layout::read(&memory) {
            prop_assert!(layout.memory() <= size * 8);
        }
    }

    /// Against a plain queue.
    #[test]
    fn it_is_a_queue(steps in prop::collection::vec(prop::option::of(0usize..300), 1..400)) {
        let memory = ring(300);
        let mut producer = Producer::new(memory.clone()).unwrap();
        let mut consumer = Consumer::new(memory).unwrap();
        let mut model = std::collections::VecDeque::new();
        let mut into = vec![0; 300];
        let (mut bytes, mut number) = (0, 0u32);
        let span = |length: usize| 8 + length.next_multiple_of(8);
        for step in steps {
            number += 1;
            if let Some(length) = step {
                let sent = vec![number.to_le_bytes()[0]; length];
                let pushed = producer.push(number, &sent);
                if bytes + span(length) <= producer.layout().capacity() {
                    prop_assert_eq!(pushed, Ok(()));
                    bytes += span(length);
                    model.push_back((number, sent));
                } else {
                    prop_assert_eq!(pushed, Err(PushError::Full));
                }
            } else {
                let taken = consumer.pop(&mut into).unwrap();
                let taken = taken.map(|record| (record.kind, into[..record.length].to_vec()));
                bytes -= model.front().map_or(0, |(_, sent)| span(sent.len()));
                prop_assert_eq!(taken, model.pop_front());
            }
        }
    }
}

#[test]
fn an_index_that_goes_back_is_found() {
    let memory = ring(8);
    let mut producer = Producer::new(memory.clone()).unwrap();
    let mut consumer = Consumer::new(memory.clone()).unwrap();
    for _ in 0..3 {
        producer.push(0, &[1; 8]).unwrap();
    }
    consumer.pop(&mut [0; 8]).unwrap();
    memory.store(8, 8, Ordering::Relaxed);
    consumer.pop(&mut [0; 8]).unwrap();
    consumer.pop(&mut [0; 8]).unwrap();
    let found = consumer.pop(&mut [0; 8]);
    assert!(
        matches!(found, Err(RingError::Index { theirs: 8, .. })),
        "{found:?}"
    );
}
