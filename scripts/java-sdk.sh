#!/usr/bin/env bash
# Builds the Java SDK into target/java: lib/*.jar, and bin/terrace-java, which makes a module of a Java app.
# Quick when nothing changed. The jars it needs come from Maven Central into ~/.m2.
set -euo pipefail
cd "$(dirname "$0")/.."

target=target/java
sources=$(find sdk/java -name target -prune -o -type f \( -name '*.java' -o -name pom.xml -o -path '*/resources/*' \) -print0 \
    | sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1)
if [ -f "$target/built" ] && [ "$(cat "$target/built")" = "$sources" ]; then
    exit 0
fi
mkdir -p "$target"
rm -rf "$target/lib" "$target/built" "$target/jdk.jsa"
echo "java-sdk: building sdk/java with Maven" >&2
(cd sdk/java && mvn -q -B --no-transfer-progress package) >&2

java -cp "$(printf '%s:' "$target"/lib/*.jar)" dev.terrace.driver.LibraryBuild "$target/lib" "$target/guest.jar" "$target/compiler.jar"

mkdir -p "$target/bin"
cat >"$target/bin/terrace-java" <<'RUN'
#!/bin/sh
# Started by hand or by `terrace build`; --help tells more.
here=$(dirname "$(readlink -f "$0")")/..
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
exec "$java" -Xshare:auto -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xss8m \
    -cp "$here/compiler.jar:$(printf '%s:' "$here"/lib/*.jar)" dev.terrace.driver.Main "$@"
RUN
chmod +x "$target/bin/terrace-java"
echo "$sources" >"$target/built"
echo "java-sdk: $target/bin/terrace-java is ready" >&2
