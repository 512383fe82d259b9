#!/usr/bin/env bash
# Runs every fuzz target for FUZZ_SECONDS (60). A finding stops it with the input's path.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/env.sh
if ! rustup toolchain list | grep -q nightly; then
    echo "fuzz: installing a nightly toolchain (cargo-fuzz needs its sanitizers)" >&2
    rustup toolchain install nightly --profile minimal
fi
if ! command -v cargo-fuzz >/dev/null; then
    echo "fuzz: installing cargo-fuzz into target/tools" >&2
    cargo install --locked --root target/tools cargo-fuzz
fi
for target in $(cargo +nightly fuzz list); do
    echo "== fuzz: $target for ${FUZZ_SECONDS:-60} s"
    # Wasmtime is native code that needs no sanitizer here; the parsers are safe Rust.
    cargo +nightly fuzz run --sanitizer none "$target" -- -max_total_time="${FUZZ_SECONDS:-60}" -rss_limit_mb=4096
done
