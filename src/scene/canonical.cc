#include "scene/canonical.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

#include "base/text.h"
#include "scene/frame_fitter.h"

namespace papert::scene {
namespace {

constexpr double kGrid = 1024;  // steps of a canonical unit

constexpr double kCharWidth = 0.6;  // of the font size, as all below
constexpr double kTextLineHeight = 1.2;
constexpr double kBlockWidth = 0.5;
constexpr double kBlockHeight = 0.7;
constexpr double kBlockBottom = 0.3;  // above the foot of the line

class BoundsFinder {
 public:
  explicit BoundsFinder(bool with_pens) : with_pens_(with_pens) {}

  void operator()(const Stroke& stroke) { add(stroke.points, pen(stroke.width)); }
  void operator()(const Fill& fill) { add(fill.points, 0); }

  void operator()(const Dot& dot) { add(dot.center, std::max(dot.diameter, 0.0) / 2); }

  void operator()(const Stamp& stamp) {
    if (stamp.outline) {
      add(stamp.points, pen(stamp.outline_width));
    } else if (stamp.fill) {
      add(stamp.points, 0);
    }
  }

  void operator()(const Text& text) {
    const Bounds box = text_box(text);
    add({box.x0, box.y0}, 0);
    add({box.x1, box.y1}, 0);
  }

  [[nodiscard]] const std::optional<Bounds>& found() const { return bounds_; }

 private:
  [[nodiscard]] double pen(double width) const {
    return with_pens_ ? std::max(width, 0.0) / 2 : 0.0;
  }

  void add(const Point& point, double margin) {
    if (!bounds_) bounds_ = Bounds{point.x, point.y, point.x, point.y};
    bounds_->x0 = std::min(bounds_->x0, point.x - margin);
    bounds_->y0 = std::min(bounds_->y0, point.y - margin);
    bounds_->x1 = std::max(bounds_->x1, point.x + margin);
    bounds_->y1 = std::max(bounds_->y1, point.y + margin);
  }

  void add(const std::vector<Point>& points, double margin) {
    for (const Point& point : points) add(point, margin);
  }

  bool with_pens_;
  std::optional<Bounds> bounds_;
};

/// Rows of pixels that painting looks at, by the theory in raster/tk_shapes.cc. Heights are clipped
/// to the tallest picture, places are not: what lies outside counts as if it were seen.
class RowCounter {
 public:
  explicit RowCounter(double scale) : scale_(scale) {}

  void operator()(const Stroke& stroke) {
    for (std::size_t i = 1; i < stroke.points.size(); ++i) {
      add_segment(stroke.points[i - 1], stroke.points[i], stroke.width);
    }
  }

  void operator()(const Fill& fill) { add_area(fill.points); }
  void operator()(const Dot& dot) { rows_ += kPiece + kRound * visible(dot.diameter); }

  void operator()(const Stamp& stamp) {
    for (std::size_t i = 0; stamp.outline && i < stamp.points.size(); ++i) {
      add_segment(before(stamp.points, i), stamp.points[i], stamp.outline_width);
    }
    if (stamp.fill) add_area(stamp.points);
  }

  void operator()(const Text& text) {
    rows_ += static_cast<double>(text.text.size()) *
             (kPiece + visible(kBlockHeight * std::abs(text.font_size)));
  }

  [[nodiscard]] double rows() const { return rows_; }

 private:
  static constexpr double kTallest = 836;
  static constexpr double kPiece = 8;  // what a piece costs whatever its height
  static constexpr double kRound = 2;  // a row of a round end or a dot, in rows of a straight side

  [[nodiscard]] double visible(double height) const {
    return std::clamp(height * scale_, 1.0, kTallest);
  }

  static const Point& before(const std::vector<Point>& points, std::size_t i) {
    return points[i == 0 ? points.size() - 1 : i - 1];
  }

  void add_segment(const Point& from, const Point& to, double pen) {
    rows_ += kPiece + kRound * visible(pen) + visible(std::abs(to.y - from.y));
  }

  /// Every edge is walked twice, for its pixels and for the insides.
  void add_area(const std::vector<Point>& points) {
    if (points.empty()) return;
    double low = points[0].y;
    double high = points[0].y;
    for (std::size_t i = 0; i < points.size(); ++i) {
      rows_ += kPiece + 2 * visible(std::abs(points[i].y - before(points, i).y));
      low = std::min(low, points[i].y);
      high = std::max(high, points[i].y);
    }
    rows_ += visible(high - low);
  }

  double scale_;
  double rows_ = 0;
};

double snapped(double value) { return std::round(value * kGrid) / kGrid; }

/// From the original to the sheet.
double scale_to(const Bounds& frame) {
  const double longest = std::max(frame.width(), frame.height());
  const double scale = longest > 0 ? kCanonicalExtent / longest : 1;
  return std::isfinite(scale) ? scale : 1;  // an extent may not be a number's reciprocal
}

/// Original coordinates to canonical ones, in place.
class Fitter {
 public:
  Fitter(const Point& center, double scale) : center_(center), scale_(scale) {}

  void operator()(Stroke& stroke) const {
    place(stroke.points);
    stroke.width = 1;
  }

  void operator()(Fill& fill) const { place(fill.points); }

  void operator()(Dot& dot) const {
    place(dot.center);
    dot.diameter = snapped(dot.diameter * scale_);
  }

  void operator()(Stamp& stamp) const {
    place(stamp.points);
    stamp.outline_width = 1;
  }

  void operator()(Text& text) const {
    place(text.position);
    text.font_size = snapped(text.font_size * scale_);
  }

 private:
  void place(Point& point) const {
    constexpr double kMiddle = kCanonicalSize / 2.0;
    point.x = snapped(kMiddle + (point.x - center_.x) * scale_);
    point.y = snapped(kMiddle + (point.y - center_.y) * scale_);
  }

  void place(std::vector<Point>& points) const {
    for (Point& point : points) place(point);
  }

  Point center_;
  double scale_;
};

class Turner {
 public:
  explicit Turner(const Turn& turn) : mirrored_(turn.mirrored) {
    const double full = std::remainder(turn.degrees, 360);
    const double quarters = full / 90;
    if (quarters == std::floor(quarters)) {  // sines of right angles are not quite 0 and 1
      const int quarter = (static_cast<int>(quarters) + 4) % 4;
      cos_ = quarter == 0 ? 1 : quarter == 2 ? -1 : 0;
      sin_ = quarter == 1 ? 1 : quarter == 3 ? -1 : 0;
    } else {
      cos_ = std::cos(full * std::numbers::pi / 180);
      sin_ = std::sin(full * std::numbers::pi / 180);
    }
  }

  void operator()(Dot& dot) const { place(dot.center); }
  void operator()(Text& text) const { place(text.position); }
  void operator()(auto& item) const {
    for (Point& point : item.points) place(point);
  }

 private:
  void place(Point& point) const {
    const double x = mirrored_ ? -point.x : point.x;
    const double y = point.y;
    point = {x * cos_ - y * sin_, y * cos_ + x * sin_};
  }

  bool mirrored_;
  double cos_ = 1;
  double sin_ = 0;
};

std::size_t characters(std::string_view line) {
  std::size_t count = 0;
  for (; !line.empty(); ++count) line.remove_prefix(std::max<std::size_t>(utf8_length(line), 1));
  return count;
}

/// Where a line of `width` begins.
double line_start(const Text& text, double width) {
  const double share = text.align == "center" ? 0.5 : text.align == "right" ? 1.0 : 0.0;
  return text.position.x - width * share;
}

bool is_white_space(std::string_view character) {
  return trim(character).empty() || character == "\u00a0" || character == "\u3000";
}

}  // namespace

std::optional<Bounds> painted_bounds(const Scene& scene, bool with_pens) {
  BoundsFinder finder(with_pens);
  for (const Item& item : scene.items) std::visit(finder, item);
  return finder.found();
}

Bounds text_box(const Text& text) {
  const double size = std::abs(text.font_size);
  const std::vector<std::string_view> lines = split(text.text, '\n');
  std::size_t longest = 0;
  for (const std::string_view line : lines) longest = std::max(longest, characters(line));
  const double width = static_cast<double>(longest) * kCharWidth * size;
  const double x0 = line_start(text, width);
  return {x0, text.position.y, x0 + width,
          text.position.y + static_cast<double>(lines.size()) * kTextLineHeight * size};
}

std::vector<Bounds> text_blocks(const Text& text) {
  const double size = std::abs(text.font_size);
  std::vector<Bounds> blocks;
  double foot = text_box(text).y1;
  for (std::string_view line : split(text.text, '\n')) {
    foot -= kTextLineHeight * size;
    const double start =
        line_start(text, static_cast<double>(characters(line)) * kCharWidth * size);
    for (double cell = 0; !line.empty(); ++cell) {
      const std::size_t length = std::max<std::size_t>(utf8_length(line), 1);
      const double x0 = start + (cell * kCharWidth + (kCharWidth - kBlockWidth) / 2) * size;
      const double y0 = foot + kBlockBottom * size;
      if (!is_white_space(line.substr(0, length))) {
        blocks.push_back({x0, y0, x0 + kBlockWidth * size, y0 + kBlockHeight * size});
      }
      line.remove_prefix(length);
    }
  }
  return blocks;
}

std::vector<std::string_view> text_characters(const Text& text) {
  std::vector<std::string_view> characters;
  for (std::string_view rest = text.text; !rest.empty();) {
    const std::size_t length = std::max<std::size_t>(utf8_length(rest), 1);
    const std::string_view character = rest.substr(0, length);
    if (!is_white_space(character)) characters.push_back(character);
    rest.remove_prefix(length);
  }
  return characters;
}

FrameFitter::FrameFitter(const Bounds& frame) : center_(frame.center()), scale_(scale_to(frame)) {}

const Item& FrameFitter::fit(const Item& item) {
  fitted_ = item;
  std::visit(Fitter(center_, scale_), fitted_);
  return fitted_;
}

Canonical canonicalise(const Scene& scene) {
  return canonicalise(scene, painted_bounds(scene).value_or(Bounds{}));
}

Canonical canonicalise(const Scene& scene, const Bounds& frame) {
  Canonical result{.scene = scene, .center = frame.center(), .scale = scale_to(frame)};
  result.scene.background = {255, 255, 255};
  const Fitter fitter(result.center, result.scale);
  for (Item& item : result.scene.items) std::visit(fitter, item);
  return result;
}

double painting_rows(const Scene& scene) {
  constexpr double kPublishedScale = 1.001;
  constexpr double kFitSize = 640;
  const std::optional<Bounds> bounds = painted_bounds(scene);
  if (!bounds) return 0;
  const double longest = std::max(bounds->width(), bounds->height());
  RowCounter counter(longest > 0 ? std::max(kPublishedScale, kFitSize / longest) : kPublishedScale);
  for (const Item& item : scene.items) std::visit(counter, item);
  return counter.rows();
}

Scene turned(Scene scene, const Turn& turn) {
  const Turner turner(turn);
  for (Item& item : scene.items) std::visit(turner, item);
  return scene;
}

}  // namespace papert::scene
