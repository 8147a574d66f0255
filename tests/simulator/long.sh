#!/bin/sh
# The long form: 100,000 rounds of Pok Deng and a fifth as many of each poker game, or ROUNDS of one game.
# long.sh PROGRAM [FIRST_SEED [ROUNDS [GAME]]]
set -eu
program=${1:?"long.sh path/to/table_simulator [first seed [rounds [game]]]"}
seed=${2:-1000000}
rounds=${3:-100000}
if [ $# -ge 4 ]; then
  exec "$program" --game "$4" --seed "$seed" --rounds "$rounds"
fi
"$program" --game pok-deng --seed "$seed" --rounds "$rounds"
for game in russian-poker imperial-poker poker-switch; do
  echo "$game"
  "$program" --game "$game" --seed "$seed" --rounds $((rounds / 5))
done
