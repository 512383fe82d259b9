#!/usr/bin/env bash
# Format, lints, generated files, patched crates, licences and advisories.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/env.sh
say() { printf '\n== check: %s\n' "$*"; }

say "format"
cargo fmt --all --check
say "lints"
cargo clippy --release --workspace --all-targets --locked -- -D warnings
say "generated files"
scripts/build.sh
target/release/xtask bindings --check
say "patched crates"
scripts/third-party.sh
if ! command -v cargo-deny >/dev/null; then
    say "installing cargo-deny into target/tools"
    cargo install --locked --version 0.20.2 --root target/tools cargo-deny
fi
say "licences, bans and sources"
# The advisory database is a git repository on another host; where it can be reached, ask it too.
cargo deny --locked check licenses bans sources
if timeout 20 git ls-remote -q https://github.com/rustsec/advisory-db HEAD >/dev/null 2>&1; then
    cargo deny --locked check advisories
else
    echo "check: the advisory database cannot be reached from here; advisories were not checked" >&2
fi
