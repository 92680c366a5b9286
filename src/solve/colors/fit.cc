#include "solve/colors/fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "raster/color_plane.h"

namespace papert::solve::colors {
namespace {

/// A misfit that is repaired by small changes; one of white alone may be a clear().
constexpr std::int64_t kNear = 400;
constexpr std::int64_t kNearlyAll = 60;

/// What one unit of a step adds to the numbers of a shape, and to all of its points.
struct Move {
  std::array<int, lang::shapes::v2::kMaxValues> values{};
  PixelPoint all{};
};

// Beside each number by itself: the numbers that belong together.
constexpr auto kCircleMoves = std::to_array<Move>({{{0, 0, 1, 1}}, {{1, 1}}, {{1, -1}}});
constexpr auto kRectangleMoves = std::to_array<Move>({{{-1, 0, 1}},
                                                      {{0, -1, 0, 1}},
                                                      {{1, 0, -1}},
                                                      {{0, 1, 0, -1}},
                                                      {{-1, -1, 2, 2, 1}},
                                                      {{-1, -1, 2, 2}}});
constexpr auto kLineMoves =
    std::to_array<Move>({{{1, 0, 1}}, {{0, 1, 0, 1}}, {{1, 0, -1}}, {{0, 1, 0, -1}}});
constexpr auto kArcMoves = std::to_array<Move>({{{0, 0, 1, 0, 0, 1}},
                                                {{0, 0, 0, -1, 1}},
                                                {{0, 0, 0, 1, -1}},
                                                {{0, 0, 0, -1, 2}},
                                                {{1, 0, 1}},
                                                {{-1, 0, 1}},
                                                {{0, 1, 1}},
                                                {{0, -1, 1}}});
constexpr auto kCurveMoves = std::to_array<Move>({{{1, 0, 1, 0, 1}},
                                                  {{0, 1, 0, 1, 0, 1}},
                                                  {{1, 0, -1}},
                                                  {{0, 1, 0, -1}},
                                                  {{0, 0, -1, 0, 1}},
                                                  {{0, 0, 0, -1, 0, 1}},
                                                  {{1, 0, -1, 0, 1}},
                                                  {{0, 1, 0, -1, 0, 1}}});
constexpr auto kPolygonMoves = std::to_array<Move>({{{}, {1, 0}}, {{}, {0, 1}}});

std::span<const Move> moves_of(Kind kind) {
  switch (kind) {
    case Kind::kCircle:
      return kCircleMoves;
    case Kind::kRectangle:
      return kRectangleMoves;
    case Kind::kLine:
      return kLineMoves;
    case Kind::kPolygon:
      return kPolygonMoves;
    case Kind::kArc:
      return kArcMoves;
    case Kind::kCurve:
      return kCurveMoves;
    case Kind::kSquare:
    case Kind::kClear:
      break;
  }
  return {};
}

/// Turns go round.
void wrap_angles(Shape& shape) {
  for (const std::string_view name : {"rotate", "start"}) {
    if (const auto place = lang::shapes::v2::place_of(shape.kind, name)) {
      shape.values[*place] = (shape.values[*place] % 360 + 360) % 360;
    }
  }
}

void apply(const Move& move, int times, Shape& shape) {
  for (std::size_t i = 0; i < shape.values.size(); ++i) shape.values[i] += times * move.values[i];
  for (PixelPoint& point : shape.points) {
    point.x += times * move.all.x;
    point.y += times * move.all.y;
  }
  wrap_angles(shape);
}

/// Calls visit(shape) for the shapes a step away, until it returns true.
template <class Visit>
bool visit_neighbours(const Shape& shape, int step, const Visit& visit) {
  Shape next = shape;
  for (const int times : {step, -step}) {
    for (std::size_t i = 0; i < lang::shapes::v2::kind_info(shape.kind).parameters.size(); ++i) {
      Move move;
      move.values[i] = 1;
      next = shape;
      apply(move, times, next);
      if (visit(next)) return true;
    }
    for (const Move& move : moves_of(shape.kind)) {
      next = shape;
      apply(move, times, next);
      if (visit(next)) return true;
    }
    for (std::size_t i = 0; i < shape.points.size(); ++i) {
      for (const PixelPoint& way :
           {PixelPoint{1, 0}, PixelPoint{0, 1}, PixelPoint{1, 1}, PixelPoint{1, -1}}) {
        next = shape;
        next.points[i].x += times * way.x;
        next.points[i].y += times * way.y;
        if (visit(next)) return true;
      }
    }
  }
  return false;
}

/// The same for the curves that go on a little longer, or end a little earlier, on the same
/// parabola: by `step` 64ths of their parameter.
template <class Visit>
bool visit_lengths(const Shape& shape, int step, const Visit& visit) {
  if (shape.kind != Kind::kCurve) return false;
  for (const bool at_end : {false, true}) {
    for (const int sign : {1, -1}) {
      Shape next = shape;
      for (std::size_t axis = 0; axis < 2; ++axis) {
        const int a = shape.values[at_end ? axis : 4 + axis];
        const int b = shape.values[2 + axis];
        int& c = next.values[at_end ? 4 + axis : axis];
        const double t = 1 + sign * step / 64.0;
        const double end = (1 - t) * (1 - t) * a + 2 * t * (1 - t) * b + t * t * c;
        next.values[2 + axis] = static_cast<int>(std::lround(a + t * (b - a)));
        c = static_cast<int>(std::lround(end));
      }
      if (visit(next)) return true;
    }
  }
  return false;
}

/// The same for two numbers at once, each by `step` up or down. The corners of a polygon count as
/// numbers.
template <class Visit>
bool visit_pairs(const Shape& shape, int step, const Visit& visit) {
  const std::size_t values = lang::shapes::v2::kind_info(shape.kind).parameters.size();
  const std::size_t count = values + 2 * shape.points.size();
  const auto number = [values](Shape& of, std::size_t i) -> int& {
    if (i < values) return of.values[i];
    PixelPoint& point = of.points[(i - values) / 2];
    return (i - values) % 2 == 0 ? point.x : point.y;
  };
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j) {
      for (int signs = 0; signs < 4; ++signs) {
        Shape next = shape;
        number(next, i) += signs % 2 == 0 ? step : -step;
        number(next, j) += signs / 2 == 0 ? step : -step;
        wrap_angles(next);
        if (visit(next)) return true;
      }
    }
  }
  return false;
}

}  // namespace

Misfit Fitter::misfit_of(const Shape& shape) { return evidence_.misfit(pixels_of(shape)); }

void Fitter::add(const Shape& start) {
  Shape shape = start;
  shape.color = evidence_.color();
  wrap_angles(shape);
  if (lang::shapes::v2::is_valid(shape)) starts_.push_back({shape, misfit_of(shape)});
}

Guess Fitter::improved(Guess guess, int first_step) {
  const auto take = [&](const Shape& next) {
    if (!lang::shapes::v2::is_valid(next)) return false;
    const Misfit misfit = misfit_of(next);
    if (!(misfit < guess.misfit)) return false;
    guess = {next, misfit};
    return true;
  };
  for (int step = first_step; step > 0 && !guess.misfit.none();) {
    if (visit_neighbours(Shape(guess.shape), step, take)) continue;
    if (visit_lengths(Shape(guess.shape), step, take)) continue;
    // Pairs are worth their time near the goal alone.
    const bool near = guess.misfit.weight() <= kNear || guess.misfit.missing <= kNearlyAll;
    if (step <= 2 && near && visit_pairs(Shape(guess.shape), step, take)) continue;
    step /= 2;
  }
  return guess;
}

Shape Fitter::shaken(const Shape& shape, int reach) {
  Shape next = shape;
  const auto offset = [&] { return static_cast<int>(random_.randint(-reach, reach)); };
  for (std::size_t i = 0; i < lang::shapes::v2::kind_info(shape.kind).parameters.size(); ++i) {
    next.values[i] += offset();
  }
  for (PixelPoint& point : next.points) {
    point.x += offset();
    point.y += offset();
  }
  wrap_angles(next);
  return next;
}

std::vector<Guess> Fitter::best(std::size_t starts, int shakes) {
  const auto by_misfit = [](const Guess& a, const Guess& b) { return a.misfit < b.misfit; };
  std::ranges::stable_sort(starts_, by_misfit);
  std::vector<Guess> guesses;
  for (std::size_t i = 0; i < std::min(starts, starts_.size()); ++i) {
    guesses.push_back(improved(starts_[i], 8));
    if (guesses.back().misfit.none()) break;
  }
  std::ranges::stable_sort(guesses, by_misfit);
  for (int i = 0; i < shakes && !guesses.empty() && !guesses.front().misfit.none(); ++i) {
    const Shape next = shaken(guesses.front().shape, 1 + i % 4);
    if (!lang::shapes::v2::is_valid(next)) continue;
    Guess guess = improved({next, misfit_of(next)}, 2);
    if (guess.misfit < guesses.front().misfit) guesses.front() = std::move(guess);
  }
  return guesses;
}

}  // namespace papert::solve::colors
