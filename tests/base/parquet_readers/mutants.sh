#!/usr/bin/env bash
# Whether the reader notices a writer that is wrong: src/base/parquet.cc is damaged in one place after the other,
# compiled, and its tables are read back. Every damage must be noticed.
#
#     mutants.sh BUILD      a build folder that has libpapert_base.a
set -euo pipefail
root=$(realpath "$(dirname "$0")/../../..")
build=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# What is replaced, and by what; each left side must occur in the file.
mutants=(
  ': bits << 1);=>: bits);'
  'number(3, static_cast<int>(Repetition::kRepeated))=>number(3, static_cast<int>(Repetition::kOptional))'
  '(end - begin) << 1=>(end - begin) << 2'
  'runs.push_back(static_cast<char>(levels[begin]))=>runs.push_back(static_cast<char>(levels[begin] ^ 1))'
  '&element, repetition, definition + 2=>&element, repetition, definition + 1'
  'repetition = node.repetition;=>;'
  'value->empty()) return leave_out(node, repetition, definition + 1)=>value->empty()) return leave_out(node, repetition, definition)'
  'child.column.name), repetition, definition + 1=>child.column.name), repetition, definition'
  'append_levels(repetition, max_repetition, bytes);=>'
  'if (bits % 8 == 0)=>if (bits % 4 == 0)'
  '1U << (bits % 8)=>0x80U >> (bits % 8)'
  'kInt64 = 2=>kInt64 = 1'
  'kDouble = 5=>kDouble = 4'
  'kZstd = 6=>kZstd = 1'
  'group.chunks.push_back({written,=>group.chunks.push_back({written + 1,'
  'append_little_endian(static_cast<std::uint32_t>(text.size()), values)=>append_little_endian(static_cast<std::uint16_t>(text.size()), values)'
  'static_cast<std::int64_t>(all_rows)=>static_cast<std::int64_t>(all_rows + 1)'
  'header.number(1, static_cast<std::int64_t>(leaf.definition.size()))=>header.number(1, static_cast<std::int64_t>(leaf.definition.size() + 1))'
  'if (kind == ParquetKind::kText || kind == ParquetKind::kList)=>if (kind == ParquetKind::kList)'
  'place.path.emplace_back("list")=>place.path.emplace_back("lists")'
  'append_little_endian(static_cast<std::uint32_t>(end.size()), end)=>append_little_endian(static_cast<std::uint32_t>(end.size() + 1), end)'
  'out.text(2, value)=>out.text(2, key)'
  'packed.resize(size)=>packed.resize(size - 1)'
  'for (; value > 0x7F; value >>= 7)=>for (; value > 0x80; value >>= 7)'
)

# The headers take longer to compile than the writer does: they are compiled once.
flags=(-std=c++20 -O0 -I"$root/src")
printf '#include "base/json.h"\n#include <fmt/format.h>\n' >"$folder/headers.h"
g++ "${flags[@]}" -x c++-header "$folder/headers.h" -o "$folder/headers.h.gch"
flags+=(-include "$folder/headers.h")
g++ "${flags[@]}" -c "$root/tests/base/parquet_tables.cc" -o "$folder/tables.o"

# Whether the tables of this writer read back as they were given.
reads_back() {
  g++ "${flags[@]}" -c "$1" -o "$folder/parquet.o"
  g++ "$folder/tables.o" "$folder/parquet.o" "$build/src/base/libpapert_base.a" -lfmt -lcrypto -lzstd -o "$folder/tables"
  rm -rf "$folder/out"
  "$folder/tables" "$folder/out" small || return 1
  (cd "$root/web" && PAPERT_TABLES=$folder/out PAPERT_TABLE_COUNT=504 timeout 120 node --test test/parquet.test.mjs) >/dev/null 2>&1
}

reads_back "$root/src/base/parquet.cc" || { echo "the writer itself is wrong"; exit 1; }
missed=0
for mutant in "${mutants[@]}"; do
  from=${mutant%%=>*} to=${mutant#*=>}
  text=$(<"$root/src/base/parquet.cc")
  if [[ $text != *"$from"* ]]; then
    echo "not in src/base/parquet.cc: $from"
    exit 1
  fi
  printf '%s\n' "${text/"$from"/"$to"}" >"$folder/mutant.cc"
  if reads_back "$folder/mutant.cc"; then
    echo "not noticed: $from -> $to"
    missed=$((missed + 1))
  fi
done
echo "${#mutants[@]} mutants, $missed not noticed"
[ "$missed" -eq 0 ]
