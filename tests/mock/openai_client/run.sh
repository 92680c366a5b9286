#!/usr/bin/env bash
# The official OpenAI client against `papert mock`.
#
#     run.sh PAPERT FOLDER      the program, and a folder for the client's packages
#
# Exit code 77 where node is missing or too old, or the client cannot be installed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
papert=$1
folder=$2

if ! command -v node >/dev/null || ! command -v npm >/dev/null ||
  [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 18 ]; then
  echo "skipped: node 18 or newer and npm are needed"
  exit 77
fi

mkdir -p "$folder"
cp "$here"/package.json "$here"/package-lock.json "$here"/.npmrc "$here"/test.mjs "$folder"/
if ! cmp -s "$folder/package-lock.json" "$folder/node_modules/installed-from"; then
  if ! npm ci --prefix "$folder" --no-audit --no-fund --loglevel=error \
    --fetch-retries=1 --fetch-retry-mintimeout=1000 --fetch-timeout=60000; then
    echo "skipped: npm could not install the openai package (is the registry within reach?)"
    exit 77
  fi
  cp "$folder/package-lock.json" "$folder/node_modules/installed-from"
fi
cd "$folder"
exec node test.mjs "$papert"
