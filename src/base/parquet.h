// Parquet files, written row by row: tables with nested columns, as readers of columns like them.
//
//     ParquetWriter writer = TRY(ParquetWriter::open("train.parquet", {
//         {"id", ParquetKind::kInt64},
//         {"tags", ParquetKind::kList, {{"", ParquetKind::kText}}}}, {}));
//     TRY(writer.add({{"id", 1}, {"tags", {"red", "round"}}}));
//     TRY(writer.finish());
//
// A row is an object. A column that it does not name, or that is null, has no value there: every
// column, struct, list and element may be without one. Memory holds one group of rows. The same
// rows give the same bytes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace papert {

/// Bytes are given as a JSON string that need not be UTF-8, and are not compressed: what is stored
/// so (pictures) has been compressed before.
enum class ParquetKind { kBool, kInt64, kDouble, kText, kBytes, kStruct, kList };

struct ParquetColumn {
  std::string name;
  ParquetKind kind = ParquetKind::kText;
  std::vector<ParquetColumn> children;  // of a struct; of a list one, whose name is not used
};

struct ParquetOptions {
  std::string created_by;
  std::vector<std::pair<std::string, std::string>> metadata;  // keys and values of the footer
  std::size_t group_rows = 1000;                              // a group ends at either limit
  std::size_t group_bytes = std::size_t{32} << 20;
};

inline constexpr std::size_t kMaxParquetRowBytes = std::size_t{1} << 30;
inline constexpr std::size_t kMaxParquetDepth = 32;  // of structs and lists in each other

class ParquetWriter {
 public:
  /// Replaces the file. kUsage for a table without columns, a struct or list without the children
  /// it needs, names that are empty or occur twice, or more than kMaxParquetDepth.
  [[nodiscard]] static Result<ParquetWriter> open(const std::filesystem::path& path,
                                                  std::vector<ParquetColumn> columns,
                                                  ParquetOptions options);
  ~ParquetWriter();
  ParquetWriter(ParquetWriter&& other) noexcept;
  ParquetWriter& operator=(ParquetWriter&& other) noexcept;

  /// kBadData, naming the column, for a value of another kind, a key that is not a column, or text
  /// that is not UTF-8; kLimit past kMaxParquetRowBytes. The row is then left out.
  [[nodiscard]] Result<void> add(const Json& row);

  /// Writes what is left and the footer, without which nobody can read the file.
  [[nodiscard]] Result<void> finish();

 private:
  struct Table;
  explicit ParquetWriter(std::unique_ptr<Table> table);

  std::unique_ptr<Table> table_;
};

}  // namespace papert
