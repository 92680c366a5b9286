// Signs against the rule itself: what the rule calls the same, signs must not call different.

#include "score/faithful_signs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "score/faithful.h"
#include "score/thick_lines.h"
#include "support/scenes.h"

namespace papert::score {
namespace {

/// A number from `least` to `most`, both of them possible.
double between(Random& random, std::int64_t least, std::int64_t most) {
  return static_cast<double>(random.randint(least, most));
}

/// Near the borders between groups of colours, most of them.
scene::Color any_color(Random& random) {
  const auto channel = [&] {
    const std::int64_t kind = random.randint(0, 3);
    const std::int64_t value = random.randint(112, 143);
    return static_cast<std::uint8_t>(kind == 0 ? 0 : kind == 1 ? 250 : value);
  };
  const std::uint8_t red = channel();
  const std::uint8_t green = channel();
  const std::uint8_t blue = channel();
  return {red, green, blue};
}

scene::Item any_item(Random& random, bool thick) {
  const scene::Color color = any_color(random);
  const std::int64_t kind = random.randint(0, 5);
  const double x = between(random, 0, 300);
  const double y = between(random, 0, 300);
  if (kind == 0) return scene::Dot{{x, y}, between(random, 3, 90), color};
  std::vector<scene::Point> points{{x, y}};
  const std::int64_t corners = random.randint(1, 5);
  for (std::int64_t i = 0; i < corners; ++i) {
    const double left = between(random, 0, 300);
    points.push_back({left, between(random, 0, 300)});
  }
  if (kind == 1) return scene::Fill{std::move(points), color};
  return scene::Stroke{std::move(points), thick && kind == 2 ? between(random, 12, 36) : 1, color};
}

scene::Scene any_scene(Random& random, bool thick) {
  scene::Scene scene;
  // A frame, so that small changes inside do not change the scale.
  scene.items.emplace_back(
      scene::Stroke{{{-5, -5}, {305, -5}, {305, 305}, {-5, 305}, {-5, -5}}, 1, {}});
  const std::int64_t items = random.randint(1, 4);
  for (std::int64_t i = 0; i < items; ++i) scene.items.push_back(any_item(random, thick));
  return scene;
}

/// About the same: places, colours and pens change a little, or one thing changes much.
scene::Scene changed(const scene::Scene& original, Random& random) {
  scene::Scene scene = original;
  const std::int64_t kind = random.randint(0, 4);
  if (kind == 0) {
    const std::size_t last = scene.items.size() - 1;
    scene.items[last] = any_item(random, false);
    return scene;
  }
  const auto shifted = [&](std::uint8_t value) {
    const std::int64_t by = random.randint(-detail::kSameColor, detail::kSameColor);
    return static_cast<std::uint8_t>(std::clamp<std::int64_t>(value + by, 0, 254));
  };
  const std::int64_t by = random.randint(-6, 6);
  for (std::size_t i = 1; i < scene.items.size(); ++i) {
    if (auto* stroke = std::get_if<scene::Stroke>(&scene.items[i])) {
      if (kind == 1) stroke->points.back().x += static_cast<double>(by) / 3;
      if (kind == 2) stroke->width += 1;
      if (kind == 3) stroke->color.g = shifted(stroke->color.g);
    } else if (auto* fill = std::get_if<scene::Fill>(&scene.items[i])) {
      if (kind == 1) fill->points.front().y += static_cast<double>(by) / 3;
      if (kind == 3) fill->color.r = shifted(fill->color.r);
      if (kind == 4) scene.items[i] = scene::Stroke{fill->points, 1, fill->color};
    } else if (auto* dot = std::get_if<scene::Dot>(&scene.items[i])) {
      if (kind == 1) dot->center.y += static_cast<double>(by) / 3;
      if (kind == 3) dot->color.b = shifted(dot->color.b);
    }
  }
  return scene;
}

struct Counts {
  int same = 0;
  int excluded = 0;
};

/// What the rule calls the same must not be excluded.
void compare(const scene::Scene& a, const scene::Scene& b, Counts& counts) {
  const PaintedDrawing one(a);
  const PaintedDrawing other(b);
  const bool same =
      compare_faithfully(one, other).success || compare_faithfully(other, one).success;
  const FaithfulSigns of_one = faithful_signs(one);
  const FaithfulSigns of_other = faithful_signs(other);
  const bool may_be = may_be_faithful(of_one, of_other);
  EXPECT_EQ(may_be_faithful(of_other, of_one), may_be);
  EXPECT_TRUE(may_be || !same);
  counts.same += same ? 1 : 0;
  counts.excluded += may_be ? 0 : 1;
}

TEST(FaithfulSigns, ExcludeNothingThatTheRuleCallsTheSame) {
  Counts near;
  for (int seed = 0; seed < 400; ++seed) {
    Random random(seed);
    const scene::Scene scene = any_scene(random, seed % 4 == 0);
    compare(scene, changed(scene, random), near);
  }
  EXPECT_GT(near.same, 100);
  EXPECT_GT(near.excluded, 60);
  Counts far;
  for (int seed = 1000; seed < 1100; ++seed) {
    Random random(seed);
    const scene::Scene scene = any_scene(random, false);
    compare(scene, any_scene(random, false), far);
  }
  EXPECT_GT(far.excluded, 90);
}

TEST(FaithfulSigns, LeaveThickLinesAndAreasToTheRule) {
  const auto band = [](double width, double right) {
    return scene::Stroke{{{0, 0}, {right, 0}}, width, test::kBlue};
  };
  const scene::Scene lines = test::scene_of({band(20, 100)});
  const scene::Scene area =
      test::scene_of({scene::Fill{{{0, 0}, {120, 0}, {120, 20}, {0, 20}}, test::kBlue}});
  Counts counts;
  compare(lines, area, counts);
  compare(area, area, counts);
  EXPECT_GE(counts.same, 1);
}

TEST(FaithfulSigns, ANearlyEqualColourOfAnotherGroupIsTheSame) {
  const auto with_red = [](std::uint8_t red) {
    return test::scene_of({scene::Stroke{{{0, 0}, {90, 40}, {20, 70}}, 1, {red, 40, 40}}});
  };
  Counts counts;
  compare(with_red(127), with_red(128), counts);
  compare(with_red(122), with_red(134), counts);
  EXPECT_EQ(counts.same, 2);
  compare(with_red(100), with_red(160), counts);
  EXPECT_EQ(counts.same, 2);
  EXPECT_EQ(counts.excluded, 1);
}

TEST(FaithfulSigns, SayNothingWhereThereAreTexts) {
  const scene::Scene drawing = test::squares(2);
  scene::Scene written = drawing;
  written.items.emplace_back(scene::Text{.position = {500, 500}, .text = "far away"});
  const FaithfulSigns plain = faithful_signs(PaintedDrawing(drawing));
  const FaithfulSigns with_text = faithful_signs(PaintedDrawing(written));
  EXPECT_TRUE(may_be_faithful(plain, with_text));
  EXPECT_TRUE(may_be_faithful(with_text, plain));
  EXPECT_FALSE(may_be_faithful(plain, faithful_signs(PaintedDrawing(test::squares(3)))));
}

}  // namespace
}  // namespace papert::score
