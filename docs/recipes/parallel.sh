#!/usr/bin/env bash
# A run on several machines without a scheduler, by GNU parallel: as many shards as you say, each wherever a slot is free.
#
#     HOSTS=: docs/recipes/parallel.sh 8 runs/whole shapecode --data eval_v1 --model openai/NAME
#     HOSTS=2/a.example,2/b.example docs/recipes/parallel.sh 16 /shared/runs/whole ...
#
# HOSTS is what 'parallel -S' takes: machines reached by ssh with the number of shards at a time before the slash, and ':'
# for this one. They have papert on their PATH and the working folder at the same path (NFS, say); without one, copy
# the parts here before the merge (rclone copy, rsync). A shard that failed is tried twice more, and resumes.
set -euo pipefail
shards=$1 whole=$2
shift 2
parts=${PAPERT_PARTS:-parts}
words=$(printf '%q ' "$@")
seq 0 $((shards - 1)) |
  parallel -S "${HOSTS:-:}" --workdir "$PWD" --retries 3 --halt soon,fail=1 --joblog parallel.log \
    "papert eval $words --shard {}/$shards --log-dir $parts --display none >/dev/null"
papert merge "$parts"/*.s*of* --out "$whole" --display none
