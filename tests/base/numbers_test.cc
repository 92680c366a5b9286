#include "base/numbers.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace papert {
namespace {

TEST(ParseNumber, TheWholeTextIsTheNumber) {
  EXPECT_EQ(parse_number<int>("-12"), -12);
  EXPECT_EQ(parse_number<std::size_t>("7"), 7U);
  EXPECT_EQ(parse_number<double>("1e2"), 100.0);
  for (const char* text : {"", " 1", "1 ", "+1", "1x", "0x1", "99999999999999999999", "1.5"}) {
    EXPECT_EQ(parse_number<std::int64_t>(text), std::nullopt) << text;
  }
  EXPECT_EQ(parse_number<std::size_t>("-1"), std::nullopt);
  EXPECT_EQ(parse_number<double>("1e999"), std::nullopt);
}

}  // namespace
}  // namespace papert
