#!/usr/bin/env bash
# On a fresh Debian 12: installs what is missing, builds into build/ and runs a whole studio on this machine.
#   bash studio/quickstart.sh [arguments of `studio demo`]
# shellcheck source=studio/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
studio_setup
echo "quickstart: building (the first time takes some minutes)" >&2
studio_build release "$top/build" studio
exec "$top/build/bin/studio" demo "$@"
