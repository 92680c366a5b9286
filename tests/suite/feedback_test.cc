// What a model is told about an answer that was not right, and what it must never be told.
#include "suite/feedback.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "suite/registry.h"

namespace papert::suite {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Judged judge(const TaskSet& tasks, const std::string& reply) {
  return tasks.judge(0, read_answer(tasks, reply, Extraction::kLenient));
}

TEST(Feedback, ShapesAreCountedByPixels) {
  const auto suite = find_suite("shapecode").value();
  const auto tasks = suite->mint({.seed = 1, .count = 1}).value();
  const Judged wrong = judge(*tasks, "circle(cx=256, cy=256, radius=4, stroke=3)");
  const std::string told = explain_to_model(*tasks, 0, wrong);
  EXPECT_THAT(told, StartsWith("Your answer is not right: "));
  EXPECT_THAT(told, Not(HasSubstr(tasks->reference(0))));
  const auto prompt = follow_up(*tasks, 0, wrong, default_turn_prompt(), true);
  ASSERT_TRUE(prompt);
  EXPECT_EQ(prompt->images.size(), 1U);
  EXPECT_NE(prompt->images, tasks->prompt(0, suite->default_prompt({}))->images);
  const auto blind = follow_up(*tasks, 0, wrong, default_turn_prompt(), false);
  EXPECT_TRUE(blind->images.empty());
  EXPECT_THAT(blind->text, Not(HasSubstr("picture")));
}

TEST(Feedback, AnInvalidProgramIsToldWhere) {
  const auto suite = find_suite("shapecode").value();
  const auto tasks = suite->mint({.seed = 1, .count = 1}).value();
  const Judged invalid = judge(*tasks, "```\ncircle(cx=256, cy=256, radius=4, stroke=oops)\n```");
  ASSERT_EQ(invalid.score.verdict, Verdict::kInvalid);
  EXPECT_THAT(explain_to_model(*tasks, 0, invalid),
              StartsWith("Your program is not valid (line 1"));
}

TEST(Feedback, AQuestionOnlyLearnsThatItsAnswerIsNotRight) {
  const auto suite = find_suite("sgp").value();
  const auto tasks = suite->mint({.seed = 3, .count = 2}).value();
  const Judged right = judge(*tasks, tasks->reference(0));
  ASSERT_TRUE(right.score.right());
  for (const char letter : {'A', 'B', 'C', 'D'}) {
    const Judged judged = judge(*tasks, std::string("Answer: ") + letter);
    if (judged.score.right()) continue;
    EXPECT_EQ(explain_to_model(*tasks, 0, judged), "Your answer is not right.") << letter;
    const auto prompt = follow_up(*tasks, 0, judged, default_turn_prompt(), true);
    EXPECT_TRUE(prompt->images.empty());
  }
}

TEST(Feedback, ARefusalAndACutOffHaveTheirOwnWords) {
  const auto suite = find_suite("shapecode").value();
  const auto tasks = suite->mint({.seed = 1, .count = 1}).value();
  Judged judged;
  judged.score.verdict = Verdict::kTruncated;
  EXPECT_THAT(explain_to_model(*tasks, 0, judged), HasSubstr("cut off"));
  judged.score.verdict = Verdict::kRefused;
  EXPECT_THAT(explain_to_model(*tasks, 0, judged), HasSubstr("refusal"));
}

TEST(Feedback, ATemplateThatCannotBeFilledIsRefused) {
  EXPECT_TRUE(check_turn_prompt("Again."));
  EXPECT_TRUE(check_turn_prompt(default_turn_prompt()));
  const auto refused = check_turn_prompt("{{reference}}");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kUsage);
}

}  // namespace
}  // namespace papert::suite
