// What lies nearly on one line is on it: corners whose x or y differ by less than a pixel get one
// value, their mean. Drawings are made of few numbers, so this is right more often
// than chance has it, and it takes out the jitter of thinning.

#include <algorithm>
#include <cstddef>

#include "solve/turtle/refine.h"

namespace papert::solve::turtle {
namespace {

/// Values in ascending order with gaps of at most `gap` become their mean, unless the row is long.
void gather(std::vector<double*>& values, double gap) {
  std::sort(values.begin(), values.end(), [](const double* a, const double* b) { return *a < *b; });
  for (std::size_t i = 0; i < values.size();) {
    std::size_t end = i + 1;
    double sum = *values[i];
    while (end < values.size() && *values[end] - *values[end - 1] <= gap &&
           *values[end] - *values[i] <= 2 * gap) {
      sum += *values[end];
      ++end;
    }
    const double mean = sum / static_cast<double>(end - i);
    for (; i < end; ++i) *values[i] = mean;
  }
}

}  // namespace

void align(std::vector<Path>& paths, const Target& target, const AlignOptions& options) {
  const std::vector<Path> before = paths;
  std::vector<double*> across;
  std::vector<double*> down;
  for (Path& path : paths) {
    if (path.ring) continue;
    for (scene::Point& each : path.points) {
      across.push_back(&each.x);
      down.push_back(&each.y);
    }
  }
  gather(across, options.gap);
  gather(down, options.gap);
  const auto limit = static_cast<double>(differing(before, options.unit, target));
  const auto now = static_cast<double>(differing(paths, options.unit, target));
  if (now > limit * (1 + options.slack) + 4) paths = before;
}

}  // namespace papert::solve::turtle
