// Ink that no line of a reading paints, read by itself.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "solve/turtle/drawing.h"
#include "solve/turtle/reader.h"
#include "solve/turtle/refine.h"
#include "solve/turtle/sheet.h"

namespace papert::solve::turtle {

/// The ink of a layer's lines that these lines do not paint. 0 and 1.
[[nodiscard]] cv::Mat unpainted(const std::vector<Path>& lines, const Layer& layer, double unit);

/// Adds lines and discs that paint it, as long as the reading grows better: sides that were lost,
/// branches that are thinner than the rest, dots at the ends of lines.
void add_missing(std::vector<Path>& lines, const Layer& layer, const Target& target,
                 const ReaderOptions& options);

}  // namespace papert::solve::turtle
