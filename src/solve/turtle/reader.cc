#include "solve/turtle/reader.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <opencv2/imgproc.hpp>

#include "raster/paint_scene.h"
#include "raster/render.h"
#include "solve/turtle/areas.h"
#include "solve/turtle/cover.h"
#include "solve/turtle/fit_lines.h"
#include "solve/turtle/refine.h"
#include "solve/turtle/sheet.h"
#include "solve/turtle/spiral.h"
#include "solve/turtle/symmetry.h"
#include "solve/turtle/trace.h"

namespace papert::solve::turtle {
namespace {

/// Areas beside lines may hide a part of them.
Target target_of(const Layer& layer) {
  return make_target(layer.lines, layer.covered | layer.beside | (layer.ink & (1 - layer.lines)),
                     true);
}

/// Lines are as broad as they are seen.
Target strict_target_of(const Layer& layer) {
  return make_target(layer.lines, layer.covered | (layer.ink & (1 - layer.lines)), true);
}

/// The width with which the lines paint most nearly the picture.
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

/// What a reading of lines is worth: pixels that differ, and some for every piece that it takes.
double cost_of(const std::vector<Path>& paths, const Target& target, double unit) {
  constexpr double kPiece = 4;
  std::size_t pieces = 0;
  for (const Path& path : paths) pieces += path.pieces();
  return static_cast<double>(differing(paths, unit, target)) + kPiece * static_cast<double>(pieces);
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

/// The lines of one colour. With one pen every pixel counts, so that circles which a turtle drew in
/// a way not foreseen are also tried as the polygons they are.
Result<std::vector<Path>> read_lines(const Layer& layer, const cv::Mat& skeleton,
                                     const Target& target, const ReaderOptions& options) {
  std::vector<Chain> chains = TRY(trace_lines(skeleton, layer.pen, layer.hubs));
  chains = bridged(std::move(chains), layer.covered, layer.pen);
  const FitOptions fit{.pen = layer.pen, .tolerance = 1, .unit = options.unit};
  std::vector<Path> paths = options.black_only ? fitted_lines(chains, layer, fit)
                                               : fitted_by_ink(chains, layer, fit, target);
  if (options.pen == 0) find_pen(paths, layer.pen, options.unit, target);
  join_ends(paths, 0.6 * layer.pen + 1);
  polish(paths, target, options);
  if (options.pen == 0) find_pens(paths, target, options.unit);
  std::vector<Path> traced = paths;
  if (options.black_only) {
    std::vector<Path> straight =
        fitted_lines(chains, layer, {.pen = layer.pen, .tolerance = 0.7, .arcs = false});
    join_ends(straight, 0.6 * layer.pen + 1);
    polish(straight, target, options);
    const auto differ = static_cast<double>(differing(paths, options.unit, target));
    const auto by_corners = static_cast<double>(differing(straight, options.unit, target));
    if (by_corners < 0.7 * differ - 10) {
      traced.insert(traced.end(), straight.begin(), straight.end());
      paths = std::move(straight);
    }
  }
  cover_again(paths, traced, target, options);
  turn_again(paths, target, options);
  wind_again(paths, target, options);
  if (cv::countNonZero(layer.beside) > 0) {
    refine(paths, strict_target_of(layer), {.unit = options.unit, .rounds = 3, .first_step = 1});
  }
  return paths;
}

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
  constexpr double kRest = 0.06;  // of the ink may be wrong
  std::vector<Path> dots = covering_dots(layer);
  std::size_t pieces = 0;
  for (const Path& line : lines) pieces += line.pieces();
  const bool is_line = !lines.empty() && 2 * dots.size() > 3 * pieces + 6;
  if (dots.empty() || is_line) return {};
  even_dots(dots);
  refine(dots, target, {.unit = options.unit, .rounds = 2, .first_step = 1});
  if (dots.front().pen == dots.back().pen) {
    find_pen(dots, dots.front().pen, options.unit, target);
  }
  refine(dots, target, {.unit = options.unit, .rounds = 2, .first_step = 0.5});
  const auto wrong = static_cast<double>(differing(dots, options.unit, target));
  const bool fits = wrong < kRest * static_cast<double>(target.ink.count()) +
                                2 * static_cast<double>(dots.size());
  if (!fits || cost_of(dots, target, options.unit) > cost_of(lines, target, options.unit)) {
    return {};
  }
  for (Path& dot : dots) {
    dot.ring = Ring{.center = dot.points[0], .radius = dot.pen / 2};
    dot.points = {dot.ring->center + scene::Point{0, dot.ring->radius}};
    dot.turns = {360};
    dot.closed = dot.dot = true;
    dot.fill = layer.color;
    dot.pen = 0;
  }
  return dots;
}

/// The ink of a layer's lines that these lines do not paint.
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
  for (int i = 1; i < count; ++i) {
    const auto part = static_cast<std::size_t>(i);
    if (left[part] * kGoodPart >= all[part]) areas |= (labels == i) / 255;
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
  std::vector<Path> own = TRY(read_lines(layer, skeleton, target_of(layer), options));
  if (!options.black_only) {
    const cv::Mat broad = unpainted_areas(own, layer, options);
    if (cv::countNonZero(broad) > 0) {
      take_areas(layer, broad);
      skeleton = thinned(layer.lines, layer.pen > 3);
      own = TRY(read_lines(layer, skeleton, target_of(layer), options));
    }
    const std::vector<Path> dots = read_dots(layer, own, target_of(layer), options);
    std::vector<Path>& level = lie_below(dots, layer) ? levels.low : levels.high;
    level.insert(level.end(), dots.begin(), dots.end());
    if (!dots.empty()) own.clear();
  }
  levels.lines.insert(levels.lines.end(), own.begin(), own.end());
  return skeleton;
}

/// The dots of a layer without lines, if it is nothing else: overlapping ones, or ones below lines.
/// They are areas no more.
void take_dots(Layer& layer, const ReaderOptions& options, Levels& levels) {
  constexpr std::size_t kFewest = 3;
  Layer whole = layer;
  whole.lines = layer.ink.clone();
  const std::vector<Path> dots = read_dots(whole, {}, target_of(whole), options);
  if (dots.size() < kFewest) return;
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
  Sheet sheet = TRY(read_sheet(picture, {.pen = options.pen, .black_only = options.black_only}));
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
  update_areas(sheet);
  std::vector<Path> areas =
      options.black_only ? std::vector<Path>() : find_areas(sheet, lines, options.unit);
  if (options.with_stages) {
    reading.stages.emplace_back("picture", picture);
    reading.stages.emplace_back("skeleton", to_picture(skeletons));
    drawing.paths = lines;
    reading.stages.emplace_back("lines", painted(drawing));
    drawing.paths = areas;
    reading.stages.emplace_back("areas", painted(drawing));
  }
  join_areas(areas, lines, options.unit);
  join_crossing(areas, lines, sheet, options.unit);
  drawing.paths = std::move(areas);
  for (const std::vector<Path>* level : {&levels.low, &lines, &levels.high}) {
    drawing.paths.insert(drawing.paths.end(), level->begin(), level->end());
  }
  if (options.with_stages) {
    reading.stages.emplace_back("drawing", painted(drawing));
    const raster::Bitmap result =
        raster::paint_ink(to_scene(drawing), {.width = drawing.width, .height = drawing.height});
    reading.stages.emplace_back("difference", raster::difference_picture(all_ink(sheet), result));
  }
  return reading;
}

}  // namespace papert::solve::turtle
