#include "score/feature_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/temp_folder.h"

namespace papert::score {
namespace {

namespace fs = std::filesystem;

std::vector<float> record_of(float first) { return {first, first + 0.5F, -first}; }

void write_records(const fs::path& path, int begin, int end) {
  auto writer = FeatureWriter::open(path, 3);
  ASSERT_TRUE(writer) << writer.error().to_string();
  for (int i = begin; i < end; ++i) {
    ASSERT_TRUE(writer->append(record_of(static_cast<float>(i))));
  }
  ASSERT_TRUE(writer->finish());
}

TEST(FeatureFile, GoesOnBehindTheLastWholeRecordWhereverItWasTorn) {
  const test::TempFolder folder;
  const fs::path path = folder.path() / "features.f32";
  write_records(path, 0, 4);
  const fs::path whole = folder.path() / "whole.f32";
  fs::copy_file(path, whole);
  for (std::uintmax_t bytes = 0; bytes <= 48; ++bytes) {
    fs::copy_file(whole, path, fs::copy_options::overwrite_existing);
    fs::resize_file(path, bytes);
    auto writer = FeatureWriter::open(path, 3);
    ASSERT_TRUE(writer);
    EXPECT_EQ(writer->size(), bytes / 12);
    EXPECT_EQ(fs::file_size(path), bytes / 12 * 12);
    for (std::size_t i = writer->size(); i < 4; ++i) {
      ASSERT_TRUE(writer->append(record_of(static_cast<float>(i))));
    }
    ASSERT_TRUE(writer->finish());
    FeatureRecords records(3);
    ASSERT_TRUE(records.add(path));
    ASSERT_EQ(records.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(std::vector<float>(records[i].begin(), records[i].end()),
                record_of(static_cast<float>(i)));
    }
  }
}

TEST(FeatureFile, SeveralFilesAreOneListAndPagesThatWereGivenBackAreReadAgain) {
  const test::TempFolder folder;
  write_records(folder.path() / "a", 0, 2);
  write_records(folder.path() / "none", 0, 0);
  write_records(folder.path() / "b", 2, 5);
  FeatureRecords records(3);
  for (const char* name : {"a", "none", "b"}) ASSERT_TRUE(records.add(folder.path() / name));
  ASSERT_EQ(records.size(), 5U);
  records.release();
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(records[i][0], static_cast<float>(i));
  EXPECT_EQ(records.name_of(3), (folder.path() / "b").string() + ", record 1");
}

TEST(FeatureFile, WhatIsNotWholeRecordsIsNotRead) {
  const test::TempFolder folder;
  std::ofstream(folder.path() / "torn") << "12345678901234";
  FeatureRecords records(3);
  const auto added = records.add(folder.path() / "torn");
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().code, ErrorCode::kBadData);
  EXPECT_EQ(added.error().message, "14 bytes are not whole records of 3 numbers");
  EXPECT_EQ(records.add(folder.path() / "missing").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace papert::score
