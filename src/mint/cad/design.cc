#include "mint/cad/design.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace papert::mint::cad {

Outline outline_within(std::size_t kind, Node middle, int radius) {
  const int most = std::max(1, radius * 7 / 10);
  const int x = middle.x;
  const int y = middle.y;
  switch (kind) {
    case 0:
      return box_outline({x - most, y - most / 2 - 1}, {x + most, y + most / 2 + 1});
    case 1:
      return circle_outline(middle, radius);
    case 2: {
      const int r = std::max(2, radius / 2 * 2);
      const int half = static_cast<int>(std::lround(r * std::numbers::sqrt3 / 2));
      return hexagon_outline({x - r, y - half}, r);
    }
    case 3: {
      const int side = std::max(4, radius * 5 / 6 * 2);
      return triangle_outline({x - side / 2, y - static_cast<int>(side * 0.29)}, side);
    }
    default: {
      const int r = std::max(1, radius * 3 / 5);
      const int length = std::max(2, (radius - r) * 2);
      return slot_outline({x - length / 2, y}, r, length);
    }
  }
}

namespace {

std::size_t base_named(std::string_view name) {
  return static_cast<std::size_t>(std::find(kBaseNames.begin(), kBaseNames.end(), name) -
                                  kBaseNames.begin());
}

}  // namespace

Base make_base(std::size_t kind, Random& random) {
  const Node middle{60, 60};
  if (kind == 0) {
    const int w = draw(random, 42, 58);
    const int h = draw(random, 32, 40);
    return {box_outline({60 - w, 60 - h}, {60 + w, 60 + h}), middle, static_cast<double>(h)};
  }
  if (kind == 1) {
    const int r = draw(random, 36, 56);
    return {circle_outline(middle, r), middle, static_cast<double>(r)};
  }
  if (kind == 2) {
    const int r = 2 * draw(random, 21, 28);
    const Outline outline = hexagon_outline({60 - r, 12}, r);
    return {outline, {60, outline.corners[0].y}, 0.85 * r};
  }
  if (kind == 3) {
    const int side = 2 * draw(random, 54, 58);
    return {triangle_outline({2, 10}, side),
            {2 + side / 2, 10 + static_cast<int>(side * 0.2887)},
            side * 0.28};
  }
  const int r = draw(random, 30, 34);
  const int length = draw(random, 36, 50);
  return {slot_outline({60 - length / 2, 60}, r, length), middle, static_cast<double>(r)};
}

std::optional<HoleRing> hole_ring(const Base& base, std::size_t count, double core,
                                  Random& random) {
  constexpr double kWall = 2.5;
  HoleRing ring{{}, draw(random, 2, 5)};
  const double distance = base.reach - ring.radius - kWall;
  const double turn = random.uniform(0, 2 * std::numbers::pi);
  if (distance < core + ring.radius + kWall) return std::nullopt;
  for (std::size_t i = 0; i < count; ++i) {
    const double angle =
        turn + 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
    ring.places.push_back(
        {base.middle.x + static_cast<int>(std::lround(distance * std::cos(angle))),
         base.middle.y + static_cast<int>(std::lround(distance * std::sin(angle)))});
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Node a = ring.places[i];
    const Node b = ring.places[(i + 1) % count];
    if (count > 1 && std::hypot(a.x - b.x, a.y - b.y) < 2 * ring.radius + kWall) {
      return std::nullopt;
    }
  }
  random.shuffle(ring.places);
  return ring;
}

void Teller::open(PlanStep& base, const Outline& outline, Random& random) {
  if (random.randbelow(2) == 0) {
    base.holes.push_back(outline);
    return;
  }
  const int below = draw(random, 0, 4);
  const int above = draw(random, 0, 4);
  cuts_.push_back({outline, {}, base.low - below, base.high + above, true});
}

void Teller::mention(std::size_t kind, std::uint64_t inside, Random& random) {
  if (core_ >= 5 && random.randbelow(inside) == 0) {
    const Outline outline = outline_within(kind, middle_, draw(random, 4, core_ - 1));
    const int low = draw(random, 0, height_ - 3);
    const int high = draw(random, low + 2, height_);
    adds_.push_back({outline, {}, low, high, false});
    return;
  }
  air(outline_within(kind, {0, 0}, draw(random, 4, 12)), random);
}

void Teller::air(Outline outline, Random& random) {
  const int x = draw(random, 30, 90);
  const int y = draw(random, 30, 90);
  for (Node& corner : outline.corners) corner = {corner.x + x, corner.y + y};
  outline.center = {outline.center.x + x, outline.center.y + y};
  const int low = top_ + draw(random, 2, 10);
  const int high = low + draw(random, 4, 20);
  cuts_.push_back({std::move(outline), {}, low, high, true});
}

Plan Teller::take(Random& random) {
  random.shuffle(adds_);
  random.shuffle(cuts_);
  Plan plan;
  plan.steps = adds_;
  plan.steps.insert(plan.steps.end(), cuts_.begin(), cuts_.end());
  return plan;
}

Draft ask_base(std::string text, std::size_t kind, Teller& teller, Random& random) {
  Draft draft = word_draft(QuestionType::kShape, std::move(text), std::string(kBaseNames[kind]), {},
                           {kBaseNames.begin(), kBaseNames.end()}, random);
  for (const std::string& other : draft.wrong) teller.mention(base_named(other), 2, random);
  return draft;
}

}  // namespace papert::mint::cad
