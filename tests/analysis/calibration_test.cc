#include "analysis/calibration.h"

#include <gtest/gtest.h>

#include "support/process.h"
#include "support/temp_folder.h"

namespace papert::analysis {
namespace {

class CalibrationTest : public testing::Test {
 protected:
  CalibrationTest() { input_.labels = folder_ / "labels.jsonl"; }

  test::TempFolder folder_;
  CalibrationInput input_;
};

TEST_F(CalibrationTest, CountsAtTheGivenThresholdAndFindsTheBest) {
  test::spit(input_.labels,
             "{\"id\":\"a\",\"same\":true,\"similarity\":0.9}\n\n"
             "{\"id\":\"b\",\"same\":true,\"similarity\":0.7}\n"
             "{\"id\":\"c\",\"same\":false,\"similarity\":0.2}\n");
  input_.threshold = 0.8;
  const auto found = calibrate(input_);
  ASSERT_TRUE(found) << found.error().to_string();
  EXPECT_EQ(found->labels, 3U);
  EXPECT_TRUE(found->problems.empty());
  EXPECT_EQ(found->given.threshold, 0.8);
  EXPECT_EQ(found->given.confusion, (score::Confusion{1, 0, 1, 1}));
  EXPECT_EQ(found->best.confusion, (score::Confusion{2, 0, 1, 0}));
  EXPECT_DOUBLE_EQ(found->best.threshold, 0.45);
  EXPECT_EQ(found->curve.size(), 4U);
  const Json json = to_json(*found);
  EXPECT_EQ(json["given"]["recall"], 0.5);
  EXPECT_EQ(json["curve"].size(), 4U);
}

TEST_F(CalibrationTest, ScoresCountBeforeWhatALabelSaysAndProblemsAreReported) {
  test::spit(input_.labels,
             "{\"id\":\"a\",\"epoch\":1,\"same\":true,\"iou\":0.1}\n"
             "{\"id\":\"b\",\"same\":true}\n"
             "rubbish\n");
  input_.scores = folder_ / "scores.jsonl";
  input_.metric = "iou";
  test::spit(input_.scores, "{\"id\":\"a\",\"epoch\":1,\"metrics\":{\"iou\":0.99}}\n");
  const auto found = calibrate(input_);
  ASSERT_TRUE(found) << found.error().to_string();
  EXPECT_EQ(found->labels, 1U);
  EXPECT_EQ(found->given.confusion.true_positive, 1U);
  ASSERT_EQ(found->problems.size(), 2U);
  EXPECT_EQ(found->problems[0].message, "'b' (epoch 0) has no iou");
}

TEST_F(CalibrationTest, WithoutALabelThereIsNothingToSay) {
  test::spit(input_.labels, "\n");
  const auto none = calibrate(input_);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::kBadData);
  EXPECT_EQ(none.error().message, "there are no labels");
}

}  // namespace
}  // namespace papert::analysis
