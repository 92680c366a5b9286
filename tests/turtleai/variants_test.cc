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

TEST(Equivalence, TheLocalRuleIsRightOnMintedPrograms) {
  const auto report = try_rules({.seed = 100, .count = 24}, {.jobs = 2});
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_EQ(report->programs, 24U);
  EXPECT_GE(report->all.trials, 24 * 11U);
  EXPECT_GE(report->all.accuracy(1), 0.98);
  EXPECT_GT(report->all.accuracy(0), 0.85);
  for (const Tally& tally : report->kinds) {
    if (!tally.same) continue;
    EXPECT_EQ(tally.correct[0], tally.trials) << tally.kind;
    EXPECT_EQ(tally.correct[1], tally.trials) << tally.kind;
  }
}

}  // namespace
}  // namespace papert::turtleai
