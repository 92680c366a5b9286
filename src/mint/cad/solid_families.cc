// Parts of several heights: only their solid says what they are.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "mint/cad/design.h"

namespace papert::mint::cad {
namespace {

constexpr std::array<std::string_view, 4> kDepths{
    "It goes all the way through", "It is blind and open at the top",
    "It is blind and open at the bottom", "There is no hole in the middle"};

Draft ask_depth(std::size_t depth, Random& random) {
  const std::vector<std::string> all(kDepths.begin(), kDepths.end());
  return word_draft(QuestionType::kReasoning,
                    "The part stands upright along the z axis. What is true of the hole in its "
                    "middle?",
                    all[depth], all, {}, random);
}

std::vector<Draft> ask_plate(const PartWish& wish, Teller& teller, Random& random) {
  std::vector<Draft> drafts;
  drafts.push_back(count_draft(
      wish.flag ? "How many holes go all the way through the plate?"
                : "How many holes are blind, that is, do not go all the way through the plate?",
      wish.few, random));
  drafts.push_back(ask_base("What is the shape of the outer outline, seen from above?", wish.base,
                            teller, random));
  return drafts;
}

}  // namespace

/// A plate with holes of which some may be blind.
std::optional<Design> plate(const PartWish& wish, Random& random) {
  constexpr int kCore = 11;
  const Base base = make_base(wish.base, random);
  const auto others = static_cast<std::size_t>(random.randbelow(3));
  const std::size_t through = wish.flag ? wish.few.count() : others;
  const std::size_t blind = wish.flag ? others : wish.few.count();
  const auto ring = hole_ring(base, through + blind, kCore, random);
  if (!ring) return std::nullopt;
  const int height = draw(random, 10, 24);
  Design design{"plate", {}, {}, {}, 0};
  Teller teller(base.middle, kCore, height, height);
  PlanStep plain{base.outline, {}, 0, height, false};
  PlanStep told = plain;
  std::vector<PlanStep> pockets;
  for (std::size_t i = 0; i < ring->places.size(); ++i) {
    const Outline hole = circle_outline(ring->places[i], ring->radius);
    if (i < through) {
      plain.holes.push_back(hole);
      teller.open(told, hole, random);
      continue;
    }
    const int depth = draw(random, 3, height - 3);
    const bool from_top = random.randbelow(2) == 0;
    pockets.push_back({hole, {}, from_top ? height - depth : 0, from_top ? height : depth, true});
    teller.cut(pockets.back());
  }
  teller.add(told);
  design.plan.steps.push_back(plain);
  design.plan.steps.insert(design.plan.steps.end(), pockets.begin(), pockets.end());
  design.plan.faces = 2 + base.outline.sides() + through + 2 * blind;
  const std::size_t stated = wish.few.stated(random);
  for (std::size_t n = through + blind; n < stated; ++n) teller.mention(1, 5, random);
  design.drafts = ask_plate(wish, teller, random);
  design.told = teller.take(random);
  return design;
}

namespace {

/// The bore of a flange, plain and reported: through in one cut or from both ends, and always two
/// cuts in all.
void bore(const PartWish& wish, Node middle, int radius, int top, Design& design, Teller& teller,
          Random& random) {
  const Outline round = circle_outline(middle, radius);
  const int depth = draw(random, 6, top - 6);
  if (wish.choice == 0) {
    design.plan.steps.push_back({round, {}, 0, top, true});
    design.plan.faces += 1;
    const int meet = draw(random, 3, std::min(depth, top - depth));
    teller.cut({round, {}, 0, depth + meet, true});
    teller.cut({round, {}, depth, top, true});
    return;
  }
  const int low = wish.choice == 1 ? top - depth : 0;
  const int high = wish.choice == 1 ? top : depth;
  teller.air(circle_outline({0, 0}, radius), random);
  if (wish.choice == 3) {
    teller.air(circle_outline({0, 0}, radius), random);
    return;
  }
  design.plan.steps.push_back({round, {}, low, high, true});
  design.plan.faces += 2;
  teller.cut({round, {}, low, high, true});
}

}  // namespace

/// A base with a round hub, bolt holes around it, and perhaps a bore.
std::optional<Design> flange(const PartWish& wish, Random& random) {
  const Base base = make_base(wish.base, random);
  const int hub = draw(random, 9, 13);
  const std::size_t count = wish.few.count();
  const auto ring = hole_ring(base, count, hub, random);
  if (!ring) return std::nullopt;
  const int height = draw(random, 8, 14);
  const int top = height + draw(random, 12, 50);
  Design design{"flange", {}, {}, {}, 0};
  Teller teller(base.middle, hub, height, top);
  PlanStep plain{base.outline, {}, 0, height, false};
  PlanStep told = plain;
  for (const Node at : ring->places) {
    const Outline hole = circle_outline(at, ring->radius);
    plain.holes.push_back(hole);
    teller.open(told, hole, random);
  }
  teller.add(told);
  const Outline round = circle_outline(base.middle, hub);
  teller.add({round, {}, draw(random, 0, height), top, false});
  design.plan.steps.push_back(plain);
  design.plan.steps.push_back({round, {}, height, top, false});
  design.plan.faces = 2 + base.outline.sides() + count + 2;
  const int radius = hub - draw(random, 3, 5);
  bore(wish, base.middle, radius, top, design, teller, random);
  const std::size_t stated = wish.few.stated(random);
  for (std::size_t n = count; n < stated; ++n) teller.mention(1, 5, random);
  design.drafts.push_back(ask_depth(wish.choice, random));
  design.drafts.push_back(
      count_draft("How many small holes are around the hub?", wish.few, random));
  design.drafts.push_back(
      ask_base("What is the shape of the base, seen from above?", wish.base, teller, random));
  design.told = teller.take(random);
  return design;
}

namespace {

struct Raised {
  std::string name;
  Outline outline;
};

Raised raised_part(std::size_t kind, int x, int r) {
  switch (kind) {
    case 0:
      return {"The round one", circle_outline({x, 60}, r)};
    case 1:
      return {"The square one", box_outline({x - r, 60 - r}, {x + r, 60 + r})};
    case 2:
      return {"The triangular one", triangle_outline({x - r, 60 - r}, 2 * r)};
    default:
      return {"The six-sided one", hexagon_outline({x - r, 60 - r}, r)};
  }
}

/// Four, clearly different.
std::vector<int> draw_heights(Random& random) {
  std::vector<int> heights;
  int at = draw(random, 6, 10);
  for (int i = 0; i < 4; ++i) {
    heights.push_back(at);
    at += draw(random, 5, 12);
  }
  random.shuffle(heights);
  return heights;
}

}  // namespace

/// A long plate with raised parts of different shapes and heights. Every one starts somewhere in
/// the plate, and is either as high as it should be or cut down to it.
std::optional<Design> raised(const PartWish& wish, Random& random) {
  const std::vector<std::size_t> kinds = random.sample_indices(4, 4);
  Design design{"raised parts", {}, {}, {}, 0};
  const int height = draw(random, 16, 30);
  Teller teller({60, 48}, 0, height, 100);
  const PlanStep base{box_outline({2, 40}, {118, 80}), {}, 0, height, false};
  design.plan.steps.push_back(base);
  design.plan.faces = 6;
  teller.add(base);
  const std::vector<int> heights = draw_heights(random);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const int x = 17 + 29 * static_cast<int>(i);
    const int r = draw(random, 8, 10);
    const Raised part = raised_part(kinds[i], x, r);
    const int top = height + heights[i];
    design.plan.steps.push_back({part.outline, {}, height, top, false});
    design.plan.faces += part.outline.sides() + 1;
    names.push_back(part.name);
    const int low = draw(random, 0, height);
    const bool shortened = random.randbelow(3) > 0;
    const int over = shortened ? draw(random, 3, 40) : 0;
    teller.add({part.outline, {}, low, top + over, false});
    if (!shortened) continue;
    const int above = draw(random, 1, 8);
    teller.cut(
        {box_outline({x - 12, 60 - 12}, {x + 12, 60 + 12}), {}, top, top + over + above, true});
  }
  const auto first = wish.flag ? std::max_element(heights.begin(), heights.end())
                               : std::min_element(heights.begin(), heights.end());
  design.drafts.push_back(
      word_draft(QuestionType::kReasoning,
                 fmt::format("Of the parts raised above the plate, which one ends up the {}?",
                             wish.flag ? "tallest" : "lowest"),
                 names[static_cast<std::size_t>(first - heights.begin())], names, {}, random));
  design.told = teller.take(random);
  return design;
}

}  // namespace papert::mint::cad
