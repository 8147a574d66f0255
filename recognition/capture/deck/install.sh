#!/usr/bin/env bash
# Installs the card artwork of the virtual table (CC0, by the locked version beside this script) into node_modules here.
# Nothing is done when the locked version is there already.
set -euo pipefail
cd "$(dirname "$0")"
if [ -f node_modules/.package-lock.json ] && [ node_modules/.package-lock.json -nt package-lock.json ]; then
    exit 0
fi
npm ci --ignore-scripts --no-audit --no-fund
