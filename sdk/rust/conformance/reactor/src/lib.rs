//! Are callbacks called in order, with the app's state kept in between? The same lines in
//! every language: `sdk/conformance-reactor.expected`.

use std::time::Duration;
use terrace::{App, Code, TrimLevel, log};

struct Conformance {
    calls: u32,
}

terrace::app!(Conformance);

impl Conformance {
    fn called(&mut self, name: &str) {
        self.calls += 1;
        let line = format!("{name} {}", self.calls);
        println!("{line}");
        log::info(&line);
    }
}

impl App for Conformance {
    fn create() -> Result<Conformance, Code> {
        let mut app = Conformance { calls: 0 };
        app.called("create");
        Ok(app)
    }

    fn start(&mut self) -> Result<(), Code> {
        terrace::yield_now();
        let slept = terrace::sleep(Duration::from_millis(1));
        self.called("start");
        slept.map_err(|_| Code::Stopping)
    }

    fn trim(&mut self, level: TrimLevel) {
        self.called(&format!("trim {level}"));
    }

    fn stop(&mut self) {
        self.called("stop");
    }
}
