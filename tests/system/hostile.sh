#!/bin/sh
# The long form of tests/system/hostile_test.cpp: 10,000 connections and 30 seconds of each attack. hostile.sh BUILD_FOLDER [CONNECTIONS [SECONDS]]
set -eu
folder=${1:?"hostile.sh path/to/build [connections [seconds]]"}
HOSTILE_CONNECTIONS="${2:-10000}" HOSTILE_SECONDS="${3:-30}" exec "$folder/bin/system_tests" --gtest_filter='Hostile.*'
