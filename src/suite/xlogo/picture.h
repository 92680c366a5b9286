// Pictures of tasks for models, reports and worksheets: the grid with coordinates, walls, forbidden
// cells, items with their counts, lines, and the turtle; on request the way a program takes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lang/xlogo/emulator.h"
#include "raster/image.h"

namespace papert::suite::xlogo {

inline constexpr int kPictureSize = 400;           // pixels of the longer side
inline constexpr std::size_t kMaxAnimation = 200;  // frames

/// How the way of a program is shown: as arrows (backward moves dashed), or as the lines its pen
/// draws, over pale copies of the world's lines.
enum class PathStyle { kArrows, kPen };

struct PictureOptions {
  const lang::xlogo::Trace* path = nullptr;  // shown where given; where it crashes, a burst
  PathStyle style = PathStyle::kArrows;
  std::optional<lang::xlogo::State> turtle;  // instead of where it starts
};

/// A complete SVG document without text elements, 100 units a cell; the same on every machine.
[[nodiscard]] std::string task_svg(const lang::xlogo::Task& task,
                                   const PictureOptions& options = {});

/// The longer side has `size` pixels.
[[nodiscard]] Result<raster::Image> task_image(const lang::xlogo::Task& task,
                                               const PictureOptions& options = {},
                                               int size = kPictureSize);

/// The start and then a frame for each command; of more than kMaxAnimation frames that many are
/// chosen evenly, the first and the last among them. Drawing tasks show the pen's lines, others
/// arrows.
[[nodiscard]] Result<std::vector<raster::Image>> animation_frames(const lang::xlogo::Task& task,
                                                                  const lang::xlogo::Trace& path,
                                                                  int size = kPictureSize);

}  // namespace papert::suite::xlogo
