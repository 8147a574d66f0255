#!/usr/bin/env bash
# clang-tidy 19 with the repository's .clang-tidy over our own sources. Prints each finding and their number; exit 1 when there are any.
#   bash tests/tidy.sh [folder...]     e.g. engine studio/table; everything without
# shellcheck source=studio/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/../studio/setup.sh"
studio_setup analysis
studio_build release "$top/build" proto_messages # clang reads the generated headers; nothing else need be built
found=$(mktemp)
trap 'rm -f "$found"' EXIT
[ $# -gt 0 ] || set -- engine proto recognition studio tests dealer_console
cd "$top"
files=$(/usr/bin/python3 -c '
import json, os, sys
chosen = tuple(os.path.join(os.getcwd(), folder, "") for folder in sys.argv[1:])
listed = {entry["file"] for entry in json.load(open("build/compile_commands.json"))}
print("\n".join(sorted(file for file in listed if file.startswith(chosen))))' "$@")
# -w: gcc judges warnings, clang would judge them a second time by other rules.
xargs -r -d '\n' -n 1 -P "$(jobs_of_machine)" clang-tidy-19 -p "$top/build" --quiet --extra-arg=-w <<<"$files" 2>/dev/null >"$found" || true
sed "s|^$top/||" "$found" | sort -u | grep -E '^[^ ]+:[0-9]+:[0-9]+: (warning|error):' || true
count=$({ grep -E '^[^ ]+:[0-9]+:[0-9]+: (warning|error):' "$found" || true; } | sort -u | wc -l) # none found is no failure
echo "clang-tidy: $count findings in $(wc -l <<<"$files") files"
[ "$count" = 0 ]
