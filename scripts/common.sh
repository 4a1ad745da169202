# SPDX-License-Identifier: Apache-2.0
# What the scripts share; to be sourced. Each script works from any folder and never reads standard input.
# shellcheck shell=bash
set -euo pipefail
exec </dev/null

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
jobs="$(nproc)"
export CMAKE_BUILD_PARALLEL_LEVEL="$jobs"
# Build folders side by side share what they compile alike, wherever they lie.
export CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=1
cd "$root"

# A new build folder compiles several sources as one, which is faster from nothing; for one to work in, configure first.
# shellcheck disable=SC2034
if [ -e build/CMakeCache.txt ]; then unity=(); else unity=(-DPLENUM_UNITY=ON); fi

say() { printf '\n== %s (%d s)\n' "$*" "$SECONDS"; }

fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

wrong_usage() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 2
}

# configure PRESET [ARGUMENTS for cmake…]: quiet unless it fails.
configure() {
    local preset="$1" words
    shift
    words="$(cmake --preset "$preset" -Wno-dev "$@" 2>&1)" || {
        printf '%s\n' "$words" >&2
        return 1
    }
}

# without_real_time COMMAND…: its threads get no real-time priority. The locks of sanitizers spin, so a thread that has
# it waits for ever for one that does not.
without_real_time() {
    local as=()
    if [ "$(id -u)" = 0 ]; then as=(setpriv --inh-caps -sys_nice --bounding-set -sys_nice); fi
    (
        ulimit -r 0
        "${as[@]}" "$@"
    )
}
