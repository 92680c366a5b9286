#!/usr/bin/env bash
# Every table, figure and page of examples/papers is made, and each holds something.
#
#     papers.sh PAPERT
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
# Three tasks of a tier fill every table; people who run script/papers get more.
PAPERT=$1 PAPERS_OUT=$out COUNT=${PAPERS_COUNT:-3} "$root/script/papers" >"$out/log" 2>&1 || { cat "$out/log"; exit 1; }

shopt -s nullglob
for folder in "$root"/examples/papers/*/; do
  name=$(basename "$folder")
  wanted=$(grep -c '^ *\(table\|figure\|page\) \|/figures/' "$folder/make")
  made=0
  for file in "$out/$name"/tables/*.csv "$out/$name"/figures/*.svg "$out/$name"/*.html; do
    if [ -s "$file" ]; then made=$((made + 1)); fi
  done
  if [ "$made" -ne "$wanted" ]; then
    echo "$name: $made of $wanted tables, figures and pages were made"
    cat "$out/log"
    exit 1
  fi
done
python3 - "$out" <<'P'
import pathlib, sys, xml.etree.ElementTree as tree
for path in pathlib.Path(sys.argv[1]).glob("*/figures/*.svg"):
    root = tree.parse(path).getroot()
    assert root.tag.endswith("svg"), path
    assert sum(1 for _ in root.iter()) > 10, f"{path} is empty"
P
echo "all tables, figures and pages were made"
