#!/usr/bin/env bash
# The main job on real input: sixty partitions of real apps in one process.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/env.sh
echo "demo: building the command (the first time takes some minutes)" >&2
cargo build --release --locked -p terrace -p terrace-demo
exec target/release/terrace-demo "$@"
