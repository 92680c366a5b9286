#include "base/nearest.h"

#include <gtest/gtest.h>

#include <array>

namespace papert {
namespace {

constexpr std::array<std::string_view, 5> kVerbs{"eval", "score", "mint", "mock", "report"};

TEST(Nearest, OneSlipOfEachKind) {
  EXPECT_EQ(nearest("evall", kVerbs), "eval") << "inserted";
  EXPECT_EQ(nearest("evl", kVerbs), "eval") << "deleted";
  EXPECT_EQ(nearest("repart", kVerbs), "report") << "replaced";
  EXPECT_EQ(nearest("scroe", kVerbs), "score") << "swapped";
}

TEST(Nearest, AtMostAThirdOfTheWord) {
  EXPECT_EQ(nearest("reporrrt", kVerbs), "report") << "8 letters, 2 slips";
  EXPECT_EQ(nearest("rexxrt", kVerbs), "report") << "6 letters, 2 slips";
  EXPECT_EQ(nearest("dance", kVerbs), std::nullopt);
  EXPECT_EQ(nearest("xint", kVerbs), "mint");
  EXPECT_EQ(nearest("xxnt", kVerbs), std::nullopt) << "4 letters, 2 slips";
  EXPECT_EQ(nearest("", kVerbs), std::nullopt);
}

TEST(Nearest, TiesGoToTheFirst) {
  constexpr std::array<std::string_view, 2> known{"cat", "bat"};
  EXPECT_EQ(nearest("hat", known), "cat");
}

}  // namespace
}  // namespace papert
