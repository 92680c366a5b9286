// The local rule beside the pixel rule, and the pictures a model is shown.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/random.h"
#include "score/compare_drawings.h"
#include "suite/turtleai/local_rule.h"
#include "suite/turtleai/picture.h"
#include "suite/turtleai/variants.h"

namespace papert::turtleai {
namespace {

using scene::Scene;
using scene::Stroke;

constexpr scene::Color kRed{255, 0, 0};
constexpr scene::Color kBlue{0, 0, 255};

/// `count` squares in a row; `skip` leaves out a side of the last.
Scene squares(int count, bool skip = false, scene::Color last = {}) {
  Scene scene;
  for (int i = 0; i < count; ++i) {
    const double x = i * 30;
    Stroke stroke{{{x, 0}, {x + 20, 0}, {x + 20, 20}, {x, 20}, {x, 0}}, 1, {}};
    if (i + 1 == count) {
      stroke.color = last;
      if (skip) stroke.points.pop_back();
    }
    scene.items.push_back(stroke);
  }
  return scene;
}

Scene moved(Scene scene, double factor, double offset) {
  for (scene::Item& item : scene.items) {
    for (scene::Point& point : std::get<Stroke>(item).points) {
      point = {point.x * factor + offset, point.y * factor - offset};
    }
  }
  return scene;
}

LocalComparison compare_locally(const Scene& reference, const Scene& answer) {
  return turtleai::compare_locally(score::PaintedDrawing(reference), score::PaintedDrawing(answer));
}

TEST(LocalRule, PlaceAndSizeDoNotCount) {
  const Scene scene = squares(5);
  EXPECT_TRUE(compare_locally(scene, scene).success);
  EXPECT_EQ(compare_locally(scene, scene).stray, 0);
  EXPECT_TRUE(compare_locally(scene, moved(scene, 1.7, -33.3)).success);
}

TEST(LocalRule, OneMissingSideOfManyIsSeenWhereThePixelRuleOverlooksIt) {
  const Scene whole = squares(10);
  const Scene broken = squares(10, true);
  EXPECT_TRUE(score::compare_drawings(whole, broken).success);
  const LocalComparison local = compare_locally(whole, broken);
  EXPECT_FALSE(local.success);
  EXPECT_GT(local.largest_patch, kLargestPatch);
  EXPECT_EQ(compare_locally(broken, whole).stray, local.stray);
}

TEST(LocalRule, ColoursCount) {
  EXPECT_FALSE(compare_locally(squares(10), squares(10, false, kRed)).success);
  EXPECT_TRUE(compare_locally(squares(10, false, kRed), squares(10, false, kRed)).success);
  EXPECT_FALSE(compare_locally(squares(10, false, kBlue), squares(10, false, kRed)).success);
}

TEST(LocalRule, BlankDrawings) {
  EXPECT_TRUE(compare_locally({}, {}).success);
  EXPECT_FALSE(compare_locally(squares(2), {}).success);
  EXPECT_FALSE(compare_locally({}, squares(2)).success);
  EXPECT_EQ(compare_locally({}, {}).difference(), 0);
}

TEST(LocalRule, ShiftsWithinTheRadiusAreForgivenAndLargerOnesAreNot) {
  // A frame of 300 with a line in its middle: the frame fixes the scale, one unit a pixel.
  const auto framed = [](double y) {
    Scene scene;
    scene.items.push_back(Stroke{{{0, 0}, {300, 0}, {300, 300}, {0, 300}, {0, 0}}, 1, {}});
    scene.items.push_back(Stroke{{{50, y}, {250, y}}, 1, {}});
    return scene;
  };
  EXPECT_TRUE(compare_locally(framed(150.5), framed(152.5)).success);
  EXPECT_FALSE(compare_locally(framed(150.5), framed(154.5)).success);
}

/// The rule as it is worded, pixel by pixel.
LocalComparison compare_plainly(const score::PaintedDrawing& a, const score::PaintedDrawing& b) {
  constexpr int kSide = scene::kCanonicalSize;
  constexpr std::uint32_t kWhite = 0xFFFFFF;
  const auto at = [](int x, int y) {
    return static_cast<std::size_t>(y) * kSide + static_cast<std::size_t>(x);
  };
  const std::array sheets{a.colors(), b.colors()};
  std::vector<bool> stray(sheets[0].size());
  const auto is_near = [&](const std::vector<std::uint32_t>& sheet, int x, int y,
                           std::uint32_t color) {
    for (int ny = std::max(y - kStrayRadius, 0); ny <= std::min(y + kStrayRadius, kSide - 1);
         ++ny) {
      for (int nx = std::max(x - kStrayRadius, 0); nx <= std::min(x + kStrayRadius, kSide - 1);
           ++nx) {
        if (sheet[at(nx, ny)] == color) return true;
      }
    }
    return false;
  };
  LocalComparison result;
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const std::uint32_t one = sheets[0][at(x, y)];
      const std::uint32_t other = sheets[1][at(x, y)];
      result.ink += one != kWhite || other != kWhite ? 1 : 0;
      stray[at(x, y)] = (one != kWhite && !is_near(sheets[1], x, y, one)) ||
                        (other != kWhite && !is_near(sheets[0], x, y, other));
      result.stray += stray[at(x, y)] ? 1 : 0;
    }
  }
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      std::vector<std::pair<int, int>> open{{x, y}};
      std::int64_t size = 0;
      while (!open.empty()) {
        const auto [cx, cy] = open.back();
        open.pop_back();
        if (cx < 0 || cy < 0 || cx >= kSide || cy >= kSide || !stray[at(cx, cy)]) continue;
        stray[at(cx, cy)] = false;
        ++size;
        for (int i = 0; i < 9; ++i) open.emplace_back(cx + i % 3 - 1, cy + i / 3 - 1);
      }
      result.largest_patch = std::max(result.largest_patch, size);
    }
  }
  return result;
}

TEST(LocalRule, GivesTheFiguresOfItsWording) {
  const std::array colors{scene::Color{}, kRed, kBlue, scene::Color{255, 255, 255}};
  for (int seed = 0; seed < 150; ++seed) {
    Random random(seed);
    const auto point = [&] { return scene::Point{random.uniform(0, 300), random.uniform(0, 300)}; };
    std::array<Scene, 2> scenes;
    const std::int64_t items = random.randint(1, 12);
    for (std::int64_t i = 0; i < items; ++i) {
      const scene::Color color = random.choice(colors);
      const std::int64_t kind = random.randint(0, 2);
      const std::vector<scene::Point> points{point(), point(), point()};
      for (Scene& scene : scenes) {
        if (random.random() < 0.15) continue;
        const scene::Color shown = random.random() < 0.1 ? random.choice(colors) : color;
        std::vector<scene::Point> placed = points;
        for (scene::Point& each : placed) each.x += random.uniform(-3, 3);
        if (kind == 0) scene.items.push_back(Stroke{placed, 1, shown});
        if (kind == 1) scene.items.push_back(scene::Fill{placed, shown});
        if (kind == 2) scene.items.push_back(scene::Dot{placed[0], 25, shown});
      }
    }
    const score::PaintedDrawing a(scenes[0]);
    const score::PaintedDrawing b(scenes[1]);
    const LocalComparison plain = compare_plainly(a, b);
    const LocalComparison given = turtleai::compare_locally(a, b);
    EXPECT_EQ(given.ink, plain.ink) << seed;
    EXPECT_EQ(given.stray, plain.stray) << seed;
    EXPECT_EQ(given.largest_patch, plain.largest_patch) << seed;
  }
}

TEST(VisiblyDifferent, TakesNoticeOfPartsNotOfPixels) {
  EXPECT_FALSE(visibly_different(squares(5), squares(5)));
  EXPECT_FALSE(visibly_different(squares(5), moved(squares(5), 0.6, 12.34)));
  EXPECT_TRUE(visibly_different(squares(5), squares(5, true)));
  EXPECT_TRUE(visibly_different(squares(5), squares(6)));
  EXPECT_TRUE(visibly_different(squares(5), squares(5, false, kRed)));
}

bool has_ink_at_edge(const raster::Image& image) {
  for (int i = 0; i < image.width(); ++i) {
    for (const auto& [x, y] :
         {std::pair(i, 0), {i, image.height() - 1}, {0, i}, {image.width() - 1, i}}) {
      const std::uint8_t* pixel = image.row(y) + 3 * x;
      if (pixel[0] != 255 || pixel[1] != 255 || pixel[2] != 255) return true;
    }
  }
  return false;
}

TEST(Picture, TheWholeDrawingIsShownWithAMargin) {
  for (const double size : {0.1, 1.0, 40.0}) {
    const raster::Image image = clean_picture(moved(squares(4), size, 500));
    EXPECT_EQ(image.width(), kPictureSide);
    EXPECT_EQ(image.height(), kPictureSide);
    EXPECT_FALSE(has_ink_at_edge(image));
    EXPECT_NE(image, clean_picture({}));
  }
}

TEST(Picture, TheHandIsSteadyInItsUnsteadiness) {
  Scene scene = squares(3);
  scene.items.push_back(scene::Fill{{{0, 0}, {20, 0}, {20, 20}}, kRed});
  scene.items.push_back(scene::Dot{{5, 5}, 9, kBlue});
  const raster::Image drawn = hand_drawn_picture(scene, 7);
  EXPECT_EQ(drawn, hand_drawn_picture(scene, 7));
  EXPECT_NE(drawn, hand_drawn_picture(scene, 8));
  EXPECT_EQ(drawn.width(), kPictureSide);
  // Paper is toned, not white.
  EXPECT_LT(drawn.row(0)[2], 250);
  EXPECT_GT(drawn.row(0)[0], 200);
}

TEST(Picture, NothingToDrawIsPaper) { EXPECT_EQ(hand_drawn_picture({}, 1).height(), kPictureSide); }

}  // namespace
}  // namespace papert::turtleai
