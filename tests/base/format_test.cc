#include "base/format.h"

#include <gtest/gtest.h>

#include "base/version.h"

namespace papert {
namespace {

TEST(Format, StandsBeforeTheOtherFields) {
  EXPECT_EQ(with_format(R"({"id":"a"})"), R"({"format":1,"id":"a"})");
  EXPECT_EQ(with_format("{}"), R"({"format":1})");
}

TEST(Format, ALaterOneIsRefusedByItsNumber) {
  for (const char* text : {"{}", R"({"format": 1})", R"({"format": null})", "[2]"}) {
    EXPECT_TRUE(refuse_later_format(*parse_json(text), "tasks.jsonl:1")) << text;
  }
  const auto later = refuse_later_format(*parse_json(R"({"format": 2})"), "run.json");
  ASSERT_FALSE(later);
  const std::string words = "run.json: written by a newer Papert (format 2; this one, " +
                            std::string(version()) + ", reads up to 1): use ";
  EXPECT_EQ(later.error().to_string(), words + "a later version");
  const auto named =
      refuse_later_format(*parse_json(R"({"format": 2, "papert": "0.9.0"})"), "run.json");
  ASSERT_FALSE(named);
  EXPECT_EQ(named.error().to_string(), words + "version 0.9.0 or a later one");
  EXPECT_FALSE(refuse_later_format(*parse_json(R"({"format": "new"})"), "x"));
}

}  // namespace
}  // namespace papert
