#!/usr/bin/env bash
# The book as HTML in target/book, its outputs renewed from the command as it is now.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/env.sh
if ! command -v mdbook >/dev/null; then
    echo "book: installing mdbook into target/tools" >&2
    cargo install --locked --version 0.5.4 --root target/tools mdbook
fi
TERRACE_BLESS=1 cargo test --release --workspace --locked --test book
mdbook build docs/book --dest-dir "$PWD/target/book"
echo "book: target/book/index.html"
