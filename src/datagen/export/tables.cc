#include "datagen/export/tables.h"

#include <fmt/format.h>

#include "base/version.h"

namespace papert::datagen {
namespace {

bool is_picture(const ParquetColumn& column) {
  return column.kind == ParquetKind::kStruct && column.children.size() == 2 &&
         column.children.front().kind == ParquetKind::kBytes;
}

/// How datasets write the type of a column. A list is a list of its type, since "Sequence" of a
/// struct means a struct of lists there; but for pictures, where older and newer versions agree on
/// Sequence alone.
Json feature_of(const ParquetColumn& column) {
  const auto value = [](const char* type) { return Json{{"dtype", type}, {"_type", "Value"}}; };
  switch (column.kind) {
    case ParquetKind::kBool:
      return value("bool");
    case ParquetKind::kInt64:
      return value("int64");
    case ParquetKind::kDouble:
      return value("float64");
    case ParquetKind::kText:
      return value("string");
    case ParquetKind::kBytes:
      return value("binary");
    case ParquetKind::kList: {
      const ParquetColumn& element = column.children.front();
      if (element.kind == ParquetKind::kStruct && !is_picture(element)) {
        return Json::array({feature_of(element)});
      }
      return Json{{"feature", feature_of(element)}, {"_type", "Sequence"}};
    }
    default:
      break;
  }
  if (is_picture(column)) return Json{{"_type", "Image"}};
  Json features = Json::object();
  for (const ParquetColumn& child : column.children) features[child.name] = feature_of(child);
  return features;
}

}  // namespace

ParquetColumn turns_column(std::string name) {
  using enum ParquetKind;
  const ParquetColumn turn{"", kStruct, {{"role", kText, {}}, {"content", kText, {}}}};
  return {std::move(name), kList, {turn}};
}

ParquetColumn pictures_column(std::string name) {
  using enum ParquetKind;
  const ParquetColumn picture{"", kStruct, {{"bytes", kBytes, {}}, {"path", kText, {}}}};
  return {std::move(name), kList, {picture}};
}

Json picture_cells(const std::vector<ExportPicture>& pictures) {
  Json cells = Json::array();
  for (const ExportPicture& picture : pictures) {
    cells.push_back({{"bytes", picture.bytes}, {"path", picture.name}});
  }
  return cells;
}

std::string hugging_face_features(const std::vector<ParquetColumn>& columns) {
  Json features = Json::object();
  for (const ParquetColumn& column : columns) features[column.name] = feature_of(column);
  return dump_json({{"info", {{"features", features}}}});
}

Result<SplitTables> SplitTables::create(const std::filesystem::path& folder,
                                        const std::vector<ParquetColumn>& columns,
                                        const ExportPlan& plan) {
  ParquetOptions options;
  options.created_by = fmt::format("papert version {}", version());
  options.metadata = {{"huggingface", hugging_face_features(columns)}};
  ParquetWriter train = TRY(ParquetWriter::open(folder / "train.parquet", columns, options));
  SplitTables tables(std::move(train));
  if (plan.validation) {
    tables.validation_ = TRY(ParquetWriter::open(folder / "validation.parquet", columns, options));
  }
  return tables;
}

Result<void> SplitTables::add(std::string_view split, const Json& row) {
  return split == "validation" && validation_ ? validation_->add(row) : train_.add(row);
}

Result<void> SplitTables::finish() {
  TRY(train_.finish());
  return validation_ ? validation_->finish() : Result<void>();
}

}  // namespace papert::datagen
