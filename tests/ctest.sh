#!/usr/bin/env bash
# ctest with a short log: the output of what fails, a line every 500 tests, and the summary as ctest prints it.
#   bash tests/ctest.sh BUILD_FOLDER [ctest arguments]
set -euo pipefail
folder=$1
shift
ctest --test-dir "$folder" --output-on-failure --no-tests=error -j2 "$@" 2>&1 </dev/null | awk '
    /^ *Start +[0-9]+: |^Internal ctest changing/           { next }
    /^ *[0-9]+\/[0-9]+ Test +#[0-9]+: .* Passed +[0-9.]+ sec *$/ { if (++passed % 500 == 0) { print passed " passed"; fflush() } next }
                                                                { print; fflush() }'
