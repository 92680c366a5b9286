#include "base/parquet_schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace papert::parquet {
namespace {

constexpr std::size_t kBytesPerValue = 16;  // what an entry takes beside its text, about

/// Appends levels as runs, behind their length; nothing where there is only one level.
void append_levels(const std::vector<std::uint8_t>& levels, unsigned highest, std::string& out) {
  if (highest == 0) return;
  std::string runs;
  for (std::size_t begin = 0; begin < levels.size();) {
    std::size_t end = begin + 1;
    while (end < levels.size() && levels[end] == levels[begin]) ++end;
    std::uint64_t header = (end - begin) << 1;
    for (; header > 0x7F; header >>= 7) runs.push_back(static_cast<char>((header & 0x7F) | 0x80));
    runs.push_back(static_cast<char>(header));
    runs.push_back(static_cast<char>(levels[begin]));
    begin = end;
  }
  append_little_endian(static_cast<std::uint32_t>(runs.size()), out);
  out += runs;
}

bool has_children(ParquetKind kind) {
  return kind == ParquetKind::kStruct || kind == ParquetKind::kList;
}

const char* expected_words(ParquetKind kind) {
  switch (kind) {
    case ParquetKind::kBool:
      return "true or false";
    case ParquetKind::kInt64:
      return "a whole number of 64 bits";
    case ParquetKind::kDouble:
      return "a number";
    case ParquetKind::kStruct:
      return "an object";
    case ParquetKind::kList:
      return "a list";
    default:
      return "a text";
  }
}

bool is_of_kind(ParquetKind kind, const Json& value) {
  constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  switch (kind) {
    case ParquetKind::kBool:
      return value.is_boolean();
    case ParquetKind::kInt64:
      return value.is_number_integer() &&
             (!value.is_number_unsigned() || value.get<std::uint64_t>() <= kLargest);
    case ParquetKind::kDouble:
      return value.is_number();
    case ParquetKind::kStruct:
      return value.is_object();
    case ParquetKind::kList:
      return value.is_array();
    default:
      return value.is_string();
  }
}

[[nodiscard]] Result<std::size_t> check_value(const Node& node, const Json& value);

}  // namespace

void Leaf::append(const Json& value) {
  switch (kind) {
    case ParquetKind::kBool:
      if (bits % 8 == 0) values.push_back('\0');
      if (value.get<bool>()) {
        values.back() =
            static_cast<char>(static_cast<unsigned char>(values.back()) | (1U << (bits % 8)));
      }
      ++bits;
      break;
    case ParquetKind::kInt64:
      append_little_endian(static_cast<std::uint64_t>(value.get<std::int64_t>()), values);
      break;
    case ParquetKind::kDouble:
      append_little_endian(std::bit_cast<std::uint64_t>(value.get<double>()), values);
      break;
    default: {
      const auto& text = value.get_ref<const std::string&>();
      append_little_endian(static_cast<std::uint32_t>(text.size()), values);
      values += text;
    }
  }
}

std::string Leaf::page() const {
  std::string bytes;
  append_levels(repetition, max_repetition, bytes);
  append_levels(definition, max_definition, bytes);
  bytes += values;
  return bytes;
}

Physical physical_type(ParquetKind kind) {
  switch (kind) {
    case ParquetKind::kBool:
      return Physical::kBoolean;
    case ParquetKind::kInt64:
      return Physical::kInt64;
    case ParquetKind::kDouble:
      return Physical::kDouble;
    default:
      return Physical::kByteArray;
  }
}

Codec codec_of(ParquetKind kind) {
  return kind == ParquetKind::kBytes ? Codec::kUncompressed : Codec::kZstd;
}

Result<void> check_columns(const std::vector<ParquetColumn>& columns, std::size_t depth) {
  if (columns.empty()) return {};
  if (depth > kMaxParquetDepth) {
    return fail(ErrorCode::kUsage,
                fmt::format("columns nest deeper than {} levels", kMaxParquetDepth));
  }
  std::set<std::string_view> names;
  for (const ParquetColumn& column : columns) {
    const bool list = column.kind == ParquetKind::kList;
    if (column.name.empty() || !names.insert(column.name).second) {
      return fail(ErrorCode::kUsage, "a column has an empty name or that of another", column.name);
    }
    if (list ? column.children.size() != 1 : has_children(column.kind) == column.children.empty()) {
      return fail(ErrorCode::kUsage, "the column has not the children its kind needs", column.name);
    }
    std::vector<ParquetColumn> children = column.children;
    if (list) children.front().name = "element";
    TRY(check_columns(children, depth + 1));
  }
  return {};
}

Node build(ParquetColumn column, const Place& above, std::vector<Leaf>& leaves) {
  Node node;
  Place place = above;
  place.path.push_back(column.name);
  ++place.definition;
  node.first_leaf = leaves.size();
  std::vector<ParquetColumn> below = std::exchange(column.children, {});
  if (column.kind == ParquetKind::kList) {
    place.path.emplace_back("list");
    ++place.definition;
    node.repetition = ++place.repetition;
    below.front().name = "element";
  }
  node.children.reserve(below.size());
  for (ParquetColumn& child : below) {
    node.children.push_back(build(std::move(child), place, leaves));
  }
  if (!has_children(column.kind)) {
    Leaf leaf;
    leaf.path = place.path;
    leaf.kind = column.kind;
    leaf.max_definition = place.definition;
    leaf.max_repetition = place.repetition;
    leaves.push_back(std::move(leaf));
  }
  node.leaves = leaves.size() - node.first_leaf;
  node.column = std::move(column);
  return node;
}

std::size_t count_elements(const Node& node) {
  std::size_t count = node.column.kind == ParquetKind::kList ? 2 : 1;
  for (const Node& child : node.children) count += count_elements(child);
  return count;
}

void write_schema(const Node& node, Thrift& out) {
  const ParquetKind kind = node.column.kind;
  out.begin();
  if (!has_children(kind)) out.number(1, static_cast<int>(physical_type(kind)));
  out.number(3, static_cast<int>(Repetition::kOptional));
  out.text(4, node.column.name);
  if (has_children(kind)) out.number(5, static_cast<std::int64_t>(node.children.size()));
  if (kind == ParquetKind::kText || kind == ParquetKind::kList) {
    const bool list = kind == ParquetKind::kList;
    out.number(6, static_cast<int>(list ? Converted::kList : Converted::kUtf8));
    out.begin(10);
    out.begin(static_cast<int>(list ? Logical::kList : Logical::kString));
    out.end();
    out.end();
  }
  out.end();
  if (kind == ParquetKind::kList) {
    out.begin();
    out.number(3, static_cast<int>(Repetition::kRepeated));
    out.text(4, "list");
    out.number(5, 1);
    out.end();
  }
  for (const Node& child : node.children) write_schema(child, out);
}

const Json* find_member(const Json& object, const std::string& name) {
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

Result<std::size_t> check_members(const std::vector<Node>& nodes, const Json& object) {
  std::size_t bytes = 0;
  std::size_t known = 0;
  for (const Node& node : nodes) {
    const Json* value = find_member(object, node.column.name);
    if (value == nullptr) continue;
    ++known;
    bytes += TRY(check_value(node, *value));
  }
  if (known == object.size()) return bytes;
  for (const auto& [key, value] : object.items()) {
    const bool there = std::any_of(nodes.begin(), nodes.end(),
                                   [&](const Node& node) { return node.column.name == key; });
    if (!there) return fail(ErrorCode::kBadData, "there is no column '" + key + "'");
  }
  return bytes;
}

namespace {

Result<std::size_t> check_value(const Node& node, const Json& value) {
  if (value.is_null()) return kBytesPerValue;
  const ParquetKind kind = node.column.kind;
  const std::string& name = node.column.name;
  if (!is_of_kind(kind, value)) {
    return fail(ErrorCode::kBadData, fmt::format("column '{}' holds {}, not {} like this", name,
                                                 expected_words(kind), value.type_name()));
  }
  if (kind == ParquetKind::kStruct) return check_members(node.children, value);
  std::size_t bytes = kBytesPerValue;
  if (kind == ParquetKind::kList) {
    for (const Json& element : value) bytes += TRY(check_value(node.children.front(), element));
  }
  if (!value.is_string()) return bytes;
  const auto& text = value.get_ref<const std::string&>();
  if (kind == ParquetKind::kText && !is_valid_utf8(text)) {
    return fail(ErrorCode::kBadData, "the text of column '" + name + "' is not UTF-8");
  }
  return bytes + text.size();
}

}  // namespace

}  // namespace papert::parquet
