// The order in which paths are best written, and the place and size at which.
#pragma once

#include <vector>

#include "solve/turtle/drawing.h"

namespace papert::solve::turtle {

enum class Kind { kDot, kRing, kStraight, kCurved };

[[nodiscard]] Kind kind_of(const Path& path);

/// Fills may differ, but both or none have one.
[[nodiscard]] bool same_pen(const Path& a, const Path& b);
[[nodiscard]] bool same_style(const Path& a, const Path& b);

/// Puts paths that are alike one after the other: lines above all areas in any order, an area
/// before those that it does not touch.
void arrange(std::vector<Path>& paths);

/// Where a drawing stands and how large it is does not count where it has pens.
struct Frame {
  scene::Point origin;  // the pixel at which the turtle begins: the first path's start
  double unit = 1;      // pixels of a step
};

/// A single pen is the turtle's own. Drawings with circles keep their size: the corners of a circle
/// depend on it. There must be a path.
[[nodiscard]] Frame choose_frame(const std::vector<Path>& paths, double unit);

}  // namespace papert::solve::turtle
