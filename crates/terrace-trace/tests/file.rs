//! What is written is what Perfetto's format says.
#![forbid(unsafe_code)]

use prost::Message;
use terrace_trace::schema::{File, Kind};
use terrace_trace::{Value, Writer};

fn sample() -> Vec<u8> {
    let mut trace = Writer::new(Vec::new());
    let worker = trace.track("worker 0", None).unwrap();
    let task = trace.track("task", Some(worker)).unwrap();
    let queue = trace.counter("queue", "messages", Some(worker)).unwrap();
    trace
        .begin(task, 1_000, "run", &[("job", Value::Natural(7))])
        .unwrap();
    trace.count(queue, 1_500, -3).unwrap();
    trace.end(task, 2_000).unwrap();
    trace.instant(task, 2_000, "deadline", &[]).unwrap();
    trace.finish().unwrap()
}

/// Field by field with the numbers of Perfetto's .proto files, so that a wrong tag in the schema is
/// seen: reading with the same schema would not show it.
#[test]
fn the_first_packets_are_these_bytes() {
    let bytes = sample();
    let first = [
        0x0a, 23, // Trace.packet
        0x50, 1, // TracePacket.trusted_packet_sequence_id = 10
        0x68, 1, // TracePacket.sequence_flags = 13
        0xe2, 0x03, 16, // TracePacket.track_descriptor = 60
        0x08, 1, // TrackDescriptor.uuid = 1
        0x12, 8, b'w', b'o', b'r', b'k', b'e', b'r', b' ', b'0', // name = 2
        0x58, 3, // child_ordering = 11, EXPLICIT
        0x60, 1, // sibling_order_rank = 12
    ];
    assert_eq!(bytes[..first.len()], first);
    let begin = [
        0x40, 0xe8, 0x07, // TracePacket.timestamp = 8
        0x50, 1, // sequence
        0x5a, 19, // TracePacket.track_event = 11
        0x22, 7, // TrackEvent.debug_annotations = 4
        0x18, 7, // DebugAnnotation.uint_value = 3
        0x52, 3, b'j', b'o', b'b', // DebugAnnotation.name = 10
        0x48, 1, // TrackEvent.type = 9, SLICE_BEGIN
        0x58, 2, // TrackEvent.track_uuid = 11
        0xba, 0x01, 3, b'r', b'u', b'n', // TrackEvent.name = 23
    ];
    assert!(
        bytes.windows(begin.len()).any(|w| w == begin),
        "{bytes:02x?}"
    );
}

#[test]
fn a_trace_comes_back_in_order() {
    let file = File::decode(sample().as_slice()).unwrap();
    let names: Vec<&str> = (file.packets.iter())
        .filter_map(|p| p.track.as_ref()?.name.as_deref())
        .collect();
    assert_eq!(names, ["worker 0", "task", "queue"]);
    let kinds: Vec<(u64, Kind)> = (file.packets.iter())
        .filter_map(|p| Some((p.timestamp?, p.event.as_ref()?.kind())))
        .collect();
    assert_eq!(
        kinds,
        [
            (1_000, Kind::Begin),
            (1_500, Kind::Count),
            (2_000, Kind::End),
            (2_000, Kind::Instant)
        ]
    );
    assert_eq!(
        file.packets[4].event.as_ref().and_then(|e| e.count),
        Some(-3)
    );
}

#[test]
fn a_trace_that_was_cut_off_still_has_its_whole_packets() {
    let bytes = sample();
    let mut left = &bytes[..bytes.len() - 3];
    let mut whole = 0;
    while let [0x0a, rest @ ..] = left {
        let mut body = rest;
        let length = prost::decode_length_delimiter(&mut body).unwrap();
        if length > body.len() {
            break;
        }
        whole += 1;
        left = &body[length..];
    }
    assert_eq!(whole, 6);
}
