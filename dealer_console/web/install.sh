#!/usr/bin/env bash
# Installs the packages of the console's pages, by the lock beside this script. Nothing is done when they are there already.
set -euo pipefail
cd "$(dirname "$0")"
if [ -f node_modules/.package-lock.json ] && [ node_modules/.package-lock.json -nt package-lock.json ]; then
    exit 0
fi
npm ci --ignore-scripts --no-audit --no-fund
