#include "suite/shapecode/losses.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace papert::suite::shapecode {
namespace {

constexpr const char* kReference =
    "filled_circle(cx=100, cy=100, radius=60)\n"
    "filled_square(cx=100, cy=100, size=20)\n"
    "square(cx=300, cy=300, size=90, stroke=4)";

using Figures = std::map<std::string, std::optional<double>>;

Figures figures(const std::string& answer, bool right = false) {
  const ShapeLossClassifier classifier;
  const auto values = classifier.losses(kReference, answer, right).value();
  Figures named;
  std::size_t place = 0;
  for (const suite::LossTable& table : classifier.loss_tables()) {
    for (const suite::MetricInfo& metric : table.metrics) {
      named[std::string(metric.name)] = values[place++];
    }
  }
  EXPECT_EQ(place, values.size());
  return named;
}

TEST(LossFigures, ARightAnswerHasNoneHoweverItWasReached) {
  const Figures found = figures("filled_circle(cx=100, cy=100, radius=60)", true);
  EXPECT_EQ(found.at("right"), 1);
  EXPECT_EQ(found.at("missed_hidden"), 0);
  EXPECT_EQ(found.at("matched_count"), 3);
  EXPECT_EQ(found.at("largest_error_px"), std::nullopt);
}

TEST(LossFigures, EachClassHasItsShareAndItsCount) {
  const Figures found = figures(
      "filled_circle(cx=103, cy=100, radius=60)\n"
      "filled_square(cx=300, cy=300, size=90)\n"
      "circle(cx=400, cy=50, radius=9, stroke=1)");
  EXPECT_EQ(found.at("right"), 0);
  EXPECT_EQ(found.at("parameters_off"), 1);
  EXPECT_EQ(found.at("only_parameters_off"), 0);
  EXPECT_EQ(found.at("largest_error_px"), 3);
  EXPECT_EQ(found.at("missed_hidden"), 1);
  EXPECT_EQ(found.at("missed_visible"), 0);
  EXPECT_EQ(found.at("missed_share_ratio"), 0);
  EXPECT_EQ(found.at("hollow_filled_count"), 1);
  EXPECT_EQ(found.at("extra_count"), 1);
  EXPECT_EQ(found.at("matched_count"), 0);
  EXPECT_EQ(found.at("reference_count"), 3);
  EXPECT_EQ(found.at("no_program"), 0);
}

TEST(LossFigures, TheRightShapesWithWrongNumbersAreTold) {
  const Figures found = figures(
      "filled_circle(cx=101, cy=100, radius=60)\n"
      "filled_square(cx=100, cy=100, size=20)\n"
      "square(cx=300, cy=300, size=92, stroke=4)");
  EXPECT_EQ(found.at("only_parameters_off"), 1);
  EXPECT_EQ(found.at("matched_count"), 1);
  EXPECT_EQ(found.at("parameters_off_count"), 2);
  EXPECT_EQ(found.at("largest_error_px"), 2);
}

TEST(LossFigures, WhatIsNoProgramIsOnlyThat) {
  for (const char* answer : {"", "I cannot see it.", "circle(cx=1)"}) {
    const Figures found = figures(answer);
    EXPECT_EQ(found.at("no_program"), 1) << answer;
    EXPECT_EQ(found.at("extra"), std::nullopt) << answer;
    EXPECT_EQ(found.at("matched_count"), std::nullopt) << answer;
  }
  EXPECT_EQ(figures("# nothing").at("missed_visible_count"), 2) << "an empty program is one";
}

TEST(LossFigures, AReferenceThatIsNoneIsAnError) {
  const auto refused = ShapeLossClassifier().losses("circle(", "circle(", false);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kBadData);
}

}  // namespace
}  // namespace papert::suite::shapecode
