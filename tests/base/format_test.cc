#include "base/format.h"

#include <gtest/gtest.h>

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
  const auto later = refuse_later_format(*parse_json(R"({"format": 2})"), "tasks.jsonl:1");
  ASSERT_FALSE(later);
  EXPECT_EQ(later.error().to_string(),
            "tasks.jsonl:1: written by a newer Papert (format 2; this one reads up to 1)");
  EXPECT_FALSE(refuse_later_format(*parse_json(R"({"format": "new"})"), "x"));
}

}  // namespace
}  // namespace papert
