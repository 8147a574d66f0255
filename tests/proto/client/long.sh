#!/bin/sh
# The long form of bad_network_test.cpp: 200 times a network that drops, holds up or a studio that restarts. long.sh path/to/proto_client_tests
set -eu
program=${1:?"long.sh path/to/proto_client_tests [rounds]"}
BAD_NETWORK_ROUNDS="${2:-200}" exec "$program" --gtest_filter='BadNetwork.*'
