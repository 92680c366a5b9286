#include "score/parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <tuple>
#include <variant>

#include "raster/bitmap.h"
#include "raster/paint_scene.h"
#include "raster/render.h"
#include "score/faithful.h"
#include "score/seen_drawing.h"

namespace papert::score {
namespace {

using scene::Point;
using scene::Scene;

constexpr int kPartsSide = scene::kCanonicalSize;
constexpr int kSamePartColor = 12;                       // of 255, as for the faithful rule
constexpr double kCorner = 15 * std::numbers::pi / 180;  // a turn that begins another line
constexpr double kThere = 0.75;
constexpr scene::Color kNoInk{255, 255, 255};

bool same_color(scene::Color a, scene::Color b) {
  return std::abs(a.r - b.r) <= kSamePartColor && std::abs(a.g - b.g) <= kSamePartColor &&
         std::abs(a.b - b.b) <= kSamePartColor;
}

bool is_corner(const Point& a, const Point& b, const Point& c) {
  const double turn = std::atan2(c.y - b.y, c.x - b.x) - std::atan2(b.y - a.y, b.x - a.x);
  return std::abs(std::remainder(turn, 2 * std::numbers::pi)) > kCorner;
}

/// To which part every piece of a drawing belongs.
class PartBook {
 public:
  explicit PartBook(const Scene& scene) {
    parts_.resize(scene.items.size());
    for (std::size_t i = 0; i < scene.items.size(); ++i) {
      if (const auto* stroke = std::get_if<scene::Stroke>(&scene.items[i])) {
        add(*stroke, parts_[i]);
      } else {
        parts_[i].push_back(count_++);
      }
    }
  }

  [[nodiscard]] std::size_t count() const { return count_; }

  [[nodiscard]] std::size_t of(const raster::Piece& piece) const {
    const std::vector<std::size_t>& parts = parts_[piece.item];
    return parts[std::min(piece.part, parts.size() - 1)];
  }

 private:
  /// Colour, both ends (the smaller first) and length in whole pixels.
  using Line = std::tuple<int, std::pair<long, long>, std::pair<long, long>, long>;

  void add(const scene::Stroke& stroke, std::vector<std::size_t>& parts) {
    const std::vector<Point>& points = stroke.points;
    for (std::size_t begin = 0; begin + 1 < points.size();) {
      std::size_t end = begin + 1;
      double length = 0;
      for (;; ++end) {
        length += std::hypot(points[end].x - points[end - 1].x, points[end].y - points[end - 1].y);
        const bool last = end + 1 == points.size();
        if (last || is_corner(points[end - 1], points[end], points[end + 1])) break;
      }
      parts.resize(end, part(line(stroke, points[begin], points[end], length)));
      begin = end;
    }
  }

  static Line line(const scene::Stroke& stroke, const Point& from, const Point& to, double length) {
    const auto place = [](const Point& point) {
      return std::pair(std::lround(point.x), std::lround(point.y));
    };
    const auto [first, last] = std::minmax({place(from), place(to)});
    return {stroke.color.r << 16 | stroke.color.g << 8 | stroke.color.b, first, last,
            std::lround(length)};
  }

  std::size_t part(const Line& line) {
    const auto [found, fresh] = known_.emplace(line, count_);
    if (fresh) ++count_;
    return found->second;
  }

  std::vector<std::vector<std::size_t>> parts_;  // by item and segment
  std::map<Line, std::size_t> known_;
  std::size_t count_ = 0;
};

/// The ink of one painted drawing, and where some colour is near.
class Ink {
 public:
  explicit Ink(const Scene& fitted)
      : picture_(raster::paint_owned(fitted, raster::canonical_view())) {
    std::erase_if(picture_.runs,
                  [this](const raster::Run& run) { return picture_.piece(run).color == kNoInk; });
  }

  [[nodiscard]] const raster::OwnedPicture& picture() const { return picture_; }

  /// Set where ink of about this colour is within `radius` pixels.
  const raster::Bitmap& near(scene::Color color, int radius) {
    const std::tuple key(color.r << 16 | color.g << 8 | color.b, radius);
    const auto known = near_.find(key);
    if (known != near_.end()) return known->second;
    raster::Bitmap near(kPartsSide, kPartsSide);
    for (const raster::Run& run : picture_.runs) {
      if (!same_color(picture_.piece(run).color, color)) continue;
      const int y = run.begin / kPartsSide;
      for (int dy = -radius; dy <= radius; ++dy) {
        near.fill_span(y + dy, run.begin - y * kPartsSide - radius,
                       run.end - 1 - y * kPartsSide + radius);
      }
    }
    return near_.emplace(key, std::move(near)).first->second;
  }

  /// Set where any ink is within `radius` pixels.
  [[nodiscard]] raster::Bitmap any(int radius) const {
    raster::Bitmap near(kPartsSide, kPartsSide);
    for (const raster::Run& run : picture_.runs) {
      const int y = run.begin / kPartsSide;
      for (int dy = -radius; dy <= radius; ++dy) {
        near.fill_span(y + dy, run.begin - y * kPartsSide - radius,
                       run.end - 1 - y * kPartsSide + radius);
      }
    }
    return near;
  }

 private:
  raster::OwnedPicture picture_;
  std::map<std::tuple<int, int>, raster::Bitmap> near_;
};

struct Laid {
  Scene reference;
  Scene answer;
};

struct Counted {
  std::size_t there = 0;
  std::size_t parts = 0;
};

bool is_area(const scene::Item& item) {
  return !std::holds_alternative<scene::Stroke>(item) && !std::holds_alternative<scene::Text>(item);
}

Counted count_parts(const Laid& laid, Ink& wanted, Ink& given) {
  const PartBook book(laid.reference);
  std::vector<std::array<std::int64_t, 2>> pixels(book.count());  // seen, there
  for (const raster::Run& run : wanted.picture().runs) {
    const raster::Piece& piece = wanted.picture().piece(run);
    const int radius = is_area(laid.reference.items[piece.item]) ? 1 : 2;
    const int y = run.begin / kPartsSide;
    auto& [seen, there] = pixels[book.of(piece)];
    seen += run.end - run.begin;
    there += given.near(piece.color, radius)
                 .count(y, run.begin - y * kPartsSide, run.end - 1 - y * kPartsSide);
  }
  Counted counted;
  for (const auto& [seen, there] : pixels) {
    if (seen == 0) continue;
    ++counted.parts;
    counted.there += static_cast<double>(there) >= kThere * static_cast<double>(seen) ? 1 : 0;
  }
  return counted;
}

std::optional<Point> first_point(const Scene& scene) {
  for (const scene::Item& item : scene.items) {
    if (const auto* stroke = std::get_if<scene::Stroke>(&item)) return stroke->points.front();
    if (const auto* fill = std::get_if<scene::Fill>(&item)) return fill->points.front();
    if (const auto* dot = std::get_if<scene::Dot>(&item)) return dot->center;
  }
  return std::nullopt;
}

class Mover {
 public:
  explicit Mover(const Point& by) : by_(by) {}
  void operator()(scene::Dot& dot) const { move(dot.center); }
  void operator()(scene::Text& text) const { move(text.position); }
  void operator()(auto& item) const {
    for (Point& point : item.points) move(point);
  }

 private:
  void move(Point& point) const { point = {point.x + by_.x, point.y + by_.y}; }
  Point by_;
};

Laid in_one_frame(const Scene& reference, const Scene& answer) {
  const scene::Bounds a = scene::painted_bounds(reference).value_or(scene::Bounds{});
  const scene::Bounds b = scene::painted_bounds(answer).value_or(scene::Bounds{});
  const scene::Bounds frame{std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1),
                            std::max(a.y1, b.y1)};
  return {scene::canonicalise(reference, frame).scene, scene::canonicalise(answer, frame).scene};
}

/// The ways to lay the answer on the reference.
std::vector<Laid> layings(const Scene& reference, const Scene& answer) {
  std::vector<Laid> all{{scene::canonicalise(reference).scene, scene::canonicalise(answer).scene}};
  if (reference.items.empty() || answer.items.empty()) return all;
  all.push_back(in_one_frame(reference, answer));
  const auto from = first_point(answer);
  const auto to = first_point(reference);
  if (from && to && *from != *to) {
    Scene moved = answer;
    const Mover mover({to->x - from->x, to->y - from->y});
    for (scene::Item& item : moved.items) std::visit(mover, item);
    all.push_back(in_one_frame(reference, moved));
  }
  return all;
}

/// Paints `ink` by what the other drawing has there.
void paint_ink(const Ink& ink, Ink& other, raster::Color apart, raster::Image& picture) {
  constexpr int kRadius = 1;
  const raster::Bitmap any = other.any(kRadius);
  for (const raster::Run& run : ink.picture().runs) {
    const raster::Bitmap& same = other.near(ink.picture().piece(run).color, kRadius);
    const int y = run.begin / kPartsSide;
    for (int x = run.begin - y * kPartsSide; x < run.end - y * kPartsSide; ++x) {
      const raster::Color color = same.get(x, y)  ? raster::kSharedColor
                                  : any.get(x, y) ? kRecoloredColor
                                                  : apart;
      std::uint8_t* pixel = picture.row(y) + 3 * static_cast<std::ptrdiff_t>(x);
      pixel[0] = color.r;
      pixel[1] = color.g;
      pixel[2] = color.b;
    }
  }
}

}  // namespace

PartsComparison compare_parts(const PaintedDrawing& reference, const PaintedDrawing& answer) {
  const bool with_texts = reference.contents().texts;
  PartsComparison best;
  bool first = true;
  for (const Laid& laid :
       layings(reference.seen(with_texts).scene(), answer.seen(with_texts).scene())) {
    Ink wanted(laid.reference);
    Ink given(laid.answer);
    const Counted counted = count_parts(laid, wanted, given);
    if (!first && counted.there <= best.there) continue;
    first = false;
    best = {.there = counted.there,
            .parts = counted.parts,
            .difference = raster::Image(kPartsSide, kPartsSide, raster::PixelFormat::kRgb)};
    paint_ink(given, wanted, raster::kExtraColor, best.difference);
    paint_ink(wanted, given, raster::kMissingColor, best.difference);
    if (best.there == best.parts) break;
  }
  return best;
}

}  // namespace papert::score
