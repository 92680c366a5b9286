// The hand: a wave made of a few sines, other for every line, moves each point away from where it
// belongs, and another one makes the pen heavier and lighter. A line is cut into short pieces, each
// a stroke of its own width; now and then a few pieces are left out, where the pen left the paper.
// An area's edge wobbles likewise. The picture is painted twice as large and halved, which makes
// soft edges; then every pixel takes on the tone of the paper and a little grain.

#include "raster/hand_drawn.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "scene/canonical.h"

namespace papert::raster {
namespace {

/// Smooth and within about -1..1; a length of 1 is one wobble or so.
class Wave {
 public:
  explicit Wave(Random& random) {
    for (Sine& sine : sines_) {
      sine = {random.uniform(0.4, 2.5), random.uniform(0, 2 * std::numbers::pi)};
    }
  }

  [[nodiscard]] double at(double s) const {
    double sum = 0;
    for (const Sine& sine : sines_) sum += std::sin(sine.frequency * s + sine.phase);
    return sum / 2;
  }

 private:
  struct Sine {
    double frequency = 1;
    double phase = 0;
  };
  std::array<Sine, 3> sines_;
};

/// Draws a scene anew by hand.
class Hand {
 public:
  Hand(double size, Random& random)
      : random_(random), piece_(size / 60), reach_(size * 0.008), wobble_(size / 12) {}

  void operator()(const scene::Stroke& stroke) {
    const Wave x(random_);
    const Wave y(random_);
    const Wave weight(random_);
    const std::vector<scene::Point> points = in_pieces(stroke.points);
    int left_out = 0;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const double s = static_cast<double>(i) * piece_ / wobble_;
      const double next = static_cast<double>(i + 1) * piece_ / wobble_;
      if (left_out == 0 && random_.random() < 0.012) left_out = 1;
      if (left_out > 0) {
        --left_out;
        continue;
      }
      const double width = stroke.width * (1 + 0.35 * weight.at(s));
      out.emplace_back(scene::Stroke{
          {moved(points[i], x, y, s), moved(points[i + 1], x, y, next)}, width, stroke.color});
    }
  }

  void operator()(const scene::Fill& fill) {
    const Wave x(random_);
    const Wave y(random_);
    std::vector<scene::Point> closed = fill.points;
    if (!closed.empty()) closed.push_back(closed.front());
    scene::Fill drawn{in_pieces(closed), fill.color};
    for (std::size_t i = 0; i < drawn.points.size(); ++i) {
      drawn.points[i] = moved(drawn.points[i], x, y, static_cast<double>(i) * piece_ / wobble_);
    }
    out.emplace_back(std::move(drawn));
  }

  void operator()(scene::Dot dot) {
    dot.center.x += reach_ * random_.uniform(-1, 1);
    dot.center.y += reach_ * random_.uniform(-1, 1);
    dot.diameter *= random_.uniform(0.9, 1.1);
    out.emplace_back(dot);
  }

  void operator()(const scene::Stamp& stamp) { out.emplace_back(stamp); }
  void operator()(const scene::Text& text) { out.emplace_back(text); }

  std::vector<scene::Item> out;

 private:
  [[nodiscard]] std::vector<scene::Point> in_pieces(const std::vector<scene::Point>& points) const {
    std::vector<scene::Point> pieces{points.front()};
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const scene::Point& from = points[i];
      const scene::Point& to = points[i + 1];
      const double length = std::hypot(to.x - from.x, to.y - from.y);
      const int count = std::clamp(static_cast<int>(std::ceil(length / piece_)), 1, 1000);
      for (int k = 1; k <= count; ++k) {
        const double share = static_cast<double>(k) / count;
        pieces.push_back({from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)});
      }
    }
    return pieces;
  }

  [[nodiscard]] scene::Point moved(const scene::Point& point, const Wave& x, const Wave& y,
                                   double s) const {
    return {point.x + reach_ * x.at(s), point.y + reach_ * y.at(s)};
  }

  Random& random_;
  double piece_;   // length of a piece of a line
  double reach_;   // of the wobble
  double wobble_;  // length of one
};

}  // namespace

scene::Scene drawn_by_hand(const scene::Scene& scene, Random& random) {
  const scene::Bounds bounds = scene::painted_bounds(scene).value_or(scene::Bounds{});
  Hand hand(std::max({bounds.width(), bounds.height(), 1.0}), random);
  for (const scene::Item& item : scene.items) std::visit(hand, item);
  return {scene.background, std::move(hand.out)};
}

Image halved_on_paper(const Image& large, Random& random) {
  constexpr std::array<double, 3> kTone{0.985, 0.965, 0.92};
  Image picture(large.width() / 2, large.height() / 2, PixelFormat::kRgb);
  for (int y = 0; y < picture.height(); ++y) {
    const std::uint8_t* upper = large.row(2 * y);
    const std::uint8_t* lower = large.row(2 * y + 1);
    std::uint8_t* pixel = picture.row(y);
    for (int x = 0; x < picture.width(); ++x, upper += 6, lower += 6, pixel += 3) {
      const double grain = random.uniform(-7, 7);
      for (std::size_t c = 0; c < 3; ++c) {
        const double mean = (upper[c] + upper[c + 3] + lower[c] + lower[c + 3]) / 4.0;
        const double value = (28 + mean * 227 / 255) * kTone[c] + grain;
        pixel[c] = static_cast<std::uint8_t>(std::clamp(value, 0.0, 255.0));
      }
    }
  }
  return picture;
}

}  // namespace papert::raster
