// Circles as circles. A turtle's circle is a polygon, and how many corners it has depends on its
// radius, on `steps`, and on who drew it: by 36 forwards, by 360, as two halves. What is meant is
// the circle through the corners.
#pragma once

#include "scene/scene.h"

namespace papert::scene {

/// True, and the drawing is changed, if it has arcs: at least three sides in a row of one length
/// that turn by one angle of at most 29 degrees become an arc through their corners, in steps of at
/// most kRoundStep. So a polygon of twelve sides stays one and a polygon of thirteen, the fewest
/// sides that Python gives to a circle with a radius of six or more, is a circle. An arc may go on
/// from one line to another of its colour, and an area may begin anywhere in it.
bool round_arcs(Scene& scene);

}  // namespace papert::scene
