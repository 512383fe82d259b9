#!/usr/bin/env bash
# Installs what a fresh Debian 12 lacks, and says what it does. Quick when all is there.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf 'setup: %s\n' "$*" >&2; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

need_debian() {
    local missing=()
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    say "installing Debian packages: ${missing[*]}"
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

# gcc builds the native rivals, clang and wasi-libc the guests in C, alsa-utils brings the recordings.
need_debian build-essential ca-certificates curl pkg-config clang lld wasi-libc libclang-rt-14-dev-wasm32 alsa-utils

if ! command -v rustup >/dev/null; then
    if [ -x "$HOME/.cargo/bin/rustup" ]; then
        say "rustup is in ~/.cargo/bin but not in PATH: add it (. ~/.cargo/env)"
        exit 1
    fi
    say "installing rustup (Debian package)"
    if ! need_debian rustup 2>/dev/null; then
        say "Debian has no rustup here: install it from https://rustup.rs, then run make again"
        exit 1
    fi
fi
if ! rustup run "$(sed -n 's/^channel = "\(.*\)"/\1/p' rust-toolchain.toml)" rustc --version >/dev/null 2>&1 \
    || [ "$(rustup target list --installed | grep -c '^wasm32-wasip[12]$')" -lt 2 ]; then
    say "installing the Rust toolchain of rust-toolchain.toml"
    rustup toolchain install >&2
fi

# Go 1.24 brought go:wasmexport; Debian 12 has 1.19, which can fetch a newer one of itself.
if ! command -v go >/dev/null; then
    need_debian golang-go
fi
if ! go version | grep -Eq 'go1\.(2[4-9]|[3-9][0-9])'; then
    say "Go is $(go version | cut -d' ' -f3); 1.24 or later is needed: fetching it through the Go module proxy"
    scripts/go-toolchain.sh
fi
say "ready"
