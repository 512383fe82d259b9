#!/usr/bin/env bash
# Fetches a Go toolchain as a module of the Go module proxy into target/go, for machines
# whose Go is older than 1.24 (an older Go cannot switch toolchains by itself before 1.21).
set -euo pipefail
cd "$(dirname "$0")/.."
version=v0.0.1-go1.26.0.linux-$(dpkg --print-architecture)
proxy=$(go env GOPROXY | cut -d, -f1)
mkdir -p target/go
[ -x target/go/bin/go ] && exit 0
curl -fsSL "${proxy:-https://proxy.golang.org}/golang.org/toolchain/@v/$version.zip" -o target/go.zip
python3 - "$version" <<'P'
import sys, zipfile
with zipfile.ZipFile("target/go.zip") as archive:
    prefix = f"golang.org/toolchain@{sys.argv[1]}/"
    for entry in archive.infolist():
        entry.filename = entry.filename.removeprefix(prefix)
        archive.extract(entry, "target/go")
P
chmod +x target/go/bin/* target/go/pkg/tool/*/*
rm target/go.zip
echo "setup: add $PWD/target/go/bin to PATH, before the older Go" >&2
