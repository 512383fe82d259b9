#!/usr/bin/env bash
# Everything that must hold. One build, then all tests; what CI runs.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/env.sh

say() { printf '\n== test: %s\n' "$*"; }

say "building everything once (release; about ten minutes on two cores the first time)"
cargo build --release --workspace --all-targets --locked

say "generated files are what their definitions say"
target/release/xtask bindings --check

say "all tests of the workspace"
INSTA_UPDATE=no cargo test --release --workspace --locked
say "the ring between processes, and the request for a guest's attention, in every order of steps (loom)"
cargo test -q --release --locked --manifest-path crates/terrace-ring/loom/Cargo.toml --target-dir target/loom
say "the apps' own tests, on this machine"
for manifest in apps/*/Cargo.toml; do
    grep -rq '#\[test\]' "$(dirname "$manifest")/src" || continue
    cargo test -q --locked --manifest-path "$manifest" --target-dir target/apps-tests
done
say "passed"
