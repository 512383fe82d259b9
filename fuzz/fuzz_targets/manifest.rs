//! Any text is an app, a device, or diagnostics that lie inside the text; never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::path::Path;

fuzz_target!(|text: &str| {
    let file = Path::new("terrace.toml");
    match terrace_manifest::parse_app(text, file) {
        // What was accepted once is accepted in its canonical form, and means the same.
        Ok(app) => assert_eq!(terrace_manifest::parse_app(&app.to_toml(), file).ok(), Some(app)),
        Err(diagnostics) => {
            assert!(diagnostics.iter().count() > 0);
            let _ = diagnostics.render(false);
        }
    }
    if let Err(diagnostics) = terrace_manifest::parse_device(text, file) {
        let _ = diagnostics.render(false);
    }
});
