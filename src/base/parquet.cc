// The file: "PAR1"; for every group of rows and every leaf one page (a header, the levels, the
// values); the footer, which says where all of that is; its length; "PAR1". Headers and footer are
// structs in Thrift's compact protocol. Levels are runs: count and value. A page is compressed as a
// whole.
// base/parquet_schema.h says how rows become the columns that are stored.

#include "base/parquet.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "base/file.h"
#include "base/parquet_format.h"
#include "base/parquet_schema.h"

namespace papert {
namespace {

using parquet::append_little_endian;
using parquet::Codec;
using parquet::Encoding;
using parquet::Leaf;
using parquet::Node;
using parquet::Place;
using parquet::Thrift;

constexpr std::string_view kMark = "PAR1";
constexpr int kZstdLevel = 3;

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
  if (parquet::codec_of(leaf.kind) == Codec::kZstd) page = TRY(compressed(page, name));
  Thrift header;
  header.begin();
  header.number(1, parquet::kDataPage);
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
  out.number(1, static_cast<int>(parquet::physical_type(leaf.kind)));
  out.list(2, Thrift::kI32, 2);
  out.bare_number(static_cast<int>(Encoding::kPlain));
  out.bare_number(static_cast<int>(Encoding::kRle));
  out.list(3, Thrift::kBinary, leaf.path.size());
  for (const std::string& name : leaf.path) out.bare_text(name);
  out.number(4, static_cast<int>(parquet::codec_of(leaf.kind)));
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
        store(child, parquet::find_member(*value, child.column.name), repetition, definition + 1);
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
  for (const Node& node : nodes) elements += parquet::count_elements(node);
  for (const Group& group : groups) all_rows += group.rows;
  out.begin();
  out.number(1, parquet::kVersion);
  out.list(2, Thrift::kStruct, elements);
  out.begin();
  out.text(4, "schema");
  out.number(5, static_cast<std::int64_t>(nodes.size()));
  out.end();
  for (const Node& node : nodes) parquet::write_schema(node, out);
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
  TRY(parquet::check_columns(columns, 1));
  auto table = std::make_unique<Table>();
  table->options = std::move(options);
  table->name = path.string();
  table->nodes.reserve(columns.size());
  for (ParquetColumn& column : columns) {
    table->nodes.push_back(parquet::build(std::move(column), Place{}, table->leaves));
  }
  table->file = TRY(open_file(path, O_WRONLY | O_CREAT | O_TRUNC));
  TRY(table->append(kMark));
  return ParquetWriter(std::move(table));
}

Result<void> ParquetWriter::add(const Json& row) {
  if (!row.is_object()) return fail(ErrorCode::kBadData, "a row is an object", table_->name);
  const std::size_t bytes = TRY(parquet::check_members(table_->nodes, row));
  if (bytes > kMaxParquetRowBytes) {
    return fail(ErrorCode::kLimit, fmt::format("a row has more than {} bytes", kMaxParquetRowBytes),
                table_->name);
  }
  for (const Node& node : table_->nodes) {
    table_->store(node, parquet::find_member(row, node.column.name), 0, 0);
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
