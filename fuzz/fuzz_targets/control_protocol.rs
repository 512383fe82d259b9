//! Any line is a request within the limits, or an error that names what is wrong.
#![no_main]

use libfuzzer_sys::fuzz_target;
use terrace_daemon::protocol::parse_request;

fuzz_target!(|line: &[u8]| {
    if let Err(error) = parse_request(line) {
        assert!(!error.to_string().is_empty());
    }
});
