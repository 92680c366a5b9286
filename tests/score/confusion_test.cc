// Agreement with people's labels.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "score/confusion.h"

namespace papert::score {
namespace {

using testing::DoubleNear;
using testing::Optional;

const std::vector<LabelledScore> kScores{{0.2, false}, {0.5, false}, {0.6, true},
                                         {0.8, false}, {0.9, true},  {1.0, true}};

TEST(Reliability, CountsAtAThreshold) {
  const Confusion counts = confusion_at(kScores, 0.55);
  EXPECT_EQ(counts, (Confusion{3, 1, 2, 0}));
  EXPECT_THAT(counts.precision(), Optional(DoubleNear(0.75, 1e-12)));
  EXPECT_THAT(counts.recall(), Optional(DoubleNear(1, 1e-12)));
  EXPECT_THAT(counts.f1(), Optional(DoubleNear(6.0 / 7, 1e-12)));
  EXPECT_THAT(counts.accuracy(), Optional(DoubleNear(5.0 / 6, 1e-12)));
}

TEST(Reliability, EqualToTheThresholdIsDifferent) {
  EXPECT_EQ(confusion_at(kScores, 0.6).true_positive, 2U);
  EXPECT_EQ(confusion_at(kScores, 0.5999).true_positive, 3U);
}

TEST(Reliability, UndefinedFigures) {
  EXPECT_EQ(Confusion{}.accuracy(), std::nullopt);
  EXPECT_EQ(confusion_at(kScores, 2).precision(), std::nullopt);
  EXPECT_THAT(confusion_at(kScores, 2).recall(), Optional(0.0));
  EXPECT_TRUE(agreement_curve({}).empty());
}

TEST(Reliability, TheBestThresholdHasTheWidestMarginAmongEquals) {
  const std::vector<CurvePoint> curve = agreement_curve(kScores);
  ASSERT_EQ(curve.size(), 7U);
  // 0.55 and 0.85 are right five times of six; 0.55 finds all that are the same.
  EXPECT_NEAR(curve[best_point(curve)].threshold, 0.55, 1e-12);
}

TEST(Reliability, TheCurveIsWhatCountingSays) {
  Random random(3);
  for (int round = 0; round < 200; ++round) {
    std::vector<LabelledScore> scores;
    const std::int64_t count = random.randint(1, 12);
    for (std::int64_t i = 0; i < count; ++i) {
      scores.push_back({static_cast<double>(random.randint(0, 5)) / 5, random.random() < 0.5});
    }
    const std::vector<CurvePoint> curve = agreement_curve(scores);
    double best = 0;
    for (const CurvePoint& point : curve) {
      EXPECT_EQ(point.confusion, confusion_at(scores, point.threshold));
      best = std::max(best, *point.confusion.accuracy());
    }
    for (double threshold = -0.1; threshold < 1.2; threshold += 0.05) {
      EXPECT_LE(confusion_at(scores, threshold).accuracy(), best);
    }
    EXPECT_EQ(curve[best_point(curve)].confusion.accuracy(), best);
  }
}

}  // namespace
}  // namespace papert::score
