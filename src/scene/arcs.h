// Circles as circles. A turtle's circle is a polygon, and how many corners it has depends on its
// radius, on `steps`, and on who drew it: by 36 forwards, by 360, as two halves. What is meant is
// the circle through the corners.
#pragma once

#include <cstddef>
#include <vector>

#include "scene/scene.h"

namespace papert::scene {

/// The points of a line or an area with its arcs round.
struct RoundedItem {
  std::size_t item = 0;
  std::vector<Point> points;
};

/// The items that have arcs, in order: at least three sides in a row of one length
/// that turn by one angle of at most 29 degrees become an arc through their corners, in steps of at
/// most kRoundStep. So a polygon of twelve sides stays one and a polygon of thirteen, the fewest
/// sides that Python gives to a circle with a radius of six or more, is a circle. An arc may go on
/// from one line to another of its colour, and an area may begin anywhere in it.
[[nodiscard]] std::vector<RoundedItem> find_arcs(const Scene& scene);

/// Gives the drawing in which they were found its arcs.
void round_items(std::vector<RoundedItem> found, Scene& scene);

/// Both; false if nothing changes.
bool round_arcs(Scene& scene);

}  // namespace papert::scene
