#!/usr/bin/env bash
# Opens a report of three real runs in Chromium and compares what it shows with summary.json; then the
# page's own tests on made-up data (hostile text, thousands of samples).
#
#     page_test.sh PAPERT
set -euo pipefail
papert=$(realpath "$1")
web=$(realpath "$(dirname "$0")/../../web")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

summaries=(); runs=()
for model in baseline/heuristic baseline/empty baseline/oracle; do
  run=$("$papert" eval shapecode --mint 11 --count 12 --model "$model" --display none | sed -n 's/^run: //p')
  runs+=("$run")
  summaries+=("$folder/$run/summary.json")
done
"$papert" report "${runs[@]}" -o report.html >/dev/null

cd "$web"
PAPERT_REPORT=$folder/report.html PAPERT_SUMMARIES=$(IFS=,; echo "${summaries[*]}") \
  PAPERT_SCREENSHOT=${PAPERT_SCREENSHOT:-$folder/page.png} node --test test/report.test.mjs
env -u PAPERT_SCREENSHOT node --test test/report.test.mjs
