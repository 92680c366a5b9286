// What is shown of a question: the program, its picture, both, or the picture of which the reply
// must write a program first.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/sgp/load.h"
#include "mint/question/fresh.h"
#include "raster/png.h"
#include "run/config.h"
#include "suite/registry.h"
#include "suite/sgp/modes.h"
#include "suite/sgp/prompt.h"
#include "suite/sgp/tasks.h"
#include "support/process.h"

namespace papert::suite::sgp {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kProgram =
    R"(<svg viewBox="0 0 100 100"><rect x="10" y="10" width="50" height="50" fill="red"/></svg>)";

mint::Question sample() {
  return {.id = "a",
          .program = kProgram,
          .text = "What color is it?",
          .options = {"Red", "Blue", "Green", "Black"},
          .answer = "B"};
}

QuestionSet tasks_with(Input input, mint::Question question = sample()) {
  data::sgp::StoredQuestions stored;
  stored.questions.push_back(std::move(question));
  return {std::move(stored), "hash", input};
}

Score scored(const QuestionSet& tasks, const std::string& reply) {
  return tasks.score(0, suite::read_answer(tasks, reply, reply::Extraction::kLenient));
}

double metric(const Score& score, std::string_view name) {
  for (const Metric& each : score.metrics) {
    if (each.name == name) return each.value.value_or(-1);
  }
  return -2;
}

TEST(SgpInput, TheDefaultIsTheProgramAndLeavesRunsAsTheyWere) {
  const auto suite = suite::find_suite("sgp").value();
  EXPECT_TRUE(suite::resolve_modes(*suite, {})->empty());
  EXPECT_TRUE(suite::resolve_modes(*suite, {{"input", "program"}, {"family", "any"}})->empty());
  EXPECT_EQ(suite::resolve_modes(*suite, {{"input", "both"}})->at("input"), "both");
  EXPECT_FALSE(suite::resolve_modes(*suite, {{"input", "sound"}}));
  run::RunConfig config;
  config.suite = "sgp";
  const std::string before = config.id();  // of a run from before there were modes
  config.modes = *suite::resolve_modes(*suite, {{"input", "program"}});
  EXPECT_EQ(config.id(), before);
  config.modes = *suite::resolve_modes(*suite, {{"input", "picture"}});
  EXPECT_NE(config.id(), before);
  EXPECT_EQ(suite->default_prompt({}), default_template());
  const QuestionSet tasks = tasks_with(Input::kProgram);
  const auto prompt = tasks.prompt(0, suite->default_prompt({}));
  EXPECT_EQ(prompt->text, *make_prompt(sample(), default_template()));
  EXPECT_TRUE(prompt->images.empty());
  const Score score = scored(tasks, "Answer: B");
  EXPECT_EQ(score.metrics.size(), 2U);
  EXPECT_FALSE(score.detail.contains("drawing"));
}

TEST(SgpInput, PicturesAreShown) {
  for (const Input input : {Input::kPicture, Input::kBoth, Input::kIndirect}) {
    const QuestionSet tasks = tasks_with(input);
    const auto prompt = tasks.prompt(0, default_template(input));
    ASSERT_TRUE(prompt) << prompt.error().to_string();
    ASSERT_EQ(prompt->images.size(), 1U);
    const auto image = raster::decode_png(prompt->images[0]);
    ASSERT_TRUE(image);
    EXPECT_EQ(image->width(), 512);
    EXPECT_EQ(image->row(150)[3 * 150], 255);
    EXPECT_EQ(image->row(150)[3 * 150 + 1], 0) << "the red square";
    EXPECT_THAT(prompt->text, AllOf(HasSubstr("Question: What color is it?"), HasSubstr("B) Blue"),
                                    HasSubstr("(A, B, C or D)"), HasSubstr("\nAnswer: X")));
    EXPECT_EQ(prompt->text.find("<rect") != std::string::npos, input == Input::kBoth);
    EXPECT_EQ(prompt->text.find("labelled svg") != std::string::npos, input == Input::kIndirect);
    EXPECT_THAT(prompt->text, Not(HasSubstr("{{")));
  }
}

TEST(SgpInput, WhereThePictureIsAskedTheProgramIsNotShown) {
  const QuestionSet tasks = tasks_with(Input::kPicture);
  const auto prompt = tasks.prompt(0, "{{program}} {{question}}");
  ASSERT_FALSE(prompt);
  EXPECT_THAT(prompt.error().to_string(), HasSubstr("unknown placeholder 'program'"));
  EXPECT_TRUE(tasks.prompt(0, "Look!")) << "the picture differs from question to question";
  mint::Question broken = sample();
  broken.program = "<svg viewBox='0 0 9 9'><path d='M0,0 L nonsense'/></svg>";
  const auto failed =
      tasks_with(Input::kPicture, broken).prompt(0, default_template(Input::kPicture));
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().to_string(), HasSubstr("picture cannot be painted"));
}

TEST(SgpInput, SolidsComeWithAWordOnTheirViews) {
  mint::Question solid = sample();
  solid.language = mint::Language::kCad3d;
  EXPECT_THAT(*make_prompt(solid, default_template(Input::kPicture), Input::kPicture),
              AllOf(HasSubstr("one solid four times"), Not(HasSubstr("SOL starts"))));
  EXPECT_THAT(*make_prompt(solid, default_template(Input::kBoth), Input::kBoth),
              AllOf(HasSubstr("one solid four times"), HasSubstr("SOL starts")));
  solid.options.clear();
  EXPECT_THAT(*make_prompt(solid, default_template(Input::kPicture), Input::kPicture),
              AllOf(HasSubstr("parts of the picture"), Not(HasSubstr("option"))));
}

TEST(SgpIndirect, SimilarityStandsBesideTheAnswer) {
  const QuestionSet tasks = tasks_with(Input::kIndirect);
  const auto reply = [](const std::string& program, const std::string& answer) {
    return "```svg\n" + program + "\n```\n\nAnswer: " + answer;
  };
  const Score copy = scored(tasks, reply(kProgram, "B"));
  EXPECT_EQ(copy.verdict, Verdict::kRight);
  EXPECT_EQ(metric(copy, "accuracy"), 1);
  EXPECT_EQ(metric(copy, "strict"), 1);
  EXPECT_EQ(metric(copy, "similarity"), 1);
  EXPECT_EQ(metric(copy, "drawn"), 1);
  EXPECT_EQ(copy.detail["drawing"], "drawn");
  // Half of it, by another way of drawing.
  const Score half = scored(
      tasks,
      reply("<svg viewBox='0 0 200 200'><path d='M20,20h50v100h-50z' fill='#f00'/></svg>", "A"));
  EXPECT_EQ(half.verdict, Verdict::kWrong);
  EXPECT_NEAR(metric(half, "similarity"), 0.5, 0.01);
  const Score other = scored(tasks, reply("<svg viewBox='0 0 9 9'/>", "B"));
  EXPECT_EQ(other.verdict, Verdict::kRight) << "the drawing never changes the verdict";
  EXPECT_EQ(metric(other, "similarity"), 0);
  EXPECT_EQ(metric(other, "drawn"), 1);
}

TEST(SgpIndirect, TextIsLeftOutOfBothPictures) {
  const std::string rect = "<rect x='10' y='10' width='50' height='50' fill='red'/>";
  const std::string sign = "<g><text x='5' y='90'>A long <tspan>text</tspan></text></g>";
  const std::string huge = "<text font-size='90000'>O</text>";
  const auto svg = [](const std::string& inside) {
    return "<svg viewBox='0 0 100 100'>" + inside + "</svg>";
  };
  mint::Question question = sample();
  question.program = svg(rect + sign);
  const QuestionSet tasks = tasks_with(Input::kIndirect, question);
  for (const std::string& inside : {rect, rect + sign, rect + huge, sign + huge + rect}) {
    EXPECT_EQ(metric(scored(tasks, svg(inside) + "\nAnswer: B"), "similarity"), 1) << inside;
  }
}

TEST(SgpIndirect, WithoutADrawingTheStateSaysWhy) {
  const QuestionSet tasks = tasks_with(Input::kIndirect);
  const auto expect = [&](const std::string& reply, const std::string& state, bool told) {
    const Score score = scored(tasks, reply);
    EXPECT_EQ(score.verdict, Verdict::kRight) << reply;
    EXPECT_EQ(metric(score, "similarity"), 0) << reply;
    EXPECT_EQ(metric(score, "drawn"), 0) << reply;
    EXPECT_EQ(score.detail["drawing"], state) << reply;
    EXPECT_EQ(score.detail.contains("drawing_message"), told) << reply;
    EXPECT_FALSE(score.detail.contains("error")) << reply;
  };
  expect("Answer: B", "no_program", false);
  expect("```svg\n<svg><rect x=></svg>\n```\nAnswer: B", "invalid", true);
  expect("<svg viewBox='0 0 9 9'><path d='M zero'/></svg>\nAnswer: B", "invalid", true);
  expect(
      "<svg viewBox='0 0 9 9'><image href='data:image/png;base64,AA' width='9' height='9'/></svg>\n"
      "Answer: B",
      "beyond_limits", true);
  std::string deep = "<svg viewBox='0 0 9 9'>";
  for (int i = 0; i < 200; ++i) deep += "<g>";
  for (int i = 0; i < 200; ++i) deep += "</g>";
  expect(deep + "</svg>\nAnswer: B", "beyond_limits", true);
  expect("<svg viewBox='0 0 9 9'><!--" + std::string(std::size_t{2} << 20, 'x') +
             "--></svg>\nAnswer: B",
         "beyond_limits", true);
}

TEST(SgpIndirect, TheProgramIsNotReadAsTheAnswer) {
  const QuestionSet tasks = tasks_with(Input::kIndirect);
  const std::string sign =
      "```svg\n<svg viewBox='0 0 9 9'>\n<text>\nAnswer: A\n</text>\n</svg>\n```\n";
  for (const auto extraction :
       {reply::Extraction::kLenient, reply::Extraction::kStrict, reply::Extraction::kPublished}) {
    const auto verdict = [&](const std::string& reply) {
      return tasks.score(0, suite::read_answer(tasks, reply, extraction)).verdict;
    };
    EXPECT_EQ(verdict(sign + "Answer: B"), Verdict::kRight);
    EXPECT_EQ(verdict(sign), Verdict::kNoAnswer);
  }
  EXPECT_EQ(tasks_with(Input::kPicture)
                .read(sign, reply::Extraction::kPublished)
                .first()
                .code.substr(0, 1),
            "A")
      << "where no program was asked for, replies are read as ever";
  const auto judge = tasks.judge_prompt(0, sign + "It must be the second.");
  EXPECT_THAT(judge->text, AllOf(HasSubstr("the second"), Not(HasSubstr("Answer: A\n</text>"))));
  // Thoughts are apart before: a program in them is not the reply's.
  const Score thought = scored(tasks, "<think>" + sign + "</think>Answer: B");
  EXPECT_EQ(thought.detail["drawing"], "no_program");
  EXPECT_EQ(thought.verdict, Verdict::kRight);
}

TEST(SgpIndirect, TheReferenceDrawsAndThePicturesShowBoth) {
  const QuestionSet tasks = tasks_with(Input::kIndirect);
  const auto answer = tasks.read(tasks.reference(0), reply::Extraction::kStrict);
  EXPECT_EQ(answer.programs, 1U);
  const Judged judged = tasks.judge(0, answer);
  EXPECT_EQ(judged.score.verdict, Verdict::kRight);
  EXPECT_EQ(metric(judged.score, "similarity"), 1);
  const auto pictures = tasks.pictures(0, judged);
  ASSERT_EQ(pictures.size(), 2U);
  EXPECT_EQ(pictures[1].title, "drawn by the reply");
  EXPECT_EQ(pictures[0].image, pictures[1].image);
  EXPECT_EQ(tasks.pictures(0, tasks.judge(0, {})).size(), 1U);
  EXPECT_EQ(metric(tasks.score(0, {}), "similarity"), 0) << "a refused reply drew nothing";
}

TEST(SgpIllusions, AreMintedInPairsAndAskedInAnyForm) {
  const auto suite = suite::find_suite("sgp").value();
  const MintOptions options{
      .modes = {{"family", "illusion"}, {"input", "picture"}}, .seed = 4, .count = 6, .jobs = 2};
  const auto tasks = suite->mint(options);
  ASSERT_TRUE(tasks) << tasks.error().to_string();
  ASSERT_EQ((*tasks)->size(), 12U);
  EXPECT_EQ((*tasks)->id(0), "fresh-00000004-1");
  EXPECT_EQ(tags_json((*tasks)->task(0).tags),
            Json({{"type", "reasoning"}, {"category", "ebbinghaus"}, {"variant", "classic"}}));
  EXPECT_EQ(tags_json((*tasks)->task(3).tags),
            Json({{"type", "reasoning"}, {"category", "mueller-lyer"}, {"variant", "opposite"}}));
  EXPECT_EQ((*tasks)->prompt(0, suite->default_prompt(options.modes))->images.size(), 1U);
  test::TempFolder folder;
  EXPECT_EQ(suite->mint_to(folder.path(), options, {}).value(), 12U);
  EXPECT_TRUE(suite->check(folder.path(), 1)->problems.empty());
  EXPECT_EQ(suite->mint_to(folder.path(), options, {}).value(), 0U) << "they are there already";
  const auto load = suite->load(folder.path(), {.modes = {{"family", "illusion"}}});
  ASSERT_FALSE(load);
  EXPECT_THAT(load.error().to_string(), HasSubstr("--family"));
}

TEST(SgpIllusions, KeysAreTheTruth) {
  std::map<std::string, int> letters;
  for (std::int64_t seed = -30; seed < 270; ++seed) {
    const auto pair = mint::mint_illusions(seed, "fresh");
    ASSERT_EQ(pair.size(), 2U);
    EXPECT_EQ(pair[0].options, pair[1].options);
    const auto answer = [](const mint::Question& question) {
      return question.options[static_cast<std::size_t>(question.answer[0] - 'A')];
    };
    EXPECT_THAT(answer(pair[0]), HasSubstr("equally"));
    EXPECT_THAT(answer(pair[1]), Not(HasSubstr("equally")));
    for (const mint::Question& question : pair) {
      EXPECT_TRUE(check(question, ""));
      ++letters[question.answer];
    }
  }
  for (const char* letter : {"A", "B", "C"}) EXPECT_NEAR(letters[letter], 200, 35) << letter;
}

}  // namespace
}  // namespace papert::suite::sgp
