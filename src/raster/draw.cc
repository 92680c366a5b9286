// Rectangles and ellipses. Lines and polygons are in draw_lines.cc.
//
// An ellipse that touches its box has the diameters a = x1 - x0 and b = y1 - y0 (bounds are
// inclusive, so a box of one pixel has diameter 0). On a grid of half pixels around its centre the
// pixels sit at every second point, and the quarter x, y >= 0 of the outline is a walk
//
//     from (a, b mod 2) to (a mod 2, b), each step to (x, y+2), (x-2, y+2) or (x-2, y),
//
// whichever lies nearest to the curve: the smallest |E|, E(x, y) = a^2 y^2 + b^2 x^2 - a^2 b^2, the
// earlier of the three if equal. E falls from the first candidate to the third, so the smallest
// absolute value is found by the sign of sums of neighbours, and E itself is carried along by
// differences. Near the curve it stays below 8 a b max(a, b), so 64 bits are enough for diameters
// of 400,000, where the products themselves would overflow.
//
// A filled row reaches from -x to x, x the first the walk visits on it. A ring of width w leaves
// out what lies strictly inside a second walk with diameters smaller by 2(w - 1): each side reaches
// from the outer walk's first x down to the inner walk's last x on the row.
//
//     a = b = 4, filled        a = b = 4, w = 1
//          . # # # .                . # # # .
//          # # # # #                # . . . #
//          # # # # #                # . . . #
//          # # # # #                # . . . #
//          . # # # .                . # # # .
//
// The cost is one step a pixel of the quarter outline, without divisions or memory, plus the spans.
#include "raster/draw.h"

#include <algorithm>
#include <cstdint>

#include "raster/canvas.h"

namespace papert::raster {
namespace {

using detail::ColorCanvas;
using scene::Box;

/// The walk along a quarter ellipse, row by row; needs diameters of at least 0.
class QuarterWalk {
 public:
  QuarterWalk(std::int64_t a, std::int64_t b)
      : x_(a),
        y_(b % 2),
        last_x_(a % 2),
        end_y_(b),
        error_(a * a * y_),
        // What E loses by x -> x - 2 and gains by y -> y + 2.
        x_gain_(b * b * (4 * a - 4)),
        y_gain_(a * a * (4 * y_ + 4)),
        x_gain_step_(8 * b * b),
        y_gain_step_(8 * a * a) {}

  /// The first x on the current row, the largest.
  [[nodiscard]] std::int64_t x() const { return x_; }
  [[nodiscard]] std::int64_t y() const { return y_; }
  [[nodiscard]] bool on_last_row() const { return y_ == end_y_; }

  /// Goes to the next row; returns the last x of the row it left, the smallest. Not after the end.
  std::int64_t next_row() {
    while (x_ > 1) {
      const std::int64_t up = error_ + y_gain_;
      const std::int64_t up_left = up - x_gain_;
      const std::int64_t left = error_ - x_gain_;
      if (up_left + left <= 0) {
        // One of the two steps up; written without a branch because it is a coin toss.
        const std::int64_t goes_left = up + up_left > 0 ? -1 : 0;
        const std::int64_t before = x_;
        error_ = up - (x_gain_ & goes_left);
        x_ += 2 * goes_left;
        x_gain_ -= x_gain_step_ & goes_left;
        rise();
        return before;
      }
      error_ = left;
      x_ -= 2;
      x_gain_ -= x_gain_step_;
    }
    const std::int64_t before = x_;
    error_ += y_gain_;
    rise();
    return before;
  }

  /// The last x of the last row.
  [[nodiscard]] std::int64_t last_x() const { return last_x_; }

 private:
  void rise() {
    y_ += 2;
    y_gain_ += y_gain_step_;
  }

  std::int64_t x_;
  std::int64_t y_;
  std::int64_t last_x_;
  std::int64_t end_y_;
  std::int64_t error_;
  std::int64_t x_gain_;
  std::int64_t y_gain_;
  std::int64_t x_gain_step_;
  std::int64_t y_gain_step_;
};

/// A bitmap that everything drawn on it is inside of.
class RoomyCanvas {
 public:
  explicit RoomyCanvas(Bitmap& bitmap) : bitmap_(bitmap) {}

  /// The same span in two rows: what of it falls into which word is found once for both.
  void fill_spans(std::int64_t y, std::int64_t other_y, std::int64_t x0, std::int64_t x1) {
    if (x0 > x1) return;
    if (y == other_y) return bitmap_.fill_inside(y, x0, x1);
    std::uint64_t* const row = bitmap_.row(static_cast<int>(y)).data();
    std::uint64_t* const other = bitmap_.row(static_cast<int>(other_y)).data();
    const auto first = static_cast<std::size_t>(x0) / 64;
    const auto last = static_cast<std::size_t>(x1) / 64;
    const std::uint64_t head = ~std::uint64_t{0} << (x0 % 64);
    const std::uint64_t tail = ~std::uint64_t{0} >> (63 - x1 % 64);
    const std::uint64_t left = first == last ? head & tail : head;
    row[first] |= left;
    other[first] |= left;
    if (first == last) return;
    for (std::size_t i = first + 1; i < last; ++i) row[i] = other[i] = ~std::uint64_t{0};
    row[last] |= tail;
    other[last] |= tail;
  }

 private:
  Bitmap& bitmap_;
};

bool is_inside(const Box& box, const Bitmap& canvas) {
  return box.x0 >= 0 && box.y0 >= 0 && box.x1 < canvas.width() && box.y1 < canvas.height();
}

/// Diameters and the way from the half-pixel grid back to pixels.
struct Frame {
  explicit Frame(const Box& box)
      : a(std::int64_t{box.x1} - box.x0),
        b(std::int64_t{box.y1} - box.y0),
        x0(box.x0),
        y0(box.y0) {}

  [[nodiscard]] bool drawable() const {
    return a >= 0 && b >= 0 && a <= kMaxEllipseDiameter && b <= kMaxEllipseDiameter;
  }
  [[nodiscard]] std::int64_t column(std::int64_t x) const { return x0 + ((x + a) >> 1); }
  [[nodiscard]] std::int64_t row(std::int64_t y) const { return y0 + ((y + b) >> 1); }

  std::int64_t a;
  std::int64_t b;
  std::int64_t x0;
  std::int64_t y0;
};

/// A span of rows y and -y.
template <class Canvas>
void fill_mirrored(Canvas& canvas, const Frame& frame, std::int64_t y, std::int64_t x0,
                   std::int64_t x1) {
  canvas.fill_span(frame.row(y), x0, x1);
  canvas.fill_span(frame.row(-y), x0, x1);
}

void fill_mirrored(RoomyCanvas& canvas, const Frame& frame, std::int64_t y, std::int64_t x0,
                   std::int64_t x1) {
  canvas.fill_spans(frame.row(y), frame.row(-y), x0, x1);
}

template <class Canvas>
void solid_ellipse(Canvas& canvas, const Frame& frame) {
  QuarterWalk outer(frame.a, frame.b);
  while (true) {
    fill_mirrored(canvas, frame, outer.y(), frame.column(-outer.x()), frame.column(outer.x()));
    if (outer.on_last_row()) return;
    outer.next_row();
  }
}

template <class Canvas>
void ring(Canvas& canvas, const Frame& frame, std::int64_t width) {
  QuarterWalk outer(frame.a, frame.b);
  QuarterWalk inner(frame.a - 2 * (width - 1), frame.b - 2 * (width - 1));
  bool hollow = true;
  while (true) {
    // Rows beyond the inner ellipse are solid.
    std::int64_t inner_x = inner.last_x();
    if (hollow) {
      hollow = !inner.on_last_row();
      if (hollow) inner_x = inner.next_row();
    }
    const std::int64_t y = outer.y();
    fill_mirrored(canvas, frame, y, frame.column(-outer.x()), frame.column(-inner_x));
    fill_mirrored(canvas, frame, y, frame.column(inner_x), frame.column(outer.x()));
    if (outer.on_last_row()) return;
    outer.next_row();
  }
}

template <class Canvas>
void draw_ring(Canvas& canvas, const Box& box, std::int64_t width) {
  const Frame frame(box);
  if (!frame.drawable() || width < 1) return;
  if (2 * (width - 1) > std::min(frame.a, frame.b)) {
    solid_ellipse(canvas, frame);
  } else {
    ring(canvas, frame, width);
  }
}

template <class Canvas>
void draw_disc(Canvas& canvas, const Box& box) {
  const Frame frame(box);
  if (!frame.drawable() || frame.a + frame.b == 0) return;
  solid_ellipse(canvas, frame);
}

template <class Canvas>
void draw_block(Canvas& canvas, const Box& box) {
  const int top = std::max(std::min(box.y0, box.y1), 0);
  const int bottom = std::min(std::max(box.y0, box.y1), canvas.height() - 1);
  for (int y = top; y <= bottom; ++y) detail::fill_between(canvas, y, box.x0, box.x1);
}

template <class Canvas>
void draw_frame(Canvas& canvas, const Box& box, std::int64_t width) {
  if (width < 1) return;
  const std::int64_t height = canvas.height();
  const std::int64_t top = std::min(box.y0, box.y1);
  const std::int64_t bottom = std::max(box.y0, box.y1);
  const auto bar = [&](std::int64_t first, std::int64_t last) {
    last = std::min(last, height - 1);
    for (std::int64_t y = std::max<std::int64_t>(first, 0); y <= last; ++y) {
      detail::fill_between(canvas, y, box.x0, box.x1);
    }
  };
  bar(top, top + width - 1);
  bar(bottom - width + 1, bottom);

  // Pillow draws the columns as lines from `from` to `to` that leave out their last pixel. Where
  // the bars meet or cross the line runs upwards: the "two pixels" of a 1 x 1 square of width 1.
  const std::int64_t from = top + width;
  const std::int64_t to = bottom - width + 1;
  const std::int64_t first = std::max<std::int64_t>(from <= to ? from : to + 1, 0);
  const std::int64_t last = std::min(from <= to ? to - 1 : from, height - 1);
  for (std::int64_t y = first; y <= last; ++y) {
    canvas.fill_span(y, box.x0, box.x0 + width - 1);
    canvas.fill_span(y, box.x1 - width + 1, box.x1);
  }
}

}  // namespace

void fill_rectangle(Bitmap& canvas, const Box& box) { draw_block(canvas, box); }

void fill_rectangle(Image& canvas, const Box& box, Color color) {
  ColorCanvas target(canvas, color);
  draw_block(target, box);
}

void stroke_rectangle(Bitmap& canvas, const Box& box, int width) { draw_frame(canvas, box, width); }

void stroke_rectangle(Image& canvas, const Box& box, int width, Color color) {
  ColorCanvas target(canvas, color);
  draw_frame(target, box, width);
}

void fill_ellipse(Bitmap& canvas, const Box& box) {
  if (!is_inside(box, canvas)) return draw_disc(canvas, box);
  RoomyCanvas target(canvas);
  draw_disc(target, box);
}

void fill_ellipse(Image& canvas, const Box& box, Color color) {
  ColorCanvas target(canvas, color);
  draw_disc(target, box);
}

void stroke_ellipse(Bitmap& canvas, const Box& box, int width) {
  if (!is_inside(box, canvas)) return draw_ring(canvas, box, width);
  RoomyCanvas target(canvas);
  draw_ring(target, box, width);
}

void stroke_ellipse(Image& canvas, const Box& box, int width, Color color) {
  ColorCanvas target(canvas, color);
  draw_ring(target, box, width);
}

}  // namespace papert::raster
