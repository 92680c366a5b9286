// The lines of a layer as paths.
#pragma once

#include <vector>

#include "solve/turtle/fit.h"
#include "solve/turtle/refine.h"
#include "solve/turtle/sheet.h"

namespace papert::solve::turtle {

[[nodiscard]] std::vector<Path> fitted_lines(const std::vector<Chain>& chains, const Layer& layer,
                                             const FitOptions& fit);

/// The same, but lines of which corners paint more of the ink than arcs do get corners: small steps
/// look like arcs to a tolerance of a pixel.
[[nodiscard]] std::vector<Path> fitted_by_ink(const std::vector<Chain>& chains, const Layer& layer,
                                              const FitOptions& fit, const Target& target);

}  // namespace papert::solve::turtle
