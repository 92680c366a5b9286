// Runs of small steps and arcs that are one arc.
#pragma once

#include <vector>

#include "solve/turtle/drawing.h"
#include "solve/turtle/refine.h"

namespace papert::solve::turtle {

/// Makes one arc of neighbouring pieces whose corners lie on one circle, where the ink is painted
/// as well by it: where other lines meet it, an arc is read in parts.
void round_out(std::vector<Path>& paths, const Target& target, double unit);

}  // namespace papert::solve::turtle
