#include "report/describe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "suite/registry.h"

namespace papert::report {
namespace {

using testing::HasSubstr;

/// Three tasks, two of them equal.
class FakeTasks : public suite::TaskSet {
 public:
  explicit FakeTasks(bool synthesised = false) : synthesised_(synthesised) {}
  [[nodiscard]] std::size_t size() const override { return 3; }
  [[nodiscard]] std::string id(std::size_t index) const override {
    return "t" + std::to_string(index);
  }
  [[nodiscard]] suite::Task task(std::size_t index) const override {
    suite::Task task{"t" + std::to_string(index), index == 2 ? "t0" : "", {{"tier", "easy"}}};
    if (index == 1) task.tags = {{"tier", "hard"}, {"skill", "lines"}, {"skill", "fills"}};
    if (index == 1 && synthesised_) {
      task.base = "elsewhere";
      task.tags.push_back({"synthesised", "hard"});
    }
    return task;
  }
  [[nodiscard]] Result<suite::Prompt> prompt(std::size_t index,
                                             std::string_view prompt_template) const override {
    if (prompt_template == "{{program}}") return fail(ErrorCode::kUsage, "no such placeholder");
    return suite::Prompt{index == 1 ? "one\ntwo" : "one", {}};
  }
  [[nodiscard]] reply::Answer read(std::string_view, reply::Extraction) const override {
    return {};
  }
  [[nodiscard]] suite::Judged judge(std::size_t, const reply::Answer&) const override { return {}; }
  [[nodiscard]] std::string reference(std::size_t index) const override {
    return std::string(10 * (index + 1), 'x');
  }
  [[nodiscard]] std::vector<suite::Picture> pictures(std::size_t,
                                                     const suite::Judged&) const override {
    return {};
  }
  [[nodiscard]] std::string data_hash() const override { return "h"; }
  [[nodiscard]] std::span<const Error> problems() const override { return problems_; }
  [[nodiscard]] std::span<const std::string> notes() const override { return notes_; }

 private:
  bool synthesised_;  // one of them
  std::vector<Error> problems_{{ErrorCode::kBadData, "not a task", "f:3"}};
  std::vector<std::string> notes_{"a key was guessed"};
};

TEST(Describe, CountsTagsLengthsDuplicatesAndProblems) {
  const auto suite = suite::find_suite("shapecode");
  const auto sheets = describe(**suite, FakeTasks(),
                               {.prompt_template = "{{x}}", .by = {{"tier", "skill"}, {"tier"}}});
  ASSERT_TRUE(sheets) << sheets.error().to_string();
  const std::string text = write_sheets(*sheets, Format::kText);
  for (const char* expected :
       {"shapecode tasks                              3\n",
        "changed versions of others                   1\n", "fills      1  33.3 %\n",
        "easy      2  66.7 %\nhard      1  33.3 %\n", "hard  fills      1\n      lines      1\n",
        "prompt, characters          3     3       3     6     7     4\n",
        "reference, characters      10    12      20    28    30    20\n",
        "prompt and pictures          2                 1               1  t0 = t2\n",
        "problem  f:3: not a task\n", "note     a key was guessed\n"}) {
    EXPECT_THAT(text, HasSubstr(expected));
  }
  EXPECT_THAT(
      describe(**suite, FakeTasks(), {.prompt_template = "", .by = {{"colour"}}}).error().message,
      HasSubstr("there are: skill, tier"));
}

TEST(Describe, WhatWasSynthesisedIsNoChangedVersion) {
  const auto suite = suite::find_suite("shapecode");
  const auto sheets = describe(**suite, FakeTasks(true), {.prompt_template = "{{x}}", .by = {}});
  ASSERT_TRUE(sheets) << sheets.error().to_string();
  const std::string text = write_sheets(*sheets, Format::kText);
  EXPECT_THAT(text, HasSubstr("changed versions of others                   1\n"));
  EXPECT_THAT(text, HasSubstr("synthesised from others                      1\n"));
}

}  // namespace
}  // namespace papert::report
