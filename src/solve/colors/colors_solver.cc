#include "solve/colors/colors_solver.h"

#include <fmt/format.h>

#include <algorithm>

#include "lang/shapes/v2_program.h"
#include "raster/color_plane.h"
#include "solve/colors/evidence.h"
#include "solve/colors/scene.h"
#include "suite/shapecode/v2_tasks.h"

namespace papert::solve::colors {
namespace {

std::uint32_t rgb_at(const raster::Image& picture, int x, int y) {
  const int channels = picture.channels();
  const std::uint8_t* pixel = picture.row(y) + static_cast<std::ptrdiff_t>(x) * channels;
  const std::uint32_t g = pixel[channels == 3 ? 1 : 0];
  const std::uint32_t b = pixel[channels == 3 ? 2 : 0];
  return std::uint32_t{pixel[0]} << 16 | g << 8 | b;
}

Result<raster::ColorPlane> plane_of(const raster::Image& picture) {
  if (picture.width() != kSize || picture.height() != kSize) {
    return fail(ErrorCode::kBadData, fmt::format("the picture has {} x {} pixels; the shape "
                                                 "language paints {} x {}",
                                                 picture.width(), picture.height(), kSize, kSize));
  }
  const auto palette = lang::shapes::v2::palette();
  raster::ColorPlane plane(kSize, kSize);
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      const std::uint32_t rgb = rgb_at(picture, x, y);
      const auto found = std::ranges::find(palette, rgb);
      if (found == palette.end()) {
        return fail(ErrorCode::kBadData,
                    fmt::format("the pixel at x={}, y={} has the colour #{:06x}, which is none of "
                                "the shape language's",
                                x, y, rgb));
      }
      plane.row(y)[static_cast<std::size_t>(x)] =
          static_cast<std::uint8_t>(found - palette.begin());
    }
  }
  return plane;
}

}  // namespace

bool is_colored(const Puzzle& puzzle, const raster::Image& picture) {
  if (puzzle.tasks != nullptr) {
    return dynamic_cast<const suite::shapecode::ColorTasks*>(puzzle.tasks) != nullptr;
  }
  if (picture.channels() == 1) return false;
  const auto plane = plane_of(picture);
  constexpr auto kBlack = static_cast<std::uint8_t>(Color::kBlack);
  return plane &&
         std::ranges::any_of(plane->places(), [](std::uint8_t place) { return place > kBlack; });
}

Result<Solution> solve_colors(const raster::Image& picture, bool with_stages) {
  const raster::ColorPlane plane = TRY(plane_of(picture));
  const Found found = find_program(plane);
  Solution solution;
  solution.reply = found.program.shapes.empty()
                       ? "# the picture is empty"
                       : "```python\n" + lang::shapes::v2::serialise(found.program) + "\n```";
  if (!with_stages) return solution;
  const raster::ColorPlane painted = raster::render(lang::shapes::v2::to_scene(found.program));
  solution.stages.push_back({"picture", picture});
  solution.stages.push_back({"program", raster::to_image(painted, lang::shapes::v2::palette())});
  solution.stages.push_back({"difference", raster::difference_picture(plane, painted)});
  return solution;
}

}  // namespace papert::solve::colors
