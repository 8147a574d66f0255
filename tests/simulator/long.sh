#!/bin/sh
# The long form: 100,000 rounds. long.sh PROGRAM [FIRST_SEED [ROUNDS]]
set -eu
program=${1:?"long.sh path/to/table_simulator [first seed [rounds]]"}
exec "$program" --seed "${2:-1000000}" --rounds "${3:-100000}"
