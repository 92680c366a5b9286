// "Any touched pixel", by rows.
//
// A capsule is convex, so what it covers of the strip between y = j and y = j + 1 is convex too,
// and its pixels in row j are those between the leftmost and the rightmost point of the capsule in
// that strip. The right edge x(y) of a convex shape rises to its maximum and falls again; over a
// strip it is greatest at the height of the maximum if the strip holds it, else at the end of the
// strip that is nearer to it. So a row costs one evaluation a side. Where both sides are straight,
// which is most of a line, that is a multiplication, and the nearer end of the strip is always the
// same one: those rows have a loop of their own. A disc needs one square root a row. Square roots
// are the only irrational operation: IEEE arithmetic gives the same pixels everywhere.
//
// A polygon by the even-odd rule need not be convex. A pixel that no edge passes through is inside
// or outside as a whole, and its centre tells; a pixel that an edge passes through has a part on
// either side, so it is touched. Hence polygon = pixels whose centre is inside + pixels of the
// edges, the edges being capsules of radius 0. The centres use a bit a pixel: every edge flips the
// bit of the first centre to its right in each row it crosses, and a running exclusive-or over the
// row turns flips into insides, 64 pixels at a time; words without a flip are all in or all out.
// (An edge that is walked twice separates nothing and is painted nevertheless, as PostScript paints
// it.)
//
// "Inside of the pixel" is meant strictly: a shape that only reaches a pixel's edge does not touch
// it, so a square from 10 to 20 is ten pixels wide.
//
// Cost: visible rows for a capsule, 3 to 6 ns each, but one that lies in tiles of the canvas that
// are full costs a look for every 16 rows; for a polygon the visible rows of its edges twice, plus
// its rows times the words they are wide.
#include "raster/tk_shapes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace papert::raster::detail {
namespace {

/// The number of whole pixels below, kept within 0 .. limit; 0 for not-a-number.
int clamped_floor(double value, int limit) {
  if (!(value > 0)) return 0;
  return value < limit ? static_cast<int>(value) : limit;
}

/// Likewise, of pixels begun.
int clamped_ceil(double value, int limit) {
  const int whole = clamped_floor(value, limit);
  return whole < limit && value > whole ? whole + 1 : whole;
}

struct PixelRange {
  int first = 0;
  int last = -1;  // included
};

/// The pixels that the open interval from `from` to `to` touches, of 0 .. size - 1. An interval
/// without length touches the pixel it is inside of.
PixelRange touched(double from, double to, int size) {
  return {clamped_floor(from, size), clamped_ceil(to, size) - 1};
}

/// The right boundary of a capsule: the right half of one disc, a straight side, the right half of
/// the other disc.
class RightBoundary {
 public:
  explicit RightBoundary(const Capsule& capsule) : c_(capsule) {
    find_peak();
    const double dx = c_.b.x - c_.a.x;
    const double dy = c_.b.y - c_.a.y;
    const double slope = dx / dy;
    if (!std::isfinite(slope)) return;  // level
    const double length = std::sqrt(dx * dx + dy * dy);
    slope_ = slope;
    out_ = {c_.radius * (std::abs(dy) / length), c_.radius * ((dy > 0 ? -dx : dx) / length)};
    find_side();
  }

  /// That of the capsule's mirror image: x becomes -x.
  [[nodiscard]] RightBoundary mirrored() const {
    RightBoundary other = *this;
    other.c_.a.x = -c_.a.x;
    other.c_.b.x = -c_.b.x;
    other.find_peak();
    if (side1_ < side0_) return other;  // level
    other.slope_ = -slope_;
    other.out_.y = -out_.y;
    other.find_side();
    return other;
  }

  /// The heights between which the boundary is straight; the second is below the first if none.
  [[nodiscard]] double side0() const { return side0_; }
  [[nodiscard]] double side1() const { return side1_; }

  /// Where it is straight, a row reaches farthest right at the end that is nearer to the peak.
  [[nodiscard]] Band::Side side() const { return {side_.x, side_.y, slope_, slope_ > 0 ? 1 : 0}; }

  /// The x of the rightmost point between the heights y0 and y1, as near to the peak as they come.
  [[nodiscard]] double extent(double y0, double y1) const {
    return at(std::min(y1, std::max(y0, peak_)));
  }

 private:
  void find_peak() {
    peak_ = c_.b.x > c_.a.x ? c_.b.y : c_.a.y;
    if (c_.a.x == c_.b.x) peak_ = std::min(c_.a.y, c_.b.y);
  }

  void find_side() {
    const double dy = c_.b.y - c_.a.y;
    side_ = {c_.a.x + out_.x, c_.a.y + out_.y};
    side0_ = std::min(side_.y, side_.y + dy);
    side1_ = std::max(side_.y, side_.y + dy);
  }

  /// The x of the rightmost point at height y.
  [[nodiscard]] double at(double y) const {
    if (y >= side0_ && y <= side1_) return side_.x + (y - side_.y) * slope_;
    // The upper end first: where a row is far from an end is then the same for most capsules.
    const bool down = c_.a.y < c_.b.y;
    const double edge = std::max(on_disc(down ? c_.a : c_.b, y), on_disc(down ? c_.b : c_.a, y));
    if (std::isfinite(edge)) return edge;
    // Rounding put y a hair above or below the capsule.
    return std::abs(y - c_.a.y) < std::abs(y - c_.b.y) ? c_.a.x : c_.b.x;
  }

  [[nodiscard]] double on_disc(const DevicePoint& center, double y) const {
    const double square = c_.radius * c_.radius - (y - center.y) * (y - center.y);
    return square >= 0 ? center.x + std::sqrt(square) : -std::numeric_limits<double>::infinity();
  }

  Capsule c_;
  double peak_ = 0;   // the (upper) height at which the boundary is farthest right
  DevicePoint out_;   // from the end `a` to where the straight side begins
  DevicePoint side_;  // that point
  double slope_ = 0;
  double side0_ = 1;  // the heights the side reaches; none when the capsule is level
  double side1_ = 0;
};

/// Flips, for every row whose centre line the edge crosses, the first pixel centre to its right.
void flip_edge(const DevicePoint& a, const DevicePoint& b, const TkCanvas& canvas,
               std::vector<std::uint64_t>& bits) {
  const DevicePoint& low = a.y < b.y ? a : b;
  const DevicePoint& high = a.y < b.y ? b : a;
  // Centre lines from low.y (included) to high.y (not included), so a vertex counts once.
  const int first = clamped_ceil(low.y - 0.5, canvas.height());
  const int end = clamped_ceil(high.y - 0.5, canvas.height());
  const double slope = (high.x - low.x) / (high.y - low.y);
  for (int y = first; y < end; ++y) {
    if (canvas.row_is_full(y)) continue;
    const double x = low.x + (y + 0.5 - low.y) * slope;
    const int column = clamped_ceil(x - 0.5, canvas.width());
    if (column == canvas.width()) continue;
    bits[static_cast<std::size_t>(y) * canvas.words_per_row() +
         static_cast<std::size_t>(column) / 64] ^= std::uint64_t{1} << (column % 64);
  }
}

/// Each bit becomes the exclusive-or of itself, all bits before it and the carry.
std::uint64_t accumulated(std::uint64_t word, std::uint64_t carry) {
  for (int shift = 1; shift < 64; shift *= 2) word ^= word << shift;
  return word ^ carry;
}

void fill_columns(TkCanvas& canvas, int y, double left, double right) {
  const PixelRange columns = touched(left, right, canvas.width());
  if (columns.first <= columns.last) canvas.fill_span(y, columns.first, columns.last);
}

/// Whether nothing of a shape in these rows and between these columns can be seen any more. A pixel
/// more at either side stands for what rounding may do to the shape's edges.
bool is_hidden(const TkCanvas& canvas, const PixelRange& rows, double left, double right) {
  const int x0 = clamped_floor(left - 1, canvas.width());
  const int x1 = clamped_ceil(right + 1, canvas.width()) - 1;
  return x0 > x1 || canvas.box_is_full(rows.first, rows.last, x0, x1);
}

/// What a capsule may touch, by its middle line: a look at the canvas that is cheaper than finding
/// the pixels.
class Reach {
 public:
  explicit Reach(const Capsule& capsule)
      : a_(capsule.a),
        low_(std::min(capsule.a.y, capsule.b.y)),
        high_(std::max(capsule.a.y, capsule.b.y)),
        left_(std::min(capsule.a.x, capsule.b.x)),
        right_(std::max(capsule.a.x, capsule.b.x)),
        slope_((capsule.b.x - capsule.a.x) / (capsule.b.y - capsule.a.y)),
        radius_(capsule.radius),
        level_(!std::isfinite(slope_)) {}

  /// Whether the rows from `begin` to before `end` may have a free pixel of the capsule.
  [[nodiscard]] bool may_show(const TkCanvas& canvas, int begin, int end) const {
    for (int y = begin; y < end;) {
      const int next = std::min((y / TkCanvas::kBlockRows + 1) * TkCanvas::kBlockRows, end);
      if (is_open(canvas, y, next)) return true;
      y = next;
    }
    return false;
  }

  /// The same for a few rows, looked at more closely.
  [[nodiscard]] bool may_show_pixels(const TkCanvas& canvas, int begin, int end) const {
    const PixelRange columns = columns_of(canvas, begin, end);
    return columns.first <= columns.last &&
           !canvas.box_is_full(begin, end - 1, columns.first, columns.last);
  }

 private:
  /// The same for rows of one block.
  [[nodiscard]] bool is_open(const TkCanvas& canvas, int begin, int end) const {
    const PixelRange columns = columns_of(canvas, begin, end);
    return columns.first <= columns.last &&
           canvas.has_open_tile(begin, columns.first, columns.last);
  }

  /// What the capsule has in these rows is no farther than its radius from the part of its line
  /// that is no farther than that from the rows.
  [[nodiscard]] PixelRange columns_of(const TkCanvas& canvas, int begin, int end) const {
    constexpr double kRounding = 1;  // what rounding may do to the shape's edges
    double from = left_;
    double to = right_;
    if (!level_) {
      const double x0 = at(std::clamp(begin - radius_, low_, high_));
      const double x1 = at(std::clamp(end + radius_, low_, high_));
      from = std::min(x0, x1);
      to = std::max(x0, x1);
    }
    return touched(from - radius_ - kRounding, to + radius_ + kRounding, canvas.width());
  }

  [[nodiscard]] double at(double y) const { return a_.x + (y - a_.y) * slope_; }

  DevicePoint a_;
  double low_;
  double high_;
  double left_;
  double right_;
  double slope_;
  double radius_;
  bool level_;
};

void fill_disc(TkCanvas& canvas, const DevicePoint& center, double radius) {
  const PixelRange rows = touched(center.y - radius, center.y + radius, canvas.height());
  if (is_hidden(canvas, rows, center.x - radius, center.x + radius)) return;
  for (int y = rows.first; y <= rows.last; ++y) {
    if (canvas.row_is_full(y)) continue;
    const double widest = std::clamp(center.y, static_cast<double>(y), static_cast<double>(y) + 1);
    const double square = radius * radius - (widest - center.y) * (widest - center.y);
    const double half = square > 0 ? std::sqrt(square) : 0;
    fill_columns(canvas, y, center.x - half, center.x + half);
  }
}

/// The rows from `begin` to before `end` of a band.
void fill_straight(TkCanvas& canvas, const Band& band, int begin, int end) {
  constexpr int kBlock = TkCanvas::kBlockRows;
  if (begin >= end) return;
  // A straight side is farthest out at one of its ends. Well inside, nothing has to be clipped.
  const double x0 = std::min(band.left.in(begin), band.left.in(end - 1));
  const double x1 = std::max(band.right.in(begin), band.right.in(end - 1));
  if (!(x0 >= 1 && x1 <= canvas.width() - 1)) {
    for (int y = begin; y < end; ++y) {
      if (!canvas.row_is_full(y)) fill_columns(canvas, y, band.left.in(y), band.right.in(y));
    }
    return;
  }
  // The last block may begin in the one before, so that it is a whole one.
  for (int y = begin; y < end; y += kBlock) {
    const int first = std::max(std::min(y, end - kBlock), begin);
    canvas.fill_band(first, std::min(end - first, kBlock), band);
  }
}

}  // namespace

void fill_capsule(TkCanvas& canvas, const Capsule& capsule) {
  if (capsule.a.x == capsule.b.x && capsule.a.y == capsule.b.y) {
    fill_disc(canvas, capsule.a, capsule.radius);
    return;
  }
  const double top = std::min(capsule.a.y, capsule.b.y) - capsule.radius;
  const double bottom = std::max(capsule.a.y, capsule.b.y) + capsule.radius;
  const PixelRange rows = touched(top, bottom, canvas.height());
  if (rows.first > rows.last) return;
  const Reach reach(capsule);
  if (!reach.may_show(canvas, rows.first, rows.last + 1)) return;
  if (rows.last - rows.first < TkCanvas::kBlockRows &&
      is_hidden(canvas, rows, std::min(capsule.a.x, capsule.b.x) - capsule.radius,
                std::max(capsule.a.x, capsule.b.x) + capsule.radius)) {
    return;
  }
  const RightBoundary right(capsule);
  const RightBoundary left = right.mirrored();
  const auto curved = [&](int begin, int end) {
    if (begin == end || !reach.may_show_pixels(canvas, begin, end)) return;
    for (int y = begin; y < end; ++y) {
      if (canvas.row_is_full(y)) continue;
      const double y0 = std::max(static_cast<double>(y), top);
      const double y1 = std::min(static_cast<double>(y) + 1, bottom);
      fill_columns(canvas, y, -left.extent(y0, y1), right.extent(y0, y1));
    }
  };
  const int begin = rows.first;
  const int end = rows.last + 1;
  const int straight0 =
      std::clamp(clamped_ceil(std::max(right.side0(), left.side0()), end), begin, end);
  const int straight1 =
      std::clamp(clamped_floor(std::min(right.side1(), left.side1()), end), straight0, end);
  Band band{left.side(), right.side()};
  band.left.x = -band.left.x;
  band.left.slope = -band.left.slope;
  curved(begin, straight0);
  fill_straight(canvas, band, straight0, straight1);
  curved(straight1, end);
}

void fill_box(TkCanvas& canvas, const DevicePoint& low, const DevicePoint& high) {
  const PixelRange columns = touched(low.x, high.x, canvas.width());
  const PixelRange rows = touched(low.y, high.y, canvas.height());
  if (columns.first > columns.last) return;
  for (int y = rows.first; y <= rows.last; ++y) canvas.fill_span(y, columns.first, columns.last);
}

void PolygonFiller::fill(TkCanvas& canvas, std::span<const DevicePoint> points) {
  if (points.empty() || canvas.width() == 0) return;
  DevicePoint low = points[0];
  DevicePoint high = points[0];
  for (const DevicePoint& point : points) {
    low = {std::min(low.x, point.x), std::min(low.y, point.y)};
    high = {std::max(high.x, point.x), std::max(high.y, point.y)};
  }
  const PixelRange rows = touched(low.y, high.y, canvas.height());
  if (rows.first > rows.last || is_hidden(canvas, rows, low.x, high.x)) return;
  bits_.resize(canvas.words_per_row() * static_cast<std::size_t>(canvas.height()));
  for (std::size_t i = 0; i < points.size(); ++i) {
    const DevicePoint& next = points[i + 1 == points.size() ? 0 : i + 1];
    flip_edge(points[i], next, canvas, bits_);
    fill_capsule(canvas, {points[i], next, 0});
  }
  for (int y = rows.first; y <= rows.last; ++y) fill_insides(canvas, y);
}

void PolygonFiller::fill_insides(TkCanvas& canvas, int y) {
  const std::size_t words = canvas.words_per_row();
  const auto row = std::span(bits_).subspan(static_cast<std::size_t>(y) * words, words);
  std::uint64_t carry = 0;
  for (std::size_t word = 0; word < words; ++word) {
    std::uint64_t inside = carry;
    if (row[word] != 0) {
      inside = accumulated(row[word], carry);
      carry = (inside >> 63) != 0 ? ~std::uint64_t{0} : 0;
      row[word] = 0;
    }
    if (inside != 0) canvas.paint_word(y, word, inside);
  }
}

}  // namespace papert::raster::detail
