#!/usr/bin/env bash
# Random tables, read back by a reader that is not ours (web/test/parquet.test.mjs).
#
#     hyparquet.sh PARQUET_TABLES
set -euo pipefail
tables=$(realpath "$1")
web=$(realpath "$(dirname "$0")/../../../web")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$tables" "$folder" small
cd "$web"
PAPERT_TABLES=$folder PAPERT_TABLE_COUNT=504 node --test test/parquet.test.mjs
