#!/usr/bin/env bash
# Installs what the browser tests need from npm, by the lock beside this script. The browser itself is Debian's. Nothing is done when it is there.
set -euo pipefail
cd "$(dirname "$0")"
if [ -f node_modules/.package-lock.json ] && [ node_modules/.package-lock.json -nt package-lock.json ]; then
    exit 0
fi
npm ci --ignore-scripts --no-audit --no-fund
