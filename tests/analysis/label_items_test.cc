#include "analysis/label_items.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "analysis/label_suggestion.h"

namespace papert::analysis {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(LabelSample, SizesAreNumbersOrShares) {
  EXPECT_EQ(SampleSize::parse("").value().of(7), 7U);
  EXPECT_EQ(SampleSize::parse("3").value().of(7), 3U);
  EXPECT_EQ(SampleSize::parse("30").value().of(7), 7U);
  EXPECT_EQ(SampleSize::parse("0.05").value().of(1700), 85U);
  EXPECT_EQ(SampleSize::parse("0.05").value().of(3), 1U);
  for (const char* bad : {"0", "-1", "1.5", "x", "3x", "0.0", "nan"}) {
    EXPECT_EQ(SampleSize::parse(bad).error().code, ErrorCode::kUsage) << bad;
  }
  EXPECT_EQ(BatchPlan::parse("10x50").value().items(), 500U);
  for (const char* bad : {"10", "10x", "x50", "0x5", "5x0", "10x50x2", "99999x2"}) {
    EXPECT_EQ(BatchPlan::parse(bad).error().code, ErrorCode::kUsage) << bad;
  }
}

TEST(LabelSample, EveryStratumHasItsShareAndTheSameSeedTheSameSample) {
  std::vector<SampledItem> items;
  for (int i = 0; i < 100; ++i) {
    items.push_back({"t" + std::to_string(i), i < 60 ? "easy" : i < 98 ? "medium" : "hard"});
  }
  const auto strata = [&](const std::vector<std::size_t>& places) {
    std::map<std::string, int> counts;
    for (const std::size_t place : places) ++counts[items[place].stratum];
    return counts;
  };
  const auto drawn = draw_sample(items, 10, 7);
  EXPECT_EQ(drawn, draw_sample(items, 10, 7));
  EXPECT_NE(drawn, draw_sample(items, 10, 8));
  EXPECT_EQ(strata(drawn), (std::map<std::string, int>{{"easy", 5}, {"hard", 1}, {"medium", 4}}));
  EXPECT_EQ(std::set(drawn.begin(), drawn.end()).size(), 10U);
  EXPECT_EQ(draw_sample(items, 1000, 7).size(), 100U);
  EXPECT_THAT(draw_sample({}, 5, 7), IsEmpty());
}

TEST(LabelSample, FiftyPeopleAndTenBatchesAreFiveAnswersEach) {
  const auto counts = [](const std::vector<std::size_t>& dealt) {
    std::vector<int> each(10);
    for (const std::size_t batch : dealt) ++each[batch];
    return each;
  };
  const auto dealt = deal_batches(10, 50, 7, {});
  EXPECT_EQ(counts(dealt), std::vector<int>(10, 5));
  EXPECT_EQ(dealt, deal_batches(10, 50, 7, {}));
  EXPECT_NE(dealt, deal_batches(10, 50, 8, {})) << "who gets which is a lot";
  // Those that are answered already come last.
  const auto rest = deal_batches(3, 4, 7, {{0, 2}, {1, 2}, {9, 5}});
  EXPECT_EQ(rest[0], 2U);
  EXPECT_EQ(rest[1], 2U);
  EXPECT_EQ(rest.size(), 4U);
}

raster::Image bar(int left, int top, int width, int height) {
  raster::Image image(96, 96);
  for (int y = top; y < top + height; ++y) {
    std::fill_n(image.row(y) + left, static_cast<std::size_t>(width), std::uint8_t{0});
  }
  return image;
}

TEST(LabelSuggestion, TurnedDrawingsAreToldFromOthers) {
  const raster::Image target = bar(8, 40, 40, 8);
  EXPECT_TRUE(is_turned(target, bar(48, 8, 8, 40))) << "a quarter";
  EXPECT_TRUE(is_turned(target, bar(48, 40, 40, 8))) << "mirrored";
  EXPECT_FALSE(is_turned(target, target));
  EXPECT_FALSE(is_turned(target, bar(8, 8, 80, 80)));
  EXPECT_FALSE(is_turned(target, raster::Image(96, 96)));
}

TEST(LabelSuggestion, FollowsVerdictAndFigures) {
  run::Record record;
  record.texts.reply = "a program";
  const auto suggest = [&](const char* kind) {
    return suggest_labels(kind, {.record = record, .target = nullptr, .drawing = nullptr});
  };
  record.verdict = suite::Verdict::kCrashed;
  EXPECT_THAT(suggest("failure/xlogo"), ElementsAre("grid_constraints"));
  EXPECT_THAT(suggest("failure/turtleai"), ElementsAre("programming"));
  EXPECT_THAT(suggest("failure/turtlebench"), ElementsAre("implementation"));
  record.verdict = suite::Verdict::kInvalid;
  EXPECT_THAT(suggest("failure/xlogo"), ElementsAre("format"));
  record.verdict = suite::Verdict::kWrong;
  EXPECT_THAT(suggest("failure/xlogo"), ElementsAre("spatial_reasoning"));
  record.metrics = {{"constraints", 0.0}};
  EXPECT_THAT(suggest("failure/xlogo"), ElementsAre("code_constraints"));
  record.metrics = {{"similarity", 0.95}, {"pixel_success", 0.0}};
  EXPECT_THAT(suggest("failure/turtleai"), ElementsAre("visual_precision"));
  record.metrics = {{"similarity", 0.2}};
  EXPECT_THAT(suggest("failure/turtleai"), ElementsAre("visual_understanding"));
  record.metrics = {{"similarity", 0.9}, {"pixel_success", 1.0}};
  EXPECT_THAT(suggest("failure/turtleai"), ElementsAre("evaluation_error"));
  EXPECT_THAT(suggest("failure/turtlebench"), IsEmpty());
  EXPECT_THAT(suggest("same"), IsEmpty());
  std::string endless;
  for (int i = 0; i < 100; ++i) endless += i % 2 == 0 ? "t.left(1)\n" : "t.right(1)\n";
  record.texts.reply = endless;
  EXPECT_THAT(suggest("failure/turtleai"), ElementsAre("repetition"));
  EXPECT_TRUE(repeats_itself(endless));
  EXPECT_FALSE(repeats_itself("a\nb\nc\n"));
}

}  // namespace
}  // namespace papert::analysis
