#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "datagen/turtle/ink.h"
#include "score/compare_drawings.h"
#include "score/drawing_index.h"
#include "support/temp_folder.h"

namespace papert::datagen {
namespace {

/// Polygons, of which many are nearly equal.
scene::Scene polygon(Random& random) {
  scene::Scene scene;
  const std::int64_t corners = random.randint(3, 4);
  std::vector<scene::Point> points;
  for (std::int64_t i = 0; i < corners; ++i) {
    const std::int64_t jitter = random.randint(0, 9) == 0 ? 1 : 0;
    const std::int64_t column = random.randint(0, 2);
    const std::int64_t row = random.randint(0, 2);
    points.push_back({static_cast<double>(60 * column + jitter), static_cast<double>(60 * row)});
  }
  const bool filled = random.randint(0, 1) == 1;
  if (filled) scene.items.emplace_back(scene::Fill{points, {255, 200, 0}});
  scene.items.emplace_back(scene::Stroke{points, 1, {0, 0, 0}});
  return scene;
}

TEST(InkSheets, FindsThePairsThatThePixelRuleCallsEqualWithAndWithoutTheFilter) {
  const test::TempFolder folder;
  auto sheets = InkSheets::create(folder.path());
  ASSERT_TRUE(sheets);
  Random random(20);
  std::vector<score::PaintedDrawing> drawings;
  std::vector<InkMark> marks;
  for (int i = 0; i < 400; ++i) {
    drawings.emplace_back(polygon(random));
    const auto added = sheets->add(drawings.back());
    ASSERT_TRUE(added);
    marks.push_back(*added);
  }
  constexpr std::size_t kFirstNew = 100;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> expected;
  const score::DrawingOptions quick{.explain = score::Explain::kNever};
  for (std::uint32_t i = 0; i < drawings.size(); ++i) {
    for (std::uint32_t j = std::max<std::uint32_t>(i + 1, kFirstNew); j < drawings.size(); ++j) {
      const bool equal = score::compare_drawings(drawings[i], drawings[j], quick).success ||
                         score::compare_drawings(drawings[j], drawings[i], quick).success;
      if (equal) expected.emplace_back(i, j);
    }
  }
  ASSERT_GT(expected.size(), 20U);
  std::size_t compared[2] = {};
  for (const bool filter : {false, true}) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
    const auto visit = [&](std::uint32_t a, std::uint32_t b) { found.emplace_back(a, b); };
    const auto count = equal_pairs(*sheets, marks, kFirstNew, filter ? 3 : 1, visit, filter);
    ASSERT_TRUE(count);
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, expected);
    compared[filter ? 1 : 0] = *count;
  }
  EXPECT_LT(compared[1], compared[0] / 4);
}

/// Shapes of a few kinds in colours of many, of which some differ in a part alone.
scene::Scene coloured(Random& random) {
  const auto color = [&] {
    const std::int64_t shade = random.randint(0, 29);
    return scene::Color{static_cast<std::uint8_t>(8 * shade),
                        static_cast<std::uint8_t>(255 - 8 * shade), 40};
  };
  const std::int64_t sides = random.randint(1, 3);
  const double width = 100 * static_cast<double>(sides);
  scene::Scene scene;
  scene.items.emplace_back(
      scene::Stroke{{{0, 0}, {width, 0}, {width, 150}, {0, 150}, {0, 0}}, 1, color()});
  const std::int64_t length = random.randint(0, 12);
  scene.items.emplace_back(
      scene::Stroke{{{5, 20}, {5 + static_cast<double>(length), 20}}, 1, color()});
  return scene;
}

TEST(InkSheets, PassesOverShapesInOtherColoursAndFindsEveryEqualPair) {
  const test::TempFolder folder;
  auto sheets = InkSheets::create(folder.path());
  ASSERT_TRUE(sheets);
  Random random(8);
  std::vector<InkMark> marks;
  for (int i = 0; i < 500; ++i) {
    const auto added = sheets->add(score::PaintedDrawing(coloured(random)));
    ASSERT_TRUE(added);
    marks.push_back(*added);
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> found[2];
  std::size_t compared[2] = {};
  for (const bool filter : {false, true}) {
    auto& pairs = found[filter ? 1 : 0];
    const auto visit = [&](std::uint32_t a, std::uint32_t b) { pairs.emplace_back(a, b); };
    const auto count = equal_pairs(*sheets, marks, 0, 2, visit, filter);
    ASSERT_TRUE(count);
    compared[filter ? 1 : 0] = *count;
    std::sort(pairs.begin(), pairs.end());
  }
  EXPECT_GT(found[0].size(), 100U);
  EXPECT_EQ(found[1], found[0]);
  EXPECT_LT(compared[1], compared[0] / 8);
}

TEST(InkFacts, CountTheInkOfTheSheet) {
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    const score::PaintedDrawing drawing(polygon(random));
    const auto colors = drawing.colors();
    const auto ink = std::count_if(colors.begin(), colors.end(),
                                   [](std::uint32_t color) { return color != 0xFFFFFF; });
    const InkFacts facts = ink_facts(drawing);
    EXPECT_EQ(facts.ink, static_cast<std::uint32_t>(ink));
    std::uint32_t sum = 0;
    for (const std::uint16_t cell : facts.cells) sum += cell;
    EXPECT_EQ(sum, facts.ink);
    sum = 0;
    for (const std::uint32_t color : facts.colors) sum += color;
    EXPECT_EQ(sum, facts.ink);
  }
}

}  // namespace
}  // namespace papert::datagen
