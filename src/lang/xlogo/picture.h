// Pictures of tasks as SVG, for models, reports and worksheets: the grid with coordinates, walls,
// forbidden cells, items with their counts, lines, and the turtle; on request the way a program
// takes.
#pragma once

#include <optional>
#include <string>

#include "lang/xlogo/emulator.h"

namespace papert::lang::xlogo {

/// How the way of a program is shown: as arrows (backward moves dashed), or as the lines its pen
/// draws, over pale copies of the world's lines.
enum class PathStyle { kArrows, kPen };

struct PictureOptions {
  const Trace* path = nullptr;  // shown where given; where it crashes, a burst
  PathStyle style = PathStyle::kArrows;
  std::optional<State> turtle;  // instead of where it starts
};

/// A complete SVG document without text elements, 100 units a cell; the same on every machine.
[[nodiscard]] std::string task_svg(const Task& task, const PictureOptions& options = {});

/// Of such a document, in its units.
struct PictureExtent {
  double width = 0;
  double height = 0;
};
[[nodiscard]] PictureExtent extent_of(const World& world);

}  // namespace papert::lang::xlogo
