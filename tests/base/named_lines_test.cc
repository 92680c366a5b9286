#include "base/named_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/digest.h"
#include "base/sha256.h"
#include "support/temp_folder.h"

namespace papert {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(NamedLines, AreFoundInTheirFileAlsoWhenAnotherTakesItsPlace) {
  const test::TempFolder folder;
  ASSERT_TRUE(write_file(folder / "lines", "second\nfirst\nagain\n"));
  auto lines = NamedLines::of(folder / "lines");
  ASSERT_TRUE(lines);
  ASSERT_TRUE(lines->note("b", 0, 6));
  ASSERT_TRUE(lines->note("a", 7, 5, false));
  ASSERT_TRUE(lines->note("b", 13, 5));
  EXPECT_FALSE(lines->sorted());
  EXPECT_THAT(lines->sort(NamedLines::Twice::kFirst), ElementsAre("b"));
  ASSERT_TRUE(write_file(folder / "lines", "others\n"));
  ASSERT_EQ(lines->size(), 2U);
  EXPECT_EQ(lines->name(0), "a");
  EXPECT_EQ(lines->line(0).value(), "first");
  EXPECT_EQ(lines->line(lines->find("b").value()).value(), "second");
  EXPECT_FALSE(lines->find("c"));
  EXPECT_FALSE(lines->wanted(0));
  lines->drop_unwanted();
  ASSERT_EQ(lines->size(), 1U);
  EXPECT_EQ(lines->name(0), "b");
  EXPECT_FALSE(NamedLines::of(folder / "none"));
}

TEST(NamedLines, OfSeveralTheLastCountsWhereThatIsAskedFor) {
  NamedLines lines;
  ASSERT_TRUE(lines.append("a", "one"));
  ASSERT_TRUE(lines.append("a", "two"));
  EXPECT_THAT(lines.sort(NamedLines::Twice::kLast), ElementsAre("a"));
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines.line(0).value(), "two");
}

TEST(NamedLines, ThatAreAppendedGoToAFileWhenTheyAreMany) {
  NamedLines lines;
  const std::string long_text(100'000, 'x');
  constexpr std::size_t kCount = 400;  // 40 MB, more than are held
  for (std::size_t i = 0; i < kCount; ++i) {
    ASSERT_TRUE(lines.append(std::to_string(1000 + i), std::to_string(i) + long_text));
  }
  EXPECT_THAT(lines.sort(NamedLines::Twice::kFirst), IsEmpty());
  for (std::size_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(lines.line(i).value(), std::to_string(i) + long_text);
  }
}

TEST(NamedLines, AShorterFileAndAPlaceOutOfReachAreErrors) {
  const test::TempFolder folder;
  ASSERT_TRUE(write_file(folder / "lines", "abc\n"));
  auto lines = NamedLines::of(folder / "lines");
  ASSERT_TRUE(lines);
  ASSERT_TRUE(lines->note("a", 2, 10));
  EXPECT_EQ(lines->line(0).error().code, ErrorCode::kIo);
  EXPECT_TRUE(lines->note("b", 0, (std::size_t{1} << 23) - 1));
  EXPECT_EQ(lines->note("c", 0, std::size_t{1} << 23).error().code, ErrorCode::kLimit);
  EXPECT_EQ(lines->note("c", std::size_t{1} << 40, 1).error().code, ErrorCode::kLimit);
}

TEST(Digest, IsTheHexTextInHalfTheBytes) {
  const std::string hex = sha256_hex("abc");
  const auto digest = digest_from_hex(hex);
  ASSERT_TRUE(digest);
  EXPECT_EQ((*digest)[0], 0xba);
  EXPECT_EQ(to_hex(*digest), hex);
  EXPECT_FALSE(digest_from_hex(hex.substr(1)));
  EXPECT_FALSE(digest_from_hex("X" + hex.substr(1)));
}

}  // namespace
}  // namespace papert
