// The lines of one colour: what was traced, and several further readings of it, of which the one
// with the fewest wrong pixels and pieces counts.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "base/result.h"
#include "solve/turtle/drawing.h"
#include "solve/turtle/reader.h"
#include "solve/turtle/refine.h"
#include "solve/turtle/sheet.h"

namespace papert::solve::turtle {

/// What the lines of a layer must paint. Areas beside them may hide a part of them.
[[nodiscard]] Target target_of(const Layer& layer, const ReaderOptions& options);

/// The width with which lines paint most nearly the picture, near a guess.
void find_pen(std::vector<Path>& paths, double guess, double unit, const Target& target);

/// What a reading of lines is worth: pixels that differ, and some for every piece that it takes.
[[nodiscard]] double cost_of(const std::vector<Path>& paths, const Target& target, double unit);

/// kLimit where there are more pieces than a drawing has.
[[nodiscard]] Result<std::vector<Path>> read_lines(const Layer& layer, const cv::Mat& skeleton,
                                                   const Target& target,
                                                   const ReaderOptions& options);

}  // namespace papert::solve::turtle
