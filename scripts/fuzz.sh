#!/usr/bin/env bash
# Runs every fuzz target for FUZZ_SECONDS (60). A finding stops it with the input's path.
#
# cargo-fuzz asks for a nightly toolchain because of the sanitizers. Ours finds what panics and what
# hangs in safe Rust, which needs only libFuzzer's coverage; RUSTC_BOOTSTRAP lets the pinned
# toolchain accept the flags for that.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/env.sh
if ! command -v cargo-fuzz >/dev/null; then
    echo "fuzz: installing cargo-fuzz into target/tools" >&2
    cargo install --locked --version 0.13.2 --root target/tools cargo-fuzz
fi
export RUSTC_BOOTSTRAP=1
# Wasmtime's own `cfg(fuzzing)` would change what is tested.
options=(--sanitizer none --no-cfg-fuzzing --target-dir "$PWD/target/fuzz")
echo "fuzz: building the targets (about ten minutes on two cores the first time)" >&2
cargo fuzz build "${options[@]}"
for target in $(cargo fuzz list); do
    echo "== fuzz: $target for ${FUZZ_SECONDS:-60} s"
    cargo fuzz run "${options[@]}" "$target" -- \
        -max_total_time="${FUZZ_SECONDS:-60}" -timeout=30 -rss_limit_mb=4096 -print_final_stats=1
done
