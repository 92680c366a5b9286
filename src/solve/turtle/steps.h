// A path as the steps of a turtle, with round numbers where the picture allows them, and with
// loops.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solve/turtle/drawing.h"

namespace papert::solve::turtle {

/// At most `decimals` of them, and no more than are needed.
[[nodiscard]] std::string number(double value, int decimals = 1);

/// "#rrggbb" in quotes.
[[nodiscard]] std::string color_text(const scene::Color& color);

/// From the path's first point, with this heading.
struct Walk {
  double heading = 0;  // degrees, counter-clockwise from the right
  std::vector<std::string> lines;
  bool turns_back = false;  // a closed path, after which the heading is the first again

  friend bool operator==(const Walk&, const Walk&) = default;
};

/// Nothing where rounding would move a corner by more than `tolerance` pixels, or where the path is
/// so long that a list of corners says it better. Lengths near one of `known` are taken for it; new
/// ones are added.
[[nodiscard]] std::optional<Walk> walk_along(const Path& path, double unit, double tolerance,
                                             std::vector<double>& known);

/// The path that a turtle walks from there with round lengths and turns; nothing where they would
/// take a corner farther than `most` pixels away.
[[nodiscard]] std::optional<Path> rounded_path(const Path& path, const scene::Point& start,
                                               double unit, double most);

/// The shortest way to write these lines with nested loops.
[[nodiscard]] std::vector<std::string> with_loops(const std::vector<std::string>& lines);

}  // namespace papert::solve::turtle
