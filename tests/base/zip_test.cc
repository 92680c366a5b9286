#include "base/zip.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/zip_archives.h"

namespace papert {
namespace {

using testing::HasSubstr;

std::string read_first(const std::string& bytes, const ZipLimits& limits = {}) {
  const auto archive = ZipArchive::open(bytes, "a.zip", limits);
  if (!archive) return archive.error().to_string();
  const auto text = archive->read(archive->members().front());
  return text ? *text : text.error().to_string();
}

TEST(Zip, ReadsStoredMembersInTheirOrder) {
  const std::string bytes = test::stored_zip({{"b.json", "{\"x\": 1}"}, {"a.json", ""}});
  const auto archive = ZipArchive::open(bytes, "a.zip");
  ASSERT_TRUE(archive) << archive.error().to_string();
  ASSERT_EQ(archive->members().size(), 2U);
  EXPECT_EQ(archive->members()[0].name, "b.json");
  EXPECT_EQ(archive->read(archive->members()[0]).value(), "{\"x\": 1}");
  EXPECT_EQ(archive->read(archive->members()[1]).value(), "");
  EXPECT_EQ(read_first(bytes + "a comment behind the end"), "{\"x\": 1}");
}

TEST(Zip, ReadsWhatPythonDeflatedAndWhatZstdPacked) {
  EXPECT_EQ(read_first(test::kDeflatedZip), test::kPackedText);
  EXPECT_EQ(read_first(test::kZstdZip), test::kPackedText);
}

TEST(Zip, RefusesWhatIsDamagedByName) {
  const std::string good = test::stored_zip({{"a.json", "twelve bytes"}});
  EXPECT_THAT(read_first("not an archive"), HasSubstr("a.zip: it is not a zip archive"));
  EXPECT_THAT(read_first(good.substr(0, good.size() - 30)), HasSubstr("it is not a zip archive"));
  std::string changed = good;
  changed[good.find("twelve")] = 'T';
  EXPECT_EQ(read_first(changed), "a.zip:a.json: its bytes are damaged");
  std::string encrypted = good;
  encrypted[good.find("PK\1\2") + 8] = 1;
  EXPECT_EQ(read_first(encrypted), "a.zip:a.json: it is encrypted");
  std::string unknown = good;
  unknown[good.find("PK\1\2") + 10] = 14;
  EXPECT_THAT(read_first(unknown), HasSubstr("not read (method 14"));
}

TEST(Zip, LimitsHold) {
  const std::string bytes = test::stored_zip({{"a", "123"}, {"b", "4"}});
  EXPECT_EQ(read_first(bytes, {.members = 2, .member_bytes = 3}), "123");
  EXPECT_THAT(read_first(bytes, {.member_bytes = 2}), HasSubstr("at most 2 are read"));
  EXPECT_THAT(read_first(bytes, {.members = 1}), HasSubstr("has 2 members; at most 1"));
}

}  // namespace
}  // namespace papert
