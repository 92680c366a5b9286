#!/usr/bin/env bash
# What docs/adding-a-suite.md says a suite of one's own can do: mint, check, load, ask, score, report, render.
#
#     grid_copy.sh PROGRAM
set -euo pipefail
program=$(realpath "$1")
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
cd "$folder"

fails() { echo "FAILED: $*"; exit 1; }
says() { grep -qF -- "$1" <<<"$2" || fails "'$1' is not in: $2"; }

says "grid_copy" "$("$program" list suites)"
says "shapecode" "$("$program" list suites)"

"$program" mint grid_copy --seed 0 --count 2 --out grids >/dev/null
"$program" mint grid_copy --seed 1 --count 2 --out grids | grep -qF "3 tasks written" || fails "an extended folder"
"$program" mint grid_copy --seed 0 --count 3 --out whole >/dev/null
cmp grids/tasks.jsonl whole/tasks.jsonl || fails "minted in two steps or one"
cmp grids/SHA256SUMS whole/SHA256SUMS
says "9 samples checked, 0 problems" "$("$program" mint grid_copy --check grids)"
says "grid_copy tasks" "$("$program" describe grids)"
if "$program" perturb grid_copy --data grids --kinds a --out changed 2>complaint; then fails "a perturbation"; fi
says "suite grid_copy has no perturbations" "$(cat complaint)"
if "$program" mint shapecode --seed 0 --out grids 2>complaint; then fails "a folder of another suite"; fi
says "this folder holds tasks of grid_copy" "$(cat complaint)"

# Asked: a baseline, and a server that answers like a provider.
run=$("$program" eval grid_copy --data grids --model baseline/oracle --display none | sed -n 's/^run: //p')
says '"right": 9' "$(tr -d '\n' <"$run/summary.json" | sed 's/  */ /g')"
"$program" mock --suite grid_copy --data grids --port 0 --json >address & server=$!
for _ in $(seq 100); do [ -s address ] && break; sleep 0.1; done
url=$(sed -n 's/.*"url":"\([^"]*\)".*/\1/p' address)
run=$(OPENAI_API_KEY=x OPENAI_BASE_URL=$url "$program" eval grid_copy --data grids --tier large \
  --model openai/any --no-cache --display none | sed -n 's/^run: //p')
says '"right": 3' "$(tr -d '\n' <"$run/summary.json" | sed 's/  */ /g')"

# Scored, reported, rendered.
rows=$(sed -n '/fresh-small-00000000/s/.*"rows":\["\([A-Z]*\)","\([A-Z]*\)","\([A-Z]*\)"\].*/\1\\n\2\\n\3/p' grids/tasks.jsonl)
wrong=$([ "${rows:0:1}" = R ] && echo G || echo R)${rows:1}
printf '{"id":"fresh-small-00000000","text":"```\\n%s\\n```"}\n' "$rows" "$wrong" >replies.jsonl
echo '{"id":"fresh-small-00000000","text":"I cannot see it."}' >>replies.jsonl
scores=$("$program" score grid_copy --data grids --answers replies.jsonl)
says '"verdict":"right"' "$(sed -n 1p <<<"$scores")"
says '"cell_accuracy":0.888' "$(sed -n 2p <<<"$scores")"
says '"verdict":"no_answer"' "$(sed -n 3p <<<"$scores")"
"$program" report "$run" -o page.html >/dev/null
says "cells right" "$("$program" report "$run" -o page.html)$(cat page.html | head -c 2000000)"
says "task.png: " "$("$program" render grids --id fresh-small-00000000 -o task.png)"
printf 'RGB\nYKW\n' >two.grid
says "two.png: " "$("$program" render two.grid -o two.png)"
printf 'Here:\n```\n%b\n```\n' "$wrong" >reply.md
says "answer.png: " "$("$program" render grids --id fresh-small-00000000 --program reply.md -o answer.png)"
if cmp -s task.png answer.png; then fails "a wrong answer looks like the task"; fi
echo passed
