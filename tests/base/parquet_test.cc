#include "base/parquet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/process.h"
#include "support/temp_folder.h"

namespace papert {
namespace {

using testing::HasSubstr;

const std::vector<ParquetColumn> kColumns = {
    {"id", ParquetKind::kInt64, {}},
    {"picture", ParquetKind::kBytes, {}},
    {"turns",
     ParquetKind::kList,
     {{"", ParquetKind::kStruct, {{"role", ParquetKind::kText, {}}}}}}};

class Parquet : public testing::Test {
 protected:
  Result<void> write(const std::vector<ParquetColumn>& columns, const std::vector<Json>& rows,
                     const ParquetOptions& options = {}) {
    ParquetWriter writer = TRY(ParquetWriter::open(folder_ / "t.parquet", columns, options));
    for (const Json& row : rows) TRY(writer.add(row));
    return writer.finish();
  }
  Error error_of(const Json& row) {
    const auto written = write(kColumns, {row});
    return written ? Error{ErrorCode::kInternal, "nothing was wrong", ""} : written.error();
  }
  Error schema_error(const std::vector<ParquetColumn>& columns) {
    const auto written = write(columns, {});
    return written ? Error{ErrorCode::kInternal, "nothing was wrong", ""} : written.error();
  }
  std::string bytes() { return test::slurp(folder_ / "t.parquet"); }

  test::TempFolder folder_;
};

TEST_F(Parquet, TheExampleOfTheTheoryHasTheLevelsItNames) {
  const ParquetColumn nested{
      "a", ParquetKind::kList, {{"", ParquetKind::kList, {{"", ParquetKind::kBytes, {}}}}}};
  ASSERT_TRUE(write({nested}, {{{"a", {{"1", "2"}, Json::array()}}}, {{"a", nullptr}}}));
  // The page is not compressed: repetition 0 2 1 0, definition 5 5 3 0, each as runs of (2 * count,
  // level) behind a length of 32 bits; then the values behind their lengths.
  const std::string levels{8, 0, 0, 0, 2, 0, 2, 2, 2, 1, 2, 0, 6, 0, 0, 0, 4, 5, 2, 3, 2, 0};
  const std::string values{1, 0, 0, 0, '1', 1, 0, 0, 0, '2'};
  EXPECT_THAT(bytes(), HasSubstr(levels + values));
}

TEST_F(Parquet, BeginsAndEndsWithItsMarkAndKeepsItsMetadata) {
  ParquetOptions options;
  options.created_by = "somebody version 1";
  options.metadata = {{"key", "a value"}};
  ASSERT_TRUE(write(kColumns, {{{"id", 1}}}, options));
  EXPECT_TRUE(bytes().starts_with("PAR1"));
  EXPECT_TRUE(bytes().ends_with("PAR1"));
  EXPECT_THAT(bytes(), HasSubstr("somebody version 1"));
  EXPECT_THAT(bytes(), HasSubstr("a value"));
}

TEST_F(Parquet, SameRowsGiveTheSameBytesAndReplaceTheFile) {
  const std::vector<Json> rows(2500, {{"id", 7}, {"turns", {{{"role", "user"}}}}});
  ASSERT_TRUE(write(kColumns, rows));
  const std::string first = bytes();
  ASSERT_TRUE(write(kColumns, rows));
  EXPECT_EQ(bytes(), first);
  ASSERT_TRUE(write(kColumns, {}));
  EXPECT_LT(bytes().size(), 500U);
}

TEST_F(Parquet, AGroupEndsAtEitherLimit) {
  const auto pages = [&](std::size_t rows, std::size_t limit) {
    ParquetOptions options;
    options.group_rows = rows;
    options.group_bytes = limit;
    const Json row{{"picture", std::string(100, 'x')}};
    EXPECT_TRUE(write({{"picture", ParquetKind::kBytes, {}}}, std::vector<Json>(10, row), options));
    std::size_t count = 0;  // the footer names the column once for every group, and in the schema
    for (std::size_t at = 0; (at = bytes().find("picture", at)) != std::string::npos; ++at) ++count;
    return count - 1;
  };
  EXPECT_EQ(pages(1000, 1 << 20), 1U);
  EXPECT_EQ(pages(5, 1 << 20), 2U);
  EXPECT_EQ(pages(3, 1 << 20), 4U);
  EXPECT_EQ(pages(1000, 200), 5U);
  EXPECT_EQ(pages(1000, 1), 10U);
}

TEST_F(Parquet, RefusesWhatDoesNotFitAColumnAndNamesIt) {
  EXPECT_THAT(error_of({{"id", "x"}}).message, HasSubstr("column 'id' holds a whole number"));
  EXPECT_THAT(error_of({{"id", 1.5}}).message, HasSubstr("column 'id'"));
  EXPECT_THAT(error_of({{"id", 0x8000000000000000U}}).message, HasSubstr("column 'id'"));
  EXPECT_THAT(error_of({{"turns", {{{"role", "\xff"}}}}}).message,
              HasSubstr("the text of column 'role' is not UTF-8"));
  EXPECT_THAT(error_of({{"turns", {{{"rule", "a"}}}}}).message, HasSubstr("no column 'rule'"));
  EXPECT_THAT(error_of({{"ID", 1}}).message, HasSubstr("no column 'ID'"));
  EXPECT_EQ(error_of(Json::array()).code, ErrorCode::kBadData);
}

TEST_F(Parquet, ARowThatWasRefusedLeavesNothingBehind) {
  ASSERT_TRUE(write(kColumns, {{{"id", 1}}, {{"id", 2}}}));
  const std::string expected = bytes();
  auto writer = ParquetWriter::open(folder_ / "t.parquet", kColumns, {});
  ASSERT_TRUE(writer);
  EXPECT_TRUE(writer->add({{"id", 1}}));
  EXPECT_FALSE(writer->add({{"id", 3}, {"turns", 5}}));
  EXPECT_TRUE(writer->add({{"id", 2}}));
  ASSERT_TRUE(writer->finish());
  EXPECT_EQ(bytes(), expected);
}

TEST_F(Parquet, RefusesSchemasThatReadersCouldNotUse) {
  EXPECT_EQ(schema_error({}).code, ErrorCode::kUsage);
  EXPECT_EQ(schema_error({{"", ParquetKind::kText, {}}}).code, ErrorCode::kUsage);
  EXPECT_EQ(schema_error({{"a", ParquetKind::kText, {}}, {"a", ParquetKind::kBool, {}}}).code,
            ErrorCode::kUsage);
  EXPECT_EQ(schema_error({{"a", ParquetKind::kStruct, {}}}).code, ErrorCode::kUsage);
  EXPECT_EQ(schema_error({{"a", ParquetKind::kList, {}}}).code, ErrorCode::kUsage);
  EXPECT_EQ(schema_error({{"a", ParquetKind::kText, {{"b", ParquetKind::kText, {}}}}}).code,
            ErrorCode::kUsage);
  const auto nested = [](std::size_t depth) {
    ParquetColumn column{"a", ParquetKind::kText, {}};
    for (std::size_t i = 1; i < depth; ++i) column = {"a", ParquetKind::kList, {column}};
    return std::vector<ParquetColumn>{column};
  };
  EXPECT_TRUE(write(nested(kMaxParquetDepth), {}));
  EXPECT_EQ(schema_error(nested(kMaxParquetDepth + 1)).code, ErrorCode::kUsage);
}

TEST_F(Parquet, AFileThatCannotBeWrittenIsReported) {
  const auto writer = ParquetWriter::open(folder_ / "none" / "t.parquet", kColumns, {});
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace papert
