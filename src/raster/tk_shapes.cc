// "Any touched pixel", by rows.
//
// A capsule is convex, so what it covers of the strip between y = j and y = j + 1 is convex too,
// and its pixels in row j are those between the leftmost and the rightmost point of the capsule in
// that strip. The right edge x(y) of a convex shape rises to its maximum and falls again; over a
// strip it is greatest at the height of the maximum if the strip holds it, else at the end of the
// strip that is nearer to it. So a row costs one evaluation a side, a multiplication along the
// straight part. Square roots are the only irrational operation: IEEE arithmetic gives the same
// pixels everywhere.
//
// A polygon by the even-odd rule need not be convex. A pixel that no edge passes through is inside
// or outside as a whole, and its centre tells; a pixel that an edge passes through has a part on
// either side, so it is touched. Hence polygon = pixels whose centre is inside + pixels of the
// edges, the edges being capsules of radius 0. The centres use a bit a pixel: every edge flips the
// bit of the first centre to its right in each row it crosses, and a running exclusive-or over the
// row turns flips into insides, 64 pixels at a time. (An edge that is walked twice separates
// nothing and is painted nevertheless, as PostScript paints it.)
//
// "Inside of the pixel" is meant strictly: a shape that only reaches a pixel's edge does not touch
// it, so a square from 10 to 20 is ten pixels wide.
//
// Cost: visible rows for a capsule; edges times visible rows, plus rows times words for a polygon.
#include "raster/tk_shapes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace papert::raster::detail {
namespace {

/// The number of whole pixels below, kept within 0 .. limit; 0 for not-a-number.
int clamp_to_int(double value, int limit) {
  if (!(value > 0)) return 0;
  return value < limit ? static_cast<int>(value) : limit;
}

struct PixelRange {
  int first = 0;
  int last = -1;  // included
};

/// The pixels that the open interval from `from` to `to` touches, of 0 .. size - 1. An interval
/// without length touches the pixel it is inside of.
PixelRange touched(double from, double to, int size) {
  return {clamp_to_int(std::floor(from), size), clamp_to_int(std::ceil(to), size) - 1};
}

/// The right boundary of a capsule: the right half of one disc, a straight side, the right half of
/// the other disc.
class RightBoundary {
 public:
  explicit RightBoundary(const Capsule& capsule) : c_(capsule) {
    peak0_ = peak1_ = c_.b.x > c_.a.x ? c_.b.y : c_.a.y;
    if (c_.a.x == c_.b.x) {
      peak0_ = std::min(c_.a.y, c_.b.y);
      peak1_ = std::max(c_.a.y, c_.b.y);
    }
    const double dx = c_.b.x - c_.a.x;
    const double dy = c_.b.y - c_.a.y;
    const double slope = dx / dy;
    if (!std::isfinite(slope)) return;  // level
    const double length = std::sqrt(dx * dx + dy * dy);
    const double normal_y = (dy > 0 ? -dx : dx) / length;
    slope_ = slope;
    side_ = {c_.a.x + c_.radius * (std::abs(dy) / length), c_.a.y + c_.radius * normal_y};
    side0_ = std::min(side_.y, side_.y + dy);
    side1_ = std::max(side_.y, side_.y + dy);
  }

  /// The x of the rightmost point between the heights y0 and y1.
  [[nodiscard]] double extent(double y0, double y1) const {
    if (y1 < peak0_) return at(y1);
    return at(y0 > peak1_ ? y0 : std::max(y0, peak0_));
  }

 private:
  /// The x of the rightmost point at height y.
  [[nodiscard]] double at(double y) const {
    if (y >= side0_ && y <= side1_) return side_.x + (y - side_.y) * slope_;
    double edge = -std::numeric_limits<double>::infinity();
    for (const DevicePoint& end : {c_.a, c_.b}) {
      const double square = c_.radius * c_.radius - (y - end.y) * (y - end.y);
      if (square >= 0) edge = std::max(edge, end.x + std::sqrt(square));
    }
    if (std::isfinite(edge)) return edge;
    // Rounding put y a hair above or below the capsule.
    return std::abs(y - c_.a.y) < std::abs(y - c_.b.y) ? c_.a.x : c_.b.x;
  }

  Capsule c_;
  double peak0_ = 0;  // the heights between which the boundary is farthest right
  double peak1_ = 0;
  DevicePoint side_;  // a point of the straight side
  double slope_ = 0;
  double side0_ = 1;  // the heights the side reaches; none when the capsule is level
  double side1_ = 0;
};

/// Flips, for every row whose centre line the edge crosses, the first pixel centre to its right.
void flip_edge(const DevicePoint& a, const DevicePoint& b, const TkCanvas& canvas, PixelRange rows,
               std::vector<std::uint64_t>& bits) {
  const DevicePoint& low = a.y < b.y ? a : b;
  const DevicePoint& high = a.y < b.y ? b : a;
  // Centre lines from low.y (included) to high.y (not included), so a vertex counts once.
  const int first = std::max(rows.first, clamp_to_int(std::ceil(low.y - 0.5), canvas.height()));
  const int last = std::min(rows.last, clamp_to_int(std::ceil(high.y - 0.5), canvas.height()) - 1);
  const double slope = (high.x - low.x) / (high.y - low.y);
  for (int y = first; y <= last; ++y) {
    const double x = low.x + (y + 0.5 - low.y) * slope;
    const int column = clamp_to_int(std::ceil(x - 0.5), canvas.width());
    if (column == canvas.width()) continue;
    bits[static_cast<std::size_t>(y - rows.first) * canvas.words_per_row() +
         static_cast<std::size_t>(column) / 64] ^= std::uint64_t{1} << (column % 64);
  }
}

/// Each bit becomes the exclusive-or of itself and all bits before it.
void accumulate(std::span<std::uint64_t> row, int width) {
  std::uint64_t carry = 0;
  for (std::uint64_t& word : row) {
    for (int shift = 1; shift < 64; shift *= 2) word ^= word << shift;
    word ^= carry;
    carry = (word >> 63) != 0 ? ~std::uint64_t{0} : 0;
  }
  if (width % 64 != 0) row.back() &= ~std::uint64_t{0} >> (64 - width % 64);
}

}  // namespace

void fill_capsule(TkCanvas& canvas, const Capsule& capsule) {
  const double top = std::min(capsule.a.y, capsule.b.y) - capsule.radius;
  const double bottom = std::max(capsule.a.y, capsule.b.y) + capsule.radius;
  const PixelRange rows = touched(top, bottom, canvas.height());
  if (rows.first > rows.last) return;
  const RightBoundary right(capsule);
  const RightBoundary left(
      {{-capsule.a.x, capsule.a.y}, {-capsule.b.x, capsule.b.y}, capsule.radius});
  for (int y = rows.first; y <= rows.last; ++y) {
    if (canvas.row_is_full(y)) continue;
    const double y0 = std::max(static_cast<double>(y), top);
    const double y1 = std::min(static_cast<double>(y) + 1, bottom);
    const PixelRange columns = touched(-left.extent(y0, y1), right.extent(y0, y1), canvas.width());
    canvas.fill_span(y, columns.first, columns.last);
  }
}

void PolygonFiller::fill(TkCanvas& canvas, std::span<const DevicePoint> points) {
  if (points.empty() || canvas.width() == 0) return;
  double top = points[0].y;
  double bottom = points[0].y;
  for (const DevicePoint& point : points) {
    top = std::min(top, point.y);
    bottom = std::max(bottom, point.y);
  }
  const PixelRange rows = touched(top, bottom, canvas.height());
  if (rows.first > rows.last) return;
  const std::size_t words = canvas.words_per_row();
  bits_.assign(static_cast<std::size_t>(rows.last - rows.first + 1) * words, 0);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const DevicePoint& next = points[i + 1 == points.size() ? 0 : i + 1];
    flip_edge(points[i], next, canvas, rows, bits_);
    fill_capsule(canvas, {points[i], next, 0});
  }
  for (int y = rows.first; y <= rows.last; ++y) {
    if (canvas.row_is_full(y)) continue;
    const std::span<std::uint64_t> row =
        std::span(bits_).subspan(static_cast<std::size_t>(y - rows.first) * words, words);
    accumulate(row, canvas.width());
    canvas.fill_bits(y, row);
  }
}

}  // namespace papert::raster::detail
