#!/usr/bin/env bash
# Boots a stock Debian kernel with Android's Binder in QEMU and runs one command in it, as root:
#
#   binder-rig.sh OUT PROGRAM... -- COMMAND
#
# The programs come along under /x, with their libraries; OUT gets what the command writes to standard output. What is
# fetched (Debian's kernel and busybox, from the configured sources) is unpacked into target/binder-rig, never installed.
# Needs qemu-system-x86 and cpio. Debian's cloud kernels lack Binder; linux-image-amd64 has it as a module.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
rig=$root/target/binder-rig
result=$(realpath -m "$1")
shift
programs=()
while [ "$1" != -- ]; do programs+=("$1"); shift; done
shift

fetch() {
    mkdir -p "$rig/fetched" && cd "$rig/fetched"
    local kernel
    kernel=$(apt-cache depends linux-image-amd64 | awk '/Depends: linux-image-/{print $2; exit}')
    [ -n "$kernel" ] || { echo "binder-rig: no linux-image-amd64; run apt-get update" >&2; exit 1; }
    apt-get -q -o APT::Sandbox::User=root download "$kernel" busybox-static >/dev/null
    for package in "$kernel"_*.deb busybox-static_*.deb; do dpkg-deb -x "$package" unpacked; done
    mkdir -p "$rig/base"/{bin,proc,sys,dev,tmp,x}
    cp unpacked/bin/busybox "$rig/base/bin/"
    local module
    module=$(find unpacked -name 'binder_linux.ko*' | head -1)
    case $module in
    *.xz) xz -dc "$module" >"$rig/base/binder_linux.ko" ;;
    *) cp "$module" "$rig/base/binder_linux.ko" ;;
    esac
    cat >"$rig/base/init" <<'INIT'
#!/bin/busybox sh
# The console is ttyS0, the result ttyS1.
/bin/busybox --install -s /bin
export PATH=/bin:/x HOME=/ TMPDIR=/tmp
mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev; mount -t tmpfs tmp /tmp
insmod /binder_linux.ko
stty -F /dev/ttyS1 raw -echo
cd /tmp
sh /x/command >/dev/ttyS1 </dev/null
echo "ended with $?" >/dev/ttyS0
sleep 1
poweroff -f
INIT
    chmod 755 "$rig/base/init"
    cp unpacked/boot/vmlinuz-* "$rig/kernel"
    rm -rf "$rig/fetched"
}

pack() { (cd "$1" && find . | cpio -o -H newc --quiet -R 0:0); }

[ -e "$rig/kernel" ] || (fetch)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/more/x"
for program in "${programs[@]}"; do
    cp -L "$program" "$work/more/x/"
    { ldd "$program" 2>/dev/null || true; } | awk '/=> \//{print $3} /^[ \t]*\/.*ld-/{print $1}' | while read -r library; do
        mkdir -p "$work/more$(dirname "$library")"
        cp -L "$library" "$work/more$library"
    done
done
printf '%s\n' "$*" >"$work/more/x/command"
pack "$rig/base" >"$work/initrd"
pack "$work/more" >>"$work/initrd"
: >"$result"
# One core: between emulated ones a wake-up may wait for a timer. Without fast string instructions the copies of the kernel and
# of programs are the same ones. Monitor and mwait would have an idle core spin.
timeout "${LIMIT:-600}" qemu-system-x86_64 -nodefaults -no-user-config -no-reboot -display none -monitor none \
    -machine q35 -accel "${ACCEL:-tcg}" -cpu "${CPU:-max,-erms,-fsrm,-la57,-monitor}" -smp 1 -m 2048 \
    -kernel "$rig/kernel" -initrd "$work/initrd" \
    -serial "file:$work/console" -serial "file:$result" \
    -append "console=ttyS0 quiet idle=halt panic=-1 tsc=reliable clocksource=tsc mitigations=off nokaslr audit=0" </dev/null ||
    true
if ! grep -q 'ended with 0' "$work/console"; then
    echo "binder-rig: the command did not end well; the last of the console:" >&2
    tail -20 "$work/console" >&2
    exit 1
fi
