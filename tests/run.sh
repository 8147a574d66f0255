#!/usr/bin/env bash
# Installs what is missing, builds into build/ and runs every test. Prints what fails, then ctest's own summary.
#   bash tests/run.sh [ctest arguments]     e.g. -R engine, -LE slow, -N
# shellcheck source=studio/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/../studio/setup.sh"
studio_setup tests
echo "tests: building" >&2
studio_build release "$top/build"
bash "$top/tests/ctest.sh" "$top/build" "$@"
