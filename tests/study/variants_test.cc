// Variants of minted programs, and what the rules make of them. Runs programs in the jail.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "scene/canonical.h"
#include "score/faithful.h"
#include "study/equivalence.h"
#include "study/flat_program.h"
#include "study/textures.h"

namespace papert::study {
namespace {

constexpr const char* kRosette =
    "def draw(t):\n    t.color('red', 'yellow')\n    for _ in range(5):\n        t.begin_fill()\n"
    "        for _ in range(4):\n            t.forward(60)\n            t.left(90)\n"
    "        t.end_fill()\n        t.left(72)\n    t.dot(20, 'blue')\n";

TEST(FlatProgram, DrawsTheSameByPlacesAndByHeadings) {
  lang::turtle::JailPool jails({});
  const auto original = jails.run(kRosette);
  ASSERT_TRUE(original) << original.error().to_string();
  for (const Steps steps : {Steps::kGoto, Steps::kHeadings}) {
    const auto flat = jails.run(flat_program(original->scene, steps));
    ASSERT_TRUE(flat);
    ASSERT_EQ(flat->outcome.status, sandbox::Status::kOk) << flat->outcome.reason;
    EXPECT_TRUE(score::compare_faithfully(score::PaintedDrawing(original->scene),
                                          score::PaintedDrawing(flat->scene))
                    .success);
  }
}

TEST(Variants, AllKindsOfARosette) {
  lang::turtle::JailPool jails({});
  const auto original = jails.run(kRosette);
  ASSERT_TRUE(original);
  const auto variants = make_variants(jails, kRosette, original->scene, 1);
  ASSERT_TRUE(variants);
  std::set<std::string_view> kinds;
  for (const Variant& variant : *variants) {
    kinds.insert(variant.kind);
    EXPECT_FALSE(variant.scene.items.empty()) << variant.kind;
    const scene::Scene& whole = variant.original ? *variant.original : original->scene;
    EXPECT_EQ(variant.same, !differ_in_pixels(whole, variant.scene)) << variant.kind;
  }
  EXPECT_EQ(kinds.size(), 6 + 11U) << "there are no circles";
}

TEST(Variants, CirclesAreDrawnByForwardsInHalvesAndInOtherSizes) {
  lang::turtle::JailPool jails({});
  const std::string code =
      "def draw(t):\n    t.circle(40)\n    t.goto(90, 20)\n    t.dot(12)\n    t.circle(-30, 180)\n";
  const scene::Scene original = jails.run(code)->scene;
  const auto variants = make_variants(jails, code, original, 1);
  ASSERT_TRUE(variants) << variants.error().to_string();
  std::map<std::string_view, int> circles;
  for (const Variant& variant : *variants) {
    if (variant.kind.find("circles") == variant.kind.npos) continue;
    ++circles[variant.kind];
    EXPECT_TRUE(variant.same);
    EXPECT_FALSE(visibly_different(original, variant.scene)) << variant.kind;
  }
  EXPECT_EQ(circles, (std::map<std::string_view, int>{
                         {"circles by forwards", 1}, {"semicircles", 1}, {"scaled circles", 3}}));
  // The text hides a length here: what is scaled is not the same drawing.
  const std::string hidden =
      "def draw(t):\n    t.circle(20)\n    place = (200, 50)\n    t.goto(place)\n";
  const auto unscaled = make_variants(jails, hidden, jails.run(hidden)->scene, 1);
  for (const Variant& variant : *unscaled) EXPECT_NE(variant.kind, "scaled circles");
}

TEST(Equivalence, TheFaithfulRuleIsRightOnMintedPrograms) {
  const auto report = try_rules({.seed = 100, .count = 24}, {.jobs = 2});
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_EQ(report->programs, 24U);
  EXPECT_GE(report->all.trials, 24 * 11U);
  EXPECT_GE(report->all.accuracy(1), 0.98);
  EXPECT_LT(report->all.accuracy(0), report->all.accuracy(1));
  std::size_t counted = 0;
  std::set<std::string_view> kinds;
  for (const Tally& tally : report->kinds) {
    counted += tally.trials;
    kinds.insert(tally.kind);
    EXPECT_TRUE(!tally.same || tally.correct[1] == tally.trials) << tally.kind;
  }
  EXPECT_EQ(report->all.trials, counted);
  EXPECT_EQ(kinds.size(), 9 + 11U);
}

TEST(Variants, WhatChangesAKeptFactorDrawsSomethingElse) {
  lang::turtle::JailPool jails({});
  const std::string code = "def draw(t):\n    t.circle(40)\n    t.goto(90, 20)\n    t.dot(12)\n";
  const scene::Scene original = jails.run(code)->scene;
  const auto different = [&](const score::Keep& keep) {
    std::set<std::string_view> kinds;
    const auto variants = make_variants(jails, code, original, 1, keep);
    for (const Variant& variant : *variants) {
      const auto judged = score::compare_faithfully(score::PaintedDrawing(original),
                                                    score::PaintedDrawing(variant.scene), keep);
      if (!judged.not_kept.any()) continue;
      EXPECT_FALSE(variant.same) << variant.kind;
      kinds.insert(variant.kind);
    }
    return kinds;
  };
  EXPECT_EQ(different({}), std::set<std::string_view>{});
  EXPECT_EQ(different({.place = true}), std::set<std::string_view>{"moved"});
  EXPECT_EQ(different({.size = true}), (std::set<std::string_view>{"scaled", "scaled circles"}));
  EXPECT_EQ(different({.width = true}), std::set<std::string_view>{"other pen"});
}

TEST(Equivalence, TheRuleIsRightWhereEverythingIsKept) {
  const auto report =
      try_rules({.seed = 100, .count = 12, .keep = {.place = true, .size = true, .width = true}},
                {.jobs = 2});
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_GE(report->all.accuracy(1), 0.98);
  for (const Tally& tally : report->kinds) {
    const bool changed = tally.kind == "moved" || tally.kind == "scaled" ||
                         tally.kind == "other pen" || tally.kind == "scaled circles";
    EXPECT_FALSE(changed && tally.same) << tally.kind;
    EXPECT_TRUE(!(changed || tally.same) || tally.correct[1] == tally.trials) << tally.kind;
  }
}

}  // namespace
}  // namespace papert::study
