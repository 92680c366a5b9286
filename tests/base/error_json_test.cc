#include "base/error_json.h"

#include <gtest/gtest.h>

#include "base/json.h"

namespace papert {
namespace {

TEST(ErrorJson, NamesCodeMessageAndPlace) {
  const auto json = parse_json(error_json(Error{ErrorCode::kBadData, "not \"that\"", "items[3]"}));
  ASSERT_TRUE(json);
  EXPECT_EQ((*json)["error"]["code"], Json("bad_data"));
  EXPECT_EQ((*json)["error"]["message"], Json("not \"that\""));
  EXPECT_EQ((*json)["error"]["where"], Json("items[3]"));
  EXPECT_EQ(error_json("busy", "later"),
            R"({"error":{"code":"busy","message":"later","where":""}})");
}

TEST(ErrorJson, DepthCountsBracketsOutsideOfStrings) {
  EXPECT_EQ(json_depth(""), 0);
  EXPECT_EQ(json_depth("1"), 0);
  EXPECT_EQ(json_depth("[[],[{}]]"), 3);
  EXPECT_EQ(json_depth(R"({"[[[[":"]\"[[["})"), 1);
  EXPECT_EQ(json_depth("]]][["), 0);  // not JSON; it is only looked at
  EXPECT_EQ(json_depth("\"\\"), 0);
  EXPECT_EQ(json_depth(std::string(100000, '[')), 100000);
}

}  // namespace
}  // namespace papert
