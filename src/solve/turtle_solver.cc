#include "solve/turtle_solver.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "data/turtlebench/picture.h"
#include "raster/paint_scene.h"
#include "raster/png.h"
#include "solve/turtle/program.h"
#include "solve/turtle/reader.h"

namespace papert::solve {
namespace {

/// Of work for one picture, some tens of seconds: drawings take about one, and pictures of anything
/// else would go on for minutes.
constexpr std::int64_t kMostSteps = 10'000'000'000;

/// The published device: pen, scale and place are known.
bool is_published_size(const raster::Image& picture) {
  return picture.width() == data::turtlebench::kDevice.width &&
         picture.height() == data::turtlebench::kDevice.height;
}

/// Painting it, and comparing pixel by pixel.
void spend_painting(const turtle::Drawing& drawing, turtle::Work* work) {
  const auto width = static_cast<std::size_t>(drawing.width);
  const auto height = static_cast<std::size_t>(drawing.height);
  turtle::spend(work,
                width * height / 2 + 4 * turtle::kCornerSteps * turtle::pieces_of(drawing.paths));
}

/// What a reading is worth: pixels that differ from the picture, and some for every piece.
std::int64_t cost_of(const raster::Image& picture, const turtle::Drawing& drawing,
                     turtle::Work* work) {
  constexpr std::int64_t kPiece = 6;
  spend_painting(drawing, work);
  const raster::Image painted = raster::paint_tk(
      turtle::to_scene(drawing), {.width = drawing.width, .height = drawing.height});
  std::int64_t cost = 0;
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) {
      const std::ptrdiff_t at = std::ptrdiff_t{3} * x;
      cost += std::equal(picture.row(y) + at, picture.row(y) + at + 3, painted.row(y) + at) ? 0 : 1;
    }
  }
  for (const turtle::Path& path : drawing.paths) {
    cost += kPiece * static_cast<std::int64_t>(path.pieces());
  }
  return cost;
}

/// Whether a line turns a little several times in a row: an arc, or what may be one.
bool has_circles(const turtle::Drawing& drawing) {
  constexpr double kLittle = 35;  // degrees
  constexpr std::size_t kTimes = 3;
  using turtle::operator-;
  return std::any_of(drawing.paths.begin(), drawing.paths.end(), [](const turtle::Path& path) {
    if (path.dot) return false;
    if (std::any_of(path.turns.begin(), path.turns.end(), [](double turn) { return turn != 0; })) {
      return true;
    }
    std::size_t times = 0;
    for (std::size_t i = 2; i < path.points.size() && times < kTimes; ++i) {
      const scene::Point a = path.points[i - 1] - path.points[i - 2];
      const scene::Point b = path.points[i] - path.points[i - 1];
      const double turn = std::abs(std::atan2(turtle::cross(a, b), turtle::dot(a, b)));
      times = turn * turtle::kDegrees < kLittle ? times + 1 : 0;
    }
    return times >= kTimes;
  });
}

struct Unit {
  double value = 1;
  std::int64_t cost = 0;
};

struct UnitRange {
  double least = 1;
  double most = 1;
  double factor = 2;
};

/// What a drawing costs if its circles have the corners that go with other units, least first. At
/// least one is looked at.
std::vector<Unit> rated_units(const raster::Image& picture, turtle::Drawing drawing,
                              const UnitRange& range, turtle::Work* work) {
  std::vector<Unit> units;
  drawing.unit = range.least;
  while (drawing.unit <= range.most) {
    units.push_back({drawing.unit, cost_of(picture, drawing, work)});
    if (turtle::is_spent(work)) break;
    drawing.unit *= range.factor;
  }
  std::stable_sort(units.begin(), units.end(),
                   [](const Unit& a, const Unit& b) { return a.cost < b.cost; });
  return units;
}

/// A turtle's circle is a polygon whose corners depend on how many pixels a step has. That is not
/// known: what was read is painted with the corners of other scales, and read again for those that
/// fit best. What costs least counts.
class ScaleFinder {
  static constexpr double kLeastUnit = 0.8;
  static constexpr double kMostUnit = 7.5;

 public:
  ScaleFinder(const raster::Image& picture, const turtle::ReaderOptions& options,
              turtle::Reading first)
      : picture_(picture),
        options_(options),
        best_(std::move(first)),
        least_(cost_of(picture, best_.drawing, options.work)) {
    read_.push_back(options.unit);
  }

  Result<turtle::Reading> find() && {
    constexpr std::size_t kReadings = 4;
    const double pen = usual_pen();
    for (const double size : {1.0, 2.0, 3.0}) TRY(read_at(pen / size, 1.15));
    for (const Unit& unit :
         rated_units(picture_, best_.drawing, {kLeastUnit, kMostUnit, 1.07}, options_.work)) {
      if (read_.size() > kReadings) break;
      TRY(read_at(unit.value, 1.15));
    }
    const double found = best_.drawing.unit;
    const auto near =
        rated_units(picture_, best_.drawing, {0.85 * found, 1.18 * found, 1.025}, options_.work);
    if (near.front().cost < least_) TRY(read_at(near.front().value, 1.01));
    return std::move(best_);
  }

 private:
  /// Of most lines, in pixels: pens of a turtle are mostly a step or two wide.
  [[nodiscard]] double usual_pen() const {
    std::vector<double> pens;
    for (const turtle::Path& path : best_.drawing.paths) {
      if (path.pen > 0) pens.insert(pens.end(), path.pieces(), path.pen);
    }
    if (pens.empty()) return 1;
    std::nth_element(pens.begin(), pens.begin() + static_cast<std::ptrdiff_t>(pens.size() / 2),
                     pens.end());
    return pens[pens.size() / 2];
  }

  /// Unless it was read for a unit that differs by less than this factor, or the work is spent.
  Result<void> read_at(double unit, double apart) {
    if (turtle::is_spent(options_.work)) return {};
    const bool known = std::any_of(read_.begin(), read_.end(), [&](double each) {
      return std::max(each, unit) < apart * std::min(each, unit);
    });
    if (known || unit < kLeastUnit || unit > kMostUnit) return {};
    read_.push_back(unit);
    options_.unit = unit;
    turtle::Reading other = TRY(turtle::read_drawing(picture_, options_));
    const std::int64_t cost = cost_of(picture_, other.drawing, options_.work);
    if (20 * cost >= 19 * least_) return {};
    least_ = cost;
    best_ = std::move(other);
    return {};
  }

  const raster::Image& picture_;
  turtle::ReaderOptions options_;
  turtle::Reading best_;
  std::int64_t least_;
  std::vector<double> read_;
};

Result<turtle::Reading> read_at_best_scale(const raster::Image& picture,
                                           const turtle::ReaderOptions& options) {
  turtle::Reading first = TRY(turtle::read_drawing(picture, options));
  if (options.black_only || picture.channels() != 3 || !has_circles(first.drawing)) return first;
  if (turtle::is_spent(options.work)) return first;
  return ScaleFinder(picture, options, std::move(first)).find();
}

}  // namespace

Result<Solution> solve_turtle(const Puzzle& puzzle) {
  if (puzzle.images.empty()) {
    return fail(ErrorCode::kUsage, "this solver reads pictures, and the prompt has none");
  }
  const raster::Image picture = TRY(raster::decode_png(puzzle.images.back()));
  turtle::Work work(kMostSteps, puzzle.cancel);
  turtle::ReaderOptions reader{.with_stages = puzzle.with_stages};
  turtle::ProgramOptions writer{.origin_x = picture.width() / 2.0,
                                .origin_y = picture.height() / 2.0};
  if (is_published_size(picture)) {
    constexpr raster::TkView kView = data::turtlebench::kDevice;
    reader.black_only = true;
    reader.pen = data::turtlebench::kPenSize * kView.scale;
    reader.unit = kView.scale;
    reader.home = scene::Point{kView.origin_x, kView.origin_y};
    writer = {.in_function = false,
              .with_pens = false,
              .origin_x = kView.origin_x,
              .origin_y = kView.origin_y,
              .tolerance = 0.1};
  }
  reader.work = &work;
  writer.work = &work;
  turtle::Reading reading = TRY(read_at_best_scale(picture, reader));
  work.refill();
  Solution solution{.reply =
                        "```python\n" + turtle::write_program(reading.drawing, writer) + "```\n"};
  for (auto& [name, image] : reading.stages) {
    solution.stages.push_back({std::move(name), std::move(image)});
  }
  return solution;
}

}  // namespace papert::solve
