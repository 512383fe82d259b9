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

# The JDK and Maven build the Java SDK and apps.
# gcc builds the native rivals, of which one is D-Bus; clang and wasi-libc the guests in C, alsa-utils brings the
# recordings.
need_debian build-essential ca-certificates curl pkg-config clang lld wasi-libc libclang-rt-14-dev-wasm32 alsa-utils \
    openjdk-17-jdk-headless maven dbus-daemon libdbus-1-dev

if ! command -v rustup >/dev/null; then
    if [ -x "$HOME/.cargo/bin/rustup" ]; then
        say "rustup is in ~/.cargo/bin but not in PATH: add it (. ~/.cargo/env)"
        exit 1
    fi
    say "installing rustup from rustup.rs (Debian 12 has no package of it)"
    curl --proto '=https' --tlsv1.2 -fsSL https://sh.rustup.rs | sh -s -- -y --default-toolchain none >&2 || {
        say "rustup.rs cannot be reached: install rustup by hand, then run make again"
        exit 1
    }
    export PATH="$HOME/.cargo/bin:$PATH"
fi
channel=$(sed -n 's/^channel = "\(.*\)"/\1/p' rust-toolchain.toml)
if ! rustup run "$channel" rustfmt --version >/dev/null 2>&1 \
    || ! rustup run "$channel" cargo clippy --version >/dev/null 2>&1 \
    || [ "$(rustup target list --toolchain "$channel" --installed | grep -c '^wasm32-wasip[12]$')" -lt 2 ]; then
    say "installing Rust $channel with rustfmt, clippy and the WASI targets"
    rustup toolchain install "$channel" --profile minimal --component rustfmt --component clippy \
        --target wasm32-wasip1 --target wasm32-wasip2 >&2
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
