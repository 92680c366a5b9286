#include "mint/svg/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "mint/svg/check.h"
#include "mint/svg/figures.h"

namespace papert::mint::svg {
namespace {

using scene::Point;

constexpr std::array<Shape, 10> kAllShapes{
    Shape::kCircle,   Shape::kEllipse, Shape::kSquare,     Shape::kRectangle, Shape::kTriangle,
    Shape::kPentagon, Shape::kHexagon, Shape::kSemicircle, Shape::kStar,      Shape::kArc};

double whole(Random& random, int low, int high) {
  return static_cast<double>(random.randint(low, high));
}

/// Of about this size; long ones are clearly longer than wide.
Part any_part(Look look, Point center, double size, Random& random) {
  const double other = std::round(size * random.uniform(0.45, 0.65));
  const bool tall = random.randbelow(2) == 0;
  const Point half = tall ? Point{other, size} : Point{size, other};
  const bool free = look.shape == Shape::kEllipse || look.shape == Shape::kRectangle;
  const bool upright = random.randbelow(3) > 0;
  const double angle = whole(random, -9, 9) * 5;
  return make_part(look.shape, look.hue, center, free ? half : Point{size, size}, random,
                   upright ? 0 : angle);
}

/// The looks of the visible parts: of a colour or shape that is counted as many as are wished for.
std::vector<Look> wished_looks(const Wish& wish, Random& random) {
  const std::size_t wished = wish.count.count();
  const bool by_shape = wish.topic == Topic::kCountShape;
  const bool by_hue = wish.topic == Topic::kCountHue;
  const auto free = static_cast<std::size_t>(random.randint(2, 5));
  std::size_t total = by_shape || by_hue ? std::min<std::size_t>(9, wished + free) : 4 + free;
  if (wish.topic == Topic::kCountAll) total = wished;
  const bool hues_counted = wish.topic == Topic::kCountHues;
  std::vector<Hue> hues = draw_hues(random, hues_counted ? wished : 6);
  std::vector<Shape> shapes = random.sample(kAllShapes, 6);
  if (by_hue) std::erase(hues, wish.hue);
  if (by_shape) {
    std::erase_if(shapes, [&](Shape shape) { return may_be(shape, wish.shape); });
  }
  std::vector<Look> looks;
  for (std::size_t i = 0; i < total; ++i) {
    const Shape shape = random.choice(shapes);
    const Hue hue = random.choice(hues);
    looks.push_back(
        {by_shape && i < wished ? wish.shape : shape, by_hue && i < wished ? wish.hue : hue});
  }
  random.shuffle(looks);
  return looks;
}

/// In cells of a grid of three by three; large ones reach into others.
std::vector<Part> scattered_parts(const Wish& wish, bool crowded, Random& random) {
  const std::vector<Look> looks = wished_looks(wish, random);
  const std::vector<std::size_t> cells = random.sample_indices(9, looks.size());
  std::vector<Part> parts;
  for (std::size_t i = 0; i < looks.size(); ++i) {
    const std::size_t row = cells[i] / 3;
    const double x = 36 + 64 * static_cast<double>(cells[i] % 3) + whole(random, -8, 8);
    const double y = 36 + 64 * static_cast<double>(row) + whole(random, -8, 8);
    const bool large = crowded && random.randbelow(3) == 0;
    const double size = large ? whole(random, 32, 42) : whole(random, 11, 25);
    parts.push_back(any_part(looks[i], {x, y}, size, random));
    share_shade(parts.back(), parts);
  }
  return parts;
}

struct Wishes {
  Wish first;
  Wish second;
  bool crowded = false;
};

/// Two topics of different types; the counted one, if any, settles how the scene is drawn.
Wishes draw_wishes(Random& random) {
  Wishes wishes;
  const auto first = static_cast<Topic>(random.randbelow(kTopics));
  auto second = static_cast<Topic>(random.randbelow(kTopics));
  while (type_of(second) == type_of(first)) second = static_cast<Topic>(random.randbelow(kTopics));
  wishes.first = draw_wish(first, random);
  wishes.second = draw_wish(second, random);
  const auto crowdable = [](Topic topic) {
    return topic == Topic::kColorOfFirst || topic == Topic::kCountHue || topic == Topic::kPlace ||
           topic == Topic::kQuarter || topic == Topic::kShapeOfHue;
  };
  const bool crowded = random.randbelow(4) > 0;
  wishes.crowded = crowded && crowdable(first) && crowdable(second);
  return wishes;
}

/// Hides what makes each option of both questions as likely by the text; a second round settles
/// what the hidden parts of one question did to the other.
std::vector<Part> with_hidden(std::vector<Part> parts, const Wishes& wishes,
                              const std::vector<Draft>& drafts, Random& random) {
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i < drafts.size(); ++i) {
      const Wish& wish = i == 0 ? wishes.first : wishes.second;
      const std::vector<Look> looks = looks_to_hide(wish, drafts[i], parts, random);
      hide_parts(parts, looks, random);
    }
  }
  return parts;
}

Result<std::optional<Minted>> scattered(const Wishes& wishes, bool both, Random& random) {
  const bool second_counts = type_of(wishes.second.topic) == QuestionType::kCount;
  SeenScene scene;
  scene.parts =
      scattered_parts(second_counts && both ? wishes.second : wishes.first, wishes.crowded, random);
  if (hues_meet(scene.parts)) return std::optional<Minted>();
  scene.views = view_parts(scene.parts);
  if (!is_clear(scene.parts, scene.views, wishes.crowded ? 0.4 : 1)) return std::optional<Minted>();
  std::vector<Draft> drafts;
  const auto first = ask(wishes.first, scene, random);
  if (!first) return std::optional<Minted>();
  drafts.push_back(*first);
  if (both) {
    const auto second = ask(wishes.second, scene, random);
    if (!second) return std::optional<Minted>();
    drafts.push_back(*second);
  }
  const std::vector<Part> all = with_hidden(scene.parts, wishes, drafts, random);
  return write_scene(all, std::string(kFlatCategories[0]), std::move(drafts), random);
}

/// Something that reaches over the edge of `part`, or, drawn before it, out from behind it.
Part neighbour_of(const Part& part, Hue hue, Random& random) {
  const double size = whole(random, 15, 22);
  const double turn = random.uniform(0, 2 * std::numbers::pi);
  const double step = std::min(part.rx, part.ry) * 0.6 + size * random.uniform(0.6, 0.9);
  const Shape shape = random.choice(kAllShapes);
  const Point at{std::round(part.center.x + step * std::cos(turn)),
                 std::round(part.center.y + step * std::sin(turn))};
  return any_part({shape == Shape::kArc ? Shape::kCircle : shape, hue}, at, size, random);
}

void insert_between(std::vector<Part>& parts, std::size_t first, std::size_t last, Part part,
                    Random& random) {
  const auto place = first + static_cast<std::size_t>(random.randbelow(last - first + 1));
  parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(place), std::move(part));
}

/// Four parts, one in each quarter, and those that cover three of them. The one that nothing covers
/// may be drawn before or after all others: `rank` says where among the four.
struct Pile {
  std::vector<Part> parts;
  std::vector<std::string> names;  // of the four; the first is whole
};

Pile make_pile(std::size_t rank, Random& random) {
  const std::vector<Hue> hues = draw_hues(random, 8);
  const std::vector<std::size_t> quarters = random.sample_indices(4, 4);
  Pile pile;
  std::vector<Part> four;
  for (std::size_t i = 0; i < quarters.size(); ++i) {
    const double x = (quarters[i] % 2 == 0 ? 52 : 148) + whole(random, -10, 10);
    const double y = (quarters[i] / 2 == 0 ? 52 : 148) + whole(random, -10, 10);
    const double size = whole(random, 19, 27);
    const Shape shape = random.choice(kAllShapes);
    four.push_back(any_part({shape, hues[i]}, {x, y}, size, random));
    pile.names.push_back("The " + describe(look_of(four.back())));
  }
  // By the shuffled quarters the first one may be any.
  pile.parts.assign(four.begin() + 1, four.end());
  pile.parts.insert(pile.parts.begin() + static_cast<std::ptrdiff_t>(rank), four.front());
  for (std::size_t i = 0; i < four.size(); ++i) {
    const Part neighbour = neighbour_of(four[i], hues[4 + i], random);
    std::size_t at = 0;
    while (pile.parts[at].fill != four[i].fill || pile.parts[at].center != four[i].center) ++at;
    if (i == 0) {
      insert_between(pile.parts, 0, at, neighbour, random);
    } else {
      insert_between(pile.parts, at + 1, pile.parts.size(), neighbour, random);
    }
  }
  return pile;
}

Result<std::optional<Minted>> pile(std::size_t rank, Random& random) {
  const Pile drawn = make_pile(rank, random);
  const std::vector<PartView> views = view_parts(drawn.parts);
  if (!is_clear(drawn.parts, views)) return std::optional<Minted>();
  std::vector<Look> looks;
  for (std::size_t i = 0; i < drawn.parts.size(); ++i) {
    const Look look = look_of(drawn.parts[i]);
    const auto name = std::find(drawn.names.begin(), drawn.names.end(), "The " + describe(look));
    if (name == drawn.names.end()) continue;
    const double shown = static_cast<double>(views[i].visible) / static_cast<double>(views[i].area);
    const bool key = name == drawn.names.begin();
    if (views[i].hidden() || (key ? shown < 1 : shown > 0.88)) return std::optional<Minted>();
    if (random.randbelow(2) == 0) looks.push_back(look);
  }
  std::vector<Draft> drafts{word_draft(QuestionType::kReasoning, std::string(kAskFront),
                                       drawn.names.front(), drawn.names, {}, random)};
  std::vector<Part> all = drawn.parts;
  hide_parts(all, looks, random);
  return write_scene(all, std::string(kFlatCategories[1]), std::move(drafts), random);
}

Part mirrored(Part part, bool across_upright, bool across_level) {
  if (across_upright) {
    part.center.x = kSheet - part.center.x;
    part.angle = -part.angle;
  }
  if (across_level) {
    part.center.y = kSheet - part.center.y;
    part.angle = 180 - part.angle;
  }
  part.angle = std::remainder(part.angle, 360.0);
  return part;
}

/// Parts of one quarter (or half) of the sheet and their mirror images, around a middle part.
std::vector<Part> pattern(bool upright, bool level, Random& random) {
  constexpr std::array<Shape, 4> kMiddle{Shape::kCircle, Shape::kSquare, Shape::kEllipse,
                                         Shape::kRectangle};
  const std::vector<Hue> hues = draw_hues(random, 4);
  std::vector<Part> parts;
  if (random.randbelow(3) > 0) {
    const double size = whole(random, 12, 20);
    const Shape shape = random.choice(kMiddle);
    parts.push_back(make_part(shape, hues[3], {100, 100}, {size, std::round(size * 0.6)}, random));
  }
  const auto count = random.randint(upright && level ? 1 : 2, 3);
  for (std::int64_t i = 0; i < count; ++i) {
    const double x = whole(random, 25, 78);
    const double y = whole(random, 25, 78);
    const bool left = random.randbelow(2) == 0;
    const bool high = random.randbelow(2) == 0;
    const Point center{upright || left ? x : kSheet - x, level || high ? y : kSheet - y};
    const Shape shape = random.choice(kAllShapes);
    const double size = whole(random, 11, 20);
    const Look look{shape, hues[static_cast<std::size_t>(i)]};
    const Part part = any_part(look, center, size, random);
    for (const bool u : {false, true}) {
      for (const bool l : {false, true}) {
        if ((!u || upright) && (!l || level)) parts.push_back(mirrored(part, u, l));
      }
    }
  }
  return parts;
}

/// One image of a mirrored pattern is moved away or gets another colour, so that it takes a look at
/// every part to see it.
void spoil(Part& part, Random& random) {
  if (random.randbelow(2) == 0) {
    part.center.y += part.center.y > 100 ? -22 : 22;
    return;
  }
  part.hue = static_cast<Hue>((static_cast<std::size_t>(part.hue) + 1) % kHueNames.size());
  part.fill = shade_of(part.hue, random);
}

/// Which symmetry the pattern has is left to the picture to prove.
Result<std::optional<Minted>> mirror_pattern(std::size_t kind, Random& random) {
  const bool spoilt = kind == 3;
  const bool both_ways = random.randbelow(2) == 0;
  const bool upright = kind == 0 || kind == 2 || spoilt;
  const bool level = kind == 1 || kind == 2 || (spoilt && both_ways);
  std::vector<Part> parts = pattern(upright, level, random);
  if (spoilt) spoil(parts.back(), random);
  if (!is_clear(parts, view_parts(parts), 1)) return std::optional<Minted>();
  std::vector<std::string> all(kSymmetries.begin(), kSymmetries.end());
  std::vector<Draft> drafts{
      word_draft(QuestionType::kReasoning, std::string(kAskSymmetry), all[kind], all, {}, random)};
  std::vector<Look> looks;
  const auto hidden = random.randbelow(4);
  looks.reserve(hidden);
  for (std::uint64_t i = 0; i < hidden; ++i) looks.push_back(look_of(random.choice(parts)));
  random.shuffle(parts);
  hide_parts(parts, looks, random);
  return write_scene(parts, std::string(kFlatCategories[2]), std::move(drafts), random);
}

/// What is settled before scenes are drawn.
struct Order {
  std::uint64_t family = 0;
  Wishes wishes;
  std::size_t place = 0;  // the rank of the part in front, or the kind of symmetry
  FigureWish figure;
};

Order draw_order(Random& random) {
  Order order;
  order.family = random.randbelow(10);
  order.wishes = draw_wishes(random);
  order.place = static_cast<std::size_t>(random.randbelow(4));
  order.figure = draw_figure_wish(random);
  return order;
}

Result<std::optional<Minted>> fill_order(const Order& order, bool all, Random& random) {
  if (order.family < 6) return scattered(order.wishes, all, random);
  if (order.family < 7) return pile(order.place, random);
  if (order.family < 8) return mirror_pattern(order.place, random);
  return mint_figure(order.figure, random);
}

}  // namespace

std::vector<Hue> draw_hues(Random& random, std::size_t count) {
  std::vector<Hue> hues;
  for (const std::size_t i : random.sample_indices(kHueNames.size(), count)) {
    hues.push_back(static_cast<Hue>(i));
  }
  return hues;
}

Result<std::optional<Minted>> write_scene(const std::vector<Part>& parts, std::string category,
                                          std::vector<Draft> drafts, Random& random) {
  Minted minted{Language::kSvg, write_program(parts, random), std::move(category),
                std::move(drafts)};
  const std::vector<PartView> views = view_parts(parts);
  std::vector<Part> seen;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!views[i].hidden()) seen.push_back(parts[i]);
  }
  const bool proven = TRY(picture_proves(minted, write_plain(seen)));
  if (!proven) return std::optional<Minted>();
  return std::optional(std::move(minted));
}

Result<Minted> mint_scene(Random& random) {
  constexpr int kOrders = 8;  // an order that chance does not fill is given up for another
  constexpr int kAttempts = 2000;
  constexpr int kForBoth = 400;  // after these, one question is enough
  for (int drawn = 0; drawn < kOrders; ++drawn) {
    const Order order = draw_order(random);
    for (int i = 0; i < kAttempts; ++i) {
      auto minted = TRY(fill_order(order, i < kForBoth, random));
      if (minted) return std::move(*minted);
    }
  }
  return fail(ErrorCode::kInternal, "no clear scene was found");
}

}  // namespace papert::mint::svg
