#include "solve/turtle_solver.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "raster/paint_scene.h"
#include "raster/png.h"
#include "solve/turtle/program.h"
#include "solve/turtle/reader.h"
#include "suite/turtlebench/picture.h"

namespace papert::solve {
namespace {

/// The published device: pen, scale and place are known.
bool is_published_size(const raster::Image& picture) {
  return picture.width() == suite::turtlebench::kDevice.width &&
         picture.height() == suite::turtlebench::kDevice.height;
}

/// What a reading is worth: pixels that differ from the picture, and some for every piece.
std::int64_t cost_of(const raster::Image& picture, const turtle::Drawing& drawing) {
  constexpr std::int64_t kPiece = 6;
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

bool has_circles(const turtle::Drawing& drawing) {
  return std::any_of(drawing.paths.begin(), drawing.paths.end(), [](const turtle::Path& path) {
    return !path.dot &&
           std::any_of(path.turns.begin(), path.turns.end(), [](double turn) { return turn != 0; });
  });
}

/// A turtle's circle is a polygon whose corners depend on how many pixels a step has. That is not
/// known, so circles are read for a large scale and for smaller ones, and what fits best counts.
Result<turtle::Reading> read_at_best_scale(const raster::Image& picture,
                                           turtle::ReaderOptions options) {
  turtle::Reading best = TRY(turtle::read_drawing(picture, options));
  if (options.black_only || picture.channels() != 3 || !has_circles(best.drawing)) return best;
  std::int64_t least = cost_of(picture, best.drawing);
  for (const double unit : {1.7, 3.0}) {
    options.unit = unit;
    turtle::Reading other = TRY(turtle::read_drawing(picture, options));
    const std::int64_t cost = cost_of(picture, other.drawing);
    if (5 * cost >= 4 * least) continue;  // no more than by chance
    least = cost;
    best = std::move(other);
  }
  return best;
}

}  // namespace

Result<Solution> solve_turtle(const Puzzle& puzzle) {
  if (puzzle.images.empty()) {
    return fail(ErrorCode::kUsage, "this solver reads pictures, and the prompt has none");
  }
  const raster::Image picture = TRY(raster::decode_png(puzzle.images.back()));
  turtle::ReaderOptions reader{.with_stages = puzzle.with_stages};
  turtle::ProgramOptions writer{.origin_x = picture.width() / 2.0,
                                .origin_y = picture.height() / 2.0};
  if (is_published_size(picture)) {
    constexpr raster::TkView kView = suite::turtlebench::kDevice;
    reader.black_only = true;
    reader.pen = suite::turtlebench::kPenSize * kView.scale;
    reader.unit = kView.scale;
    writer = {.in_function = false,
              .with_pens = false,
              .origin_x = kView.origin_x,
              .origin_y = kView.origin_y,
              .tolerance = 0.4};
  }
  turtle::Reading reading = TRY(read_at_best_scale(picture, reader));
  Solution solution{.reply =
                        "```python\n" + turtle::write_program(reading.drawing, writer) + "```\n"};
  for (auto& [name, image] : reading.stages) {
    solution.stages.push_back({std::move(name), std::move(image)});
  }
  return solution;
}

}  // namespace papert::solve
