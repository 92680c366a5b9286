#include "solve/turtle/reader.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <opencv2/imgproc.hpp>

#include "raster/paint_scene.h"
#include "raster/render.h"
#include "solve/turtle/areas.h"
#include "solve/turtle/compose.h"
#include "solve/turtle/cover.h"
#include "solve/turtle/lines.h"
#include "solve/turtle/missing.h"
#include "solve/turtle/refine.h"
#include "solve/turtle/sheet.h"
#include "solve/turtle/trace.h"

namespace papert::solve::turtle {
namespace {

/// Discs of about the same size have one.
void even_dots(std::vector<Path>& dots) {
  std::vector<double> pens;
  pens.reserve(dots.size());
  for (const Path& dot : dots) pens.push_back(dot.pen);
  std::sort(pens.begin(), pens.end());
  const double middle = pens[pens.size() / 2];
  if (pens.front() < 0.75 * middle || pens.back() > 1.35 * middle) return;
  for (Path& dot : dots) dot.pen = middle;
}

/// The discs of a layer that is dots rather than lines; none if it is not.
std::vector<Path> read_dots(const Layer& layer, const std::vector<Path>& lines,
                            const Target& target, const ReaderOptions& options) {
  // Polygons with many corners are nearly discs.
  const double rest = lines.empty() ? 0.03 : 0.06;  // of the ink may be wrong
  std::vector<Path> dots = covering_dots(layer, options.work);
  const bool is_line = !lines.empty() && 2 * dots.size() > 3 * pieces_of(lines) + 6;
  if (dots.empty() || is_line) return {};
  even_dots(dots);
  refine(dots, target, {.unit = options.unit, .rounds = 2, .first_step = 1});
  if (dots.front().pen == dots.back().pen) {
    find_pen(dots, dots.front().pen, options.unit, target);
  }
  refine(dots, target, {.unit = options.unit, .rounds = 2, .first_step = 0.5});
  const auto wrong = static_cast<double>(differing(dots, options.unit, target));
  const bool fits =
      wrong < rest * static_cast<double>(target.ink.count()) + 2 * static_cast<double>(dots.size());
  if (!fits || cost_of(dots, target, options.unit) > cost_of(lines, target, options.unit)) {
    return {};
  }
  for (Path& dot : dots) dot = as_dot(dot);
  return dots;
}

cv::Mat opened(const cv::Mat& mask, int side) {
  cv::Mat core;
  cv::morphologyEx(mask, core, cv::MORPH_OPEN,
                   cv::getStructuringElement(cv::MORPH_ELLIPSE, {side, side}));
  return core;
}

/// Broad ink of which a good part is not painted by lines: areas of their colour. 0 and 1.
cv::Mat unpainted_areas(const std::vector<Path>& lines, const Layer& layer,
                        const ReaderOptions& options) {
  constexpr int kGoodPart = 5;
  const int side = 2 * static_cast<int>(std::max(layer.pen / 2, 1.0)) + 1;
  const cv::Mat core = opened(unpainted(lines, layer, options.unit), side);
  cv::Mat labels;
  const cv::Mat broad = opened(layer.lines, static_cast<int>(2 * layer.pen) + 3);
  const int count = cv::connectedComponents(broad, labels, 8, CV_32S);
  std::vector<int> left(static_cast<std::size_t>(count), 0);
  std::vector<int> all(static_cast<std::size_t>(count), 0);
  for (int y = 0; y < labels.rows; ++y) {
    for (int x = 0; x < labels.cols; ++x) {
      const auto part = static_cast<std::size_t>(labels.at<int>(y, x));
      ++all[part];
      left[part] += core.at<std::uint8_t>(y, x) != 0 ? 1 : 0;
    }
  }
  cv::Mat areas = cv::Mat::zeros(labels.size(), CV_8U);
  for (int y = 0; y < labels.rows; ++y) {
    for (int x = 0; x < labels.cols; ++x) {
      const auto part = static_cast<std::size_t>(labels.at<int>(y, x));
      if (part > 0 && left[part] * kGoodPart >= all[part]) areas.at<std::uint8_t>(y, x) = 1;
    }
  }
  return areas;
}

/// Whether other lines are seen on the discs.
bool lie_below(const std::vector<Path>& dots, const Layer& layer) {
  constexpr double kSeen = 0.02;
  int own = 0;
  int others = 0;
  for (const Path& dot : dots) {
    const int reach = static_cast<int>(dot.ring->radius) - 1;
    const cv::Point at(static_cast<int>(dot.ring->center.x), static_cast<int>(dot.ring->center.y));
    const cv::Rect box = cv::Rect(at.x - reach / 2, at.y - reach / 2, reach + 1, reach + 1) &
                         cv::Rect(0, 0, layer.ink.cols, layer.ink.rows);
    own += cv::countNonZero(layer.ink(box));
    others += cv::countNonZero(layer.covered(box));
  }
  return others > kSeen * own;
}

/// What lies above the areas, the lowest first.
struct Levels {
  std::vector<Path> low;  // dots
  std::vector<Path> lines;
  std::vector<Path> high;  // dots
};

/// Adds the lines of a layer, or its dots; returns their skeleton. What turns out to be area is no
/// line of the layer any more.
Result<cv::Mat> read_layer(Layer& layer, const ReaderOptions& options, Levels& levels) {
  cv::Mat skeleton = thinned(layer.lines, layer.pen > 3);
  std::vector<Path> own = TRY(read_lines(layer, skeleton, target_of(layer, options), options));
  if (!options.black_only) {
    const cv::Mat broad = unpainted_areas(own, layer, options);
    if (cv::countNonZero(broad) > 0) {
      take_areas(layer, broad);
      skeleton = thinned(layer.lines, layer.pen > 3);
      own = TRY(read_lines(layer, skeleton, target_of(layer, options), options));
    }
    const std::vector<Path> dots = read_dots(layer, own, target_of(layer, options), options);
    std::vector<Path>& level = lie_below(dots, layer) ? levels.low : levels.high;
    level.insert(level.end(), dots.begin(), dots.end());
    if (!dots.empty()) own.clear();
  }
  levels.lines.insert(levels.lines.end(), own.begin(), own.end());
  return skeleton;
}

/// Whether lines run around most discs: they are areas with an outline.
bool are_outlined(const std::vector<Path>& dots, const Layer& layer) {
  constexpr int kSamples = 48;
  constexpr int kMost = 34;  // of these for a disc that has none
  std::size_t outlined = 0;
  for (const Path& dot : dots) {
    int lines = 0;
    for (int i = 0; i < kSamples; ++i) {
      const double angle = 2 * std::numbers::pi * i / kSamples;
      const scene::Point out{std::cos(angle), std::sin(angle)};
      const auto is_line = [&](double beyond) {
        const scene::Point at = dot.ring->center + (dot.ring->radius + beyond) * out;
        const cv::Point pixel(static_cast<int>(std::floor(at.x)),
                              static_cast<int>(std::floor(at.y)));
        return cv::Rect(0, 0, layer.covered.cols, layer.covered.rows).contains(pixel) &&
               layer.covered.at<std::uint8_t>(pixel) != 0;
      };
      lines += is_line(-1) || is_line(1) ? 1 : 0;
    }
    outlined += lines > kMost ? 1 : 0;
  }
  return 2 * outlined > dots.size();
}

/// The dots of a layer without lines, if it is nothing else: overlapping ones, or ones below lines.
/// They are areas no more.
void take_dots(Layer& layer, const ReaderOptions& options, Levels& levels) {
  constexpr std::size_t kFewest = 3;
  Layer whole = layer;
  whole.lines = layer.ink.clone();
  const std::vector<Path> dots = read_dots(whole, {}, target_of(whole, options), options);
  if (dots.size() < kFewest || are_outlined(dots, layer)) return;
  std::vector<Path>& level = lie_below(dots, layer) ? levels.low : levels.high;
  level.insert(level.end(), dots.begin(), dots.end());
  layer.lines = whole.lines;
}

raster::Image to_picture(const cv::Mat& mask) { return raster::to_image(to_bitmap(mask)); }

raster::Image painted(const Drawing& drawing) {
  return raster::paint_tk(to_scene(drawing), {.width = drawing.width, .height = drawing.height});
}

/// All ink of a picture that reads like this sheet.
raster::Bitmap all_ink(const Sheet& sheet) {
  cv::Mat ink = cv::Mat::zeros(sheet.height, sheet.width, CV_8U);
  for (const Layer& layer : sheet.layers) ink |= layer.ink;
  return to_bitmap(ink);
}

}  // namespace

Result<Reading> read_drawing(const raster::Image& picture, const ReaderOptions& options) {
  Sheet sheet = TRY(read_sheet(
      picture, {.pen = options.pen, .black_only = options.black_only, .work = options.work}));
  Reading reading;
  Drawing& drawing = reading.drawing;
  drawing = {.width = sheet.width, .height = sheet.height, .unit = options.unit};
  drawing.paper = sheet.paper;
  cv::Mat skeletons = cv::Mat::zeros(sheet.height, sheet.width, CV_8U);
  Levels levels;
  for (Layer& layer : sheet.layers) {
    if (layer.pen == 0) {
      take_dots(layer, options, levels);
      continue;
    }
    skeletons |= TRY(read_layer(layer, options, levels));
  }
  std::vector<Path>& lines = levels.lines;
  if (options.work != nullptr) options.work->refill();
  update_areas(sheet);
  std::vector<Path> areas = options.black_only
                                ? std::vector<Path>()
                                : find_areas(sheet, lines, options.unit, options.work);
  if (options.with_stages) {
    reading.stages.emplace_back("picture", picture);
    reading.stages.emplace_back("skeleton", to_picture(skeletons));
    drawing.paths = lines;
    reading.stages.emplace_back("lines", painted(drawing));
    drawing.paths = areas;
    reading.stages.emplace_back("areas", painted(drawing));
  }
  join_areas(areas, lines, options.unit, options.work);
  join_crossing(areas, lines, sheet, options.unit);
  for (Path& path : lines) {
    if (is_disc(path)) path = as_dot(path);
  }
  drawing.paths = std::move(areas);
  for (const std::vector<Path>* level : {&levels.low, &lines, &levels.high}) {
    drawing.paths.insert(drawing.paths.end(), level->begin(), level->end());
  }
  if (!options.black_only) compose(drawing, picture, options.work);
  if (options.with_stages) {
    reading.stages.emplace_back("drawing", painted(drawing));
    const raster::Bitmap result =
        raster::paint_ink(to_scene(drawing), {.width = drawing.width, .height = drawing.height});
    reading.stages.emplace_back("difference", raster::difference_picture(all_ink(sheet), result));
  }
  return reading;
}

}  // namespace papert::solve::turtle
