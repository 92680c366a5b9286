// Polygons around pixels: hulls, their real corners, and what tells polygons apart.
#pragma once

#include <vector>

#include "scene/scene.h"

namespace papert::mint::svg {

/// Andrew's monotone chain; without points that lie on its sides.
[[nodiscard]] std::vector<scene::Point> convex_hull(std::vector<scene::Point> points);

[[nodiscard]] double area_of(const std::vector<scene::Point>& polygon);

/// The real corners of a hull, by the rule of Douglas and Peucker from the two points furthest
/// apart, which are corners of whatever has any.
[[nodiscard]] std::vector<scene::Point> thinned(const std::vector<scene::Point>& hull);

/// 1 for a circle, 0.907 for a regular hexagon.
[[nodiscard]] double roundness(const std::vector<scene::Point>& polygon);

/// The longest side by the shortest.
[[nodiscard]] double side_ratio(const std::vector<scene::Point>& polygon);

[[nodiscard]] bool right_angled(const std::vector<scene::Point>& corners);

}  // namespace papert::mint::svg
