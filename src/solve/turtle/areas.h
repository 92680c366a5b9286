// Filled shapes: what of a picture is area, as outlines.
#pragma once

#include <vector>

#include "solve/turtle/drawing.h"
#include "solve/turtle/sheet.h"

namespace papert::solve::turtle {

/// The outlines of all areas, the largest first, so that each lies on what surrounds it; where
/// lines run along them they follow the lines. Holes that show paper are areas of the paper's
/// colour. Areas that no line surrounds and that are round are dots. Those that are found before
/// the work is spent.
[[nodiscard]] std::vector<Path> find_areas(const Sheet& sheet, const std::vector<Path>& lines,
                                           double unit, Work* work);

/// Gives closed lines the area they surround: a line and an area with one outline are one path.
void join_areas(std::vector<Path>& areas, std::vector<Path>& lines, double unit, Work* work);

/// The same for closed lines that cross themselves, and the faces which they fill together. After
/// join_areas().
void join_crossing(std::vector<Path>& areas, std::vector<Path>& lines, const Sheet& sheet,
                   double unit);

}  // namespace papert::solve::turtle
