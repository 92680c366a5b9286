#include "solve/turtle/lines.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "solve/turtle/cover.h"
#include "solve/turtle/fit_lines.h"
#include "solve/turtle/missing.h"
#include "solve/turtle/rounding.h"
#include "solve/turtle/snap.h"
#include "solve/turtle/spiral.h"
#include "solve/turtle/symmetry.h"
#include "solve/turtle/trace.h"

namespace papert::solve::turtle {
namespace {

/// Every end is compared with all others.
void join_all_ends(std::vector<Path>& paths, double pen, Work* work) {
  spend(work, paths.size() * paths.size());
  join_ends(paths, 0.6 * pen + 1);
}

/// A picture that is compared by its ink's box is another one if the box is a pixel too large.
int rim_weight(const ReaderOptions& options) { return options.black_only ? 30 : 5; }

/// Lines are as broad as they are seen.
Target strict_target_of(const Layer& layer, const ReaderOptions& options) {
  Target target = make_target(layer.lines, layer.covered | (layer.ink & (1 - layer.lines)),
                              rim_weight(options));
  target.work = options.work;
  return target;
}

void polish(std::vector<Path>& paths, const Target& target, const ReaderOptions& options) {
  refine(paths, target, {.unit = options.unit, .rounds = 2, .first_step = 1});
  tidy(paths, target, {.unit = options.unit, .slack = options.black_only ? 0.0 : 0.08});
  refine(paths, target, {.unit = options.unit, .rounds = 4, .first_step = 1});
  tidy(paths, target, {.unit = options.unit});
  align(paths, target,
        {.unit = options.unit,
         .gap = options.black_only ? 0.3 : 0.9,
         .slack = options.black_only ? 0.05 : 0.5});
}

/// Keeps the cheaper of two readings in the first.
void keep_better(std::vector<Path>& paths, std::vector<Path> others, const Target& target,
                 double unit) {
  if (others.empty()) return;
  if (cost_of(others, target, unit) < cost_of(paths, target, unit)) paths = std::move(others);
}

/// Each line the pen that fits it best: one colour may have several.
void find_pens(std::vector<Path>& paths, const Target& target, double unit) {
  constexpr std::size_t kMostPaths = 60;
  if (paths.size() > kMostPaths) return;
  std::int64_t least = differing(paths, unit, target);
  for (Path& path : paths) {
    const double first = path.pen;
    double best = first;
    for (const double factor : {0.5, 0.7, 1.4, 2.0, 3.0, 4.0, 6.0}) {
      path.pen = std::max(first * factor, 1.0);
      const std::int64_t now = differing(paths, unit, target);
      if (10 * now >= 9 * least) continue;
      least = now;
      best = path.pen;
    }
    path.pen = best;
  }
}

/// Reads them once more as pieces of what was traced that cover the ink.
void cover_again(std::vector<Path>& paths, const std::vector<Path>& traced, const Target& target,
                 const ReaderOptions& options) {
  constexpr double kGoodEnough = 0.01;  // of the ink
  const auto ink = static_cast<double>(target.ink.count());
  const auto differ = static_cast<double>(differing(paths, options.unit, target));
  if (differ < kGoodEnough * ink) return;
  std::vector<Path> others = covering_lines(traced, target, options.unit);
  if (others.empty()) return;
  polish(others, target, options);
  keep_better(paths, std::move(others), target, options.unit);
}

/// Once more with lines that wind drawn out.
void wind_again(std::vector<Path>& paths, const Target& target, const ReaderOptions& options) {
  std::vector<Path> others = paths;
  if (!wind_on(others, target)) return;
  tidy(others, target, {.unit = options.unit});
  refine(others, target, {.unit = options.unit, .rounds = 3, .first_step = 1});
  tidy(others, target, {.unit = options.unit});
  keep_better(paths, std::move(others), target, options.unit);
}

/// Once more as turned copies, where the ink is made of them.
void turn_again(std::vector<Path>& paths, const Target& target, const ReaderOptions& options) {
  constexpr double kGoodEnough = 0.005;  // of the ink
  const auto ink = static_cast<double>(target.ink.count());
  const auto differ = static_cast<double>(differing(paths, options.unit, target));
  if (differ < kGoodEnough * ink) return;
  const auto symmetry = find_symmetry(target);
  if (!symmetry) return;
  std::vector<Path> others = covering_orbits(paths, target, *symmetry, options.unit);
  if (others.empty()) return;
  polish(others, target, options);
  keep_better(paths, std::move(others), target, options.unit);
}

/// What reads best: few pixels that differ, few pieces, few lines.
double length_of_reading(const std::vector<Path>& paths, const Target& target, double unit) {
  constexpr double kLine = 3;
  return cost_of(paths, target, unit) + kLine * static_cast<double>(paths.size());
}

/// Dots stay as they are.
std::vector<Path> with_joined_lines(std::vector<Path> paths) {
  const auto discs = std::stable_partition(paths.begin(), paths.end(),
                                           [](const Path& each) { return !is_disc(each); });
  const std::vector<Path> dots(discs, paths.end());
  paths.erase(discs, paths.end());
  if (!paths.empty()) join_pieces(paths, paths.front().pen);
  paths.insert(paths.end(), dots.begin(), dots.end());
  return paths;
}

/// Once more as pieces that were each fitted alone, joined and not. Each reading with round numbers
/// as far as the picture allows them.
void fit_again(std::vector<Path>& paths, const std::vector<Path>& traced, const Target& target,
               const ReaderOptions& options) {
  constexpr double kGoodEnough = 0.002;  // of the ink
  std::vector<std::vector<Path>> readings;
  const auto ink = static_cast<double>(target.ink.count());
  if (static_cast<double>(differing(paths, options.unit, target)) >= kGoodEnough * ink) {
    std::vector<Path> pieces = traced;
    if (!traced.empty()) {
      const std::vector<Path> discs = broad_discs(target, traced.front());
      pieces.insert(pieces.end(), discs.begin(), discs.end());
    }
    std::vector<Path> apart = covering_exactly(pieces, target, {.unit = options.unit});
    if (!apart.empty()) {
      tidy(apart, target, {.unit = options.unit});
      std::vector<Path> joined = with_joined_lines(apart);
      refine(joined, target, {.unit = options.unit, .rounds = 5, .first_step = 1});
      tidy(joined, target, {.unit = options.unit});
      refine(joined, target, {.unit = options.unit, .rounds = 3, .first_step = 0.25});
      readings.push_back(std::move(joined));
      readings.push_back(std::move(apart));
    }
  }
  readings.insert(readings.begin(), std::move(paths));
  double least = 0;
  for (std::vector<Path>& reading : readings) {
    if (options.home) snap(reading, target, {.unit = options.unit, .origin = *options.home});
    const double length = length_of_reading(reading, target, options.unit);
    if (&reading != readings.data() && length >= least) continue;
    least = length;
    paths = std::move(reading);
  }
  for (Path& path : paths) {
    if (is_disc(path)) path = as_dot(path);
  }
}

}  // namespace

Target target_of(const Layer& layer, const ReaderOptions& options) {
  Target target =
      make_target(layer.lines, layer.covered | layer.beside | (layer.ink & (1 - layer.lines)),
                  rim_weight(options));
  target.work = options.work;
  return target;
}

void find_pen(std::vector<Path>& paths, double guess, double unit, const Target& target) {
  double best = guess;
  std::int64_t least = -1;
  const double thinnest = std::max(guess - 2, 1.0);
  for (int step = 0; thinnest + 0.5 * step <= guess + 2; ++step) {
    const double pen = thinnest + 0.5 * step;
    for (Path& path : paths) path.pen = pen;
    const std::int64_t differ = differing(paths, unit, target);
    if (least >= 0 && differ >= least) continue;
    least = differ;
    best = pen;
  }
  for (Path& path : paths) path.pen = best;
}

double cost_of(const std::vector<Path>& paths, const Target& target, double unit) {
  constexpr double kPiece = 4;
  return static_cast<double>(differing(paths, unit, target)) +
         kPiece * static_cast<double>(pieces_of(paths));
}

// With one pen every pixel counts, so that circles which a turtle drew in a way not foreseen are
// also tried as the polygons they are.
Result<std::vector<Path>> read_lines(const Layer& layer, const cv::Mat& skeleton,
                                     const Target& target, const ReaderOptions& options) {
  std::vector<Chain> chains = TRY(trace_lines(skeleton, layer.pen, layer.hubs));
  chains = bridged(std::move(chains), layer.covered, layer.pen);
  const FitOptions fit{.pen = layer.pen, .tolerance = 1, .unit = options.unit};
  std::vector<Path> paths = options.black_only ? fitted_lines(chains, layer, fit)
                                               : fitted_by_ink(chains, layer, fit, target);
  if (options.pen == 0 && !is_spent(options.work)) find_pen(paths, layer.pen, options.unit, target);
  if (is_spent(options.work)) return paths;
  join_all_ends(paths, layer.pen, options.work);
  polish(paths, target, options);
  if (!options.black_only) round_out(paths, target, options.unit);
  if (options.pen == 0) find_pens(paths, target, options.unit);
  if (is_spent(options.work)) return paths;
  std::vector<Path> traced = paths;
  if (options.black_only) {
    std::vector<Path> straight =
        fitted_lines(chains, layer, {.pen = layer.pen, .tolerance = 0.7, .arcs = false});
    join_all_ends(straight, layer.pen, options.work);
    polish(straight, target, options);
    const auto differ = static_cast<double>(differing(paths, options.unit, target));
    const auto by_corners = static_cast<double>(differing(straight, options.unit, target));
    if (by_corners < 0.7 * differ - 10) {
      traced.insert(traced.end(), straight.begin(), straight.end());
      paths = std::move(straight);
    }
  }
  if (!is_spent(options.work)) cover_again(paths, traced, target, options);
  if (!is_spent(options.work)) turn_again(paths, target, options);
  if (!is_spent(options.work)) wind_again(paths, target, options);
  if (!options.black_only) {
    add_missing(paths, layer, target, options);
    round_out(paths, target, options.unit);
  }
  if (options.black_only && !is_spent(options.work)) {
    traced.insert(traced.end(), paths.begin(), paths.end());
    fit_again(paths, traced, target, options);
  }
  if (cv::countNonZero(layer.beside) > 0) {
    refine(paths, strict_target_of(layer, options),
           {.unit = options.unit, .rounds = 3, .first_step = 1});
  }
  return paths;
}

}  // namespace papert::solve::turtle
