#include "score/builtin_features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"

namespace papert::score {
namespace {

scene::Scene random_scene(Random& random) {
  scene::Scene scene;
  for (int i = 0; i < 6; ++i) {
    std::vector<scene::Point> points;
    for (int k = 0; k < 4; ++k) {
      const double x = random.uniform(-200, 200);
      const double y = random.uniform(-200, 200);
      points.push_back({x, y});
    }
    const auto red = static_cast<std::uint8_t>(random.randbelow(256));
    const auto blue = static_cast<std::uint8_t>(random.randbelow(256));
    if (i % 2 == 0) scene.items.emplace_back(scene::Fill{points, {red, 128, blue}});
    scene.items.emplace_back(scene::Stroke{points, 2, {blue, red, 0}});
  }
  return scene;
}

/// Blurs the whole sheet, pixel by pixel, and takes means: what the definition says.
std::vector<double> naive_features(const PaintedDrawing& drawing) {
  constexpr int kSide = scene::kCanonicalSize;
  constexpr int kReach = 8;
  const std::vector<std::uint32_t> colors = drawing.colors();
  std::vector<double> means(kBuiltinFeatures);
  for (int part = 0; part < 2; ++part) {
    const auto value = [&](int x, int y) {
      if (x < 0 || y < 0 || x >= kSide || y >= kSide) return 0.0;
      const std::uint32_t color = colors[static_cast<std::size_t>(y * kSide + x)];
      const double red = (color >> 16) / 255.0;
      const double green = (color >> 8 & 255) / 255.0;
      const double blue = (color & 255) / 255.0;
      return part == 0 ? 1 - (0.299 * red + 0.587 * green + 0.114 * blue)
                       : std::max({red, green, blue}) - std::min({red, green, blue});
    };
    std::vector<double> wide(static_cast<std::size_t>(kSide * kSide));
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        for (int shift = 1 - kReach; shift < kReach; ++shift) {
          wide[static_cast<std::size_t>(y * kSide + x)] +=
              value(x + shift, y) * (kReach - std::abs(shift)) / (kReach * kReach);
        }
      }
    }
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        for (int shift = 1 - kReach; shift < kReach; ++shift) {
          if (y + shift < 0 || y + shift >= kSide) continue;
          const double sum = wide[static_cast<std::size_t>((y + shift) * kSide + x)];
          means[static_cast<std::size_t>(part * 256 + y / 20 * 16 + x / 20)] +=
              sum * (kReach - std::abs(shift)) / (kReach * kReach) / 400;
        }
      }
    }
  }
  return means;
}

TEST(BuiltinFeatures, AreMeansOfTheBlurredSheet) {
  Random random(4);
  for (int i = 0; i < 3; ++i) {
    const PaintedDrawing drawing(random_scene(random));
    const Features features = builtin_features(drawing);
    const std::vector<double> naive = naive_features(drawing);
    ASSERT_EQ(features.size(), kBuiltinFeatures);
    for (std::size_t k = 0; k < naive.size(); ++k) EXPECT_NEAR(features[k], naive[k], 1e-6) << k;
    EXPECT_GT(*std::max_element(features.begin(), features.begin() + 256), 0.1F);
    EXPECT_GT(*std::max_element(features.begin() + 256, features.end()), 0.1F);
  }
}

TEST(BuiltinFeatures, NothingIsZeroAndPlaceAndSizeDoNotCount) {
  EXPECT_EQ(builtin_features(PaintedDrawing(scene::Scene{})), Features(kBuiltinFeatures));
  scene::Scene square;
  square.items.emplace_back(
      scene::Stroke{{{0, 0}, {64, 0}, {64, 64}, {0, 64}, {0, 0}}, 1, {255, 0, 0}});
  scene::Scene larger;
  larger.items.emplace_back(
      scene::Stroke{{{9, 9}, {137, 9}, {137, 137}, {9, 137}, {9, 9}}, 7, {255, 0, 0}});
  EXPECT_EQ(builtin_features(PaintedDrawing(square)), builtin_features(PaintedDrawing(larger)));
}

}  // namespace
}  // namespace papert::score
