#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/json.h"
#include "base/random.h"
#include "base/text.h"
#include "mint/shapes/generate.h"
#include "raster/raster.h"
#include "raster/render.h"
#include "solve/baseline.h"
#include "solve/shapecode_heuristic.h"
#include "suite/registry.h"
#include "support/published_data.h"
#include "support/slowdown.h"

namespace papert::solve {
namespace {

raster::Bitmap draw(const lang::shapes::Program& program) {
  return raster::render(lang::shapes::to_scene(program));
}

TEST(Heuristic, EqualsThePublishedBaseline) {
  PAPERT_NEED_PUBLISHED(path, "shapecodebench/oracle_heuristic.jsonl");
  const std::string text = read_file(path).value();
  int lines = 0;
  for (const std::string_view line : split(trim(text), '\n')) {
    const Json want = parse_json(line).value();
    const auto tier = mint::shapes::tier_from_name(want["tier"].get<std::string>());
    const auto program = mint::shapes::generate(tier.value(), want["seed"].get<std::int64_t>());
    EXPECT_EQ(lang::shapes::serialise(heuristic(draw(program.value()))),
              want["prediction"].get<std::string>())
        << line;
    ++lines;
  }
  EXPECT_EQ(lines, 450);
}

/// The definition, pixel by pixel.
class Naive {
 public:
  explicit Naive(const raster::Bitmap& picture)
      : picture_(picture), seen_(picture.width(), picture.height()) {}

  lang::shapes::Program run() {
    lang::shapes::Program program;
    for (int y = 0; y < picture_.height(); ++y) {
      for (int x = 0; x < picture_.width(); ++x) {
        if (picture_.get(x, y) && !seen_.get(x, y)) describe(flood(x, y), program);
      }
    }
    return program;
  }

 private:
  struct Pixel {
    int x;
    int y;
  };

  std::vector<Pixel> flood(int x, int y) {
    std::vector<Pixel> pixels = {{x, y}};
    seen_.set(x, y);
    for (std::size_t i = 0; i < pixels.size(); ++i) {
      const Pixel at = pixels[i];
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          const Pixel next{at.x + dx, at.y + dy};
          if (!picture_.get(next.x, next.y) || seen_.get(next.x, next.y)) continue;
          seen_.set(next.x, next.y);
          pixels.push_back(next);
        }
      }
    }
    return pixels;
  }

  [[nodiscard]] bool is_core(Pixel at) const {
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        if (!picture_.get(at.x + dx, at.y + dy)) return false;
      }
    }
    return true;
  }

  void describe(const std::vector<Pixel>& pixels, lang::shapes::Program& program) const {
    int x0 = pixels[0].x, x1 = x0, y0 = pixels[0].y, y1 = y0, core = 0;
    for (const Pixel& at : pixels) {
      x0 = std::min(x0, at.x);
      x1 = std::max(x1, at.x);
      y0 = std::min(y0, at.y);
      y1 = std::max(y1, at.y);
      core += is_core(at) ? 1 : 0;
    }
    const int width = x1 - x0 + 1, height = y1 - y0 + 1, extent = std::max(width, height);
    const auto area = static_cast<double>(pixels.size());
    if (pixels.size() < 9 || width < 2 || height < 2) return;
    const bool square = area / (width * height) >= 0.9;
    const bool filled = core / area >= 0.55;
    const int size = std::clamp(square ? extent : std::max(1, extent / 2), 1, 512);
    const double perimeter = square ? 4.0 * size : 2.0 * std::numbers::pi * size;
    using lang::shapes::Kind;
    const lang::shapes::Kind kind =
        square ? (filled ? lang::shapes::Kind::kFilledSquare : lang::shapes::Kind::kSquare)
               : (filled ? lang::shapes::Kind::kFilledCircle : lang::shapes::Kind::kCircle);
    const int stroke = std::min(std::max(1, static_cast<int>(std::rint(area / perimeter))),
                                lang::shapes::max_stroke(kind, size));
    program.shapes.push_back({kind, std::clamp((x0 + x1) / 2, 0, 511),
                              std::clamp((y0 + y1) / 2, 0, 511), size, filled ? 0 : stroke});
  }

  const raster::Bitmap& picture_;
  raster::Bitmap seen_;
};

std::string show(const raster::Bitmap& picture) {
  std::string text;
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) text += picture.get(x, y) ? '#' : '.';
    text += '\n';
  }
  return text;
}

void expect_same(const raster::Bitmap& picture) {
  ASSERT_EQ(lang::shapes::serialise(heuristic(picture)),
            lang::shapes::serialise(Naive(picture).run()))
      << (picture.width() <= 200 ? show(picture) : "");
}

TEST(Heuristic, EveryTinyPicture) {
  for (int bits = 0; bits < 1 << 16; ++bits) {
    raster::Bitmap picture(4, 4);
    for (int i = 0; i < 16; ++i) {
      if ((bits >> i & 1) != 0) picture.set(i % 4, i / 4);
    }
    expect_same(picture);
  }
}

TEST(Heuristic, RandomNoise) {
  Random rng(1);
  for (int round = 0; round < 600; ++round) {
    const int width = static_cast<int>(rng.randint(1, 200));
    raster::Bitmap picture(width, static_cast<int>(rng.randint(1, 60)));
    const double density = rng.uniform(0.05, 0.98);
    for (int y = 0; y < picture.height(); ++y) {
      for (int x = 0; x < width; ++x) {
        if (rng.random() < density) picture.set(x, y);
      }
    }
    expect_same(picture);
  }
}

TEST(Heuristic, RandomSpans) {
  Random rng(2);
  for (int round = 0; round < 300; ++round) {
    raster::Bitmap picture(static_cast<int>(rng.choice(std::array{64, 65, 127, 128, 512, 600})),
                           static_cast<int>(rng.randint(1, 200)));
    for (std::int64_t i = rng.randint(0, 12); i > 0; --i) {
      const std::int64_t x = rng.randint(-20, picture.width());
      const std::int64_t y = rng.randint(-20, picture.height());
      const std::int64_t w = rng.randint(1, 90);
      for (std::int64_t row = rng.randint(1, 40); row > 0; --row) {
        picture.fill_span(y + row, x, x + w);
      }
    }
    expect_same(picture);
  }
}

TEST(Heuristic, GeneratedScenes) {
  for (const mint::shapes::Tier tier : mint::shapes::kTiers) {
    for (std::int64_t seed = 900; seed < 900 + 20 / test::kSlowdown; ++seed) {
      expect_same(draw(mint::shapes::generate(tier, seed).value()));
    }
  }
}

TEST(Heuristic, Extremes) {
  EXPECT_TRUE(heuristic(raster::Bitmap()).shapes.empty());
  EXPECT_TRUE(heuristic(raster::Bitmap(512, 512)).shapes.empty());
  raster::Bitmap full(512, 512);
  for (int y = 0; y < 512; ++y) full.fill_span(y, 0, 511);
  EXPECT_EQ(lang::shapes::serialise(heuristic(full)), "filled_square(cx=255, cy=255, size=512)");
  raster::Bitmap checkers(512, 512);
  for (int y = 0; y < 512; ++y) {
    for (int x = y % 2; x < 512; x += 2) checkers.set(x, y);
  }
  EXPECT_EQ(heuristic(checkers).shapes.size(), 1u);
  expect_same(checkers);
  raster::Bitmap comb(512, 512);  // every tooth is joined only by the last row
  for (int y = 0; y < 511; ++y) {
    for (int x = 0; x < 512; x += 2) comb.set(x, y);
  }
  comb.fill_span(511, 0, 511);
  expect_same(comb);
}

// With worked examples in the prompt the task's own picture is the last.
TEST(Heuristic, TheBaselineLooksAtTheTasksOwnPicture) {
  const auto suite = suite::find_suite("shapecode");
  const auto tasks = (*suite)->mint({.seed = 3, .count = 1});
  ASSERT_TRUE(tasks) << tasks.error().to_string();
  const auto baseline = make_baseline("shapecode", "heuristic", **tasks);
  ASSERT_TRUE(baseline) << baseline.error().to_string();
  const raster::Bitmap example = draw(mint::shapes::generate(mint::shapes::Tier::kEasy, 1).value());
  const raster::Bitmap own = draw(mint::shapes::generate(mint::shapes::Tier::kEasy, 2).value());
  const model::Reply reply =
      (*baseline)->ask({.images = {raster::encode_png(raster::to_image(example)),
                                   raster::encode_png(raster::to_image(own))}},
                       {});
  EXPECT_EQ(reply.text, lang::shapes::serialise(heuristic(own)));
  EXPECT_NE(reply.text, lang::shapes::serialise(heuristic(example)));
}

// One row high or wide, or fewer than nine pixels: skipped; just above: kept.
TEST(Heuristic, SmallestComponent) {
  raster::Bitmap line(100, 3);
  line.fill_span(1, 10, 40);
  EXPECT_TRUE(heuristic(line).shapes.empty());
  raster::Bitmap eight(100, 3);
  eight.fill_span(0, 0, 3);
  eight.fill_span(1, 0, 3);
  EXPECT_TRUE(heuristic(eight).shapes.empty());
  eight.set(4, 1);
  EXPECT_EQ(heuristic(eight).shapes.size(), 1u);
}

TEST(Heuristic, FindsShapesInEveryTier) {
  for (const mint::shapes::Tier tier : mint::shapes::kTiers) {
    std::size_t found = 0;
    for (std::int64_t seed = 0; seed < 200; ++seed) {
      found += heuristic(draw(mint::shapes::generate(tier, seed).value())).shapes.size();
    }
    EXPECT_GT(found, 100u) << mint::shapes::tier_name(tier);
  }
}

}  // namespace
}  // namespace papert::solve
