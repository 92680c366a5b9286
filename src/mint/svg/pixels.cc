// A flat picture is cut into pieces of exactly one colour; pixels that smoothing made belong to
// pieces of a few pixels and are dropped. The shape of a piece is told by its convex hull, thinned
// out until only real corners are left, by how much of the hull it fills, and by its second
// moments:
//
//     area / (4 pi sqrt(det(covariance)))   ellipse 1, rectangle 0.955, half disc 0.9455
//
// A triangle is 3 corners, a star fills half of a hull with 5, and so on. What fits nothing well,
// as most partly covered things, has no shape.
//
// OpenCV has floods, hulls, Douglas-Peucker and moments, too, but what is found here decides which
// scenes are minted, and a seed must give the same bytes on every machine. OpenCV does not say
// where a hull begins or which of its points on a line it keeps, and both decide between corners
// that are equally far off; its own answers may change with the installed version.
#include "mint/svg/pixels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

#include "mint/svg/polygon.h"

namespace papert::mint::svg {
namespace {

using scene::Point;

constexpr int kSheetLabel = 0;
constexpr int kEdgeLabel = -1;

struct LabelPicture {
  int width = 0;
  int height = 0;
  std::vector<int> labels;
  std::vector<raster::Color> colors;  // of label i + 1

  [[nodiscard]] int at(int x, int y) const {
    if (x < 0 || y < 0 || x >= width || y >= height) return kSheetLabel;
    return labels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                  static_cast<std::size_t>(x)];
  }
};

raster::Color pixel(const raster::Image& image, int x, int y) {
  const std::uint8_t* sample = image.row(y) + std::ptrdiff_t{3} * x;
  return {sample[0], sample[1], sample[2]};
}

constexpr int kUnseen = -2;

/// Gives `label` to the pixels around `start` that have its colour, and lists them.
void flood(const raster::Image& image, std::size_t start, int label, LabelPicture& picture,
           std::vector<std::size_t>& piece) {
  const auto width = static_cast<std::size_t>(image.width());
  const auto color_at = [&](std::size_t i) {
    return pixel(image, static_cast<int>(i % width), static_cast<int>(i / width));
  };
  const raster::Color color = color_at(start);
  piece.assign(1, start);
  picture.labels[start] = label;
  for (std::size_t done = 0; done < piece.size(); ++done) {
    const std::size_t i = piece[done];
    const auto visit = [&](bool inside, std::size_t other) {
      if (!inside || picture.labels[other] != kUnseen || !(color_at(other) == color)) return;
      picture.labels[other] = label;
      piece.push_back(other);
    };
    visit(i % width > 0, i - 1);
    visit(i % width + 1 < width, i + 1);
    visit(i >= width, i - width);
    visit(i + width < picture.labels.size(), i + width);
  }
}

/// Whether a piece is anywhere three pixels wide and high: the smoothed pixels along a level or
/// upright edge make a line of one colour.
bool is_solid(const LabelPicture& picture, const std::vector<std::size_t>& piece, int label) {
  const auto width = static_cast<std::size_t>(picture.width);
  return std::any_of(piece.begin(), piece.end(), [&](std::size_t i) {
    const auto x = static_cast<int>(i % width);
    const auto y = static_cast<int>(i / width);
    return picture.at(x - 1, y - 1) == label && picture.at(x, y - 1) == label &&
           picture.at(x + 1, y - 1) == label && picture.at(x - 1, y) == label &&
           picture.at(x + 1, y) == label && picture.at(x - 1, y + 1) == label &&
           picture.at(x, y + 1) == label && picture.at(x + 1, y + 1) == label;
  });
}

LabelPicture label_pieces(const raster::Image& image) {
  constexpr std::size_t kSmallest = 60;  // pixels
  LabelPicture picture{image.width(), image.height(), {}, {}};
  const auto width = static_cast<std::size_t>(image.width());
  picture.labels.assign(width * static_cast<std::size_t>(image.height()), kUnseen);
  std::vector<std::size_t> piece;
  for (std::size_t start = 0; start < picture.labels.size(); ++start) {
    if (picture.labels[start] != kUnseen) continue;
    const raster::Color color =
        pixel(image, static_cast<int>(start % width), static_cast<int>(start / width));
    const int next = static_cast<int>(picture.colors.size()) + 1;
    flood(image, start, next, picture, piece);
    const bool solid = is_solid(picture, piece, next);
    if (solid && piece.size() >= kSmallest && hue_of(color)) {
      picture.colors.push_back(color);
      continue;
    }
    const int rest = solid && !hue_of(color) ? kSheetLabel : kEdgeLabel;
    for (const std::size_t i : piece) picture.labels[i] = rest;
  }
  return picture;
}

/// The pixels of a region and of the gaps inside it, in a box with one pixel of air around.
struct Mask {
  int left = 0;
  int top = 0;
  int width = 0;
  int height = 0;
  std::vector<char> inside;

  [[nodiscard]] bool holds(int x, int y) const {
    const int column = x - left;
    const int row = y - top;
    return column >= 0 && row >= 0 && column < width && row < height &&
           inside[static_cast<std::size_t>(row * width + column)] != 0;
  }
};

Mask filled_mask(const LabelPicture& picture, int label, const Region& region) {
  Mask mask{region.left - 1,
            region.top - 1,
            region.right - region.left + 3,
            region.bottom - region.top + 3,
            {}};
  const auto size = static_cast<std::size_t>(mask.width * mask.height);
  mask.inside.assign(size, 1);
  std::vector<int> open{0};
  mask.inside[0] = 0;
  while (!open.empty()) {
    const int i = open.back();
    open.pop_back();
    const int x = i % mask.width;
    const int y = i / mask.width;
    const auto visit = [&](bool in_box, int next) {
      if (!in_box || mask.inside[static_cast<std::size_t>(next)] == 0) return;
      const int nx = next % mask.width + mask.left;
      const int ny = next / mask.width + mask.top;
      if (picture.at(nx, ny) == label) return;
      mask.inside[static_cast<std::size_t>(next)] = 0;
      open.push_back(next);
    };
    visit(x > 0, i - 1);
    visit(x + 1 < mask.width, i + 1);
    visit(y > 0, i - mask.width);
    visit(y + 1 < mask.height, i + mask.width);
  }
  return mask;
}

/// The corners of the first and the last pixel of each row.
std::vector<Point> corners_of(const Mask& mask) {
  std::vector<Point> points;
  for (int y = 0; y < mask.height; ++y) {
    const auto begin = mask.inside.begin() + std::ptrdiff_t{y} * mask.width;
    const auto end = begin + mask.width;
    const auto first = std::find(begin, end, 1);
    if (first == end) continue;
    const auto last =
        std::find(std::make_reverse_iterator(end), std::make_reverse_iterator(begin), 1);
    const auto x0 = static_cast<double>(first - begin);
    const auto x1 = static_cast<double>(last.base() - begin);
    for (const double dy : {0.0, 1.0}) {
      points.push_back({x0, y + dy});
      points.push_back({x1, y + dy});
    }
  }
  return points;
}

struct Moments {
  double area = 0;
  double ellipse_ratio = 0;  // 1 for an ellipse
  double axes_ratio = 1;     // longer by shorter
  bool center_inside = false;
};

Moments moments_of(const Mask& mask) {
  double n = 0, sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0;
  for (int y = 0; y < mask.height; ++y) {
    for (int x = 0; x < mask.width; ++x) {
      if (mask.inside[static_cast<std::size_t>(y * mask.width + x)] == 0) continue;
      n += 1;
      sx += x;
      sy += y;
      sxx += static_cast<double>(x) * x;
      syy += static_cast<double>(y) * y;
      sxy += static_cast<double>(x) * y;
    }
  }
  const double mx = sx / n;
  const double my = sy / n;
  const double xx = sxx / n - mx * mx + 1.0 / 12;
  const double yy = syy / n - my * my + 1.0 / 12;
  const double xy = sxy / n - mx * my;
  const double spread = std::sqrt((xx - yy) * (xx - yy) / 4 + xy * xy);
  const double high = (xx + yy) / 2 + spread;
  const double low = std::max(1e-9, (xx + yy) / 2 - spread);
  return {n, n / (4 * std::numbers::pi * std::sqrt(high * low)), std::sqrt(high / low),
          mask.holds(static_cast<int>(std::lround(mx)) + mask.left,
                     static_cast<int>(std::lround(my)) + mask.top)};
}

std::optional<Shape> round_shape(const Moments& moments, double round) {
  constexpr double kHalfDisc = 0.9455;
  constexpr double kHalfDiscAxes = 1.891;
  if (std::abs(moments.ellipse_ratio - 1) < 0.015) {
    if (moments.axes_ratio < 1.06 && round > 0.95) return Shape::kCircle;
    if (moments.axes_ratio > 1.2) return Shape::kEllipse;
  }
  if (std::abs(moments.ellipse_ratio - kHalfDisc) < 0.015 &&
      std::abs(moments.axes_ratio - kHalfDiscAxes) < 0.09) {
    return Shape::kSemicircle;
  }
  return std::nullopt;
}

/// Of the corners that a shape without dents has.
std::optional<Shape> polygon_shape(const std::vector<Point>& corners, bool regular) {
  if (corners.size() == 3 && regular) return Shape::kTriangle;
  if (corners.size() == 4 && right_angled(corners)) {
    if (side_ratio(corners) < 1.1) return Shape::kSquare;
    if (side_ratio(corners) > 1.2) return Shape::kRectangle;
  }
  if (corners.size() == 5 && regular) return Shape::kPentagon;
  if (corners.size() == 6 && regular) return Shape::kHexagon;
  return std::nullopt;
}

std::optional<Shape> shape_of(const Mask& mask) {
  constexpr double kRegular = 1.2;
  const std::vector<Point> hull = convex_hull(corners_of(mask));
  const std::vector<Point> corners = thinned(hull);
  const Moments moments = moments_of(mask);
  const double filled = moments.area / area_of(hull);
  const bool regular = side_ratio(corners) < kRegular;
  const double kept = area_of(corners) / area_of(hull);
  if (filled > 0.95 && kept > 0.92) {
    if (const auto shape = polygon_shape(corners, regular)) return shape;
  }
  if (filled > 0.95 && corners.size() > 4) return round_shape(moments, roundness(hull));
  if (filled > 0.46 && filled < 0.58 && corners.size() == 5 && regular && moments.center_inside) {
    return Shape::kStar;
  }
  if (filled < 0.85 && !moments.center_inside) return Shape::kArc;
  return std::nullopt;
}

/// Looks a few pixels beyond the outline, past the smoothed ones.
void look_around(const LabelPicture& picture, const Mask& mask, int label, Region& region) {
  constexpr std::array<std::array<int, 2>, 8> kSteps{
      {{3, 0}, {-3, 0}, {0, 3}, {0, -3}, {2, 2}, {-2, 2}, {2, -2}, {-2, -2}}};
  std::set<int> seen;
  for (int y = region.top; y <= region.bottom; ++y) {
    for (int x = region.left; x <= region.right; ++x) {
      if (!mask.holds(x, y)) continue;
      const int here = picture.at(x, y);
      region.pierced |= here != label && here != kEdgeLabel;
      for (const auto& [dx, dy] : kSteps) {
        if (mask.holds(x + dx, y + dy)) continue;
        const int beyond = picture.at(x + dx, y + dy);
        if (beyond != kEdgeLabel) seen.insert(beyond);
      }
    }
  }
  region.touches = seen.size() > 1 || (seen.size() == 1 && *seen.begin() != kSheetLabel);
  region.enclosed = seen.size() == 1 && *seen.begin() != kSheetLabel;
}

}  // namespace

bool Region::certain() const {
  if (!shape) return false;
  if (!touches || enclosed) return true;
  switch (*shape) {
    case Shape::kCircle:
    case Shape::kEllipse:
    case Shape::kPentagon:
    case Shape::kHexagon:
    case Shape::kStar:
      return true;
    default:
      return false;
  }
}

std::optional<Hue> hue_of(raster::Color color) {
  const double high = std::max({color.r, color.g, color.b}) / 255.0;
  const double low = std::min({color.r, color.g, color.b}) / 255.0;
  const double span = high - low;
  if (low > 0.96) return std::nullopt;
  if (high < 0.2) return Hue::kBlack;
  const double saturation = span / high;
  if (saturation < 0.12) return Hue::kGray;
  const double r = color.r / 255.0;
  const double g = color.g / 255.0;
  const double b = color.b / 255.0;
  double degrees = high == r   ? 60 * (g - b) / span
                   : high == g ? 120 + 60 * (b - r) / span
                               : 240 + 60 * (r - g) / span;
  if (degrees < 0) degrees += 360;
  const bool reddish = degrees < 15 || degrees >= 310;
  if (reddish && saturation < 0.7 && high > 0.8) return Hue::kPink;
  if (degrees < 45 || degrees >= 345) {
    if (high < 0.6) return Hue::kBrown;
    return degrees < 16 || degrees >= 345 ? Hue::kRed : Hue::kOrange;
  }
  if (degrees < 65) return Hue::kYellow;
  if (degrees < 170) return Hue::kGreen;
  if (degrees < 255) return Hue::kBlue;
  return degrees < 310 ? Hue::kPurple : Hue::kPink;
}

std::vector<Region> find_regions(const raster::Image& image) {
  const LabelPicture picture = label_pieces(image);
  std::vector<Region> regions(picture.colors.size());
  for (std::size_t i = 0; i < regions.size(); ++i) {
    regions[i].hue = *hue_of(picture.colors[i]);
    regions[i].left = picture.width;
    regions[i].top = picture.height;
  }
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const int found = picture.at(x, y);
      if (found <= kSheetLabel) continue;
      Region& region = regions[static_cast<std::size_t>(found) - 1];
      ++region.area;
      region.left = std::min(region.left, x);
      region.right = std::max(region.right, x);
      region.top = std::min(region.top, y);
      region.bottom = std::max(region.bottom, y);
    }
  }
  for (std::size_t i = 0; i < regions.size(); ++i) {
    const int label = static_cast<int>(i) + 1;
    const Mask mask = filled_mask(picture, label, regions[i]);
    regions[i].shape = shape_of(mask);
    look_around(picture, mask, label, regions[i]);
  }
  return regions;
}

std::optional<bool> is_symmetric(const raster::Image& image, bool top_to_bottom) {
  constexpr int kDifferent = 64;
  std::size_t ink = 0;
  std::size_t off = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const raster::Color a = pixel(image, x, y);
      const raster::Color b = top_to_bottom ? pixel(image, x, image.height() - 1 - y)
                                            : pixel(image, image.width() - 1 - x, y);
      ink += hue_of(a) ? 1 : 0;
      const int difference =
          std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
      off += difference > kDifferent ? 1 : 0;
    }
  }
  const double part = static_cast<double>(off) / static_cast<double>(std::max<std::size_t>(1, ink));
  if (part < 0.02) return true;
  if (part > 0.04) return false;
  return std::nullopt;
}

}  // namespace papert::mint::svg
