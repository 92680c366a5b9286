#include "solve/turtle/missing.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "raster/paint_scene.h"
#include "solve/turtle/cover.h"
#include "solve/turtle/fit_lines.h"
#include "solve/turtle/lines.h"
#include "solve/turtle/reach.h"
#include "solve/turtle/trace.h"

namespace papert::solve::turtle {
namespace {

/// The parts of it that are more than the rim of a line that lies a pixel off.
cv::Mat large_parts(const cv::Mat& rest, double pen) {
  const auto least = static_cast<int>(std::max(10.0, 1.2 * pen * pen));
  cv::Mat labels;
  cv::Mat stats;
  cv::Mat centers;
  const int count = cv::connectedComponentsWithStats(rest, labels, stats, centers, 8, CV_32S);
  cv::Mat depth;
  cv::distanceTransform(rest, depth, cv::DIST_L2, cv::DIST_MASK_PRECISE);
  std::vector<double> deepest(static_cast<std::size_t>(count), 0);
  for (int y = 0; y < rest.rows; ++y) {
    for (int x = 0; x < rest.cols; ++x) {
      double& own = deepest[static_cast<std::size_t>(labels.at<int>(y, x))];
      own = std::max<double>(own, depth.at<float>(y, x));
    }
  }
  cv::Mat large = cv::Mat::zeros(rest.size(), CV_8U);
  for (int i = 1; i < count; ++i) {
    const bool thin = deepest[static_cast<std::size_t>(i)] < std::min(0.3 * pen, 1.5);
    if (stats.at<int>(i, cv::CC_STAT_AREA) >= least && !thin) large.setTo(1, labels == i);
  }
  return large;
}

/// Its lines with the pen of the others and with that which their ink shows.
std::vector<Path> lines_in(const cv::Mat& rest, const Layer& layer, const Target& target,
                           const ReaderOptions& options) {
  const auto chains =
      trace_lines(thinned(rest, layer.pen > 3), layer.pen, cv::Mat::zeros(rest.size(), CV_8U));
  if (!chains) return {};
  Layer own = layer;
  own.lines = rest;
  std::vector<Path> found =
      fitted_lines(*chains, own, {.pen = layer.pen, .tolerance = 1, .unit = options.unit});
  std::vector<Path> all = reaching_pieces(found, target, options.unit);
  all.insert(all.end(), found.begin(), found.end());
  cv::Mat depth;
  cv::distanceTransform(rest, depth, cv::DIST_L2, cv::DIST_MASK_PRECISE);
  for (std::size_t i = 0, count = all.size(); i < count; ++i) {
    std::vector<double> depths;
    for (const scene::Point& each : outline(all[i], options.unit)) {
      const cv::Point at(std::clamp(static_cast<int>(each.x), 0, rest.cols - 1),
                         std::clamp(static_cast<int>(each.y), 0, rest.rows - 1));
      depths.push_back(depth.at<float>(at));
    }
    const double deepest = *std::max_element(depths.begin(), depths.end());
    const double pen = std::max(2 * deepest - 1, 1.0);
    if (std::abs(pen - all[i].pen) < 0.7) continue;
    all.push_back(all[i]);
    all.back().pen = pen;
  }
  return all;
}

/// Whether a line runs along another so closely that it is the same, read a little aside.
bool runs_beside(const Path& line, const std::vector<Path>& others, double unit) {
  constexpr double kStep = 3;  // pixels
  const auto points = outline(line, unit);
  int all = 0;
  int beside = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const scene::Point way = points[i] - points[i - 1];
    const int steps = static_cast<int>(norm(way) / kStep) + 1;
    for (int k = 0; k < steps; ++k, ++all) {
      const scene::Point at = points[i - 1] + ((k + 0.5) / steps) * way;
      const bool near = std::any_of(others.begin(), others.end(), [&](const Path& other) {
        const auto own = outline(other, unit);
        for (std::size_t n = 1; n < own.size(); ++n) {
          if (distance_to(at, own[n - 1], own[n]) < line.pen + other.pen + 1) return true;
        }
        return false;
      });
      beside += near ? 1 : 0;
    }
  }
  return 2 * beside > all;
}

/// What it must make better: most of the ink of what is missing is not painted yet.
double least_worth(const Path& path, double unit) {
  constexpr double kLeast = 8;  // pixels
  constexpr double kShare = 0.35;
  const auto points = outline(path, unit);
  double length = path.pen / 2;
  for (std::size_t i = 1; i < points.size(); ++i) length += norm(points[i] - points[i - 1]);
  return std::max(kLeast, kShare * path.pen * length);
}

}  // namespace

cv::Mat unpainted(const std::vector<Path>& lines, const Layer& layer, double unit) {
  scene::Scene scene;
  for (const Path& path : lines) {
    scene::Stroke stroke{.points = outline(path, unit), .width = path.pen + 1};
    for (scene::Point& each : stroke.points) each.y = -each.y;
    scene.items.emplace_back(std::move(stroke));
  }
  const raster::Bitmap painted =
      raster::paint_ink(scene, {.width = layer.lines.cols, .height = layer.lines.rows});
  cv::Mat rest = layer.lines.clone();
  for (int y = 0; y < rest.rows; ++y) {
    for (int x = 0; x < rest.cols; ++x) {
      if (painted.get(x, y)) rest.at<std::uint8_t>(y, x) = 0;
    }
  }
  return rest;
}

void add_missing(std::vector<Path>& lines, const Layer& layer, const Target& target,
                 const ReaderOptions& options) {
  constexpr std::size_t kMostCandidates = 60;
  constexpr std::size_t kMostAdded = 24;
  if (lines.empty() || is_spent(options.work)) return;
  const cv::Mat rest = large_parts(unpainted(lines, layer, options.unit), layer.pen);
  if (cv::countNonZero(rest) == 0) return;
  std::vector<Path> candidates = lines_in(rest, layer, target, options);
  if (candidates.size() > kMostCandidates) return;
  Path style = lines.front();
  style.pen = layer.pen;
  spend(options.work, kCornerSteps * candidates.size() * pieces_of(lines));
  std::erase_if(candidates,
                [&](const Path& each) { return runs_beside(each, lines, options.unit); });
  const std::vector<Path> discs = broad_discs(target, style);
  candidates.insert(candidates.end(), discs.begin(), discs.end());
  std::vector<double> worths;
  worths.reserve(candidates.size());
  for (const Path& each : candidates) worths.push_back(least_worth(each, options.unit));
  double cost = cost_of(lines, target, options.unit);
  bool added = false;
  for (std::size_t n = 0; n < kMostAdded && !is_spent(options.work); ++n) {
    std::size_t best = candidates.size();
    double least = cost;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      lines.push_back(candidates[i]);
      const double now = cost_of(lines, target, options.unit);
      lines.pop_back();
      if (now >= least || cost - now < worths[i]) continue;
      least = now;
      best = i;
    }
    if (best == candidates.size()) break;
    worths.erase(worths.begin() + static_cast<std::ptrdiff_t>(best));
    lines.push_back(std::move(candidates[best]));
    candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(best));
    cost = least;
    added = true;
  }
  if (!added) return;
  join_ends(lines, 0.6 * layer.pen + 1);  // ends that only the pen's width joins
  refine(lines, target, {.unit = options.unit, .rounds = 3, .first_step = 1});
  tidy(lines, target, {.unit = options.unit});
}

}  // namespace papert::solve::turtle
