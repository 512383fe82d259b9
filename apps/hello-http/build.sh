#!/bin/sh
# Build the component build/hello-http.wasm: a module for wasm32-wasip1, wrapped by
# ../component. CARGO_TARGET_DIR is respected.
set -eu
cd "$(dirname "$0")"
target=${CARGO_TARGET_DIR:-$PWD/target}

cargo build --locked --release --target wasm32-wasip1 --target-dir "$target"
mkdir -p build
cargo run --locked --quiet --release --manifest-path ../component/Cargo.toml \
    --target-dir "$target" -- "$target/wasm32-wasip1/release/hello-http.wasm" build/hello-http.wasm
