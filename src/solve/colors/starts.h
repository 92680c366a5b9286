// Where to begin looking for a shape: guesses from what is visible of it, a few per kind. Filled
// convex shapes need no more than that: their visible pixels are in their convex hull, so the hull
// as a polygon paints all of them and nothing outside the shape.
#pragma once

#include "solve/colors/fit.h"

namespace papert::solve::colors {

/// Circles, filled or not, and arcs, whose middle is found from points of the rim three at a time.
void add_circles(const Evidence& evidence, Fitter& fitter);
void add_arcs(const Evidence& evidence, Fitter& fitter);

/// The box around it, filled and with every outline; and turned boxes.
void add_rectangles(const Evidence& evidence, Fitter& fitter);
void add_turned(const Evidence& evidence, Fitter& fitter);

void add_lines(const Evidence& evidence, Fitter& fitter);
void add_curves(const Evidence& evidence, Fitter& fitter);

/// The hull filled; the hull with fewer corners, moved inwards, as outlines.
void add_hull(const Evidence& evidence, Fitter& fitter);
void add_outlines(const Evidence& evidence, Fitter& fitter);

}  // namespace papert::solve::colors
