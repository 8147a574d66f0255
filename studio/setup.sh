#!/usr/bin/env bash
# The one place that knows what this product needs on Debian 12 and how it is configured and built.
#   bash studio/setup.sh           installs what is missing for building and running
#   bash studio/setup.sh tests     the same, and the servers that tests start: RTSP for network cameras, NATS for the bridge
#   bash studio/setup.sh analysis  the same, and the compilers and checkers of tests/tidy.sh and tests/format.sh
# studio/quickstart.sh and the scripts in tests/ source it for its functions. Nothing is done when all is there.
set -euo pipefail
export PATH="${PATH:-/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin}"
export HOME="${HOME:-$(getent passwd "$(id -u)" | cut -d: -f6)}"
export LC_ALL=C.UTF-8
umask 022
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

packages=(
    build-essential cmake ninja-build ccache pkg-config git ca-certificates
    libopencv-dev libopencv-contrib-dev libzmq3-dev cppzmq-dev libprotobuf-dev protobuf-compiler libspdlog-dev libfmt-dev
    libgtest-dev libgmock-dev libbenchmark-dev libboost-dev libsqlite3-dev sqlite3 libsodium-dev libssl-dev
    prometheus-cpp-dev libcli11-dev libtomlplusplus-dev nlohmann-json3-dev librsvg2-dev libcairo2-dev libnats-dev
    python3 python3-zmq python3-protobuf ffmpeg zopfli
)
test_packages=(nats-server chromium fonts-noto-core fonts-noto-cjk python3-gi gir1.2-gst-rtsp-server-1.0 gstreamer1.0-plugins-good gstreamer1.0-plugins-bad)
analysis_packages=(clang-19 clang-tidy-19 clang-format-19 libclang-rt-19-dev)

die() {
    echo "$*" >&2
    exit 1
}

# Runs a command with its output in a file that is shown only when the command fails.
quietly() {
    local log status=0
    log=$(mktemp)
    "$@" >"$log" 2>&1 </dev/null || status=$?
    if [ "$status" != 0 ]; then
        cat "$log" >&2
        echo "failed ($status): $*" >&2
    fi
    rm -f "$log"
    return "$status"
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        command -v sudo >/dev/null || die "setup: installing needs root: run this as root, or install sudo"
        sudo "$@"
    fi
}

apt() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@"; }

missing_of() {
    local package
    for package in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || echo "$package"
    done
}

has_node() { command -v npm >/dev/null && [ "$(node -p 'process.versions.node.split(".")[0] >= 18' 2>/dev/null)" = true ]; }

# The tests start servers of their own; the package's would run beside them and at every start of the machine. A mask is there before
# the package is, so nothing is ever started.
mask_service() {
    [ -e "/etc/systemd/system/$1.service" ] || [ -L "/etc/systemd/system/$1.service" ] && return 0
    as_root mkdir -p /etc/systemd/system
    as_root ln -s /dev/null "/etc/systemd/system/$1.service"
    echo "setup: the service of $1 is masked; systemctl unmask $1 brings it back" >&2
}

# The lists are fetched only when an install fails without: on a machine that never had them, or has old ones.
install_missing() {
    command -v apt-get >/dev/null || die "setup: Debian 12 is needed (no apt-get here); install by hand what studio/setup.sh lists"
    local missing
    mapfile -t missing < <(missing_of "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    grep -qs '^VERSION_CODENAME=bookworm' /etc/os-release || echo "setup: not Debian 12, trying all the same" >&2
    echo "setup: installing ${missing[*]}" >&2
    case " ${missing[*]} " in *" nats-server "*) mask_service nats-server ;; esac
    apt install -y --no-install-recommends "${missing[@]}" >/dev/null 2>&1 </dev/null && return 0
    quietly apt update || die "setup: the package lists could not be fetched"
    quietly apt install -y --no-install-recommends "${missing[@]}" || die "setup: could not install ${missing[*]}"
}

# studio_setup [analysis|tests]
studio_setup() {
    local wanted=("${packages[@]}")
    [ "${1:-}" = analysis ] && wanted+=("${analysis_packages[@]}")
    [ "${1:-}" = tests ] && wanted+=("${test_packages[@]}")
    has_node || wanted+=(nodejs npm)
    install_missing "${wanted[@]}"
    # The artwork of the virtual table's cards: CC0, from a locked npm package, never copied into the repository.
    quietly bash "$top/recognition/capture/deck/install.sh" || die "setup: the card artwork could not be installed"
    # What the console's pages are built with, by its lock.
    quietly bash "$top/dealer_console/web/install.sh" || die "setup: the packages of the console's pages could not be installed"
    [ "${1:-}" = tests ] || return 0
    quietly bash "$top/tests/dealer_console/browser/install.sh" || die "setup: the packages of the browser tests could not be installed"
}

# As many compilers at a time as there are cores, and 2 GB of free memory for each.
jobs_of_machine() {
    local cores memory
    cores=$(nproc)
    memory=$(awk '/^MemAvailable/ { print int($2 / 2000000) }' /proc/meminfo)
    [ "$memory" -ge 1 ] || memory=1
    echo $((cores < memory ? cores : memory))
}

# studio_build CACHE FOLDER [target...]: configures with .cmake/CACHE.cmake and builds. Says nothing but on failure.
studio_build() {
    local cache=$1 folder=$2 target
    shift 2
    local targets=()
    for target in "$@"; do targets+=(--target "$target"); done
    export CCACHE_BASEDIR="$top" # another checkout of the same sources finds what this one compiled
    quietly cmake -S "$top" -B "$folder" -G Ninja -C "$top/.cmake/$cache.cmake"
    quietly cmake --build "$folder" -j "$(jobs_of_machine)" "${targets[@]}" -- --quiet
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
    studio_setup "$@"
fi
