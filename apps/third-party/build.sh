#!/bin/sh
# Build the third-party programs from crates.io, unmodified, into build/bin/NAME.wasm.
# Needs cargo with the target wasm32-wasip1, and a network the first time.
set -eu
cd "$(dirname "$0")"

# Names stay for backtraces; debug information would make ripgrep 19 MB.
export CARGO_PROFILE_RELEASE_DEBUG=false CARGO_PROFILE_RELEASE_STRIP=debuginfo

for program in ripgrep@15.1.0 hexyl@0.16.0; do
    cargo install --locked --target wasm32-wasip1 --root build "$program"
done
