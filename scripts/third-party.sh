#!/usr/bin/env bash
# Each crate below third_party is the published one with its patch, and nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

crate=wasmtime-internal-cranelift
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "third_party/$crate/Cargo.toml" | head -1)
work=target/third-party
rm -rf "$work"
mkdir -p "$work/src"
printf '[package]\nname = "published"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n[dependencies]\n%s = { version = "=%s", default-features = false }\n' \
    "$crate" "$version" >"$work/Cargo.toml"
touch "$work/src/lib.rs"
# Cargo fetches it and says where it lies.
manifest=$(cargo metadata --quiet --format-version 1 --manifest-path "$work/Cargo.toml" |
    python3 -c "import json,sys; print(next(p['manifest_path'] for p in json.load(sys.stdin)['packages'] if p['name'] == '$crate'))")
cp -r "$(dirname "$manifest")" "$work/$crate"
patch --quiet --strip=1 --directory="$work/$crate" <"third_party/$crate.patch"
diff -r -x .cargo-ok -x .cargo_vcs_info.json -x Cargo.lock -x Cargo.toml.orig "$work/$crate" "third_party/$crate" || {
    echo "third-party: third_party/$crate is not $crate $version with third_party/$crate.patch" >&2
    exit 1
}
echo "third-party: $crate is $version as published, with its patch"
