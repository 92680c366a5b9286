#include "solve/turtle/reader.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "raster/paint_scene.h"
#include "raster/render.h"
#include "solve/turtle/areas.h"
#include "solve/turtle/fit.h"
#include "solve/turtle/refine.h"
#include "solve/turtle/sheet.h"
#include "solve/turtle/trace.h"

namespace papert::solve::turtle {
namespace {

Target target_of(const Layer& layer) {
  return make_target(layer.lines, layer.covered | (layer.ink & (1 - layer.lines)), true);
}

double length_of(const Path& path) {
  const auto points = outline(path, 1);
  double length = 0;
  for (std::size_t i = 1; i < points.size(); ++i) length += norm(points[i] - points[i - 1]);
  return length;
}

/// The width with which the lines paint most nearly the picture.
void find_pen(std::vector<Path>& paths, double guess, double unit, const Target& target) {
  double best = guess;
  std::int64_t least = -1;
  for (double pen = std::max(guess - 2, 1.0); pen <= guess + 2; pen += 0.5) {
    for (Path& path : paths) path.pen = pen;
    const std::int64_t differ = differing(paths, unit, target);
    if (least >= 0 && differ >= least) continue;
    least = differ;
    best = pen;
  }
  for (Path& path : paths) path.pen = best;
}

std::vector<Path> fitted_lines(const std::vector<Chain>& chains, const Layer& layer,
                               const FitOptions& fit) {
  std::vector<Path> paths;
  for (const Chain& chain : chains) {
    if (chain.points.size() < 2) continue;
    Path path = fit_path(chain, layer.lines, fit);
    if (path.points.size() < 2 && !path.ring) continue;
    path.color = layer.color;
    if (length_of(path) > 0.5) paths.push_back(std::move(path));
  }
  return paths;
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

/// The lines of one colour. With one pen every pixel counts, so that circles which a turtle drew in
/// a way not foreseen are also tried as the polygons they are.
Result<std::vector<Path>> read_lines(const Layer& layer, const cv::Mat& skeleton,
                                     const ReaderOptions& options) {
  std::vector<Chain> chains = TRY(trace_lines(skeleton, layer.pen, layer.hubs));
  chains = bridged(std::move(chains), layer.covered, layer.pen);
  std::vector<Path> paths = fitted_lines(chains, layer, {.pen = layer.pen, .tolerance = 1});
  const Target target = target_of(layer);
  if (options.pen == 0) find_pen(paths, layer.pen, options.unit, target);
  join_ends(paths, 0.6 * layer.pen + 1);
  polish(paths, target, options);
  if (!options.black_only) return paths;
  std::vector<Path> straight =
      fitted_lines(chains, layer, {.pen = layer.pen, .tolerance = 0.7, .arcs = false});
  join_ends(straight, 0.6 * layer.pen + 1);
  polish(straight, target, options);
  const auto differ = static_cast<double>(differing(paths, options.unit, target));
  const auto by_corners = static_cast<double>(differing(straight, options.unit, target));
  return by_corners < 0.7 * differ - 10 ? straight : paths;
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
  const Sheet sheet =
      TRY(read_sheet(picture, {.pen = options.pen, .black_only = options.black_only}));
  Reading reading;
  Drawing& drawing = reading.drawing;
  drawing = {.width = sheet.width, .height = sheet.height, .unit = options.unit};
  drawing.paper = sheet.paper;
  cv::Mat skeletons = cv::Mat::zeros(sheet.height, sheet.width, CV_8U);
  std::vector<Path> lines;
  for (const Layer& layer : sheet.layers) {
    if (layer.pen == 0) continue;
    const cv::Mat skeleton = thinned(layer.lines, layer.pen > 3);
    skeletons |= skeleton;
    std::vector<Path> own = TRY(read_lines(layer, skeleton, options));
    lines.insert(lines.end(), own.begin(), own.end());
  }
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
  drawing.paths = std::move(areas);
  drawing.paths.insert(drawing.paths.end(), lines.begin(), lines.end());
  if (options.with_stages) {
    reading.stages.emplace_back("drawing", painted(drawing));
    const raster::Bitmap result =
        raster::paint_ink(to_scene(drawing), {.width = drawing.width, .height = drawing.height});
    reading.stages.emplace_back("difference", raster::difference_picture(all_ink(sheet), result));
  }
  return reading;
}

}  // namespace papert::solve::turtle
