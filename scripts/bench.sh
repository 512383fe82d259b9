#!/usr/bin/env bash
# Every benchmark beside its rival, in one run. Arguments: names of benchmarks, --quick, --json FILE.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/env.sh
if ! command -v wasmtime >/dev/null; then
    echo "bench: installing the rival, the plain Wasmtime command, into target/tools (some minutes)" >&2
    cargo install wasmtime-cli --version 48.0.8 --locked --no-default-features \
        --features run,compile,cranelift,component-model,parallel-compilation --root target/tools
fi
cargo build --release --locked -p terrace -p terrace-benches
exec cargo run --release --locked -q -p terrace-benches -- ${BENCH:-} "$@"
