// Writes tables for other people's readers of Parquet to read, and beside each what it holds:
//
//     parquet_tables FOLDER small|large
//
// small: 500 random tables with nested columns, and the smallest ones; large: many rows, and cells
// of 10 MB. NAME.parquet comes with NAME.json, {"metadata": {...}, "rows": [...]}, where a whole
// number is written "i:12" and bytes "b:" in base 64, so that nothing is lost in reading JSON.

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/base64.h"
#include "base/file.h"
#include "base/json.h"
#include "base/parquet.h"
#include "base/random.h"

namespace papert {
namespace {

using Columns = std::vector<ParquetColumn>;

constexpr std::size_t kTables = 500;
const std::vector<std::string> kTexts = {"",
                                         "a",
                                         "two words",
                                         "line\nbreak \"quoted\"",
                                         "\u00e9\u4e16\u754c \U0001F600",
                                         std::string("zero \0 inside", 13)};
const std::vector<std::string> kBytes = {"", "\xff\xfe\x80", std::string(3, '\0'), "\x89PNG\r\n"};

/// A value of a table, and the same as the reader's JSON has it.
struct Both {
  Json given;
  Json expected;
};

ParquetColumn random_column(const std::string& name, int depth, Random& random) {
  const auto kind = static_cast<ParquetKind>(random.randbelow(depth > 0 ? 7 : 5));
  ParquetColumn column{name, kind, {}};
  if (kind == ParquetKind::kList) column.children.push_back(random_column("", depth - 1, random));
  if (kind == ParquetKind::kStruct) {
    const std::int64_t count = random.randint(1, 3);
    for (std::int64_t i = 0; i < count; ++i) {
      column.children.push_back(random_column("m" + std::to_string(i), depth - 1, random));
    }
  }
  return column;
}

Both random_leaf(ParquetKind kind, Random& random) {
  switch (kind) {
    case ParquetKind::kBool: {
      const bool value = random.randbelow(2) == 1;
      return {value, value};
    }
    case ParquetKind::kInt64: {
      const int bits = static_cast<int>(random.randbelow(64)) + 1;
      const auto value = static_cast<std::int64_t>(random.getrandbits(bits));
      return {value, "i:" + std::to_string(value)};
    }
    case ParquetKind::kDouble: {
      const double value = random.uniform(-1e6, 1e6);
      return {value, value};
    }
    case ParquetKind::kText: {
      const std::string value = random.choice(kTexts);
      return {value, value};
    }
    default: {
      const std::string value = random.choice(kBytes);
      return {value, "b:" + base64(value)};
    }
  }
}

Both random_value(const ParquetColumn& column, double nulls, Random& random) {
  if (random.random() < nulls) return {nullptr, nullptr};
  if (column.kind == ParquetKind::kStruct) {
    Both both{Json::object(), Json::object()};
    for (const ParquetColumn& child : column.children) {
      Both value = random_value(child, nulls, random);
      both.given[child.name] = std::move(value.given);
      both.expected[child.name] = std::move(value.expected);
    }
    return both;
  }
  if (column.kind != ParquetKind::kList) return random_leaf(column.kind, random);
  Both both{Json::array(), Json::array()};
  const std::int64_t count = random.randint(0, 4);
  for (std::int64_t i = 0; i < count; ++i) {
    Both value = random_value(column.children.front(), nulls, random);
    both.given.push_back(std::move(value.given));
    both.expected.push_back(std::move(value.expected));
  }
  return both;
}

struct Table {
  std::string name;
  Columns columns;
  std::vector<Both> rows;
  ParquetOptions options;
};

Result<void> write_table(const std::filesystem::path& folder, const Table& table) {
  ParquetWriter writer =
      TRY(ParquetWriter::open(folder / (table.name + ".parquet"), table.columns, table.options));
  Json expected{{"metadata", Json::object()}, {"rows", Json::array()}};
  for (const auto& [key, value] : table.options.metadata) expected["metadata"][key] = value;
  for (const Both& row : table.rows) {
    TRY(writer.add(row.given));
    expected["rows"].push_back(row.expected);
  }
  TRY(writer.finish());
  return write_file(folder / (table.name + ".json"), dump_json(expected), Durability::kUnsynced);
}

Table random_table(std::size_t number) {
  Random random(static_cast<std::int64_t>(number));
  Table table;
  table.name = "random-" + std::to_string(number);
  ParquetColumn all{"", ParquetKind::kStruct, {}};
  const std::int64_t columns = random.randint(1, 6);
  for (std::int64_t i = 0; i < columns; ++i) {
    all.children.push_back(random_column("column " + std::to_string(i), 4, random));
  }
  table.columns = all.children;
  const double nulls = random.choice(std::vector<double>{0, 0.1, 0.5, 1});
  const std::int64_t rows = random.randint(0, 40);
  for (std::int64_t i = 0; i < rows; ++i) {
    Both row{Json::object(), Json::object()};
    for (const ParquetColumn& column : table.columns) {
      Both value = random_value(column, nulls, random);
      if (!value.given.is_null()) row.given[column.name] = std::move(value.given);
      row.expected[column.name] = std::move(value.expected);
    }
    table.rows.push_back(std::move(row));
  }
  table.options.group_rows = static_cast<std::size_t>(random.randint(1, 50));
  table.options.created_by = "papert version 0";
  table.options.metadata = {{"number", std::to_string(number)}, {"key", "\u00e4"}};
  return table;
}

Table many_rows(std::size_t count) {
  Table table{"rows-" + std::to_string(count),
              {{"id", ParquetKind::kInt64, {}},
               {"text", ParquetKind::kText, {}},
               {"list", ParquetKind::kList, {{"", ParquetKind::kText, {}}}}},
              {},
              {}};
  for (std::size_t i = 0; i < count; ++i) {
    const std::string text = "row " + std::to_string(i);
    const Json list = i % 3 == 0 ? Json::array() : Json::array({text, "x"});
    table.rows.push_back({Json{{"id", i}, {"text", text}, {"list", list}},
                          Json{{"id", "i:" + std::to_string(i)}, {"text", text}, {"list", list}}});
  }
  return table;
}

Table large_cells() {
  Table table{
      "cells", {{"text", ParquetKind::kText, {}}, {"bytes", ParquetKind::kBytes, {}}}, {}, {}};
  Random random(1);
  for (int i = 0; i < 4; ++i) {
    std::string bytes(std::size_t{10} << 20, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random.getrandbits(8));
    const std::string text = base64(bytes).substr(0, bytes.size());
    table.rows.push_back({Json{{"text", text}, {"bytes", bytes}},
                          Json{{"text", text}, {"bytes", "b:" + base64(bytes)}}});
  }
  return table;
}

Result<void> write_tables(const std::filesystem::path& folder, const std::string& which) {
  TRY(make_directories(folder));
  if (which == "large") {
    TRY(write_table(folder, many_rows(100'000)));
    return write_table(folder, large_cells());
  }
  if (which != "small") return fail(ErrorCode::kUsage, "small or large", which);
  for (const std::size_t count : {0U, 1U, 1000U, 1001U}) TRY(write_table(folder, many_rows(count)));
  for (std::size_t i = 0; i < kTables; ++i) TRY(write_table(folder, random_table(i)));
  return {};
}

}  // namespace
}  // namespace papert

int main(int count, char** words) {
  if (count != 3) return 2;
  const auto written = papert::write_tables(words[1], words[2]);
  if (written) return 0;
  std::fprintf(stderr, "%s\n", written.error().to_string().c_str());
  return 1;
}
