#!/usr/bin/env bash
# Writes docs/book/src/java-library.md: what of JDK 17 an app in Java can use. With --check it only compares.
set -euo pipefail
cd "$(dirname "$0")/.."

page=docs/book/src/java-library.md
scripts/java-sdk.sh
made=$(mktemp)
trap 'rm -f "$made"' EXIT
java -cp "$(printf '%s:' target/java/lib/*.jar)" dev.terrace.driver.LibraryTable target/java "$made"
if [ "${1:-}" = --check ]; then
    diff -u "$page" "$made" || { echo "$page is not current: run scripts/java-library-table.sh" >&2; exit 1; }
else
    cp "$made" "$page"
fi
