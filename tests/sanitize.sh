#!/usr/bin/env bash
# Every test but the slow ones under sanitizers, in build-asan/ (address, undefined behaviour) or build-tsan/ (threads).
#   bash tests/sanitize.sh asan|tsan [ctest arguments]
# shellcheck source=studio/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/../studio/setup.sh"
kind=${1:-}
[ "$kind" = asan ] || [ "$kind" = tsan ] || die "usage: sanitize.sh asan|tsan [ctest arguments]"
shift
studio_setup tests
echo "sanitize: building" >&2
studio_build "$kind" "$top/build-$kind"
# A library's leaks and races are not ours to judge; the second file names each of them.
export ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1 UBSAN_OPTIONS=print_stacktrace=1
export LSAN_OPTIONS="suppressions=$top/tests/tidy/leaks.supp:print_suppressions=0"
export TSAN_OPTIONS="suppressions=$top/tests/tidy/races.supp:halt_on_error=1"
# The thread sanitizer of gcc 12 does not start under the widest address randomisation.
fixed=()
[ "$kind" = tsan ] && fixed=(setarch "$(uname -m)" -R)
"${fixed[@]}" bash "$top/tests/ctest.sh" "$top/build-$kind" -LE slow "$@"
