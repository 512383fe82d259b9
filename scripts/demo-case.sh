#!/usr/bin/env bash
# One case study, from its sources and its manifest: scripts/demo-case.sh uav|cochlear|turbine|falls
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/env.sh
name=${1:?which case study? uav, cochlear, turbine or falls}
case $name in
    uav) give=(--dir apps/uav/plan::/plan) ;;
    cochlear) give=(--dir /usr/share/sounds/alsa::/sound) ;;
    turbine) give=() ;;
    falls) give=(--dir apps/falls/sensors::/sensors) ;;
    *) echo "no case study $name; there are uav, cochlear, turbine and falls" >&2; exit 2 ;;
esac
image=target/demo/$name.terrace
mkdir -p target/demo
scripts/build.sh
target/release/terrace build --manifest "apps/$name/manifest.xml" "apps/$name" -o "$image"
echo "demo: $name runs" >&2
target/release/terrace run "${give[@]}" "$image"
