// A second reading of lines, for drawings so dense that meetings cannot be told apart: the fewest
// long pieces that paint the ink. And a reading of ink as dots.
#pragma once

#include <vector>

#include "solve/turtle/drawing.h"
#include "solve/turtle/exact.h"
#include "solve/turtle/refine.h"
#include "solve/turtle/sheet.h"
#include "solve/turtle/symmetry.h"

namespace papert::solve::turtle {

/// The pieces of traced lines, each drawn out as far as there is ink, arcs to whole circles where
/// they are; of these the ones that cover the ink, joined where they meet at their ends.
[[nodiscard]] std::vector<Path> covering_lines(const std::vector<Path>& traced,
                                               const Target& target, double unit);

/// The same with each piece moved to fractions of a pixel before it is taken. They are not joined.
[[nodiscard]] std::vector<Path> covering_exactly(const std::vector<Path>& traced,
                                                 const Target& target, const ExactOptions& options);

/// The same where the ink looks the same when it is turned: pieces with all their copies.
[[nodiscard]] std::vector<Path> covering_orbits(const std::vector<Path>& traced,
                                                const Target& target, const Symmetry& symmetry,
                                                double unit);

/// Joins pieces that meet at their ends.
void join_pieces(std::vector<Path>& paths, double pen);

/// Discs that cover the lines of a layer, each as a line without length that has its width. None
/// where discs do not, or where that would cost more than what is left of the work.
[[nodiscard]] std::vector<Path> covering_dots(const Layer& layer, Work* work);

/// The largest discs in ink that is much broader than its lines, likewise.
[[nodiscard]] std::vector<Path> broad_discs(const Target& target, const Path& style);

}  // namespace papert::solve::turtle
