# What the scripts of the papers share. To be sourced; PAPERT is the program, OUT the folder that receives everything.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PAPERT=${PAPERT:-papert}
OUT=${OUT:?the folder for data, runs, tables and figures}
COUNT=${COUNT:-6}        # tasks per tier: enough to see every table and figure, few enough to wait for
SEED=${SEED:-1000000}    # no published evaluation task
mkdir -p "$OUT/models" "$OUT/tables" "$OUT/figures"
export PATH="$OUT/models:$PATH" PAPERT_LOG_DIR="$OUT/runs"

# oracle SUITE ARGS...: the reference's own replies; prints the run's folder.
oracle() {
  "$PAPERT" eval "$@" --model baseline/oracle --display none | sed -n 's/^run: //p'
}

# stand_in NAME SKILL ORACLE_RUN: from then on command/NAME is a model that answers with that skill.
stand_in() {
  printf '#!/bin/sh\nexec %q %q %q %q\n' "$here/stand_in" "$1" "$2" "$3" >"$OUT/models/$1"
  chmod +x "$OUT/models/$1"
}

# evaluate SUITE ARGS...: prints the run's folder.
evaluate() {
  "$PAPERT" eval "$@" --display none | sed -n 's/^run: //p'
}

# table NAME COMMAND...: papert COMMAND in the terminal, and as text and CSV in tables/.
table() {
  local name=$1
  shift
  printf '\n== %s: papert %s\n' "$name" "$1"
  "$PAPERT" "$@" --format text | tee "$OUT/tables/$name.txt"
  "$PAPERT" "$@" --format csv >"$OUT/tables/$name.csv"
}

# figure NAME COMMAND...: papert COMMAND -o figures/NAME.svg.
figure() {
  local name=$1
  shift
  "$PAPERT" "$@" -o "$OUT/figures/$name.svg" >/dev/null
  printf 'figure: %s\n' "$OUT/figures/$name.svg"
}

# page NAME COMMAND...: papert COMMAND -o NAME.html.
page() {
  local name=$1
  shift
  "$PAPERT" "$@" -o "$OUT/$name.html" >/dev/null
  printf 'page: %s\n' "$OUT/$name.html"
}
