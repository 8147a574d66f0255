#!/usr/bin/env bash
# clang-format 19 with the repository's .clang-format. `--check` prints what it would change and exits 1; without it, it changes the files.
#   bash tests/format.sh [--check] [file...]
# shellcheck source=studio/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/../studio/setup.sh"
install_missing clang-format-19
mode=-i
if [ "${1:-}" = --check ]; then
    mode=--dry-run
    shift
fi
cd "$top"
[ $# -gt 0 ] || mapfile -t < <(git ls-files '*.h' '*.cpp') && set -- "${MAPFILE[@]:-$@}"
if [ "$mode" = -i ]; then
    clang-format-19 -i "$@"
    exit 0
fi
wrong=$(printf '%s\n' "$@" | xargs -d '\n' clang-format-19 --dry-run 2>&1 | sed -n 's/^\([^ ]*\):[0-9]*:[0-9]*: warning: .*/\1/p' | sort | uniq -c)
[ -z "$wrong" ] || printf '%s\n' "$wrong"
echo "clang-format: $(grep -c . <<<"$wrong" || true) of $# files differ"
[ -z "$wrong" ]
