#include "suite/sgp/scene_mint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "suite/sgp/scene_figures.h"

namespace papert::sgp {
namespace {

using scene::Point;

constexpr std::array<Shape, 9> kPlainShapes{
    Shape::kCircle,  Shape::kEllipse, Shape::kSquare,     Shape::kRectangle, Shape::kTriangle,
    Shape::kHexagon, Shape::kStar,    Shape::kSemicircle, Shape::kPentagon};

double whole(Random& random, int low, int high) {
  return static_cast<double>(random.randint(low, high));
}

/// Of about this size; long ones are clearly longer than wide.
Part any_part(Shape shape, Hue hue, Point center, double size, Random& random) {
  const double other = std::round(size * random.uniform(0.45, 0.65));
  const bool tall = random.randbelow(2) == 0;
  const Point half = tall ? Point{other, size} : Point{size, other};
  const bool free = shape == Shape::kEllipse || shape == Shape::kRectangle;
  const double angle = random.randbelow(3) == 0 ? whole(random, -9, 9) * 5 : 0;
  return make_part(shape, hue, center, free ? half : Point{size, size}, random, angle);
}

/// Something small of another colour right behind a part that hides it.
void add_hidden(std::vector<Part>& parts, Random& random) {
  const auto at = static_cast<std::size_t>(random.randbelow(parts.size()));
  const Part& cover = parts[at];
  const Shape shape = random.choice(kPlainShapes);
  const Hue hue = static_cast<Hue>(random.randbelow(kHueNames.size()));
  if (cover.shape == Shape::kArc || cover.shape == Shape::kStar || hue == cover.hue) return;
  const double size = std::floor(std::min(cover.rx, cover.ry) * 0.4);
  if (size < 5) return;
  const Point center{cover.center.x,
                     cover.center.y - (cover.shape == Shape::kSemicircle ? cover.rx * 0.4 : 0)};
  parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(at),
               make_part(shape, hue, center, {size, size * 0.7}, random));
}

std::vector<Part> scattered_parts(Random& random) {
  const auto count = static_cast<std::size_t>(random.randint(4, 8));
  const std::vector<Hue> hues = draw_hues(random, 6);
  std::vector<Shape> shapes(kPlainShapes.begin(), kPlainShapes.end());
  shapes.push_back(Shape::kArc);
  random.shuffle(shapes);
  shapes.resize(5);
  std::vector<std::size_t> cells = random.sample_indices(9, count);
  std::vector<Part> parts;
  for (const std::size_t cell : cells) {
    const Point center{35 + 65 * static_cast<double>(cell % 3) + whole(random, -8, 8),
                       35 + 65 * static_cast<double>(cell / 3) + whole(random, -8, 8)};
    const double size = random.randbelow(3) == 0 ? whole(random, 34, 44) : whole(random, 13, 30);
    parts.push_back(any_part(random.choice(shapes), random.choice(hues), center, size, random));
  }
  const auto hidden = random.randbelow(3);
  for (std::uint64_t i = 0; i < hidden; ++i) add_hidden(parts, random);
  return parts;
}

/// Each part covers a bit of the one before.
std::vector<Part> piled_parts(Random& random) {
  const auto count = static_cast<std::size_t>(random.randint(4, 6));
  const std::vector<Hue> hues = draw_hues(random, count);
  std::vector<Part> parts;
  Point at{whole(random, 50, 150), whole(random, 50, 150)};
  for (std::size_t i = 0; i < count; ++i) {
    const double size = whole(random, 24, 36);
    parts.push_back(any_part(random.choice(kPlainShapes), hues[i], at, size, random));
    const double turn = random.uniform(0, 2 * std::numbers::pi);
    const double step = size * random.uniform(0.8, 1.2);
    at = {std::round(std::clamp(at.x + step * std::cos(turn), 45.0, 155.0)),
          std::round(std::clamp(at.y + step * std::sin(turn), 45.0, 155.0))};
  }
  return parts;
}

Minted draft_scene(std::vector<Part> parts, std::string category, std::vector<Draft> drafts,
                   Random& random) {
  return {Language::kSvg, write_program(parts, random), std::move(category), std::move(drafts)};
}

/// Nothing where the drawn scene is not clear.
Result<std::optional<Minted>> scattered(Random& random) {
  SeenScene scene{scattered_parts(random), {}};
  scene.views = TRY(view_parts(scene.parts));
  if (!is_clear(scene.parts, scene.views)) return std::optional<Minted>();
  std::vector<Draft> drafts = ask_about(scene, random);
  return std::optional(
      draft_scene(scene.parts, std::string(kFlatCategories[0]), std::move(drafts), random));
}

/// The front part is whole; of every other a good deal is covered and a good deal shows.
Result<std::optional<Minted>> pile(Random& random) {
  const std::vector<Part> parts = piled_parts(random);
  const std::vector<PartView> views = TRY(view_parts(parts));
  if (!is_clear(parts, views)) return std::optional<Minted>();
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    if (views[i].hidden() ||
        static_cast<double>(views[i].visible) > 0.88 * static_cast<double>(views[i].area)) {
      return std::optional<Minted>();
    }
  }
  std::vector<std::string> names;
  for (const Part& part : parts) names.push_back("The " + describe(part));
  const std::string front = names.back();
  std::vector<Draft> drafts{
      word_draft(QuestionType::kReasoning, std::string(kAskFront), front, names, {}, random)};
  std::vector<Draft> more = ask_about({parts, views}, random);
  drafts.insert(drafts.end(), more.begin(), more.begin() + (more.empty() ? 0 : 1));
  return std::optional(
      draft_scene(parts, std::string(kFlatCategories[1]), std::move(drafts), random));
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
    parts.push_back(make_part(random.choice(kMiddle), hues[3], {100, 100},
                              {size, std::round(size * 0.6)}, random));
  }
  const auto count = random.randint(upright && level ? 1 : 2, 3);
  for (std::int64_t i = 0; i < count; ++i) {
    const Point near{whole(random, 25, 78), whole(random, 25, 78)};
    const Point center{upright || random.randbelow(2) == 0 ? near.x : kSheet - near.x,
                       level || random.randbelow(2) == 0 ? near.y : kSheet - near.y};
    const Part part = any_part(random.choice(kPlainShapes), hues[static_cast<std::size_t>(i)],
                               center, whole(random, 11, 20), random);
    for (const bool u : {false, true}) {
      for (const bool l : {false, true}) {
        if ((!u || upright) && (!l || level)) parts.push_back(mirrored(part, u, l));
      }
    }
  }
  return parts;
}

/// Whether every part has its mirror image among the parts, as the labels of both pictures tell.
Result<bool> is_mirrored(const std::vector<Part>& parts, bool upright, bool level) {
  const auto views = TRY(view_parts(parts));
  std::vector<Part> flipped;
  for (const Part& part : parts) flipped.push_back(mirrored(part, upright, level));
  const auto others = TRY(view_parts(flipped));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    bool found = false;
    for (std::size_t j = 0; j < parts.size() && !found; ++j) {
      found = parts[i].fill == parts[j].fill && parts[i].shape == parts[j].shape &&
              std::abs(views[i].left - others[j].left) <= 2 &&
              std::abs(views[i].top - others[j].top) <= 2 &&
              std::abs(views[i].right - others[j].right) <= 2 &&
              std::abs(views[i].bottom - others[j].bottom) <= 2;
    }
    if (!found) return false;
  }
  return true;
}

/// Where no symmetry is wanted one image of a mirrored pattern is moved away or gets another
/// colour, so that it takes a look at every part to see it.
Result<std::optional<Minted>> mirror_pattern(Random& random) {
  const auto kind = static_cast<std::size_t>(random.randbelow(4));
  const bool spoil = kind == 3;
  bool upright = kind == 0 || kind == 2;
  const bool level = kind == 1 || kind == 2;
  if (spoil) upright = true;
  std::vector<Part> parts = pattern(upright, level, random);
  if (spoil) {
    Part& part = parts.back();
    if (random.randbelow(2) == 0) {
      part.center.y += part.center.y > 100 ? -22 : 22;
    } else {
      part.hue = static_cast<Hue>((static_cast<std::size_t>(part.hue) + 1) % kHueNames.size());
      part.fill = shade_of(part.hue, random);
    }
  }
  const auto views = TRY(view_parts(parts));
  if (!is_clear(parts, views, 1)) return std::optional<Minted>();
  const bool sides = TRY(is_mirrored(parts, true, false));
  const bool ends = TRY(is_mirrored(parts, false, true));
  const std::size_t found = sides && ends ? 2 : sides ? 0 : ends ? 1 : 3;
  if (found != kind) return std::optional<Minted>();
  std::vector<std::string> all(kSymmetries.begin(), kSymmetries.end());
  std::vector<Draft> drafts{
      word_draft(QuestionType::kReasoning, std::string(kAskSymmetry), all[kind], all, {}, random)};
  std::vector<Draft> more = ask_about({parts, views}, random);
  drafts.insert(drafts.end(), more.begin(), more.begin() + (more.empty() ? 0 : 1));
  return std::optional(
      draft_scene(parts, std::string(kFlatCategories[2]), std::move(drafts), random));
}

Result<std::optional<Minted>> any_family(std::uint64_t family, Random& random) {
  if (family < 4) return scattered(random);
  if (family < 6) return pile(random);
  if (family < 7) return mirror_pattern(random);
  return mint_figure(random);
}

}  // namespace

std::vector<Hue> draw_hues(Random& random, std::size_t count) {
  std::vector<Hue> hues;
  for (const std::size_t i : random.sample_indices(kHueNames.size(), count)) {
    hues.push_back(static_cast<Hue>(i));
  }
  return hues;
}

Result<Minted> mint_scene(Random& random) {
  constexpr int kAttempts = 2000;
  const std::uint64_t family = random.randbelow(10);
  for (int i = 0; i < kAttempts; ++i) {
    auto minted = TRY(any_family(family, random));
    if (minted && !minted->drafts.empty()) return std::move(*minted);
  }
  return fail(ErrorCode::kInternal, "no clear scene was found");
}

}  // namespace papert::sgp
