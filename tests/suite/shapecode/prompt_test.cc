#include "suite/shapecode/prompt.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mint/shapes/generate.h"
#include "raster/raster.h"
#include "reply/answer.h"
#include "suite/shapecode/shapecode.h"
#include "suite/suite.h"

namespace papert::suite::shapecode {
namespace {

using testing::HasSubstr;
using testing::Not;

std::unique_ptr<suite::TaskSet> fresh(const suite::Modes& modes) {
  return std::move(*make_suite()->mint({.modes = modes, .seed = 3, .count = 1}));
}

suite::Prompt asked(const suite::Modes& modes) {
  return fresh(modes)->prompt(0, make_suite()->default_prompt(modes)).value();
}

TEST(ShapePrompt, TheDefaultIsThePublishedWayOfAsking) {
  const suite::Prompt prompt = asked({});
  EXPECT_EQ(prompt.images.size(), 1U);
  EXPECT_THAT(prompt.text, HasSubstr("Answer with the program and nothing else"));
  EXPECT_THAT(prompt.text, Not(HasSubstr("xample")));
}

TEST(ShapePrompt, DefaultsAreNotNamedSoRunsFromBeforeKeepTheirIdentity) {
  const auto suite = make_suite();
  const suite::Modes old{{"max_shapes", "none"}};
  EXPECT_EQ(suite::resolve_modes(*suite, {}).value(), old);
  EXPECT_EQ(suite::resolve_modes(*suite, {{"shots", "none"}, {"prompting", "plain"}}).value(), old);
  const suite::Modes chosen = suite::resolve_modes(*suite, {{"shots", "three"}}).value();
  EXPECT_EQ(chosen.at("shots"), "three");
  EXPECT_FALSE(chosen.contains("prompting"));
  EXPECT_THAT(suite::resolve_modes(*suite, {{"shots", "four"}}).error().message,
              HasSubstr("none, three, three_reasoned"));
}

TEST(ShapePrompt, StepsAskForReasoningAndOneBlock) {
  const suite::Prompt prompt = asked({{"prompting", "steps"}});
  EXPECT_EQ(prompt.images.size(), 1U);
  EXPECT_THAT(prompt.text, HasSubstr("Work in steps"));
  EXPECT_THAT(prompt.text, Not(HasSubstr("{{")));
  EXPECT_THAT(prompt.text, Not(HasSubstr("Example 1")));
}

TEST(ShapePrompt, ExamplesComeWithTheirPicturesBeforeTheTask) {
  for (const char* prompting : {"plain", "steps"}) {
    const suite::Prompt three = asked({{"prompting", prompting}, {"shots", "three"}});
    ASSERT_EQ(three.images.size(), 4U);
    EXPECT_EQ(three.images[3], asked({}).images[0]) << "the task's is the last";
    EXPECT_THAT(three.text, HasSubstr("Three worked examples come first."));
    EXPECT_THAT(three.text, HasSubstr("Example 3, the program of picture 3:\n\n```\ncircle("));
    const suite::Prompt reasoned = asked({{"prompting", prompting}, {"shots", "three_reasoned"}});
    EXPECT_EQ(reasoned.images, three.images);
    EXPECT_THAT(reasoned.text, HasSubstr("Example 1, the program of picture 1:\n\n1. There are"));
    EXPECT_GT(reasoned.text.size(), three.text.size() + 2000);
  }
}

TEST(ShapePrompt, ExamplesAreWhatTheirSeedsGive) {
  const auto examples = worked_examples().value();
  ASSERT_EQ(examples.size(), 3U);
  constexpr std::array kTiers{mint::shapes::Tier::kEasy, mint::shapes::Tier::kMedium,
                              mint::shapes::Tier::kHard};
  for (std::size_t i = 0; i < examples.size(); ++i) {
    EXPECT_EQ(examples[i].tier, mint::shapes::tier_name(kTiers[i]));
    EXPECT_EQ(examples[i].program,
              lang::shapes::serialise(mint::shapes::generate(kTiers[i], examples[i].seed).value()));
    EXPECT_GE(examples[i].seed, 900'000'000) << "beyond what a set that begins at 0 reaches";
  }
}

TEST(ShapePrompt, ATemplateOfOnesOwnNeedsAPlaceForExamples) {
  const auto tasks = fresh({{"shots", "three"}});
  const auto refused = tasks->prompt(0, "Draw it.");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kUsage);
  EXPECT_THAT(refused.error().message, HasSubstr("{{examples}}"));
  const auto taken = tasks->prompt(0, "{{ examples }}Draw it, {{size}} wide.");
  ASSERT_TRUE(taken) << taken.error().to_string();
  EXPECT_THAT(taken->text, HasSubstr("Draw it, 512 wide."));
  EXPECT_EQ(fresh({})->prompt(0, "{{examples}}Draw it.")->text, "Draw it.");
}

TEST(ShapePrompt, AReplyInStepsIsReadByItsBlock) {
  const auto tasks = fresh({{"prompting", "steps"}});
  const std::string reply = "1. One circle(cx=9, cy=9, radius=9, stroke=1), I think.\n\n```\n" +
                            tasks->reference(0) + "\n```\n";
  EXPECT_TRUE(tasks->score(0, tasks->read(reply, reply::Extraction::kLenient)).right());
}

}  // namespace
}  // namespace papert::suite::shapecode
