// The solver that draws: minted questions on seeds that nothing was tuned on, cases by hand for
// each kind of picture, and what it says where it has no answer.
#include "solve/sgp/sgp_solver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "data/sgp/mint.h"
#include "mint/question/fresh.h"
#include "mint/svg/image.h"
#include "raster/png.h"
#include "solve/sgp/prompt.h"
#include "suite/registry.h"
#include "suite/sgp/prompt.h"

namespace papert::solve::sgp {
namespace {

using mint::Question;
using testing::HasSubstr;

/// What it replies to the words of the prompt alone: no task, no picture.
std::string reply_to(const Question& question) {
  const auto prompt = suite::sgp::make_prompt(question, suite::sgp::default_template());
  return solve_question({.text = prompt.value()}).value().reply;
}

std::string ask(std::string program, std::string text, std::vector<std::string> options) {
  Question question;
  question.program = std::move(program);
  question.language =
      question.program.starts_with("<svg") ? mint::Language::kSvg : mint::Language::kCad3d;
  question.text = std::move(text);
  question.options = std::move(options);
  return reply_to(question);
}

/// Two red squares of which a blue disc hides one, and a green bar that is only defined.
constexpr const char* kScene =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 200\">"
    "<defs><rect id=\"bar\" width=\"90\" height=\"20\" fill=\"#43a047\"/></defs>"
    "<rect x=\"20\" y=\"20\" width=\"50\" height=\"50\" fill=\"#e53935\"/>"
    "<rect x=\"120\" y=\"120\" width=\"20\" height=\"20\" fill=\"#e53935\"/>"
    "<circle cx=\"130\" cy=\"130\" r=\"40\" fill=\"#1e88e5\"/></svg>";

TEST(SgpSolver, SeesWhatIsDrawnNotWhatIsSaid) {
  EXPECT_EQ(ask(kScene, "How many red parts can be seen in the picture?", {"0", "1", "2", "3"}),
            "Answer: B");
  EXPECT_EQ(ask(kScene, "What is the shape of the blue part?",
                {"A star", "A square", "A circle", "A triangle"}),
            "Answer: C");
  EXPECT_EQ(ask(kScene, "In which quarter of the picture is the red square?",
                {"Bottom left", "Top right", "Bottom right", "Top left"}),
            "Answer: D");
}

TEST(SgpSolver, GuessesTheCommonestColorWhereOptionsAreColors) {
  const std::string text = "What is the main color of the flag?";
  EXPECT_EQ(ask(kScene, text, {"Red", "Green", "Blue", "White"}), "Answer: C");
  EXPECT_EQ(ask(kScene, text, {"Red", "Green", "Yellow", "Pink"}), "Answer: A");
  EXPECT_THAT(ask(kScene, text, {"Gold", "Green", "Blue", "Red"}), HasSubstr("no answer"));
  EXPECT_THAT(ask(kScene, text, {"Green", "Pink", "White", "Gray"}), HasSubstr("no answer"));
}

TEST(SgpSolver, SaysWhereItHasNoAnswer) {
  EXPECT_THAT(ask(kScene, "Why is it red?", {"Love", "War", "Heat", "Luck"}),
              HasSubstr("not known to decide"));
  EXPECT_THAT(ask("<svg><rect", "How many parts can be seen in the picture?", {"0", "1", "2", "3"}),
              HasSubstr("cannot be drawn"));
  EXPECT_EQ(ask(kScene, "How many red parts can be seen in the picture?", {"2", "3", "4", "5"}),
            "There is no answer here: what the picture shows (1) is not among the options.");
  EXPECT_THAT(ask(kScene, "Which digit is it?", {}), HasSubstr("without options"));
  EXPECT_THAT(ask("SOL; Line:(1,", "How many steps?", {"1", "2", "3", "4"}),
              HasSubstr("cannot be drawn"));
}

TEST(SgpSolver, WhatIsNoAnswerIsReadAsNone) {
  const auto suite = suite::find_suite("sgp").value();
  const auto tasks = suite->mint({.seed = 12, .count = 1}).value();
  for (const char* why : {"Why is it red?", "Which digit is it?"}) {
    const std::string reply = ask(kScene, why, {"Love", "War", "Heat", "Luck"});
    const auto answer = suite::read_answer(*tasks, reply, reply::Extraction::kLenient);
    EXPECT_EQ(tasks->judge(0, answer).score.verdict, suite::Verdict::kNoAnswer) << reply;
  }
}

TEST(SgpSolver, APictureAloneAsksNothing) {
  const std::vector<std::string> images{raster::encode_png(raster::Image(8, 8))};
  const auto refused = solve_question({.images = images});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kUsage);
  EXPECT_THAT(refused.error().message, HasSubstr("--id"));
}

TEST(SgpSolver, ReadsThePictureWhereThePromptShowsNoProgram) {
  Question question;
  question.text = "How many red parts can be seen in the picture?";
  question.options = {"0", "1", "2", "3"};
  const auto input = suite::sgp::Input::kPicture;
  const auto prompt =
      suite::sgp::make_prompt(question, suite::sgp::default_template(input), input).value();
  const auto picture = mint::svg::svg_image(lang::svg::parse(kScene).value(), 512).value();
  const std::vector<std::string> images{raster::encode_png(picture)};
  const auto solution = solve_question({.text = prompt, .images = images, .with_stages = true});
  EXPECT_EQ(solution.value().reply, "Answer: B");
  ASSERT_EQ(solution->stages.size(), 2U);
  EXPECT_EQ(solution->stages.front().picture, picture);
}

std::vector<std::string> missed(const std::vector<Question>& questions) {
  std::vector<std::string> lines;
  for (const Question& question : questions) {
    const std::string reply = reply_to(question);
    if (reply == "Answer: " + question.answer) continue;
    lines.push_back(question.id + " " + question.category + ": " + question.text + " " + reply);
  }
  return lines;
}

TEST(SgpSolver, AnswersEveryMintedQuestion) {
  suite::MintOptions options;
  options.seed = 740'000;
  options.count = 36;
  const auto questions =
      data::sgp::mint_questions(options, data::sgp::Family::kAny, {.jobs = 2}).value();
  ASSERT_GT(questions.size(), 50U);
  EXPECT_THAT(missed(questions), testing::IsEmpty());
}

TEST(SgpSolver, MeasuresIllusions) {
  for (std::int64_t seed = 740'000; seed < 740'008; ++seed) {
    EXPECT_THAT(missed(mint::mint_illusions(seed, "fresh")), testing::IsEmpty());
  }
}

}  // namespace
}  // namespace papert::solve::sgp
