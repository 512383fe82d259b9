#!/usr/bin/env bash
# Every benchmark beside its rival, in one run. Arguments: names of benchmarks, --quick, --json FILE.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/env.sh
if ! command -v wasmtime >/dev/null; then
    echo "bench: installing the rival, the plain Wasmtime command, into target/tools (some minutes)" >&2
    cargo install wasmtime-cli --version 48.0.8 --locked --no-default-features \
        --features run,compile,cranelift,component-model,parallel-compilation --root target/tools
fi
# The rival of the simulation. pyCPA, which the analysis would stand beside, is not on PyPI.
python=target/tools/python
if command -v python3 >/dev/null && ! "$python/bin/python" -c 'import simso' 2>/dev/null; then
    echo "bench: installing the rival SimSo 0.8.5 from PyPI into $python" >&2
    python3 -m venv "$python" && "$python/bin/pip" install -q simso==0.8.5 ||
        echo "bench: SimSo is not installed; the simulation is measured alone" >&2
fi
if [ ! -x target/tools/bin/terrace-iceoryx2-rival ]; then
    echo "bench: building the rival iceoryx2 0.10 into target/tools (a few minutes)" >&2
    cargo install --path benches/rivals/iceoryx2 --locked --root target/tools \
        --target-dir target/tools/build/iceoryx2 ||
        echo "bench: iceoryx2 does not build here; the rows go without it" >&2
fi
scripts/build.sh
exec target/release/terrace-benches ${BENCH:-} "$@"
