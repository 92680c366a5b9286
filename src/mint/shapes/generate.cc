// Rejection sampling: propose a shape, keep it if it obeys the tier's rules, and throw the scene
// away if it lacks a required overlap. Every draw happens in the order of the original, because one
// draw more or less changes everything behind it. What is drawn for a shape, in this order:
//
//     kind; extent; [random() unless every centre is free]; centre x; centre y; [stroke if
//     outlined]
//
// Cost: some 3 microseconds a scene, most of it seeding the generator; about one when several
// scenes are generated together.

#include "mint/shapes/generate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "base/random.h"

namespace papert::mint::shapes {
namespace {

constexpr int kSceneTries = 200;
constexpr int kShapeTries = 500;

constexpr std::array<TierRules, 3> kRules = {{
    {1, 3, 64, 160, 2, 6, 0.0, 0.02, false},
    {3, 6, 32, 128, 2, 8, 0.25, 0.35, false},
    {6, 10, 16, 128, 1, 10, 1.0, std::nullopt, true},
}};

std::int64_t area(const scene::Box& box) {
  return std::int64_t{std::max(0, box.x1 - box.x0 + 1)} * std::max(0, box.y1 - box.y0 + 1);
}

std::int64_t shared_area(const scene::Box& a, const scene::Box& b) {
  return area(
      {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)});
}

double iou(const scene::Box& a, const scene::Box& b) {
  const std::int64_t both = shared_area(a, b);
  return static_cast<double>(both) / static_cast<double>(area(a) + area(b) - both);
}

int draw(Random& rng, int low, int high) { return static_cast<int>(rng.randint(low, high)); }

lang::shapes::Shape propose(Random& rng, const TierRules& rules) {
  lang::shapes::Shape shape;
  shape.kind = rng.choice(lang::shapes::kKinds);
  shape.extent = draw(rng, rules.min_extent, rules.max_extent);
  int low = 0;
  int high = lang::shapes::kCanvasSize - 1;
  if (rules.clip_probability < 1.0 && rng.random() >= rules.clip_probability) {
    low = lang::shapes::is_circle(shape.kind) ? shape.extent : shape.extent / 2;
    high = lang::shapes::is_circle(shape.kind)
               ? lang::shapes::kCanvasSize - 1 - shape.extent
               : lang::shapes::kCanvasSize - shape.extent + shape.extent / 2;
  }
  shape.cx = draw(rng, low, high);
  shape.cy = draw(rng, low, high);
  if (lang::shapes::is_outlined(shape.kind)) {
    const int widest =
        std::min(rules.max_stroke, lang::shapes::max_stroke(shape.kind, shape.extent));
    shape.stroke = draw(rng, std::min(rules.min_stroke, widest), widest);
  }
  return shape;
}

bool inside_canvas(const scene::Box& box) {
  return box.x0 >= 0 && box.y0 >= 0 && box.x1 < lang::shapes::kCanvasSize &&
         box.y1 < lang::shapes::kCanvasSize;
}

bool acceptable(const lang::shapes::Shape& shape, const std::vector<lang::shapes::Shape>& earlier,
                const TierRules& rules) {
  const scene::Box box = lang::shapes::bounds(shape);
  if (rules.clip_probability == 0.0 && !inside_canvas(box)) return false;
  if (!rules.max_iou) return true;
  return std::all_of(earlier.begin(), earlier.end(), [&](const lang::shapes::Shape& other) {
    return iou(box, lang::shapes::bounds(other)) <= *rules.max_iou;
  });
}

bool any_overlap(const std::vector<lang::shapes::Shape>& shapes) {
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (shared_area(lang::shapes::bounds(shapes[i]), lang::shapes::bounds(shapes[j])) > 0)
        return true;
    }
  }
  return false;
}

/// False if no acceptable shape came up.
bool add_shape(Random& rng, const TierRules& rules, std::vector<lang::shapes::Shape>& shapes) {
  for (int i = 0; i < kShapeTries; ++i) {
    const lang::shapes::Shape shape = propose(rng, rules);
    if (acceptable(shape, shapes, rules)) {
      shapes.push_back(shape);
      return true;
    }
  }
  return false;
}

/// The scene that `rng`, fresh from `seed`, gives.
Result<lang::shapes::Program> generate_from(Random& rng, Tier tier, std::int64_t seed) {
  const TierRules& rules = tier_rules(tier);
  lang::shapes::Program program;
  for (int i = 0; i < kSceneTries; ++i) {
    program.shapes.clear();
    const int count = draw(rng, rules.min_shapes, rules.max_shapes);
    while (static_cast<int>(program.shapes.size()) < count) {
      if (!add_shape(rng, rules, program.shapes)) {
        return fail(
            ErrorCode::kLimit,
            fmt::format("no room for shape {} of {} after {} tries ({} seed {})",
                        program.shapes.size() + 1, count, kShapeTries, tier_name(tier), seed));
      }
    }
    if (!rules.needs_overlap || any_overlap(program.shapes)) return program;
  }
  return fail(ErrorCode::kLimit, fmt::format("no acceptable scene after {} tries ({} seed {})",
                                             kSceneTries, tier_name(tier), seed));
}

}  // namespace

std::string_view tier_name(Tier tier) {
  constexpr std::array<std::string_view, 3> kNames = {"easy", "medium", "hard"};
  return kNames[static_cast<std::size_t>(tier)];
}

std::optional<Tier> tier_from_name(std::string_view name) {
  for (const Tier tier : kTiers) {
    if (tier_name(tier) == name) return tier;
  }
  return std::nullopt;
}

const TierRules& tier_rules(Tier tier) { return kRules[static_cast<std::size_t>(tier)]; }

Result<lang::shapes::Program> generate(Tier tier, std::int64_t seed) {
  Random rng(seed);
  return generate_from(rng, tier, seed);
}

std::vector<Result<lang::shapes::Program>> generate_all(Tier tier,
                                                        std::span<const std::int64_t> seeds) {
  std::vector<Result<lang::shapes::Program>> programs;
  programs.reserve(seeds.size());
  for (; seeds.size() >= Random::kTogether; seeds = seeds.subspan(Random::kTogether)) {
    std::array<std::int64_t, Random::kTogether> some{};
    std::copy_n(seeds.begin(), some.size(), some.begin());
    std::array<Random, Random::kTogether> generators = Random::together(some);
    for (std::size_t i = 0; i < some.size(); ++i) {
      programs.push_back(generate_from(generators[i], tier, some[i]));
    }
  }
  for (const std::int64_t seed : seeds) programs.push_back(generate(tier, seed));
  return programs;
}

}  // namespace papert::mint::shapes
