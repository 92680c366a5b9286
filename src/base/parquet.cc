// A table of nested rows is stored as one plain column for each leaf of its schema (Melnik et al.,
// "Dremel", 2010). Beside the values of a leaf stand two small numbers for each entry. The
// definition level says how many of the nodes above, and the leaf, are there: with every node
// optional, an entry that has the highest level has a value, and a lower level tells which node is
// missing. The repetition level says which list the entry goes on: 0 begins a row.
//
//     {"a": [[1, 2], []]}, {"a": null}     values 1 2
//                                          repetition 0 2 1 0, definition 5 5 3 0
//
// The file: "PAR1"; for every group of rows and every leaf one page (a header, the levels, the
// values); the footer, which says where all of that is; its length; "PAR1". Headers and footer are
// structs in Thrift's compact protocol. Levels are runs: count and value. A page is compressed as a
// whole.
//
// A list of x is three nodes, as the format's rules on nested types have it: the list, a repeated
// group "list", and the element. Old and new names of annotations are both written, as Arrow does.

#include "base/parquet.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <set>
#include <string_view>

#include "base/file.h"
#include "base/text.h"

namespace papert {
namespace {

constexpr std::string_view kMark = "PAR1";
constexpr int kZstdLevel = 3;
constexpr std::size_t kBytesPerValue = 16;  // what an entry takes beside its text, about

// The numbers of the format.
enum class Physical { kBoolean = 0, kInt64 = 2, kDouble = 5, kByteArray = 6 };
enum class Repetition { kOptional = 1, kRepeated = 2 };
enum class Converted { kUtf8 = 0, kList = 3 };
enum class Logical { kString = 1, kList = 3 };
enum class Codec { kUncompressed = 0, kZstd = 6 };
enum class Encoding { kPlain = 0, kRle = 3 };
constexpr int kDataPage = 0;
constexpr int kVersion = 1;

/// Appends structs in Thrift's compact protocol. A field is written as its distance from the one
/// before, so fields come in the order of their numbers.
class Thrift {
 public:
  enum Type : unsigned { kI32 = 5, kI64 = 6, kBinary = 8, kList = 9, kStruct = 12 };

  void number(int id, std::int64_t value, Type type = kI32) {
    field(id, type);
    zigzag(value);
  }
  void text(int id, std::string_view value) {
    field(id, kBinary);
    bare_text(value);
  }
  void list(int id, Type of, std::size_t size) {
    field(id, kList);
    if (size < 15) {
      byte(static_cast<unsigned>(size) << 4 | of);
    } else {
      byte(0xF0U | of);
      varint(size);
    }
  }
  /// Elements of a list have no field.
  void bare_text(std::string_view value) {
    varint(value.size());
    bytes_.append(value);
  }
  void bare_number(std::int64_t value) { zigzag(value); }
  void begin(int id) {
    field(id, kStruct);
    begin();
  }
  void begin() { last_.push_back(0); }
  void end() {
    byte(0);
    last_.pop_back();
  }

  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  void byte(unsigned value) { bytes_.push_back(static_cast<char>(value)); }
  void varint(std::uint64_t value) {
    for (; value > 0x7F; value >>= 7) byte(static_cast<unsigned>(value & 0x7F) | 0x80U);
    byte(static_cast<unsigned>(value));
  }
  void zigzag(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    varint(value < 0 ? ~(bits << 1) : bits << 1);
  }
  void field(int id, Type type) {
    byte(static_cast<unsigned>(id - last_.back()) << 4 | type);  // all our distances are below 16
    last_.back() = id;
  }

  std::string bytes_;
  std::vector<int> last_;  // the number of the last field, of each open struct
};

template <class Number>
void append_little_endian(Number number, std::string& out) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    out.push_back(static_cast<char>(number >> (8 * i) & 0xFF));
  }
}

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

/// What one leaf has in the current group.
struct Leaf {
  std::vector<std::string> path;
  ParquetKind kind = ParquetKind::kText;
  unsigned max_definition = 0;
  unsigned max_repetition = 0;

  std::vector<std::uint8_t> definition;
  std::vector<std::uint8_t> repetition;
  std::string values;
  std::size_t bits = 0;  // of a column of booleans, eight of which share a byte

  void append(const Json& value);
  [[nodiscard]] std::string page() const;
  void clear() {
    definition.clear();
    repetition.clear();
    values.clear();
    bits = 0;
  }
};

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

/// A column, struct, list or element with its place among the levels and leaves.
struct Node {
  ParquetColumn column;  // its children are moved to `children`
  std::vector<Node> children;
  unsigned repetition = 0;  // of a further element of this list
  std::size_t first_leaf = 0;
  std::size_t leaves = 0;  // at or below it
};

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

bool has_children(ParquetKind kind) {
  return kind == ParquetKind::kStruct || kind == ParquetKind::kList;
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

/// Where a node stands: what the nodes above it come to.
struct Place {
  std::vector<std::string> path;
  unsigned definition = 0;
  unsigned repetition = 0;
};

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

/// The schema as a list of nodes, each before its children.
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

const Json* find_member(const Json& object, const std::string& name) {
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

/// About how many bytes the values take; an error where they do not fit their columns.
Result<std::size_t> check_value(const Node& node, const Json& value);

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

/// A page with its header, ready for the file, and what the footer says about it.
struct Chunk {
  std::string bytes;
  std::size_t entries = 0;
  std::size_t plain_size = 0;  // header and page, not compressed
};

Result<std::string> compressed(const std::string& bytes, const std::string& name) {
  std::string packed(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size =
      ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), kZstdLevel);
  if (ZSTD_isError(size) != 0) {
    return fail(ErrorCode::kInternal, fmt::format("zstd: {}", ZSTD_getErrorName(size)), name);
  }
  packed.resize(size);
  return packed;
}

Result<Chunk> make_chunk(const Leaf& leaf, const std::string& name) {
  std::string page = leaf.page();
  const std::size_t plain = page.size();
  if (codec_of(leaf.kind) == Codec::kZstd) page = TRY(compressed(page, name));
  Thrift header;
  header.begin();
  header.number(1, kDataPage);
  header.number(2, static_cast<std::int64_t>(plain));
  header.number(3, static_cast<std::int64_t>(page.size()));
  header.begin(5);
  header.number(1, static_cast<std::int64_t>(leaf.definition.size()));
  header.number(2, static_cast<int>(Encoding::kPlain));
  header.number(3, static_cast<int>(Encoding::kRle));
  header.number(4, static_cast<int>(Encoding::kRle));
  header.end();
  header.end();
  return Chunk{header.bytes() + page, leaf.definition.size(), header.bytes().size() + plain};
}

/// Where a column of a group lies in the file.
struct ChunkPlace {
  std::size_t offset = 0;
  std::size_t size = 0;
  std::size_t plain_size = 0;
  std::size_t entries = 0;
};

struct Group {
  std::size_t rows = 0;
  std::vector<ChunkPlace> chunks;  // one for each leaf
};

void write_chunk(const Leaf& leaf, const ChunkPlace& place, Thrift& out) {
  const auto i64 = [&](int id, std::size_t value) {
    out.number(id, static_cast<std::int64_t>(value), Thrift::kI64);
  };
  out.begin();
  i64(2, place.offset);
  out.begin(3);
  out.number(1, static_cast<int>(physical_type(leaf.kind)));
  out.list(2, Thrift::kI32, 2);
  out.bare_number(static_cast<int>(Encoding::kPlain));
  out.bare_number(static_cast<int>(Encoding::kRle));
  out.list(3, Thrift::kBinary, leaf.path.size());
  for (const std::string& name : leaf.path) out.bare_text(name);
  out.number(4, static_cast<int>(codec_of(leaf.kind)));
  i64(5, place.entries);
  i64(6, place.plain_size);
  i64(7, place.size);
  i64(9, place.offset);
  out.end();
  out.end();
}

void write_group(const std::vector<Leaf>& leaves, const Group& group, Thrift& out) {
  std::size_t plain_size = 0;
  std::size_t size = 0;
  out.begin();
  out.list(1, Thrift::kStruct, leaves.size());
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    write_chunk(leaves[i], group.chunks[i], out);
    plain_size += group.chunks[i].plain_size;
    size += group.chunks[i].size;
  }
  out.number(2, static_cast<std::int64_t>(plain_size), Thrift::kI64);
  out.number(3, static_cast<std::int64_t>(group.rows), Thrift::kI64);
  out.number(5, static_cast<std::int64_t>(group.chunks.front().offset), Thrift::kI64);
  out.number(6, static_cast<std::int64_t>(size), Thrift::kI64);
  out.end();
}

}  // namespace

struct ParquetWriter::Table {
  ParquetOptions options;
  std::string name;
  FileDescriptor file;
  std::vector<Node> nodes;
  std::vector<Leaf> leaves;
  std::vector<Group> groups;
  std::size_t written = 0;  // bytes of the file
  std::size_t rows = 0;     // of the current group
  std::size_t bytes = 0;

  /// An entry without a value for every leaf at or below a node.
  void leave_out(const Node& node, unsigned repetition, unsigned definition) {
    for (std::size_t i = node.first_leaf; i < node.first_leaf + node.leaves; ++i) {
      leaves[i].repetition.push_back(static_cast<std::uint8_t>(repetition));
      leaves[i].definition.push_back(static_cast<std::uint8_t>(definition));
    }
  }

  /// Takes a value apart. `definition`: how many nodes above it are there.
  void store(const Node& node, const Json* value, unsigned repetition, unsigned definition) {
    if (value == nullptr || value->is_null()) return leave_out(node, repetition, definition);
    if (node.column.kind == ParquetKind::kStruct) {
      for (const Node& child : node.children) {
        store(child, find_member(*value, child.column.name), repetition, definition + 1);
      }
    } else if (node.column.kind == ParquetKind::kList) {
      if (value->empty()) return leave_out(node, repetition, definition + 1);
      for (const Json& element : *value) {
        store(node.children.front(), &element, repetition, definition + 2);
        repetition = node.repetition;
      }
    } else {
      leave_out(node, repetition, definition + 1);
      leaves[node.first_leaf].append(*value);
    }
  }

  Result<void> append(std::string_view text) {
    TRY(write_all(file.get(), text, name));
    written += text.size();
    return {};
  }

  Result<void> end_group() {
    if (rows == 0) return {};
    Group group;
    group.rows = rows;
    group.chunks.reserve(leaves.size());
    for (Leaf& leaf : leaves) {
      const Chunk chunk = TRY(make_chunk(leaf, name));
      group.chunks.push_back({written, chunk.bytes.size(), chunk.plain_size, chunk.entries});
      TRY(append(chunk.bytes));
      leaf.clear();
    }
    groups.push_back(std::move(group));
    rows = 0;
    bytes = 0;
    return {};
  }

  [[nodiscard]] std::string footer() const;
};

std::string ParquetWriter::Table::footer() const {
  Thrift out;
  std::size_t elements = 1;
  std::size_t all_rows = 0;
  for (const Node& node : nodes) elements += count_elements(node);
  for (const Group& group : groups) all_rows += group.rows;
  out.begin();
  out.number(1, kVersion);
  out.list(2, Thrift::kStruct, elements);
  out.begin();
  out.text(4, "schema");
  out.number(5, static_cast<std::int64_t>(nodes.size()));
  out.end();
  for (const Node& node : nodes) write_schema(node, out);
  out.number(3, static_cast<std::int64_t>(all_rows), Thrift::kI64);
  out.list(4, Thrift::kStruct, groups.size());
  for (const Group& group : groups) write_group(leaves, group, out);
  if (!options.metadata.empty()) {
    out.list(5, Thrift::kStruct, options.metadata.size());
    for (const auto& [key, value] : options.metadata) {
      out.begin();
      out.text(1, key);
      out.text(2, value);
      out.end();
    }
  }
  if (!options.created_by.empty()) out.text(6, options.created_by);
  out.end();
  return out.bytes();
}

ParquetWriter::ParquetWriter(std::unique_ptr<Table> table) : table_(std::move(table)) {}
ParquetWriter::~ParquetWriter() = default;
ParquetWriter::ParquetWriter(ParquetWriter&& other) noexcept = default;
ParquetWriter& ParquetWriter::operator=(ParquetWriter&& other) noexcept = default;

Result<ParquetWriter> ParquetWriter::open(const std::filesystem::path& path,
                                          std::vector<ParquetColumn> columns,
                                          ParquetOptions options) {
  if (columns.empty()) return fail(ErrorCode::kUsage, "a table needs a column", path.string());
  TRY(check_columns(columns, 1));
  auto table = std::make_unique<Table>();
  table->options = std::move(options);
  table->name = path.string();
  table->nodes.reserve(columns.size());
  for (ParquetColumn& column : columns) {
    table->nodes.push_back(build(std::move(column), Place{}, table->leaves));
  }
  table->file = TRY(open_file(path, O_WRONLY | O_CREAT | O_TRUNC));
  TRY(table->append(kMark));
  return ParquetWriter(std::move(table));
}

Result<void> ParquetWriter::add(const Json& row) {
  if (!row.is_object()) return fail(ErrorCode::kBadData, "a row is an object", table_->name);
  const std::size_t bytes = TRY(check_members(table_->nodes, row));
  if (bytes > kMaxParquetRowBytes) {
    return fail(ErrorCode::kLimit, fmt::format("a row has more than {} bytes", kMaxParquetRowBytes),
                table_->name);
  }
  for (const Node& node : table_->nodes) {
    table_->store(node, find_member(row, node.column.name), 0, 0);
  }
  ++table_->rows;
  table_->bytes += bytes;
  if (table_->rows < table_->options.group_rows && table_->bytes < table_->options.group_bytes) {
    return {};
  }
  return table_->end_group();
}

Result<void> ParquetWriter::finish() {
  TRY(table_->end_group());
  std::string end = table_->footer();
  append_little_endian(static_cast<std::uint32_t>(end.size()), end);
  end += kMark;
  TRY(table_->append(end));
  table_->file.reset();
  return {};
}

}  // namespace papert
