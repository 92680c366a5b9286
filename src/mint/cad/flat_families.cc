// Parts of one height: a sketch says it all.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "mint/cad/design.h"

namespace papert::mint::cad {
namespace {

/// A flat design of one step; solids mention other shapes as well, and have these cut in the air.
Design flat_design(std::string category, const PlanStep& step, const PartWish& wish, Random& random,
                   const std::vector<Outline>& in_air = {}) {
  Design design{std::move(category), {}, {}, {}, step.holes.size()};
  design.plan.steps.push_back(step);
  design.plan.faces = 2 + step.outline.sides();
  for (const Outline& hole : step.holes) design.plan.faces += hole.sides();
  Teller teller({60, 60}, 0, step.high, step.high);
  PlanStep told = step;
  told.holes.clear();
  for (const Outline& hole : step.holes) {
    if (wish.language == Language::kCad2d) {
      told.holes.push_back(hole);
    } else {
      teller.open(told, hole, random);
    }
  }
  teller.add(told);
  if (wish.language != Language::kCad2d) {
    for (const Outline& outline : in_air) teller.air(outline, random);
    const auto more = random.randbelow(3);
    for (std::uint64_t i = 0; i < more; ++i) {
      const auto kind = static_cast<std::size_t>(random.randbelow(kBaseNames.size()));
      teller.mention(kind, 5, random);
    }
  }
  design.told = teller.take(random);
  return design;
}

}  // namespace

std::optional<Design> stairs(const PartWish& wish, Random& random) {
  const auto count = static_cast<int>(wish.steps.count());
  const int tread = draw(random, 10, 20);
  const int rise = draw(random, 8, 20);
  Outline outline;
  outline.corners = {{2, 4}, {2 + count * tread, 4}};
  for (int i = 1; i <= count; ++i) {
    outline.corners.push_back({2 + (count - i + 1) * tread, 4 + i * rise});
    outline.corners.push_back({2 + (count - i) * tread, 4 + i * rise});
  }
  const PlanStep step{outline, {}, 0, draw(random, 20, 80), false};
  Design design = flat_design("stairs", step, wish, random);
  design.drafts = {count_draft(
      "The outline looks like a staircase. How many steps does it have, the top one included?",
      wish.steps, random)};
  return design;
}

/// An outline that looks like a letter, with a hole or two in its arms.
std::optional<Design> bracket(const PartWish& wish, Random& random) {
  constexpr std::array<std::string_view, 4> kLetters{"The letter L", "The letter T", "The letter U",
                                                     "A plus sign"};
  const int arm = 2 * draw(random, 10, 14);
  const int size = 2 * draw(random, 42, 57);
  const int a = (size - arm) / 2;
  const int b = a + arm;
  Outline outline;
  Node first{arm / 2, arm / 2};
  Node second{size - arm / 2, arm / 2};
  if (wish.choice == 0) {
    outline.corners = {{0, 0}, {size, 0}, {size, arm}, {arm, arm}, {arm, size}, {0, size}};
  } else if (wish.choice == 1) {
    outline.corners = {{0, b}, {a, b},    {a, 0},          {b, 0},
                       {b, b}, {size, b}, {size, b + arm}, {0, b + arm}};
    first = {arm / 2, b + arm / 2};
    second = {size - arm / 2, b + arm / 2};
  } else if (wish.choice == 2) {
    outline.corners = {{0, 0},     {size, 0},   {size, size}, {size - arm, size}, {size - arm, arm},
                       {arm, arm}, {arm, size}, {0, size}};
  } else {
    outline.corners = {{0, a},    {a, a}, {a, 0},    {b, 0},    {b, a}, {size, a},
                       {size, b}, {b, b}, {b, size}, {a, size}, {a, b}, {0, b}};
    first = {arm / 2, size / 2};
    second = {size - arm / 2, size / 2};
  }
  const auto count = static_cast<std::size_t>(random.randbelow(3));
  PlanStep step{outline, {}, 0, draw(random, 10, 60), false};
  const int radius = draw(random, 3, arm / 2 - 4);
  if (count > 0) step.holes.push_back(circle_outline(first, radius));
  if (count > 1) step.holes.push_back(circle_outline(second, radius));
  Design design = flat_design("bracket", step, wish, random);
  design.drafts = {word_draft(
      QuestionType::kShape, "What does the outline look like, seen from above?",
      std::string(kLetters[wish.choice]), {kLetters.begin(), kLetters.end()}, {}, random)};
  return design;
}

namespace {

constexpr std::array<std::string_view, 5> kOpenings{"A circle", "A slot with round ends",
                                                    "A half circle", "A square", "A triangle"};
constexpr std::array<std::string_view, 5> kOpeningCounts{
    "How many openings are full circles?", "How many openings are slots with round ends?",
    "How many openings are half circles?", "How many openings are squares?",
    "How many openings are triangles?"};

Outline opening_outline(std::size_t kind, Node at, Random& random) {
  const int r = draw(random, 5, 8);
  switch (kind) {
    case 0:
      return circle_outline(at, r);
    case 1:
      return slot_outline({at.x - 5, at.y}, 4, 10);
    case 2:
      return half_disc_outline({at.x, at.y - r / 2}, r);
    case 3:
      return box_outline({at.x - r, at.y - r}, {at.x + r, at.y + r});
    default:
      return triangle_outline({at.x - r, at.y - r}, 2 * r);
  }
}

constexpr std::size_t kOpeningsInAll = 7;

/// Of the kind that is counted as many as are wished for, and always as many in all; the first is
/// the left-most.
std::vector<std::size_t> opening_kinds(const PartWish& wish, Random& random) {
  const std::size_t counted = wish.base;
  const auto leftmost = static_cast<std::size_t>(random.randbelow(kOpenings.size()));
  std::vector<std::size_t> others;
  for (std::size_t kind = 0; kind < kOpenings.size(); ++kind) {
    if (kind != counted) others.push_back(kind);
  }
  random.shuffle(others);
  // Three other kinds are there in any case, so that what is offered can be seen somewhere.
  const auto wanted = std::find(others.begin(), others.end(), leftmost);
  if (wanted != others.end()) std::iter_swap(others.begin(), wanted);
  std::vector<std::size_t> kinds(others.begin(), others.begin() + 3);
  kinds.insert(kinds.end(), wish.few.count(), counted);
  while (kinds.size() < kOpeningsInAll) kinds.push_back(random.choice(others));
  random.shuffle(kinds);
  const auto found = std::find(kinds.begin(), kinds.end(), leftmost);
  if (found != kinds.end()) std::iter_swap(kinds.begin(), found);
  return kinds;
}

}  // namespace

/// Openings of several shapes in a plate: one at the left, the others in two rows.
std::optional<Design> openings(const PartWish& wish, Random& random) {
  const std::vector<std::size_t> kinds = opening_kinds(wish, random);
  const std::vector<std::size_t> cells = random.sample_indices(6, kinds.size() - 1);
  PlanStep step{box_outline({3, 28}, {117, 92}), {}, 0, draw(random, 6, 24), false};
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const auto row = static_cast<std::size_t>(random.randbelow(2));
    const std::size_t cell = i == 0 ? row : cells[i - 1] + 2;
    const int dx = draw(random, -3, 3);
    const int dy = draw(random, -4, 4);
    const Node at{18 + 28 * static_cast<int>(cell / 2) + dx, (cell % 2 == 0 ? 44 : 76) + dy};
    step.holes.push_back(opening_outline(kinds[i], at, random));
  }
  const std::string leftmost(kOpenings[kinds.front()]);
  random.shuffle(step.holes);
  std::vector<Outline> in_air;
  const std::size_t stated = wish.few.stated(random);
  for (std::size_t n = wish.few.count(); n < stated; ++n) {
    in_air.push_back(opening_outline(wish.base, {0, 0}, random));
  }
  Design design = flat_design("openings", step, wish, random, in_air);
  std::vector<std::string> there;
  there.reserve(kinds.size());
  for (const std::size_t kind : kinds) there.emplace_back(kOpenings[kind]);
  design.drafts.push_back(count_draft(std::string(kOpeningCounts[wish.base]), wish.few, random));
  design.drafts.push_back(word_draft(QuestionType::kShape,
                                     "Seen from above, with x to the right, what is the shape of "
                                     "the opening furthest to the left?",
                                     leftmost, there, {kOpenings.begin(), kOpenings.end()},
                                     random));
  return design;
}

namespace {

/// The radius of the largest circle around the middle that an outline within a radius holds.
int room_in(std::size_t kind, int radius) {
  constexpr std::array<double, 5> kRoom{0.36, 1, 0.84, 0.46, 0.58};
  return static_cast<int>(radius * kRoom[kind]) - 2;
}

}  // namespace

/// Outlines around each other, for sketches.
std::optional<Design> nest(const PartWish& wish, Random& random) {
  std::vector<std::size_t> kinds = random.sample_indices(kBaseNames.size(), 4);
  const auto there = std::find(kinds.begin(), kinds.end(), wish.base);
  if (there == kinds.end()) return std::nullopt;
  std::iter_swap(there, wish.flag ? kinds.begin() : kinds.end() - 1);
  PlanStep step{{}, {}, 0, 10, false};
  int radius = 58;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (radius < 5) return std::nullopt;
    const Outline outline = outline_within(kinds[i], {60, 60}, radius);
    if (i == 0) {
      step.outline = outline;
    } else {
      step.holes.push_back(outline);
    }
    names.emplace_back(kBaseNames[kinds[i]]);
    radius = room_in(kinds[i], radius) - draw(random, 0, 1);
  }
  Design design{"nest", {}, {}, {}, step.holes.size()};
  design.plan.steps.push_back(step);
  design.told = design.plan;
  design.drafts = {
      word_draft(QuestionType::kShape,
                 fmt::format("The outlines lie inside each other. What is the shape of the {} one?",
                             wish.flag ? "outermost" : "innermost"),
                 std::string(kBaseNames[wish.base]), names, {}, random)};
  return design;
}

}  // namespace papert::mint::cad
