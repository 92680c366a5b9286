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

TEST(PromptTemplate, TheNearestPlaceholderIsNamed) {
  const auto filled = fill_template("{{taks}}", {{"world", "w"}, {"task", "t"}});
  ASSERT_FALSE(filled);
  EXPECT_EQ(filled.error().message,
            "unknown placeholder 'taks'; did you mean {{task}}? This suite has {{world}} {{task}}");
}

TEST(PromptTemplate, ATemplateMustDifferFromTaskToTask) {
  EXPECT_TRUE(check_template_varies("Do {{ task }}.", {"world", "task"}));
  for (const char* same : {"Solve it", "", "{{examples}} {task} {{", "{{tasks}}"}) {
    const auto checked = check_template_varies(same, {"world", "task"});
    ASSERT_FALSE(checked) << same;
    EXPECT_EQ(checked.error().message,
              "every task would get the same prompt; put at least one of these into the text: "
              "{{world}} {{task}}");
  }
}

}  // namespace
}  // namespace papert::suite
