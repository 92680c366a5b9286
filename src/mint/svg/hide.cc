#include "mint/svg/hide.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace papert::mint::svg {
namespace {

using scene::Point;

double reach_of(const Part& part) { return std::hypot(part.rx, part.ry); }

/// How far around its middle a part surely reaches, and where that middle is.
struct Shelter {
  Point middle;
  double radius = 0;
};

Shelter shelter_of(const Part& part) {
  switch (part.shape) {
    case Shape::kArc:
      return {};
    case Shape::kTriangle:
      return {part.center, 0.5 * part.rx};
    case Shape::kStar:
      return {part.center, 0.34 * part.rx};
    case Shape::kSemicircle:
      return {on_sheet(part, {0, -0.45 * part.rx}), 0.45 * part.rx};
    case Shape::kPentagon:
      return {part.center, 0.8 * part.rx};
    case Shape::kHexagon:
      return {part.center, 0.86 * part.rx};
    default:
      return {part.center, std::min(part.rx, part.ry)};
  }
}

Part look_part(Look look, Point center, double size, Random& random) {
  const bool tall = random.randbelow(2) == 0;
  const double other = size * random.uniform(0.45, 0.65);
  const auto angle = static_cast<double>(random.randint(-9, 9)) * 5;
  const Point half = tall ? Point{other, size} : Point{size, other};
  const bool free = look.shape == Shape::kEllipse || look.shape == Shape::kRectangle;
  return make_part(look.shape, look.hue, center, free ? half : Point{size, size}, random, angle);
}

std::size_t place_in(std::size_t first, std::size_t last, Random& random) {
  return first + static_cast<std::size_t>(random.randbelow(last - first + 1));
}

void insert_at(std::vector<Part>& parts, std::size_t place, Part part) {
  share_shade(part, parts);
  parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(place), std::move(part));
}

bool hide_behind(std::vector<Part>& parts, Look look, Random& random) {
  constexpr double kAir = 2;    // so that no smoothed edge shows
  constexpr double kLeast = 4;  // smaller ones would be told by their size
  const auto at = static_cast<std::size_t>(random.randbelow(parts.size()));
  const Part& cover = parts[at];
  const Shelter shelter = shelter_of(cover);
  const double size = (shelter.radius - kAir) / 1.45;
  if (cover.role == Role::kUnused || size < kLeast) return false;
  const Part part = look_part(look, shelter.middle, random.uniform(kLeast, size), random);
  const std::size_t place = place_in(0, at, random);
  insert_at(parts, place, part);
  return true;
}

bool hide_under_white(std::vector<Part>& parts, Look look, Random& random) {
  const double size = random.uniform(6, 12);
  const double wide = 1.6 * size + 2;
  const double x = random.uniform(wide, kSheet - wide);
  const double y = random.uniform(wide, kSheet - wide);
  const bool square = random.randbelow(2) == 0;
  const double reach = square ? 1.45 * wide : wide;
  for (const Part& part : parts) {
    const double apart = std::hypot(part.center.x - x, part.center.y - y);
    if (part.role != Role::kUnused && apart < reach_of(part) + reach + 3) return false;
  }
  const Part part = look_part(look, {x, y}, size, random);
  const std::size_t place = place_in(0, parts.size(), random);
  insert_at(parts, place, part);
  const std::size_t above = place_in(place + 1, parts.size(), random);
  insert_at(parts, above, make_eraser(square ? Shape::kSquare : Shape::kCircle, {x, y}, wide));
  return true;
}

/// A middle from which `reach` does not touch the sheet.
Point beside_sheet(double reach, Random& random) {
  const double away = reach + random.uniform(6, 90);
  const double along = random.uniform(-40, kSheet + 40);
  const auto side = random.randbelow(4);
  if (side == 0) return {-away, along};
  if (side == 1) return {kSheet + away, along};
  if (side == 2) return {along, -away};
  return {along, kSheet + away};
}

void hide_beside(std::vector<Part>& parts, Look look, Random& random) {
  const double size = random.uniform(10, 34);
  const Point middle = beside_sheet(1.45 * size, random);
  const Part part = look_part(look, middle, size, random);
  const std::size_t place = place_in(0, parts.size(), random);
  insert_at(parts, place, part);
}

void leave_unused(std::vector<Part>& parts, Look look, Random& random) {
  const double x = random.uniform(20, 180);
  const double y = random.uniform(20, 180);
  const double size = random.uniform(10, 34);
  Part part = look_part(look, {x, y}, size, random);
  part.role = Role::kUnused;
  share_shade(part, parts);
  parts.push_back(part);
}

}  // namespace

void share_shade(Part& part, const std::vector<Part>& parts) {
  if (part.role == Role::kEraser) return;
  for (const Part& other : parts) {
    if (other.hue != part.hue || other.role == Role::kEraser) continue;
    part.fill = other.fill;
    return;
  }
}

void hide_parts(std::vector<Part>& parts, const std::vector<Look>& looks, Random& random) {
  for (const Look& look : looks) {
    const double way = random.random();
    if (way < 0.08) {
      leave_unused(parts, look, random);
      continue;
    }
    const bool hidden = (way < 0.5 && hide_behind(parts, look, random)) ||
                        (way < 0.62 && hide_under_white(parts, look, random));
    if (!hidden) hide_beside(parts, look, random);
  }
}

HiddenCopies hidden_copies(std::vector<Part> parts, const Part& cover, Random& random) {
  constexpr double kHalf = kSheet / 2;
  constexpr double kAround = 1.5;  // of half the sheet: figures reach into its corners
  const double way = random.random();
  double scale = random.uniform(0.35, 1);
  Point middle = beside_sheet(scale * kHalf * kAround, random);
  const Shelter shelter = shelter_of(cover);
  const bool behind = way < 0.3 && shelter.radius > 14;
  if (behind) {
    scale = (shelter.radius - 2) / (kHalf * kAround);
    middle = shelter.middle;
  }
  for (Part& part : parts) {
    part.center = {middle.x + scale * (part.center.x - kHalf),
                   middle.y + scale * (part.center.y - kHalf)};
    part.rx *= scale;
    part.ry *= scale;
    if (way > 0.9) part.role = Role::kUnused;
  }
  return {std::move(parts), behind};
}

}  // namespace papert::mint::svg
