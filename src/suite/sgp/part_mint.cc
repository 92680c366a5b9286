// Families of machine parts and what is asked about them. Every solid is built and measured before
// it becomes a task (verify_solid), so that a plan that does not mean what it says cannot get out.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "suite/sgp/part_plan.h"

namespace papert::sgp {
namespace {

struct Design {
  std::string category;
  Plan plan;
  std::vector<Draft> drafts;
  bool flat = false;  // the first step alone says it all
};

int draw(Random& random, int low, int high) { return static_cast<int>(random.randint(low, high)); }

/// A base outline, its name, its middle and how far from there it surely reaches.
struct Base {
  Outline outline;
  std::string name;
  Node middle;
  double reach = 0;
};

constexpr std::array<std::string_view, 5> kBaseNames{"A rectangle", "A circle", "A hexagon",
                                                     "A triangle", "A slot with round ends"};

Base make_base(Random& random) {
  const auto kind = static_cast<std::size_t>(random.randbelow(5));
  Base base;
  base.name = std::string(kBaseNames[kind]);
  if (kind == 0) {
    const int w = 2 * draw(random, 40, 58);
    const int h = 2 * draw(random, 20, 32);
    base = {box_outline({60 - w / 2, 60 - h / 2}, {60 + w / 2, 60 + h / 2}),
            base.name,
            {60, 60},
            h / 2.0};
  } else if (kind == 1) {
    const int r = draw(random, 34, 56);
    base = {circle_outline({60, 60}, r), base.name, {60, 60}, static_cast<double>(r)};
  } else if (kind == 2) {
    const int r = 2 * draw(random, 20, 28);
    const Outline outline = hexagon_outline({60 - r, 12}, r);
    base = {outline, base.name, {60, outline.corners[0].y}, 0.85 * r};
  } else if (kind == 3) {
    const int side = 2 * draw(random, 44, 58);
    base = {triangle_outline({2, 10}, side),
            base.name,
            {2 + side / 2, 10 + static_cast<int>(side * 0.2887)},
            side * 0.28};
  } else {
    const int r = draw(random, 22, 30);
    const int length = draw(random, 40, 56);
    base = {slot_outline({60 - length / 2, 60}, r, length),
            base.name,
            {60, 60},
            static_cast<double>(r)};
  }
  return base;
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
  for (std::size_t i = 1; i < count; ++i) {
    const Node a = ring.places[i - 1];
    const Node b = ring.places[i];
    if (std::hypot(a.x - b.x, a.y - b.y) < 2 * ring.radius + kWall) return std::nullopt;
  }
  return ring;
}

Draft ask_base(std::string text, const std::string& name, Random& random) {
  return word_draft(QuestionType::kShape, std::move(text), name, {},
                    {kBaseNames.begin(), kBaseNames.end()}, random);
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

constexpr std::array<std::string_view, 4> kObjects{"A staircase", "A flange with a hub",
                                                   "A board with pegs of different shapes",
                                                   "A plate with long slots"};

Draft ask_object(std::size_t object, Random& random) {
  const std::vector<std::string> all(kObjects.begin(), kObjects.end());
  return word_draft(QuestionType::kSemantic, "Which of these does it resemble most?", all[object],
                    all, {}, random);
}

/// A cut from a height down to another, and the faces it adds.
void drill(Plan& plan, Node at, int radius, int low, int high, bool through) {
  plan.steps.push_back({circle_outline(at, radius), {}, low, high, true});
  plan.faces += through ? 1 : 2;
}

/// A plate with holes of which some may be blind.
std::optional<Design> plate(Random& random) {
  const Base base = make_base(random);
  const auto count = 1 + static_cast<std::size_t>(random.randbelow(5));
  const auto ring = hole_ring(base, count, 5, random);
  if (!ring) return std::nullopt;
  const int height = draw(random, 8, 24);
  const std::size_t blind = random.randbelow(2) == 0 ? 0 : random.randbelow(count + 1);
  Design design{"plate", {}, {}, blind == 0};
  PlanStep step{base.outline, {}, 0, height, false};
  for (std::size_t i = blind; i < count; ++i) {
    step.holes.push_back(circle_outline(ring->places[i], ring->radius));
  }
  design.plan.steps.push_back(step);
  design.plan.faces = 2 + base.outline.sides() + (count - blind);
  for (std::size_t i = 0; i < blind; ++i) {
    drill(design.plan, ring->places[i], ring->radius, height - draw(random, 3, height - 3), height,
          false);
  }
  if (blind == 0) {
    design.drafts.push_back(
        count_draft("How many round holes are inside the outline?", count, random));
  } else {
    design.drafts.push_back(
        count_draft("How many holes go all the way through the plate?", count - blind, random));
    design.drafts.push_back(
        count_draft("How many holes are blind, that is, do not go all the way through the plate?",
                    blind, random));
  }
  design.drafts.push_back(
      ask_base("What is the shape of the outer outline, seen from above?", base.name, random));
  return design;
}

/// A base with a round hub, bolt holes around it, and perhaps a bore.
std::optional<Design> flange(Random& random) {
  Base base = make_base(random);
  const int hub = draw(random, 10, 18);
  const auto count = 3 + static_cast<std::size_t>(random.randbelow(3));
  const auto ring = hole_ring(base, count, hub, random);
  if (!ring) return std::nullopt;
  const int height = draw(random, 6, 14);
  const int top = height + draw(random, 12, 50);
  Design design{"flange", {}, {}, false};
  PlanStep step{base.outline, {}, 0, height, false};
  for (const Node at : ring->places) step.holes.push_back(circle_outline(at, ring->radius));
  design.plan.steps.push_back(step);
  design.plan.steps.push_back({circle_outline(base.middle, hub), {}, height, top, false});
  design.plan.faces = 2 + base.outline.sides() + count + 2;
  const auto depth = static_cast<std::size_t>(random.randbelow(kDepths.size()));
  const int bore = hub - draw(random, 3, 6);
  if (depth == 0) drill(design.plan, base.middle, bore, 0, top, true);
  if (depth == 1) drill(design.plan, base.middle, bore, top - draw(random, 5, top - 5), top, false);
  if (depth == 2) drill(design.plan, base.middle, bore, 0, draw(random, 5, top - 5), false);
  design.drafts = {ask_depth(depth, random),
                   count_draft("How many small holes are around the hub?", count, random),
                   ask_base("What is the shape of the base, seen from above?", base.name, random),
                   ask_object(1, random)};
  return design;
}

struct Raised {
  std::string name;
  Outline outline;
};

/// A long plate with raised parts of different shapes and heights.
std::optional<Design> raised(Random& random) {
  std::vector<std::size_t> slots = random.sample_indices(4, 4);
  const auto outline = [&](std::size_t kind, int x) -> Raised {
    const int r = draw(random, 8, 10);
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
  };
  Design design{"raised parts", {}, {}, false};
  const int height = draw(random, 6, 16);
  design.plan.steps.push_back({box_outline({2, 40}, {118, 80}), {}, 0, height, false});
  design.plan.faces = 6;
  std::vector<int> heights;
  std::vector<std::string> names;
  int at = draw(random, 6, 10);
  for (int i = 0; i < 4; ++i) {
    heights.push_back(at);
    at += draw(random, 5, 14);
  }
  random.shuffle(heights);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const Raised part = outline(slots[i], 17 + 29 * static_cast<int>(i));
    design.plan.steps.push_back({part.outline, {}, height, height + heights[i], false});
    design.plan.faces += part.outline.sides() + 1;
    names.push_back(part.name);
  }
  const auto highest = std::max_element(heights.begin(), heights.end()) - heights.begin();
  const auto lowest = std::min_element(heights.begin(), heights.end()) - heights.begin();
  design.drafts = {word_draft(QuestionType::kReasoning,
                              "Which of the parts raised above the plate is the tallest?",
                              names[static_cast<std::size_t>(highest)], names, {}, random),
                   word_draft(QuestionType::kReasoning,
                              "Which of the parts raised above the plate is the lowest?",
                              names[static_cast<std::size_t>(lowest)], names, {}, random),
                   ask_object(2, random)};
  return design;
}

std::optional<Design> stairs(Random& random) {
  const int count = draw(random, 3, 6);
  const int tread = draw(random, 10, 18);
  const int rise = draw(random, 8, 18);
  Outline outline;
  outline.corners = {{2, 4}, {2 + count * tread, 4}};
  for (int i = 1; i <= count; ++i) {
    outline.corners.push_back({2 + (count - i + 1) * tread, 4 + i * rise});
    outline.corners.push_back({2 + (count - i) * tread, 4 + i * rise});
  }
  Design design{"stairs", {}, {}, true};
  design.plan.faces = outline.corners.size() + 2;
  design.plan.steps.push_back({outline, {}, 0, draw(random, 20, 80), false});
  design.drafts = {count_draft("The outline looks like a staircase. How many steps does it have?",
                               static_cast<std::size_t>(count), random),
                   ask_object(0, random)};
  return design;
}

/// An outline that looks like a letter, with a hole or two in its arms.
std::optional<Design> bracket(Random& random) {
  constexpr std::array<std::string_view, 4> kLetters{"The letter L", "The letter T", "The letter U",
                                                     "A plus sign"};
  const auto kind = static_cast<std::size_t>(random.randbelow(kLetters.size()));
  const int arm = 2 * draw(random, 10, 14);
  const int size = 2 * draw(random, 42, 57);
  const int a = (size - arm) / 2;
  const int b = a + arm;
  Outline outline;
  Node first{arm / 2, arm / 2};
  Node second{size - arm / 2, arm / 2};
  if (kind == 0) {
    outline.corners = {{0, 0}, {size, 0}, {size, arm}, {arm, arm}, {arm, size}, {0, size}};
  } else if (kind == 1) {
    outline.corners = {{0, b}, {a, b},    {a, 0},          {b, 0},
                       {b, b}, {size, b}, {size, b + arm}, {0, b + arm}};
    first = {arm / 2, b + arm / 2};
    second = {size - arm / 2, b + arm / 2};
  } else if (kind == 2) {
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
  Design design{"bracket", {}, {}, true};
  design.plan.faces = 2 + outline.corners.size() + count;
  design.plan.steps.push_back(step);
  design.drafts = {
      word_draft(QuestionType::kShape, "What does the outline look like, seen from above?",
                 std::string(kLetters[kind]), {kLetters.begin(), kLetters.end()}, {}, random),
      count_draft("How many round holes are inside the outline?", count, random)};
  return design;
}

/// Slots above each other, round holes beside them.
std::optional<Design> slotted(Random& random) {
  const int slots = draw(random, 1, 3);
  const int holes = draw(random, 0, 2);
  const int radius = draw(random, 3, 6);
  const int gap = 2 * radius + draw(random, 6, 12);
  const int high = slots * gap + 2 * draw(random, 4, 10);
  const int low = 60 - high / 2;
  PlanStep step{box_outline({4, low}, {116, low + high}), {}, 0, draw(random, 5, 20), false};
  const int length = draw(random, 30, 55);
  for (int i = 0; i < slots; ++i) {
    const int y = low + high / 2 + gap * i - gap * (slots - 1) / 2;
    step.holes.push_back(slot_outline({18, y}, radius, length));
  }
  const int small = draw(random, 2, 4);
  for (int i = 0; i < holes; ++i) {
    step.holes.push_back(circle_outline({92 + 13 * i, low + high / 2}, small));
  }
  random.shuffle(step.holes);
  Design design{"slotted plate", {}, {}, true};
  design.plan.faces = 6 + 4 * static_cast<std::size_t>(slots) + static_cast<std::size_t>(holes);
  design.plan.steps.push_back(step);
  design.drafts = {count_draft("How many slots (long holes with round ends) are there?",
                               static_cast<std::size_t>(slots), random),
                   count_draft("How many round holes are inside the outline, apart from slots?",
                               static_cast<std::size_t>(holes), random),
                   count_draft("How many openings of any kind are inside the outline?",
                               static_cast<std::size_t>(slots + holes), random),
                   ask_object(3, random)};
  return design;
}

using Family = std::optional<Design> (*)(Random&);
constexpr std::array<Family, 6> kFamilies{plate, flange, raised, stairs, bracket, slotted};

/// Of a flat sketch there is more to ask, and no height.
void ask_sketch(Design& design, Random& random) {
  const PlanStep& step = design.plan.steps.front();
  std::vector<Outline> outlines = step.holes;
  outlines.push_back(step.outline);
  std::size_t circles = 0;
  std::size_t lines = 0;
  for (const Outline& outline : outlines) {
    if (outline.kind == Outline::Kind::kCircle) ++circles;
    if (outline.kind == Outline::Kind::kSlot) lines += 2;
    if (outline.kind == Outline::Kind::kCorners) lines += outline.corners.size();
  }
  design.drafts.push_back(
      count_draft("How many full circles does the sketch have?", circles, random));
  design.drafts.push_back(
      count_draft("How many straight lines does the sketch have?", lines, random));
  design.drafts.push_back(count_draft("How many separate closed outlines does the sketch have?",
                                      outlines.size(), random));
}

}  // namespace

Result<Minted> mint_part(Random& random) {
  constexpr int kAttempts = 1000;
  for (int i = 0; i < kAttempts; ++i) {
    auto design = random.choice(kFamilies)(random);
    if (!design) continue;
    auto language = static_cast<Language>(1 + random.randbelow(3));
    if (language == Language::kCad2d && !design->flat) language = Language::kCad3d;
    Minted minted{language, "", design->category, {}};
    if (language == Language::kCad2d) {
      ask_sketch(*design, random);
      minted.program = to_sketch_text(design->plan, random);
    } else {
      minted.program = language == Language::kCad3d ? to_extrude_text(design->plan)
                                                    : to_reconstruction_text(design->plan);
      TRY(verify_solid(design->plan, language, minted.program));
    }
    random.shuffle(design->drafts);
    minted.drafts = std::move(design->drafts);
    return minted;
  }
  return fail(ErrorCode::kInternal, "no part fits its holes");
}

}  // namespace papert::sgp
