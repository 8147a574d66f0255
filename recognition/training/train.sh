#!/bin/sh
# Makes both networks from nothing: sh train.sh WORK_FOLDER. Two cores, about 6 GB of memory, several GB in WORK_FOLDER; see README.md for times.
set -eu
work=${1:?usage: train.sh WORK_FOLDER}
cd "$(dirname "$0")"
npm ci
exec nice -n 1 /usr/bin/python3 make_model.py --work "$work"
