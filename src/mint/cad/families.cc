// Families of machine parts and what is asked about them.
//
// What is asked, and its answer where it can be chosen, is drawn first; parts are then drawn until
// one fits. A part has two plans: the plain one, whose volume and faces follow by hand, and the
// told one, which makes the same solid with more words:
//
//     outlines that are added where there is material already
//     cuts through the air above the part
//     holes that are cut instead of left out, bores drilled from both ends
//     pegs that start inside the plate, or are made too high and cut down
//
// so that the words say as many holes, and name as many shapes, whatever the answer is. The told
// one is built and measured before the part becomes a task: it must have the plain one's volume and
// faces.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "lang/cad/solid.h"
#include "mint/cad/plan.h"

namespace papert::mint::cad {
namespace {

int draw(Random& random, int low, int high) { return static_cast<int>(random.randint(low, high)); }

/// What is settled before a part is drawn.
struct PartWish {
  std::size_t family = 0;
  Language language = Language::kCad3d;
  std::size_t choice = 0;  // of four: which depth, letter, peg
  std::size_t base = 0;    // of kBaseNames or kOpenings
  bool flag = false;       // which of two things is asked
  CountPlan few;           // from 0, 1 or 2 on
  CountPlan steps;         // of stairs
};

struct Design {
  std::string category;
  Plan plan;
  Plan told;
  std::vector<Draft> drafts;
  std::size_t openings = 0;  // of a sketch
};

constexpr std::array<std::string_view, 5> kBaseNames{"A rectangle", "A circle", "A hexagon",
                                                     "A triangle", "A slot with round ends"};

/// Of one of the base shapes inside a circle of this radius.
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

std::size_t base_named(std::string_view name) {
  return static_cast<std::size_t>(std::find(kBaseNames.begin(), kBaseNames.end(), name) -
                                  kBaseNames.begin());
}

/// A base outline, its middle and how far from there it surely reaches.
struct Base {
  Outline outline;
  Node middle;
  double reach = 0;
};

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

/// Places on a ring around the middle, far enough from each other and from the edge for holes of
/// the radius that is given too. Nothing if they do not fit.
struct HoleRing {
  std::vector<Node> places;
  int radius = 0;
};

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

/// The told plan in the making: what is added, in any order, then what is cut.
class Teller {
 public:
  /// Material fills the disc of radius `core` around `middle` from 0 to `height`; nothing reaches
  /// above `top`.
  Teller(Node middle, int core, int height, int top)
      : middle_(middle), core_(core), height_(height), top_(top) {}

  void add(PlanStep step) { adds_.push_back(std::move(step)); }
  void cut(PlanStep step) { cuts_.push_back(std::move(step)); }

  /// Through the base: left out of it, or cut.
  void open(PlanStep& base, const Outline& outline, Random& random) {
    if (random.randbelow(2) == 0) {
      base.holes.push_back(outline);
      return;
    }
    const int below = draw(random, 0, 4);
    const int above = draw(random, 0, 4);
    cuts_.push_back({outline, {}, base.low - below, base.high + above, true});
  }

  /// Says a shape without a trace: in the air, or one time in `inside` in the material.
  void mention(std::size_t kind, std::uint64_t inside, Random& random) {
    if (core_ >= 5 && random.randbelow(inside) == 0) {
      const Outline outline = outline_within(kind, middle_, draw(random, 4, core_ - 1));
      const int low = draw(random, 0, height_ - 3);
      const int high = draw(random, low + 2, height_);
      adds_.push_back({outline, {}, low, high, false});
      return;
    }
    air(outline_within(kind, {0, 0}, draw(random, 4, 12)), random);
  }

  /// A cut above the part.
  void air(Outline outline, Random& random) {
    const int x = draw(random, 30, 90);
    const int y = draw(random, 30, 90);
    for (Node& corner : outline.corners) corner = {corner.x + x, corner.y + y};
    outline.center = {outline.center.x + x, outline.center.y + y};
    const int low = top_ + draw(random, 2, 10);
    const int high = low + draw(random, 4, 20);
    cuts_.push_back({std::move(outline), {}, low, high, true});
  }

  [[nodiscard]] Plan take(Random& random) {
    random.shuffle(adds_);
    random.shuffle(cuts_);
    Plan plan;
    plan.steps = adds_;
    plan.steps.insert(plan.steps.end(), cuts_.begin(), cuts_.end());
    return plan;
  }

 private:
  Node middle_;
  int core_ = 0;
  int height_ = 0;
  int top_ = 0;
  std::vector<PlanStep> adds_;
  std::vector<PlanStep> cuts_;
};

/// Asks for the shape of the base, and mentions the others that are offered.
Draft ask_base(std::string text, std::size_t kind, Teller& teller, Random& random) {
  Draft draft = word_draft(QuestionType::kShape, std::move(text), std::string(kBaseNames[kind]), {},
                           {kBaseNames.begin(), kBaseNames.end()}, random);
  for (const std::string& other : draft.wrong) teller.mention(base_named(other), 2, random);
  return draft;
}

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

/// The radius of the largest circle around the middle that an outline within a radius holds.
int room_in(std::size_t kind, int radius) {
  constexpr std::array<double, 5> kRoom{0.36, 1, 0.84, 0.46, 0.58};
  return static_cast<int>(radius * kRoom[kind]) - 2;
}

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

using Family = std::optional<Design> (*)(const PartWish&, Random&);
constexpr std::array<Family, 7> kFamilies{plate, flange, raised, openings, stairs, bracket, nest};
constexpr std::size_t kFirstFlat = 3;  // from here on a sketch says it all
constexpr std::size_t kNest = 6;

PartWish draw_part_wish(Random& random) {
  PartWish wish;
  wish.family = static_cast<std::size_t>(random.randbelow(kFamilies.size()));
  wish.language = static_cast<Language>(1 + random.randbelow(3));
  if (wish.family < kFirstFlat && wish.language == Language::kCad2d) {
    wish.language = Language::kCad3d;
  }
  if (wish.family == kNest) wish.language = Language::kCad2d;
  wish.choice = static_cast<std::size_t>(random.randbelow(4));
  wish.base = static_cast<std::size_t>(random.randbelow(kBaseNames.size()));
  wish.flag = random.randbelow(2) == 0;
  const std::size_t least = wish.family == 1 ? 1 : 0;
  wish.few = draw_count(least, least + 1, random);
  wish.steps = draw_count(2, 2, random);
  return wish;
}

/// The program and whether it makes what the plain plan says.
Result<bool> tell(const Design& design, const PartWish& wish, Minted& minted, Random& random) {
  if (wish.language == Language::kCad2d) {
    minted.program = to_sketch_text(design.told, &random);
    return same_sketch(minted.program, to_sketch_text(design.plan), design.openings);
  }
  const bool grid = wish.language == Language::kCad3d;
  minted.program =
      grid ? to_extrude_text(design.told, &random) : to_reconstruction_text(design.told, &random);
  // Without a kernel every part would be drawn again until chance gives another: other tasks from
  // the same seed.
  if (!lang::cad::has_kernel()) {
    return fail(ErrorCode::kUsage,
                "this build has no OpenCASCADE, so it mints no questions about solids");
  }
  // The kernel may fail to combine what only just touches; such a part is drawn again.
  return verify_solid(design.plan, wish.language, minted.program).has_value();
}

}  // namespace

Result<Minted> mint_part(Random& random) {
  constexpr int kWishes = 8;  // a wish that chance does not fulfil is given up for another
  constexpr int kAttempts = 300;
  for (int drawn = 0; drawn < kWishes; ++drawn) {
    const PartWish wish = draw_part_wish(random);
    for (int i = 0; i < kAttempts; ++i) {
      auto design = kFamilies[wish.family](wish, random);
      if (!design) continue;
      Minted minted{wish.language, "", design->category, {}};
      const bool same = TRY(tell(*design, wish, minted, random));
      if (!same) continue;
      random.shuffle(design->drafts);
      minted.drafts = std::move(design->drafts);
      return minted;
    }
  }
  return fail(ErrorCode::kInternal, "no part fits its holes");
}

}  // namespace papert::mint::cad
