// Plans of parts: their volume, other words for them, and what verification finds.

#include "mint/cad/plan.h"

#include <gtest/gtest.h>

#include <numbers>
#include <set>

namespace papert::mint::cad {
namespace {

TEST(Plan, VolumeByHand) {
  Plan plan;
  plan.steps.push_back(
      {box_outline({0, 0}, {40, 20}), {circle_outline({10, 10}, 4)}, 0, 10, false});
  plan.steps.push_back({slot_outline({20, 10}, 3, 10), {}, 6, 10, true});
  plan.faces = 6 + 1 + 4 + 1;
  const double pi = std::numbers::pi;
  EXPECT_DOUBLE_EQ(plan.volume(), 8000 - pi * 16 * 10 - (60 + pi * 9) * 4);
  EXPECT_TRUE(verify_solid(plan, Language::kCad3d, to_extrude_text(plan)).has_value());
  EXPECT_TRUE(
      verify_solid(plan, Language::kCad3dComplex, to_reconstruction_text(plan)).has_value());
}

TEST(Plan, OtherWordsMakeTheSameSolid) {
  Plan plan;
  plan.steps.push_back({box_outline({0, 0}, {40, 20}),
                        {circle_outline({10, 10}, 4), half_disc_outline({30, 8}, 5)},
                        0,
                        10,
                        false});
  plan.faces = 6 + 1 + 2;
  Plan told;
  told.steps.push_back({circle_outline({20, 10}, 3), {}, 2, 7, false});  // inside what follows
  told.steps.push_back(
      {box_outline({0, 0}, {40, 20}), {half_disc_outline({30, 8}, 5)}, 0, 10, false});
  told.steps.push_back({circle_outline({10, 10}, 4), {}, -2, 12, true});
  told.steps.push_back({slot_outline({5, 10}, 3, 9), {}, 14, 20, true});  // above the part
  std::set<std::string> texts;
  for (int seed = 0; seed < 6; ++seed) {
    Random random(seed);
    const std::string grid = to_extrude_text(told, &random);
    EXPECT_TRUE(verify_solid(plan, Language::kCad3d, grid).has_value()) << grid;
    texts.insert(grid);
    const std::string text = to_reconstruction_text(told, &random);
    EXPECT_TRUE(verify_solid(plan, Language::kCad3dComplex, text).has_value()) << text;
    EXPECT_TRUE(same_sketch(to_sketch_text(plan, &random), to_sketch_text(plan), 2).value());
  }
  EXPECT_EQ(texts.size(), 6U);
  // A third opening is not what the plan has.
  EXPECT_FALSE(same_sketch(to_sketch_text(plan), to_sketch_text(plan), 3).value());
  told.steps.pop_back();
  told.steps.push_back({slot_outline({5, 10}, 3, 9), {}, 8, 20, true});
  EXPECT_FALSE(verify_solid(plan, Language::kCad3d, to_extrude_text(told)).has_value());
}

TEST(Plan, WhatIsNotPlannedIsFound) {
  Plan plan;
  plan.steps.push_back({box_outline({0, 0}, {40, 20}), {}, 0, 10, false});
  plan.faces = 7;
  EXPECT_FALSE(verify_solid(plan, Language::kCad3d, to_extrude_text(plan)).has_value());
  plan.faces = 6;
  EXPECT_TRUE(verify_solid(plan, Language::kCad3d, to_extrude_text(plan)).has_value());
  // Two lumps that do not touch are not part.
  plan.steps.push_back({box_outline({60, 0}, {80, 20}), {}, 0, 10, false});
  plan.faces = 12;
  EXPECT_FALSE(verify_solid(plan, Language::kCad3d, to_extrude_text(plan)).has_value());
}

}  // namespace
}  // namespace papert::mint::cad
