#include "solve/turtle_solver.h"

#include <string>

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
  turtle::Reading reading = TRY(turtle::read_drawing(picture, reader));
  Solution solution{.reply =
                        "```python\n" + turtle::write_program(reading.drawing, writer) + "```\n"};
  for (auto& [name, image] : reading.stages) {
    solution.stages.push_back({std::move(name), std::move(image)});
  }
  return solution;
}

}  // namespace papert::solve
