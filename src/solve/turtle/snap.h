// Round numbers for a turtle whose place and step are known.
#pragma once

#include <vector>

#include "solve/turtle/drawing.h"
#include "solve/turtle/refine.h"

namespace papert::solve::turtle {

struct SnapOptions {
  double unit = 1;      // pixels of a step
  scene::Point origin;  // the pixel of the turtle's home
};

/// Moves lines to where a turtle comes with round lengths, turns and places, unless the picture is
/// worse for it.
void snap(std::vector<Path>& paths, const Target& target, const SnapOptions& options);

}  // namespace papert::solve::turtle
