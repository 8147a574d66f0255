#!/usr/bin/env bash
# Builds the console's pages:  bash build.sh FOLDER
# Types from the schema, TypeScript checked, one folder of files, each also packed for browsers that take it so.
set -euo pipefail
cd "$(dirname "$0")"
site=$1
bash install.sh
schema=../../proto/schema
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
protoc -I "$schema" --plugin=protoc-gen-es=node_modules/.bin/protoc-gen-es --es_out="$work" --es_opt=target=ts "$schema"/studio/v1/{console,command,replay,feed,types,observe}.proto
mkdir -p generated/studio/v1
for file in "$work"/studio/v1/*.ts; do # untouched when nothing is new: two builds may run at once
    cmp -s "$file" "generated/studio/v1/$(basename "$file")" || mv "$file" "generated/studio/v1/$(basename "$file")"
done
node_modules/.bin/tsc --noEmit
node_modules/.bin/vite build --outDir "$work/site" --emptyOutDir --logLevel warn
# zopfli packs 5 % smaller than gzip, and every browser reads it.
find "$work/site" -type f ! -name '*.woff2' ! -name '*.png' -exec zopfli {} +
rm -rf "$site"
mkdir -p "$(dirname "$site")"
cp -r "$work/site" "$site"
