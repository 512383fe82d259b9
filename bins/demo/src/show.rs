//! What the demo says while it works.

/// A step begins.
pub fn step(text: &str) {
    println!("\n== {text}");
}

/// One line within a step.
pub fn line(text: impl AsRef<str>) {
    println!("   {}", text.as_ref());
}

/// Bytes for people.
pub fn bytes(n: u64) -> String {
    match n {
        0..1024 => format!("{n} B"),
        1024..1_048_576 => format!("{} kB", n / 1024),
        _ => format!("{}.{} MB", n / 1_048_576, n % 1_048_576 * 10 / 1_048_576),
    }
}

/// Nanoseconds for people.
pub fn time(ns: u64) -> String {
    match ns {
        0..10_000 => format!("{}.{} us", ns / 1000, ns % 1000 / 100),
        10_000..10_000_000 => format!("{} us", ns / 1000),
        _ => format!("{} ms", ns / 1_000_000),
    }
}
