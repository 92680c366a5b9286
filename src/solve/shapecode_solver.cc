#include "solve/shapecode_solver.h"

#include <fmt/format.h>

#include <array>
#include <cassert>
#include <string>
#include <utility>

#include "raster/raster.h"
#include "solve/colors/colors_solver.h"
#include "solve/shapecode_cover.h"
#include "solve/shapecode_stages.h"

namespace papert::solve {
namespace {

using shapecode::kSize;

/// A ring of a radius above half the canvas is never seen as a whole, and from a black corner there
/// are many thousands of them. They are looked for only where more shapes than a few are needed;
/// and no such ring makes a short program out of a long one.
constexpr std::size_t kFewShapes = 12;
constexpr std::size_t kManyShapes = 500;

/// The black pixels; every other one must be white.
Result<raster::Bitmap> black_pixels(const raster::Image& image) {
  if (image.width() != kSize || image.height() != kSize) {
    return fail(ErrorCode::kBadData, fmt::format("the picture has {} x {} pixels; the shape "
                                                 "language paints {} x {}",
                                                 image.width(), image.height(), kSize, kSize));
  }
  raster::Bitmap black(kSize, kSize);
  const int channels = image.channels();
  for (int y = 0; y < kSize; ++y) {
    const std::uint8_t* pixel = image.row(y);
    for (int x = 0; x < kSize; ++x, pixel += channels) {
      const int r = pixel[0];
      const int g = pixel[channels == 3 ? 1 : 0];
      const int b = pixel[channels == 3 ? 2 : 0];
      if (r != g || r != b || (r != 0 && r != 255)) {
        return fail(ErrorCode::kBadData,
                    fmt::format("the pixel at x={}, y={} is neither black nor white (red {}, green "
                                "{}, blue {}); the shape language paints black on white",
                                x, y, r, g, b));
      }
      if (r == 0) black.set(x, y);
    }
  }
  return black;
}

/// As a model would write it. Without shapes a comment stands for the empty program.
std::string reply_with(const lang::shapes::Program& program) {
  if (program.shapes.empty()) return "# the picture is empty";
  return "```python\n" + lang::shapes::serialise(program) + "\n```";
}

/// Of the rings, only those of radii up to the one given. Each part of the search has its share of
/// the steps, so that a picture full of rings still gets a short program of the others.
ShapeSearch search_up_to(int largest_radius, const shapecode::Ink& ink,
                         const shapecode::Solids& solids, std::int64_t steps) {
  shapecode::Budget for_rings(steps / 3);
  shapecode::Budget for_frames(steps / 3);
  shapecode::Budget for_cover(steps / 3);
  ShapeSearch search;
  shapecode::append_squares(solids, search.candidates);
  shapecode::append_discs(solids, search.candidates);
  shapecode::append_rings(ink, solids, largest_radius, for_rings, search.candidates);
  shapecode::append_frames(ink, solids, for_frames, search.candidates);
  search.program.shapes =
      shapecode::without_redundant(shapecode::greedy_cover(ink, search.candidates, for_cover));
  search.complete = !for_rings.spent() && !for_frames.spent() && !for_cover.spent();
  return search;
}

}  // namespace

ShapeSearch find_shapes(const raster::Bitmap& black, std::int64_t steps) {
  const shapecode::Ink ink(black);
  const shapecode::Solids solids = shapecode::measure_solids(ink);
  ShapeSearch search = search_up_to(kSize / 2, ink, solids, steps);
  const std::size_t shapes = search.program.shapes.size();
  // With larger rings, too, a search that spent its steps would only spend them again.
  if (!search.complete || shapes <= kFewShapes || shapes > kManyShapes) return search;
  ShapeSearch with_large = search_up_to(shapecode::kMaxRadius, ink, solids, steps);
  return with_large.program.shapes.size() < shapes ? with_large : search;
}

Result<Solution> solve_shapecode(const Puzzle& puzzle) {
  if (puzzle.images.empty()) return fail(ErrorCode::kBadData, "there is no picture to solve");
  // Worked examples come before the task's own picture.
  const raster::PngLimits limits{.max_side = kSize};
  const raster::Image image = TRY(raster::decode_png(puzzle.images.back(), limits));
  if (colors::is_colored(puzzle, image)) return colors::solve_colors(image, puzzle.with_stages);
  const raster::Bitmap black = TRY(black_pixels(image));
  const ShapeSearch search = find_shapes(black);
  const raster::Bitmap painted = raster::render(lang::shapes::to_scene(search.program));
  if (painted != black) {
    return fail(ErrorCode::kInternal, "the shapes found do not paint the picture");
  }
  Solution solution;
  solution.reply = reply_with(search.program);
  if (puzzle.with_stages) {
    solution.stages = shapecode::draw_stages(black, search.candidates, search.program, painted);
  }
  return solution;
}

}  // namespace papert::solve
