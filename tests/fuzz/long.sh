#!/usr/bin/env bash
# The long form: libFuzzer with the address and undefined-behaviour sanitizers, in build-fuzz/. What it finds is left there as a file.
#   bash tests/fuzz/long.sh [SECONDS]     60 unless said
# shellcheck source=studio/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../studio/setup.sh"
studio_setup analysis
folder="$top/build-fuzz"
studio_build fuzz "$folder" fuzz_strangers
mkdir -p "$folder/corpus"
cd "$folder"
exec bin/fuzz_strangers -max_total_time="${1:-60}" -max_len=4096 -rss_limit_mb=2000 -print_final_stats=1 corpus
