#include "mint/shapes/generate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <string>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "support/published_data.h"

namespace papert::mint::shapes {
namespace {

std::string program_of(const Json& sample, const char* tier_key) {
  const Tier tier = tier_from_name(sample[tier_key].get<std::string>()).value();
  return lang::shapes::serialise(generate(tier, sample["seed"].get<std::int64_t>()).value());
}

TEST(Generate, EqualsThePublishedGenerator) {
  PAPERT_NEED_PUBLISHED(path, "shapecodebench/oracle_generate.jsonl");
  const std::string text = read_file(path).value();
  int lines = 0;
  for (const std::string_view line : split(trim(text), '\n')) {
    const Json want = parse_json(line).value();
    EXPECT_EQ(program_of(want, "tier"), want["program"].get<std::string>()) << line;
    ++lines;
  }
  EXPECT_EQ(lines, 1508);
}

TEST(Generate, EqualsThePublishedSet) {
  PAPERT_NEED_PUBLISHED(folder, "shapecodebench/eval_v1/eval");
  std::map<std::string, int> samples;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    const Json want = parse_json(read_file(entry.path()).value()).value();
    EXPECT_EQ(program_of(want, "difficulty"), want["ground_truth_program"].get<std::string>())
        << entry.path();
    ++samples[want["difficulty"]];
  }
  EXPECT_EQ(samples, (std::map<std::string, int>{{"easy", 50}, {"hard", 50}, {"medium", 50}}));
}

TEST(Generate, KnownScene) {
  EXPECT_EQ(lang::shapes::serialise(generate(Tier::kMedium, 31415926535).value()),
            "filled_circle(cx=173, cy=384, radius=47)\n"
            "circle(cx=213, cy=109, radius=98, stroke=4)\n"
            "circle(cx=87, cy=79, radius=59, stroke=2)");
}

TEST(Generate, NamesTiers) {
  for (const Tier tier : kTiers) EXPECT_EQ(tier_from_name(tier_name(tier)), tier);
  EXPECT_EQ(tier_name(Tier::kMedium), "medium");
  EXPECT_EQ(tier_from_name("Easy"), std::nullopt);
  EXPECT_EQ(tier_from_name(""), std::nullopt);
}

bool share_a_pixel(const scene::Box& a, const scene::Box& b) {
  return a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
}

void check_shape(const lang::shapes::Shape& shape, const TierRules& rules) {
  EXPECT_GE(shape.extent, rules.min_extent);
  EXPECT_LE(shape.extent, rules.max_extent);
  EXPECT_GE(shape.cx, 0);
  EXPECT_LT(shape.cx, lang::shapes::kCanvasSize);
  EXPECT_GE(shape.cy, 0);
  EXPECT_LT(shape.cy, lang::shapes::kCanvasSize);
  if (lang::shapes::is_outlined(shape.kind)) {
    EXPECT_GE(shape.stroke, 1);
    EXPECT_LE(shape.stroke,
              std::min(rules.max_stroke, lang::shapes::max_stroke(shape.kind, shape.extent)));
  } else {
    EXPECT_EQ(shape.stroke, 0);
  }
  if (rules.clip_probability == 0.0) {
    const scene::Box box = lang::shapes::bounds(shape);
    EXPECT_TRUE(box.x0 >= 0 && box.y0 >= 0 && box.x1 < lang::shapes::kCanvasSize &&
                box.y1 < lang::shapes::kCanvasSize);
  }
}

TEST(Generate, ScenesObeyTheirRules) {
  for (const Tier tier : kTiers) {
    const TierRules& rules = tier_rules(tier);
    for (std::int64_t seed = 5000; seed < 7000; ++seed) {
      const auto program = generate(tier, seed);
      ASSERT_TRUE(program) << program.error().message;
      const std::vector<lang::shapes::Shape>& shapes = program->shapes;
      EXPECT_GE(static_cast<int>(shapes.size()), rules.min_shapes);
      EXPECT_LE(static_cast<int>(shapes.size()), rules.max_shapes);
      bool overlap = false;
      for (std::size_t i = 0; i < shapes.size(); ++i) {
        check_shape(shapes[i], rules);
        for (std::size_t j = 0; j < i; ++j) {
          overlap = overlap ||
                    share_a_pixel(lang::shapes::bounds(shapes[i]), lang::shapes::bounds(shapes[j]));
        }
      }
      EXPECT_TRUE(overlap || !rules.needs_overlap) << seed;
    }
  }
}

TEST(Generate, TheSignOfASeedIsIgnored) {
  EXPECT_EQ(generate(Tier::kHard, 77).value(), generate(Tier::kHard, -77).value());
  EXPECT_TRUE(generate(Tier::kHard, std::numeric_limits<std::int64_t>::min()));
}

TEST(Generate, ManyTogetherAreTheSameAsOneByOne) {
  std::vector<std::int64_t> seeds;
  for (std::int64_t seed = -7; seed < 40; ++seed) seeds.push_back(seed);
  for (const Tier tier : kTiers) {
    const auto programs = generate_all(tier, seeds);
    ASSERT_EQ(programs.size(), seeds.size());
    for (std::size_t i = 0; i < seeds.size(); ++i) {
      EXPECT_EQ(*programs[i], *generate(tier, seeds[i])) << seeds[i];
    }
  }
}

}  // namespace
}  // namespace papert::mint::shapes
