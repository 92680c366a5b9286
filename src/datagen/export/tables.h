// What the formats that are Parquet tables have in common: a table for each split, columns of chat
// turns and of pictures, and a footer from which Hugging Face's datasets know what a column is.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/parquet.h"
#include "datagen/export/format.h"

namespace papert::datagen {

/// A list of {role, content}.
[[nodiscard]] ParquetColumn turns_column(std::string name);

/// A list of {bytes, path}: pictures, as datasets store them.
[[nodiscard]] ParquetColumn pictures_column(std::string name);

/// The cell of such a column.
[[nodiscard]] Json picture_cells(const std::vector<ExportPicture>& pictures);

/// {"info": {"features": {...}}}, the value of the footer's key "huggingface".
[[nodiscard]] std::string hugging_face_features(const std::vector<ParquetColumn>& columns);

/// train.parquet and, where there is one, validation.parquet.
class SplitTables {
 public:
  [[nodiscard]] static Result<SplitTables> create(const std::filesystem::path& folder,
                                                  const std::vector<ParquetColumn>& columns,
                                                  const ExportPlan& plan);
  [[nodiscard]] Result<void> add(std::string_view split, const Json& row);
  [[nodiscard]] Result<void> finish();

 private:
  explicit SplitTables(ParquetWriter train) : train_(std::move(train)) {}

  ParquetWriter train_;
  std::optional<ParquetWriter> validation_;
};

}  // namespace papert::datagen
