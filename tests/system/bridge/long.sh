#!/bin/sh
# The long form: NATS is away for a minute, ten nodes and a hundred bridges are killed. long.sh path/to/bridge_system_tests
set -eu
program=${1:?"long.sh path/to/bridge_system_tests [arguments of GoogleTest]"}
shift
STUDIO_BRIDGE_LONG=1 exec "$program" "$@"
