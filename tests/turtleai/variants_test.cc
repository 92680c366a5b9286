// Variants of minted programs, and what the rules make of them. Runs programs in the jail.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "scene/canonical.h"
#include "suite/turtleai/equivalence.h"
#include "suite/turtleai/flat_program.h"
#include "suite/turtleai/local_rule.h"

namespace papert::turtleai {
namespace {

constexpr const char* kRosette =
    "def draw(t):\n    t.color('red', 'yellow')\n    for _ in range(5):\n        t.begin_fill()\n"
    "        for _ in range(4):\n            t.forward(60)\n            t.left(90)\n"
    "        t.end_fill()\n        t.left(72)\n    t.dot(20, 'blue')\n";

TEST(FlatProgram, DrawsTheSameByPlacesAndByHeadings) {
  turtle::JailPool jails({});
  const auto original = jails.run(kRosette);
  ASSERT_TRUE(original) << original.error().to_string();
  for (const Steps steps : {Steps::kGoto, Steps::kHeadings}) {
    const auto flat = jails.run(flat_program(original->scene, steps));
    ASSERT_TRUE(flat);
    ASSERT_EQ(flat->outcome.status, sandbox::Status::kOk) << flat->outcome.reason;
    EXPECT_EQ(
        compare_locally(score::PaintedDrawing(original->scene), score::PaintedDrawing(flat->scene))
            .stray,
        0);
  }
}

TEST(Variants, AllKindsOfARosette) {
  turtle::JailPool jails({});
  const auto original = jails.run(kRosette);
  ASSERT_TRUE(original);
  const auto variants = make_variants(jails, kRosette, original->scene, 1);
  ASSERT_TRUE(variants);
  std::set<std::string_view> kinds;
  for (const Variant& variant : *variants) {
    kinds.insert(variant.kind);
    EXPECT_FALSE(variant.scene.items.empty()) << variant.kind;
    EXPECT_EQ(variant.same, !visibly_different(original->scene, variant.scene)) << variant.kind;
  }
  EXPECT_EQ(kinds.size(), kSameKinds + kDifferentKinds);
}

TEST(Variants, ProgramsWithCirclesAreScaledInTheCode) {
  turtle::JailPool jails({});
  const std::string code =
      "def draw(t):\n    t.circle(40)\n    t.goto(90, 20)\n    t.dot(12)\n    t.circle(30, 180)\n";
  const scene::Scene original = jails.run(code)->scene;
  const auto scaled = scaled_in_code(jails, code, original);
  ASSERT_TRUE(scaled) << scaled.error().to_string();
  ASSERT_EQ(scaled->size(), 3U);
  const auto points = [](const scene::Scene& scene) {
    return std::get<scene::Stroke>(scene.items.front()).points.size();
  };
  for (const Variant& variant : *scaled) {
    EXPECT_TRUE(variant.same);
    EXPECT_FALSE(visibly_different(original, variant.scene));
    EXPECT_NE(points(original), points(variant.scene)) << "circles have other corners";
  }
  EXPECT_TRUE(scaled_in_code(jails, kRosette, jails.run(kRosette)->scene)->empty());
  // The text hides a length here: what is scaled is not the same drawing.
  const std::string hidden =
      "def draw(t):\n    t.circle(20)\n    place = (200, 50)\n    t.goto(place)\n";
  EXPECT_TRUE(scaled_in_code(jails, hidden, jails.run(hidden)->scene)->empty());
}

TEST(Equivalence, TheLocalRuleIsRightOnMintedPrograms) {
  const auto report = try_rules({.seed = 100, .count = 24}, {.jobs = 2});
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_EQ(report->programs, 24U);
  EXPECT_GE(report->all.trials, 24 * 11U);
  EXPECT_GE(report->all.accuracy(1), 0.98);
  EXPECT_GT(report->all.accuracy(0), 0.85);
  std::size_t counted = 0;
  for (const Tally& tally : report->kinds) {
    if (tally.kind != kScaledInCode) counted += tally.trials;
    if (!tally.same || tally.kind == kScaledInCode) continue;
    EXPECT_EQ(tally.correct[0], tally.trials) << tally.kind;
    EXPECT_EQ(tally.correct[1], tally.trials) << tally.kind;
  }
  EXPECT_EQ(report->all.trials, counted) << "what is scaled in the code is a class apart";
  EXPECT_EQ(report->kinds.back().kind, kScaledInCode);
  EXPECT_GT(report->kinds.back().trials, 0U);
  for (const Trial& trial : report->failures) EXPECT_NE(trial.variant.kind, kScaledInCode);
}

}  // namespace
}  // namespace papert::turtleai
