// Rejection sampling: propose a call, keep it if it obeys the tier's rules together with those
// before it, and begin again if the whole scene lacks what the tier asks for. All of it is in whole
// numbers and one draw per statement, so that every compiler draws the same.

#include "mint/shapes/generate_v2.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/random.h"
#include "raster/color_plane.h"

namespace papert::mint::shapes::v2 {
namespace {

using lang::shapes::kCanvasSize;
using lang::shapes::v2::Color;
using lang::shapes::v2::Kind;
using lang::shapes::v2::Program;
using lang::shapes::v2::Shape;
using scene::PixelPoint;

constexpr int kSceneTries = 200;
constexpr int kCallTries = 400;
constexpr int kFormTries = 200;

/// A call must show at least so many pixels, a clear() take away as many.
constexpr std::int64_t kMinPixels = 60;

/// How near a curve's control point may be to the line between its ends.
constexpr int kMinBend = 24;

constexpr std::array<TierRules, 3> kRules{{
    {.calls = {2, 4},
     .size = {60, 180},
     .stroke = {3, 12},
     .corners = {3, 5},
     .weights = {3, 2, 3, 2, 2, 0, 0},
     .filled = 50,
     .gap = 4},
    {.calls = {4, 8},
     .size = {60, 200},
     .stroke = {4, 14},
     .corners = {3, 5},
     .weights = {4, 3, 4, 2, 3, 1, 1},
     .clears = {0, 1},
     .filled = 60,
     .min_visible = 50,
     .overlaps = 2},
    {.calls = {8, 14},
     .size = {30, 240},
     .stroke = {2, 18},
     .corners = {3, 7},
     .convex = false,
     .weights = {3, 3, 3, 2, 3, 2, 2},
     .clears = {0, 2},
     .filled = 60,
     .rotated = 60,
     .clipped = 25,
     .own_colors = false,
     .min_visible = 10,
     .overlaps = 5,
     .hidden = 1},
}};

int draw(Random& rng, Range range) { return static_cast<int>(rng.randint(range.low, range.high)); }
bool chance(Random& rng, int percent) {
  return percent > 0 && static_cast<int>(rng.randbelow(100)) < percent;
}

std::int64_t distance2(const PixelPoint& a, const PixelPoint& b) {
  const std::int64_t dx = a.x - b.x;
  const std::int64_t dy = a.y - b.y;
  return dx * dx + dy * dy;
}

/// Positive where the way a - b - c turns clockwise.
std::int64_t turn(const PixelPoint& a, const PixelPoint& b, const PixelPoint& c) {
  return std::int64_t{b.x - a.x} * (c.y - b.y) - std::int64_t{b.y - a.y} * (c.x - b.x);
}

/// Draws the numbers of one call.
class Proposal {
 public:
  Proposal(Random& rng, const TierRules& rules) : rng_(rng), rules_(rules) {}

  std::optional<Shape> of(Kind kind) {
    Shape shape;
    shape.kind = kind;
    size_ = draw(rng_, rules_.size);
    if (!fill(shape) || !lang::shapes::v2::is_valid(shape)) return std::nullopt;
    const bool free = chance(rng_, rules_.clipped);
    const scene::Box box = lang::shapes::v2::bounds(shape);
    const bool inside = box.x0 >= 0 && box.y0 >= 0 && box.x1 < kCanvasSize && box.y1 < kCanvasSize;
    if (!inside && !free) return std::nullopt;
    return shape;
  }

 private:
  bool fill(Shape& shape) {
    switch (shape.kind) {
      case Kind::kCircle:
        return circle(shape);
      case Kind::kSquare:
        return square(shape);
      case Kind::kRectangle:
        return rectangle(shape);
      case Kind::kLine:
        return line(shape);
      case Kind::kPolygon:
        return polygon(shape);
      case Kind::kArc:
        return arc(shape);
      case Kind::kCurve:
        return curve(shape);
      case Kind::kClear:
        return clear(shape);
    }
    return false;
  }

  int coordinate() { return static_cast<int>(rng_.randbelow(kCanvasSize)); }
  PixelPoint place() {
    const int x = coordinate();
    const int y = coordinate();
    return {x, y};
  }
  int other_size() { return draw(rng_, rules_.size); }
  int stroke() { return draw(rng_, rules_.stroke); }
  int stroke_or_filled() { return chance(rng_, rules_.filled) ? 0 : stroke(); }
  int rotation() {
    return chance(rng_, rules_.rotated) ? static_cast<int>(rng_.randint(1, 359)) : 0;
  }

  bool circle(Shape& shape) {
    const PixelPoint center = place();
    shape.values = {center.x, center.y, size_ / 2, stroke_or_filled()};
    return true;
  }

  bool square(Shape& shape) {
    const PixelPoint center = place();
    const int outline = stroke_or_filled();
    const int angle = rotation();
    shape.values = {center.x, center.y, size_, outline, angle};
    return true;
  }

  bool rectangle(Shape& shape) {
    const PixelPoint corner = place();
    const int height = other_size();
    const int outline = stroke_or_filled();
    const int angle = rotation();
    shape.values = {corner.x, corner.y, size_, height, outline, angle};
    return true;
  }

  bool clear(Shape& shape) {
    const PixelPoint corner = place();
    const int height = other_size();
    const int angle = rotation();
    shape.color = Color::kWhite;
    shape.values = {corner.x, corner.y, size_ / 2, height / 2, angle};
    return true;
  }

  bool line(Shape& shape) {
    const PixelPoint a = place();
    const PixelPoint b = place();
    const std::int64_t length2 = distance2(a, b);
    const std::int64_t low = rules_.size.low;
    const std::int64_t high = std::int64_t{2} * size_;
    shape.values = {a.x, a.y, b.x, b.y, stroke()};
    return length2 >= low * low && length2 <= high * high;
  }

  bool arc(Shape& shape) {
    const PixelPoint center = place();
    const int start = static_cast<int>(rng_.randbelow(360));
    const int sweep = static_cast<int>(rng_.randint(60, 300));
    shape.values = {center.x, center.y, size_ / 2, start, sweep, stroke()};
    return true;
  }

  bool curve(Shape& shape) {
    const PixelPoint a = place();
    const PixelPoint b = near(a, size_);
    const PixelPoint c = near(b, size_);
    shape.values = {a.x, a.y, b.x, b.y, c.x, c.y, stroke()};
    const std::int64_t chord2 = distance2(a, c);
    const std::int64_t area = turn(a, b, c);
    const std::int64_t low = rules_.size.low;
    return chord2 >= low * low && area * area >= chord2 * kMinBend * kMinBend;
  }

  PixelPoint near(const PixelPoint& center, int reach) {
    const int dx = static_cast<int>(rng_.randint(-reach, reach));
    const int dy = static_cast<int>(rng_.randint(-reach, reach));
    return {center.x + dx, center.y + dy};
  }

  bool polygon(Shape& shape) {
    const int corners = draw(rng_, rules_.corners);
    const PixelPoint center = place();
    shape.values = {stroke_or_filled()};
    for (int i = 0; i < kFormTries; ++i) {
      shape.points.clear();
      for (int k = 0; k < corners; ++k) shape.points.push_back(near(center, size_ / 2));
      put_around(center, shape.points);
      if (is_plain(shape.points)) return true;
    }
    return false;
  }

  /// In the order of their directions from the centre.
  static void put_around(const PixelPoint& center, std::vector<PixelPoint>& points) {
    const auto half = [&](const PixelPoint& p) {
      return p.y > center.y || (p.y == center.y && p.x >= center.x) ? 0 : 1;
    };
    std::ranges::stable_sort(points, [&](const PixelPoint& a, const PixelPoint& b) {
      if (half(a) != half(b)) return half(a) < half(b);
      const std::int64_t side = std::int64_t{a.x - center.x} * (b.y - center.y) -
                                std::int64_t{a.y - center.y} * (b.x - center.x);
      return side > 0;
    });
  }

  /// No short edge and no corner that is nearly straight or nearly folded: its sine is at least
  /// 0.4.
  [[nodiscard]] bool is_plain(const std::vector<PixelPoint>& points) const {
    const std::size_t count = points.size();
    const std::int64_t shortest = std::max(rules_.size.low / 2, 20);
    for (std::size_t i = 0; i < count; ++i) {
      const PixelPoint& a = points[i];
      const PixelPoint& b = points[(i + 1) % count];
      const PixelPoint& c = points[(i + 2) % count];
      const std::int64_t side = turn(a, b, c);
      if (distance2(a, b) < shortest * shortest) return false;
      if (rules_.convex && side <= 0) return false;
      if (25 * side * side < 4 * distance2(a, b) * distance2(b, c)) return false;
    }
    return true;
  }

  Random& rng_;
  const TierRules& rules_;
  int size_ = 0;
};

/// A scene in the making: its calls, and what is visible of each.
class Draft {
 public:
  explicit Draft(const TierRules& rules) : rules_(rules) {}

  [[nodiscard]] std::size_t size() const { return program_.shapes.size(); }
  [[nodiscard]] const Program& program() const { return program_; }

  /// False where the rules do not allow it.
  bool add(const Shape& shape) {
    const scene::Box box = lang::shapes::v2::bounds(shape);
    if (rules_.gap >= 0 && !is_apart(box)) return false;
    Layer layer{raster::Bitmap(kCanvasSize, kCanvasSize), 0, box};
    raster::cover(lang::shapes::v2::to_form(shape), layer.visible);
    layer.pixels = layer.visible.count();
    if (layer.pixels < kMinPixels) return false;
    if (!leaves_enough(shape, layer)) return false;
    for (Layer& below : layers_) {
      const raster::Overlap shared = raster::overlap(below.visible, layer.visible);
      if (shared.both == 0) continue;
      ++overlaps_;
      subtract(below.visible, layer.visible);
    }
    if (shape.kind == Kind::kClear) layer.visible.clear();
    layers_.push_back(std::move(layer));
    program_.shapes.push_back(shape);
    return true;
  }

  [[nodiscard]] bool complete() const {
    const auto hidden = std::ranges::count_if(layers_, [](const Layer& layer) {
      const std::int64_t visible = layer.visible.count();
      return visible > 0 && 2 * visible < layer.pixels;
    });
    return overlaps_ >= rules_.overlaps && hidden >= rules_.hidden;
  }

 private:
  struct Layer {
    raster::Bitmap visible;  // nothing of a clear()
    std::int64_t pixels = 0;
    scene::Box box;
  };

  static void subtract(raster::Bitmap& from, const raster::Bitmap& what) {
    for (std::size_t i = 0; i < from.words().size(); ++i) from.words()[i] &= ~what.words()[i];
  }

  [[nodiscard]] bool is_apart(const scene::Box& box) const {
    return std::ranges::all_of(layers_, [&](const Layer& layer) {
      return box.x0 > layer.box.x1 + rules_.gap || layer.box.x0 > box.x1 + rules_.gap ||
             box.y0 > layer.box.y1 + rules_.gap || layer.box.y0 > box.y1 + rules_.gap;
    });
  }

  /// Whether what was visible stays so, and a clear() takes something away.
  [[nodiscard]] bool leaves_enough(const Shape& shape, const Layer& above) const {
    std::int64_t taken = 0;
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      if (program_.shapes[i].kind == Kind::kClear) continue;
      const Layer& layer = layers_[i];
      const raster::Overlap shared = raster::overlap(layer.visible, above.visible);
      const std::int64_t rest = layer.visible.count() - shared.both;
      if (rest < kMinPixels || 100 * rest < rules_.min_visible * layer.pixels) return false;
      taken += shared.both;
    }
    return shape.kind != Kind::kClear || taken >= kMinPixels;
  }

  const TierRules& rules_;
  Program program_;
  std::vector<Layer> layers_;
  int overlaps_ = 0;
};

/// One of the kinds by weight, never clear().
Kind draw_kind(Random& rng, const TierRules& rules) {
  int total = 0;
  for (const int weight : rules.weights) total += weight;
  auto rest = static_cast<int>(rng.randbelow(static_cast<std::uint64_t>(total)));
  for (std::size_t i = 0; i < rules.weights.size(); ++i) {
    rest -= rules.weights[i];
    if (rest < 0) return lang::shapes::v2::kKinds[i];
  }
  return Kind::kCircle;
}

/// The colours of a scene, by call.
std::vector<Color> draw_colors(Random& rng, const TierRules& rules, std::size_t count) {
  constexpr std::size_t kNamed = lang::shapes::v2::kColors - 1;
  std::vector<std::size_t> places;
  if (rules.own_colors) {
    places = rng.sample_indices(kNamed, count);
  } else {
    places = rng.choice_indices(kNamed, count);
  }
  std::vector<Color> colors;
  colors.reserve(count);
  for (const std::size_t place : places) colors.push_back(static_cast<Color>(place + 1));
  return colors;
}

/// Which calls are clear(): never the first.
std::vector<bool> draw_clears(Random& rng, const TierRules& rules, std::size_t calls) {
  std::vector<bool> clears(calls, false);
  const int count = draw(rng, rules.clears);
  for (int i = 0; i < count; ++i) {
    const auto place = static_cast<std::size_t>(rng.randint(1, static_cast<int>(calls) - 1));
    clears[place] = true;
  }
  return clears;
}

/// Nothing where the scene did not come about.
std::optional<Program> draw_scene(Random& rng, const TierRules& rules) {
  const auto calls = static_cast<std::size_t>(draw(rng, rules.calls));
  const std::vector<Color> colors = draw_colors(rng, rules, calls);
  const std::vector<bool> clears = draw_clears(rng, rules, calls);
  Draft draft(rules);
  int tries = kCallTries;
  while (draft.size() < calls) {
    if (tries-- == 0) return std::nullopt;
    const std::size_t next = draft.size();
    const Kind kind = clears[next] ? Kind::kClear : draw_kind(rng, rules);
    auto shape = Proposal(rng, rules).of(kind);
    if (!shape) continue;
    if (kind != Kind::kClear) shape->color = colors[next];
    if (draft.add(*shape)) tries = kCallTries;
  }
  if (!draft.complete()) return std::nullopt;
  return draft.program();
}

}  // namespace

const TierRules& tier_rules(Tier tier) { return kRules[static_cast<std::size_t>(tier)]; }

Result<Program> generate(Tier tier, std::int64_t seed) {
  Random rng(seed);
  for (int i = 0; i < kSceneTries; ++i) {
    if (auto program = draw_scene(rng, v2::tier_rules(tier))) return std::move(*program);
  }
  return fail(ErrorCode::kLimit, fmt::format("no acceptable scene after {} tries ({} seed {})",
                                             kSceneTries, tier_name(tier), seed));
}

}  // namespace papert::mint::shapes::v2
