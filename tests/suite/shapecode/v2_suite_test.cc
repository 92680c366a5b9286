// The second dialect as a suite sees it: minting, loading, asking, reading, scoring, losses.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lang/shapes/v2_parse.h"
#include "mint/shapes/generate_v2.h"
#include "suite/portable.h"
#include "suite/shapecode/losses.h"
#include "suite/shapecode/prompt.h"
#include "suite/shapecode/shapecode.h"
#include "suite/shapecode/v2_tasks.h"
#include "support/process.h"

namespace papert::suite::shapecode {
namespace {

using testing::HasSubstr;
using testing::Not;

const suite::Modes kSecond{{"dialect", "v2"}};

std::unique_ptr<suite::TaskSet> fresh_colors(suite::Modes modes = kSecond, std::int64_t count = 1) {
  return std::move(*make_suite()->mint({.modes = std::move(modes), .seed = 3, .count = count}));
}

double figure(const suite::Score& score, std::string_view name) {
  for (const suite::Metric& entry : score.metrics) {
    if (entry.name == name && entry.value) return *entry.value;
  }
  return -1;
}

suite::Score scored(const suite::TaskSet& tasks, std::size_t index, const std::string& reply) {
  return tasks.score(index, tasks.read(reply, reply::Extraction::kLenient));
}

ColorTarget target_of(const std::string& program) {
  return ColorTarget(lang::shapes::v2::parse(program).value());
}

constexpr const char* kRed = R"(rectangle(x=0, y=0, width=20, height=10, stroke=0, color="red"))";
constexpr const char* kBlue =
    R"(rectangle(x=10, y=0, width=20, height=10, stroke=0, color="blue"))";

std::string both(const char* first, const char* second) {
  return std::string(first) + "\n" + second;
}

TEST(ShapecodeV2, TheReferenceIsRight) {
  const auto tasks = fresh_colors(kSecond, 4);
  ASSERT_EQ(tasks->size(), 12U);
  for (std::size_t i = 0; i < tasks->size(); ++i) {
    const suite::Score score = scored(*tasks, i, tasks->reference(i));
    EXPECT_EQ(score.verdict, suite::Verdict::kRight);
    EXPECT_EQ(figure(score, "exact_match"), 1);
    EXPECT_EQ(figure(score, "color_iou"), 1);
    EXPECT_EQ(figure(score, "shape_count_ratio"), 1);
  }
}

TEST(ShapecodeV2, ThePublishedDialectKnowsNothingOfIt) {
  const auto published = std::move(*make_suite()->mint({.seed = 3, .count = 1}));
  const suite::Score score = scored(*published, 0, kRed);
  EXPECT_EQ(score.detail["error"], "unsupported_function");
  for (const suite::Metric& metric : score.metrics) {
    EXPECT_NE(metric.name, "color_iou");
    EXPECT_NE(metric.name, "order_score");
  }
  EXPECT_NE(published->data_hash(), fresh_colors()->data_hash());
}

TEST(ShapecodeV2, FiguresByHand) {
  const ColorTarget target = target_of(both(kRed, kBlue));  // red 10 x 10, blue 20 x 10
  const ColorScore swapped = score_colors(both(kBlue, kRed), target);
  EXPECT_FALSE(swapped.pixels.exact);
  EXPECT_EQ(swapped.pixels.foreground_iou, 1);
  EXPECT_DOUBLE_EQ(swapped.pixels.color_iou, (100.0 / 200 + 100.0 / 200) / 2);
  EXPECT_DOUBLE_EQ(swapped.pixels.pixel_accuracy, 1 - 100.0 / (512 * 512));
  EXPECT_EQ(swapped.pixels.other_pixels, 100);
  EXPECT_EQ(swapped.order, 0.0);
  const ColorScore half = score_colors(kRed, target);
  EXPECT_DOUBLE_EQ(half.pixels.color_iou, (100.0 / 200 + 0) / 2);
  EXPECT_EQ(half.pixels.missing_pixels, 100);
  EXPECT_EQ(half.order, 0.0) << "the pair lacks one of its shapes";
  const ColorScore right = score_colors(both(kRed, kBlue) + "\n# as it was", target);
  EXPECT_TRUE(right.pixels.exact);
  EXPECT_EQ(right.order, 1.0);
}

TEST(ShapecodeV2, OnlyAnOrderThatCanBeSeenCounts) {
  EXPECT_TRUE(target_of(kRed).order.pairs().empty());
  EXPECT_TRUE(target_of(both(kRed, kRed)).order.pairs().empty()) << "of one colour";
  const std::string hidden =
      both(kRed, kBlue) + "\n" + R"(circle(cx=15, cy=5, radius=30, stroke=0, color="black"))";
  EXPECT_EQ(target_of(hidden).order.pairs().size(), 2U) << "what is under the circle is not seen";
  EXPECT_EQ(score_colors(kRed, target_of(kRed)).order, std::nullopt);
}

TEST(ShapecodeV2, BadAnswersGetTheirOwnNames) {
  const auto tasks = fresh_colors();
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "empty_program"},
      {"I cannot see a picture.", "syntax_error"},
      {"filled_circle(cx=1, cy=1, radius=9)", "unsupported_function"},
      {"circle(cx=1, cy=1, radius=9, stroke=0, color='teal')", "invalid_color"},
      {"polygon(points=[(1, 1), (5, 5)], stroke=0, color='red')", "invalid_points"}};
  for (const auto& [reply, error] : cases) {
    const suite::Score score = scored(*tasks, 0, reply);
    EXPECT_EQ(score.detail["error"], error) << reply;
    EXPECT_EQ(score.detail["line"], 1);
    EXPECT_EQ(figure(score, "exact_match"), 0);
    EXPECT_EQ(figure(score, "color_iou"), 0);
    EXPECT_EQ(figure(score, "parse_success"), 0);
  }
}

TEST(ShapecodeV2, ALimitOnShapesHolds) {
  const auto tasks = fresh_colors({{"dialect", "v2"}, {"max_shapes", "1"}});
  const suite::Score score = scored(*tasks, 0, tasks->reference(0));
  EXPECT_EQ(score.detail["error"], "too_many_shapes");
  EXPECT_EQ(figure(score, "exact_match"), 0);
}

TEST(ShapecodeV2, AFolderKeepsItsDialect) {
  const test::TempFolder folder;
  const auto suite = make_suite();
  const suite::MintOptions options{.modes = kSecond, .seed = 5, .count = 2};
  ASSERT_TRUE(suite->mint_to(folder.path(), options, {}));
  EXPECT_TRUE(suite->check(folder.path(), 1)->problems.empty());
  const auto loaded = suite->load(folder.path(), {.modes = kSecond});
  ASSERT_TRUE(loaded) << loaded.error().to_string();
  EXPECT_EQ((*loaded)->size(), 6U);
  EXPECT_TRUE((*loaded)->problems().empty());
  const auto minted = std::move(*suite->mint(options));
  EXPECT_EQ((*loaded)->reference(4), minted->reference(4));
  EXPECT_EQ((*loaded)->content_key(4).value(), minted->content_key(4).value());
  EXPECT_EQ((*loaded)->prompt(0, "Draw.")->images, minted->prompt(0, "Draw.")->images);
  EXPECT_THAT(suite->load(folder.path(), {}).error().message, HasSubstr("dialect=v2"));
  EXPECT_THAT(suite->mint_to(folder.path(), {.seed = 9}, {}).error().message,
              HasSubstr("holds tasks of dialect v2"));
  const auto* portable = dynamic_cast<const suite::PortableTasks*>(loaded->get());
  ASSERT_NE(portable, nullptr);
  const test::TempFolder copy;
  const suite::DataFiles files = portable->files(0).value();
  for (const auto& [name, bytes] : files) {
    std::filesystem::create_directories((copy / name).parent_path());
    test::spit(copy / name, bytes);
  }
  EXPECT_EQ(suite->load(copy.path(), {.modes = kSecond}).value()->reference(0),
            minted->reference(0));
}

TEST(ShapecodeV2, PromptsNameTheCallsAndTheColours) {
  for (const char* prompting : {"plain", "steps"}) {
    for (const char* shots : {"none", "three", "three_reasoned"}) {
      const suite::Modes modes{{"dialect", "v2"}, {"prompting", prompting}, {"shots", shots}};
      const auto prompt =
          fresh_colors(modes)->prompt(0, make_suite()->default_prompt(modes)).value();
      EXPECT_THAT(prompt.text, HasSubstr("curve(x1=..."));
      EXPECT_THAT(prompt.text, HasSubstr("black, gray, red"));
      EXPECT_THAT(prompt.text, Not(HasSubstr("{{")));
      EXPECT_EQ(prompt.images.size(), std::string_view(shots) == "none" ? 1U : 4U);
    }
  }
}

TEST(ShapecodeV2, ExamplesAreWhatTheirSeedsGive) {
  const auto examples = worked_examples(Dialect::kV2).value();
  ASSERT_EQ(examples.size(), 3U);
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const mint::shapes::Tier tier = mint::shapes::kTiers[i];
    EXPECT_EQ(examples[i].tier, mint::shapes::tier_name(tier));
    EXPECT_EQ(examples[i].program, lang::shapes::v2::serialise(
                                       mint::shapes::v2::generate(tier, examples[i].seed).value()));
    EXPECT_GE(examples[i].seed, 900'000'000);
    EXPECT_THAT(examples[i].reasoning, HasSubstr("5. "));
  }
}

TEST(ShapecodeV2, LossesAreTold) {
  const ShapeLossClassifier classifier;
  const auto value = [&](const std::string& answer, std::string_view name) {
    const auto values = classifier.losses(both(kRed, kBlue), answer, false).value();
    std::size_t i = 0;
    for (const suite::LossTable& table : classifier.loss_tables()) {
      for (const suite::MetricInfo& metric : table.metrics) {
        if (metric.name == name) return values[i].value_or(-1);
        ++i;
      }
    }
    return -2.0;
  };
  const std::string off = R"(rectangle(x=3, y=0, width=20, height=10, stroke=0, color="red"))";
  EXPECT_EQ(value(off, "parameters_off_count"), 1);
  EXPECT_EQ(value(off, "largest_error_px"), 3);
  EXPECT_EQ(value(off, "missed_visible_count"), 1);
  EXPECT_EQ(value(both(kRed, kRed), "matched_count"), 1);
  EXPECT_EQ(value("square(cx=9, cy=5, size=15, stroke=0, color='red')", "circle_square_count"), 1);
  EXPECT_EQ(value("no program", "no_program"), 1);
}

}  // namespace
}  // namespace papert::suite::shapecode
