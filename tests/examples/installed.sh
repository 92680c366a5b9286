#!/usr/bin/env bash
# Installs a build, builds the example against it as a stranger would, and tries it.
#
#     installed.sh BUILD SOURCE
set -euo pipefail
build=$(realpath "$1"); source=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cmake --install "$build" --prefix "$folder/prefix" >"$folder/install.log" || { tail "$folder/install.log"; exit 1; }
cp -r "$source/examples/suite_grid_copy" "$folder/suite"
cmake -S "$folder/suite" -B "$folder/build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$folder/prefix"
cmake --build "$folder/build"
if grep -rqF "$source" "$folder/prefix/lib/cmake" "$folder/prefix"/lib/*/cmake 2>/dev/null; then
  echo "FAILED: the package names the tree it was built from"; exit 1
fi
"$source/tests/examples/grid_copy.sh" "$folder/build/papert-grid-copy"
