#!/usr/bin/env bash
# Every program of the workspace. All scripts build this one selection: with another, cargo chooses other
# features for what is shared, and builds Wasmtime again.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/env.sh
echo "build: the command and its companions (about ten minutes on two cores the first time)" >&2
exec cargo build --release --workspace --bins --locked
