// Turned copies: whether ink looks the same when it is turned around a point.
#pragma once

#include <optional>
#include <vector>

#include "solve/turtle/drawing.h"
#include "solve/turtle/refine.h"

namespace papert::solve::turtle {

struct Symmetry {
  scene::Point center;
  int order = 1;  // turns by 360 / order degrees
};

/// The highest order that the ink has; nothing where it has none, or where it is round.
[[nodiscard]] std::optional<Symmetry> find_symmetry(const Target& target);

/// A path turned by so many of a symmetry's steps.
[[nodiscard]] Path turned(const Path& path, const Symmetry& symmetry, int steps);

}  // namespace papert::solve::turtle
