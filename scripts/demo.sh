#!/usr/bin/env bash
# The main job on real input: sixty partitions of real apps in one process.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/env.sh
scripts/build.sh
exec target/release/terrace-demo "$@"
