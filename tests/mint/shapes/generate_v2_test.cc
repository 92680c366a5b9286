#include "mint/shapes/generate_v2.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "base/random.h"
#include "lang/shapes/v2_parse.h"
#include "raster/color_plane.h"
#include "support/naive_colors.h"
#include "support/slowdown.h"

namespace papert::mint::shapes::v2 {
namespace {

using lang::shapes::v2::Kind;
using lang::shapes::v2::Program;
using lang::shapes::v2::Shape;

/// Scenes per tier: some every day, ten thousand in all where PAPERT_FULL is set.
std::int64_t scenes() {
  return std::getenv("PAPERT_FULL") != nullptr ? 3334 : 1 + 7 / test::kSlowdown;
}

raster::ColorPlane painted(const Program& program) {
  return raster::render(lang::shapes::v2::to_scene(program));
}

TEST(GenerateV2, ScenesLookTheSameInASlowRenderer) {
  for (const Tier tier : kTiers) {
    for (std::int64_t seed = 0; seed < scenes(); ++seed) {
      const auto program = v2::generate(tier, seed);
      ASSERT_TRUE(program) << seed;
      const raster::ColorPlane plane = painted(*program);
      ASSERT_EQ(plane, painted(*program)) << tier_name(tier) << " " << seed;
      const std::vector<std::uint8_t> naive = test::NaiveColors::render(*program);
      ASSERT_TRUE(std::ranges::equal(plane.places(), naive)) << tier_name(tier) << " " << seed;
    }
  }
}

/// Anything the language allows, beyond the canvas too.
Shape any_shape(Random& rng) {
  const auto number = [&](int low, int high) { return static_cast<int>(rng.randint(low, high)); };
  Shape shape;
  shape.kind = rng.choice(lang::shapes::v2::kKinds);
  const lang::shapes::v2::KindInfo& info = lang::shapes::v2::kind_info(shape.kind);
  for (std::size_t i = 0; i < info.parameters.size(); ++i) {
    shape.values[i] = number(info.parameters[i].low, info.parameters[i].high);
  }
  const int corners = info.has_points ? number(3, 32) : 0;
  for (int i = 0; i < corners; ++i) {
    const int x = number(lang::shapes::v2::kMinCoordinate, lang::shapes::v2::kMaxCoordinate);
    const int y = number(lang::shapes::v2::kMinCoordinate, lang::shapes::v2::kMaxCoordinate);
    shape.points.push_back({x, y});
  }
  if (const auto stroke = lang::shapes::v2::place_of(shape.kind, "stroke")) {
    const lang::shapes::v2::StrokeRange range = lang::shapes::v2::stroke_range(shape);
    shape.values[*stroke] = number(range.low, range.high);
  }
  return shape;
}

TEST(GenerateV2, AnyShapeLooksTheSameInASlowRenderer) {
  Random rng(7);
  for (std::int64_t i = 0; i < 10 * scenes(); ++i) {
    Program program;
    program.shapes.push_back(any_shape(rng));
    ASSERT_TRUE(lang::shapes::v2::is_valid(program.shapes[0]));
    ASSERT_TRUE(std::ranges::equal(painted(program).places(), test::NaiveColors::render(program)))
        << lang::shapes::v2::serialise(program);
  }
}

TEST(GenerateV2, ASeedGivesTheSameProgramAndItsTextReadsBack) {
  for (const Tier tier : kTiers) {
    for (std::int64_t seed = 100; seed < 140; ++seed) {
      const auto program = v2::generate(tier, seed);
      ASSERT_TRUE(program);
      EXPECT_EQ(*program, *v2::generate(tier, seed));
      const auto read = lang::shapes::v2::parse(lang::shapes::v2::serialise(*program));
      ASSERT_TRUE(read) << read.error().message;
      EXPECT_EQ(*read, *program);
    }
  }
}

TEST(GenerateV2, ScenesKeepTheTableOfTheirTier) {
  for (const Tier tier : kTiers) {
    const TierRules& rules = v2::tier_rules(tier);
    for (std::int64_t seed = 0; seed < 60; ++seed) {
      const auto program = v2::generate(tier, seed);
      ASSERT_TRUE(program);
      const auto calls = static_cast<int>(program->shapes.size());
      EXPECT_GE(calls, rules.calls.low);
      EXPECT_LE(calls, rules.calls.high);
      std::set<int> colors;
      int clears = 0;
      for (const Shape& shape : program->shapes) {
        if (shape.kind == Kind::kClear) {
          ++clears;
          continue;
        }
        colors.insert(static_cast<int>(shape.color));
        EXPECT_GT(rules.weights[static_cast<std::size_t>(shape.kind)], 0);
        const auto rotate = lang::shapes::v2::place_of(shape.kind, "rotate");
        if (rotate && rules.rotated == 0) {
          EXPECT_EQ(shape.values[*rotate], 0);
        }
      }
      EXPECT_LE(clears, rules.clears.high);
      if (rules.own_colors) {
        EXPECT_EQ(static_cast<int>(colors.size()), calls - clears);
      }
    }
  }
}

TEST(GenerateV2, EasyScenesDoNotOverlapAndHardOnesHide) {
  const auto visible_shares = [](const Program& program) {
    std::vector<double> shares;
    for (std::size_t i = 0; i < program.shapes.size(); ++i) {
      raster::Bitmap own(512, 512);
      raster::cover(lang::shapes::v2::to_form(program.shapes[i]), own);
      raster::Bitmap above(512, 512);
      for (std::size_t j = i + 1; j < program.shapes.size(); ++j) {
        raster::cover(lang::shapes::v2::to_form(program.shapes[j]), above);
      }
      const auto hidden = static_cast<double>(raster::overlap(own, above).both);
      shares.push_back(1 - hidden / static_cast<double>(own.count()));
    }
    return shares;
  };
  for (std::int64_t seed = 0; seed < 30; ++seed) {
    EXPECT_EQ(std::ranges::min(visible_shares(*v2::generate(Tier::kEasy, seed))), 1.0);
    EXPECT_LT(std::ranges::min(visible_shares(*v2::generate(Tier::kHard, seed))), 0.5);
  }
}

}  // namespace
}  // namespace papert::mint::shapes::v2
