#include "suite/prompt_template.h"

#include <gtest/gtest.h>

namespace papert::suite {
namespace {

TEST(PromptTemplate, FillsEveryPlaceholder) {
  const auto text = fill_template("{{a}} and {{ b }}, {{a}} {x}", {{"a", "1"}, {"b", "2"}});
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, "1 and 2, 1 {x}");
}

TEST(PromptTemplate, ValuesAreNotTemplates) {
  EXPECT_EQ(*fill_template("{{a}}", {{"a", "{{b}}"}}), "{{b}}");
}

TEST(PromptTemplate, UnknownOrUnclosedPlaceholderIsNamed) {
  for (const char* text : {"x {{nope}} y", "x {{nope"}) {
    const auto filled = fill_template(text, {{"size", "512"}});
    ASSERT_FALSE(filled) << text;
    EXPECT_NE(filled.error().message.find("nope"), std::string::npos);
    EXPECT_NE(filled.error().message.find("{{size}}"), std::string::npos);
  }
}

}  // namespace
}  // namespace papert::suite
