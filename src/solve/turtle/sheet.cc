// A drawn picture has few colours, each exact, and the margin is paper. A colour's ink is lines,
// areas or both. Lines are what a disc somewhat wider than the pen does not fit into (a
// morphological opening); the pen follows from how deep the middle of the ink lies below its edge.
// Where many lines meet their ink is as wide as an area: such a hub is recognised by the lines that
// leave it all around.

#include "solve/turtle/sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <opencv2/imgproc.hpp>
#include <string>
#include <utility>

#include "solve/turtle/trace.h"

namespace papert::solve::turtle {
namespace {

constexpr std::int64_t kMostPixels = 4'000'000;
constexpr std::size_t kMostColors = 24;
constexpr int kFewestPixels = 12;  // of a colour that counts

using Colors = std::vector<std::uint32_t>;  // 0xRRGGBB, a pixel each

Colors colors_of(const raster::Image& picture, bool black_only) {
  constexpr int kDark = 128;
  Colors colors;
  colors.reserve(static_cast<std::size_t>(picture.width()) *
                 static_cast<std::size_t>(picture.height()));
  const raster::Image gray = black_only ? raster::to_gray(picture) : raster::Image();
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) {
      if (black_only) {
        colors.push_back(gray.row(y)[x] < kDark ? 0 : 0xFFFFFF);
      } else if (picture.channels() == 1) {
        colors.push_back(picture.row(y)[x] * 0x10101U);
      } else {
        const std::uint8_t* at = picture.row(y) + std::ptrdiff_t{3} * x;
        colors.push_back(std::uint32_t{at[0]} << 16U | std::uint32_t{at[1]} << 8U | at[2]);
      }
    }
  }
  return colors;
}

std::uint32_t most_frequent(const std::map<std::uint32_t, std::int64_t>& counts) {
  return std::max_element(counts.begin(), counts.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

/// What most pixels of the picture's rim have.
std::uint32_t paper_of(const Colors& colors, int width, int height) {
  std::map<std::uint32_t, std::int64_t> counts;
  for (int y = 0; y < height; ++y) {
    const bool whole_row = y == 0 || y == height - 1;
    for (int x = 0; x < width; x += whole_row ? 1 : std::max(width - 1, 1)) {
      ++counts[colors[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                      static_cast<std::size_t>(x)]];
    }
  }
  return most_frequent(counts);
}

scene::Color color_of(std::uint32_t value) {
  return {static_cast<std::uint8_t>(value >> 16U), static_cast<std::uint8_t>(value >> 8U & 255U),
          static_cast<std::uint8_t>(value & 255U)};
}

/// The colours that count but for the paper, the most frequent first.
std::vector<std::uint32_t> palette_of(const Colors& colors, std::uint32_t paper) {
  std::map<std::uint32_t, std::int64_t> counts;
  for (const std::uint32_t color : colors) ++counts[color];
  counts.erase(paper);
  std::vector<std::pair<std::uint32_t, std::int64_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::uint32_t> palette;
  for (const auto& [color, count] : sorted) {
    if (count < kFewestPixels || palette.size() == kMostColors) break;
    palette.push_back(color);
  }
  return palette;
}

cv::Mat mask_of(const Colors& colors, std::uint32_t color, const cv::Size& size) {
  cv::Mat mask = cv::Mat::zeros(size, CV_8U);
  for (std::size_t i = 0; i < colors.size(); ++i) {
    if (colors[i] == color) mask.data[i] = 1;
  }
  return mask;
}

cv::Mat disc(double radius) {
  const int reach = static_cast<int>(std::lround(radius));
  cv::Mat kernel = cv::Mat::zeros(2 * reach + 1, 2 * reach + 1, CV_8U);
  for (int y = -reach; y <= reach; ++y) {
    for (int x = -reach; x <= reach; ++x) {
      if (x * x + y * y <= radius * radius + 0.5) kernel.at<std::uint8_t>(y + reach, x + reach) = 1;
    }
  }
  return kernel;
}

cv::Mat padded_depth(const cv::Mat& mask) {
  cv::Mat padded;
  cv::copyMakeBorder(mask, padded, 1, 1, 1, 1, cv::BORDER_CONSTANT, cv::Scalar(0));
  cv::Mat depth;
  cv::distanceTransform(padded, depth, cv::DIST_L2, cv::DIST_MASK_PRECISE);
  return depth(cv::Rect(1, 1, mask.cols, mask.rows)).clone();
}

/// Whether a distance transform is cheaper than a kernel of this radius.
bool is_broad(const cv::Mat& mask, double radius) {
  constexpr double kMostKernelSteps = 2e10;
  const double side = 2 * radius + 1;
  return static_cast<double>(mask.total()) * side * side > kMostKernelSteps;
}

/// The farthest that a pixel of disc() lies from its middle: none has a whole number beyond.
double reach_of_disc(double radius) { return std::sqrt(radius * radius + 0.5); }

cv::Mat dilated_by_disc(const cv::Mat& mask, double radius) {
  cv::Mat result;
  if (!is_broad(mask, radius)) {
    cv::dilate(mask, result, disc(radius));
    return result;
  }
  cv::distanceTransform(1 - mask, result, cv::DIST_L2, cv::DIST_MASK_PRECISE);
  return (result <= reach_of_disc(radius)) / 255;
}

/// What discs inside of a mask cover; beyond the picture there is nothing of it.
cv::Mat opened_by_disc(const cv::Mat& mask, double radius) {
  if (is_broad(mask, radius)) {
    return dilated_by_disc((padded_depth(mask) > reach_of_disc(radius)) / 255, radius);
  }
  cv::Mat core;
  cv::morphologyEx(mask, core, cv::MORPH_OPEN, disc(radius), cv::Point(-1, -1), 1,
                   cv::BORDER_CONSTANT, cv::Scalar(0));
  return core;
}

/// How deep the middle of the thinner lines lies below their edge.
double typical_depth(const cv::Mat& depth, const cv::Mat& skeleton) {
  constexpr double kShare = 0.35;
  std::vector<cv::Point> pixels;
  cv::findNonZero(skeleton, pixels);
  std::vector<float> depths;
  depths.reserve(pixels.size());
  for (const cv::Point& at : pixels) depths.push_back(depth.at<float>(at.y, at.x));
  if (depths.empty()) return 1;
  const auto place = static_cast<std::ptrdiff_t>(kShare * static_cast<double>(depths.size()));
  std::nth_element(depths.begin(), depths.begin() + place, depths.end());
  return depths[static_cast<std::size_t>(place)];
}

/// Whether what lies outside of the core is as deep all along as lines are; corners are not.
bool has_lines(const cv::Mat& skeleton, const cv::Mat& depth, const cv::Mat& core, double thin) {
  constexpr int kFewest = 30;
  std::vector<cv::Point> pixels;
  cv::findNonZero(skeleton & (1 - dilated_by_disc(core, thin + 2)), pixels);
  int even = 0;
  for (const cv::Point& at : pixels) {
    const double own = depth.at<float>(at.y, at.x);
    even += own > 0.7 * thin && own < 1.4 * thin ? 1 : 0;
  }
  const int all = static_cast<int>(pixels.size());
  return all >= kFewest && 10 * even >= 8 * all;
}

/// In how many places ink that is not of the core touches it.
int touching_lines(const cv::Mat& ink, const cv::Mat& core) {
  cv::Mat around;
  cv::dilate(core, around, disc(2));
  cv::Mat near = around & ink & (1 - core);
  cv::Mat labels;
  return cv::connectedComponents(near, labels, 8, CV_32S) - 1;
}

/// The share of what is around the core that is ink: little of it for lines that touch an area,
/// most of it where lines become one.
double ink_around(const cv::Mat& ink, const cv::Mat& core) {
  cv::Mat near;
  cv::Mat far;
  cv::dilate(core, near, disc(2));
  cv::dilate(core, far, disc(3.5));
  const cv::Mat ring = far & (1 - near);
  return static_cast<double>(cv::countNonZero(ring & ink)) / std::max(cv::countNonZero(ring), 1);
}

/// A part's box with so much around it, as far as the picture reaches.
cv::Rect box_of_part(const cv::Mat& stats, int part, int margin, const cv::Mat& picture) {
  return cv::Rect(stats.at<int>(part, cv::CC_STAT_LEFT) - margin,
                  stats.at<int>(part, cv::CC_STAT_TOP) - margin,
                  stats.at<int>(part, cv::CC_STAT_WIDTH) + 2 * margin,
                  stats.at<int>(part, cv::CC_STAT_HEIGHT) + 2 * margin) &
         cv::Rect(0, 0, picture.cols, picture.rows);
}

/// Some passes over a part's box.
void spend_box(Work* work, const cv::Rect& box) {
  spend(work, static_cast<std::size_t>(box.area()) / 8 + 1);
}

/// Removes from the core what is not an area: hubs of lines, and thick lines.
cv::Mat areas_in(const cv::Mat& ink, const cv::Mat& core, const cv::Mat& depth, double thin,
                 Work* work) {
  constexpr int kHub = 4;
  constexpr double kMostlyLines = 0.25;
  constexpr double kDeep = 4;  // lines that run into each other are less deep
  constexpr int kSurroundings = 5;
  cv::Mat labels;
  cv::Mat stats;
  cv::Mat centers;
  const int count = cv::connectedComponentsWithStats(core, labels, stats, centers, 8, CV_32S);
  cv::Mat areas = cv::Mat::zeros(ink.size(), CV_8U);
  for (int i = 1; i < count && !is_spent(work); ++i) {
    const cv::Rect box = box_of_part(stats, i, kSurroundings, ink);
    spend_box(work, box);
    const cv::Mat one = (labels(box) == i) / 255;
    double inner = 0;
    cv::minMaxLoc(depth(box), nullptr, &inner, nullptr, nullptr, one);
    const int lines = touching_lines(ink(box), one);
    const bool hub =
        (lines >= kHub && ink_around(ink(box), one) > kMostlyLines) || inner < kDeep * thin + 1;
    if (!hub) areas(box).setTo(1, one);
  }
  return areas;
}

/// The ink of a layer with the narrow cuts that other ink made into it.
cv::Mat healed(const cv::Mat& ink, const cv::Mat& all_ink) {
  constexpr double kWidestCut = 5;
  cv::Mat closed;
  cv::morphologyEx(ink, closed, cv::MORPH_CLOSE, disc(kWidestCut), cv::Point(-1, -1), 1,
                   cv::BORDER_CONSTANT, cv::Scalar(0));
  return ink | (closed & all_ink);
}

/// Round and square parts that are full but for what other ink covers: dots under lines.
cv::Mat solid_parts(const cv::Mat& ink, const cv::Mat& all_ink, Work* work) {
  cv::Mat labels;
  cv::Mat stats;
  cv::Mat centers;
  const int count =
      cv::connectedComponentsWithStats(healed(ink, all_ink), labels, stats, centers, 8, CV_32S);
  cv::Mat solid = cv::Mat::zeros(ink.size(), CV_8U);
  for (int i = 1; i < std::min(count, 400) && !is_spent(work); ++i) {
    constexpr int kFewPixels = 20;
    if (stats.at<int>(i, cv::CC_STAT_AREA) < kFewPixels) continue;
    const cv::Rect box = box_of_part(stats, i, 0, ink);
    spend_box(work, box);
    const cv::Mat part = (labels(box) == i) & (ink(box) * 255);
    std::vector<cv::Point> pixels;
    cv::findNonZero(part, pixels);
    if (pixels.size() < kFewPixels) continue;
    std::vector<cv::Point> hull;
    cv::convexHull(pixels, hull);
    for (cv::Point& pixel : pixels) pixel += box.tl();
    const cv::RotatedRect around = cv::minAreaRect(pixels);
    if (std::min(around.size.width, around.size.height) <
        0.6 * std::max(around.size.width, around.size.height)) {
      continue;
    }
    cv::Mat full = cv::Mat::zeros(box.size(), CV_8U);
    cv::fillConvexPoly(full, hull, cv::Scalar(1));
    const double area = cv::countNonZero(full);
    const double own = cv::countNonZero(full & ink(box));
    const double inked = cv::countNonZero(full & all_ink(box));
    // At the edge of a small disc the sides of a hull take in some paper.
    constexpr double kSmall = 1500;
    const double blank = 0.04 * area + (area < kSmall ? 0.5 * std::sqrt(area) : 0);
    if (own > 0.55 * area && area - inked < blank) solid(box) |= part / 255;
  }
  return solid;
}

void split_layer(Layer& layer, const cv::Mat& all_ink, const SheetOptions& options) {
  const double given_pen = options.pen;
  const cv::Mat solid = given_pen > 0 ? cv::Mat(cv::Mat::zeros(all_ink.size(), CV_8U))
                                      : solid_parts(layer.ink, all_ink, options.work);
  const cv::Mat whole = layer.ink & (1 - solid);
  const cv::Mat skeleton = thinned(whole, true);
  const cv::Mat depth = padded_depth(whole);
  const double thin = typical_depth(depth, skeleton);
  layer.pen = given_pen > 0 ? given_pen : std::max(2 * thin - 1.5, 1.0);
  layer.lines = whole.clone();
  constexpr double kMostlyArea = 0.75;
  constexpr double kThickestPen = 14;
  const cv::Mat core = opened_by_disc(whole, 1.5 * thin + 1);
  cv::dilate(core, layer.hubs, disc(1));
  if (given_pen > 0) return;
  const double share =
      static_cast<double>(cv::countNonZero(core)) / std::max(cv::countNonZero(whole), 1);
  const bool area = share > kMostlyArea && !has_lines(skeleton, depth, core, thin);
  if (area || layer.pen > kThickestPen) {
    layer.lines = cv::Mat::zeros(layer.ink.size(), CV_8U);
    layer.pen = 0;
    return;
  }
  cv::Mat areas = areas_in(whole, core, depth, thin, options.work);
  cv::dilate(areas, areas, disc(1.5));
  layer.lines = whole & (1 - areas);
  layer.hubs = layer.hubs & layer.lines;
}

/// How much of what is around it is lines of others.
double share_of_lines(const cv::Mat& part, const cv::Mat& others) {
  cv::Mat around;
  cv::dilate(part, around, cv::Mat());
  around = around & (1 - part);
  return static_cast<double>(cv::countNonZero(around & others)) /
         std::max(cv::countNonZero(around), 1);
}

cv::Mat lines_of_others(const Sheet& sheet, std::size_t layer) {
  cv::Mat lines = cv::Mat::zeros(sheet.height, sheet.width, CV_8U);
  for (std::size_t i = 0; i < sheet.layers.size(); ++i) {
    if (i != layer) lines |= sheet.layers[i].lines;
  }
  return lines;
}

/// Parts that lines of other colours enclose are areas, however narrow they are.
void take_enclosed(Layer& layer, const cv::Mat& others, Work* work) {
  constexpr double kEnclosed = 0.55;
  cv::Mat labels;
  cv::Mat stats;
  cv::Mat centers;
  const int count =
      cv::connectedComponentsWithStats(layer.lines, labels, stats, centers, 8, CV_32S);
  for (int i = 1; i < count && !is_spent(work); ++i) {
    const cv::Rect box = box_of_part(stats, i, 1, labels);
    spend_box(work, box);
    const cv::Mat part = (labels(box) == i) / 255;
    if (share_of_lines(part, others(box)) < kEnclosed) continue;
    layer.lines(box).setTo(0, part);
  }
  layer.hubs = layer.hubs & layer.lines;
  if (cv::countNonZero(layer.lines) == 0) layer.pen = 0;
}

/// The layer most enclosed by lines first: then its own lines enclose no other.
void part_enclosed(Sheet& sheet, Work* work) {
  constexpr double kEnclosed = 0.55;
  std::vector<bool> done(sheet.layers.size(), false);
  while (true) {
    double most = kEnclosed;
    std::size_t next = sheet.layers.size();
    for (std::size_t i = 0; i < sheet.layers.size(); ++i) {
      if (done[i] || sheet.layers[i].pen == 0) continue;
      const double share = share_of_lines(sheet.layers[i].lines, lines_of_others(sheet, i));
      if (share <= most) continue;
      most = share;
      next = i;
    }
    if (next == sheet.layers.size()) return;
    done[next] = true;
    take_enclosed(sheet.layers[next], lines_of_others(sheet, next), work);
  }
}

cv::Mat area_map(const Sheet& sheet) {
  const cv::Size size(sheet.width, sheet.height);
  cv::Mat map(size, CV_16S, cv::Scalar(-1));
  cv::Mat lines = cv::Mat::zeros(size, CV_8U);
  for (std::size_t i = 0; i < sheet.layers.size(); ++i) {
    map.setTo(static_cast<double>(i), sheet.layers[i].ink);
    lines |= sheet.layers[i].lines;
  }
  if (cv::countNonZero(lines) == static_cast<int>(lines.total())) return map;
  cv::Mat distance;
  cv::Mat nearest;
  cv::distanceTransform(lines, distance, nearest, cv::DIST_L2, cv::DIST_MASK_5,
                        cv::DIST_LABEL_PIXEL);
  std::vector<std::int16_t> values(lines.total() + 1, -1);
  for (int i = 0; i < static_cast<int>(lines.total()); ++i) {
    if (lines.data[i] == 0) {
      values[static_cast<std::size_t>(nearest.at<int>(i / size.width, i % size.width))] =
          map.at<std::int16_t>(i / size.width, i % size.width);
    }
  }
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      map.at<std::int16_t>(y, x) = values[static_cast<std::size_t>(nearest.at<int>(y, x))];
    }
  }
  return map;
}

}  // namespace

void take_areas(Layer& layer, const cv::Mat& areas) {
  cv::Mat around;
  cv::dilate(areas, around, disc(1.5));
  layer.lines = layer.lines & (1 - around);
  layer.hubs = layer.hubs & layer.lines;
}

void update_areas(Sheet& sheet) {
  cv::Mat all_lines = cv::Mat::zeros(sheet.height, sheet.width, CV_8U);
  for (const Layer& layer : sheet.layers) all_lines |= layer.lines;
  cv::Mat all_areas = cv::Mat::zeros(sheet.height, sheet.width, CV_8U);
  for (const Layer& layer : sheet.layers) all_areas |= layer.ink & (1 - layer.lines);
  for (Layer& layer : sheet.layers) {
    layer.covered = all_lines & (1 - layer.ink);
    cv::Mat near;
    cv::dilate(layer.lines, near, disc(std::max(layer.pen / 2, 1.0)));
    layer.beside = near & all_areas & (1 - layer.ink);
  }
  sheet.areas = area_map(sheet);
}

Result<Sheet> read_sheet(const raster::Image& picture, const SheetOptions& options) {
  const std::int64_t pixels = std::int64_t{picture.width()} * picture.height();
  if (pixels > kMostPixels) {
    return fail(ErrorCode::kLimit, "the picture has " + std::to_string(pixels) +
                                       " pixels, at most " + std::to_string(kMostPixels) +
                                       " are read");
  }
  if (pixels == 0) return fail(ErrorCode::kBadData, "the picture is empty");
  const Colors colors = colors_of(picture, options.black_only);
  Sheet sheet{.width = picture.width(), .height = picture.height()};
  const cv::Size size(sheet.width, sheet.height);
  const std::uint32_t paper = paper_of(colors, sheet.width, sheet.height);
  sheet.paper = color_of(paper);
  cv::Mat all_ink = cv::Mat::zeros(size, CV_8U);
  for (const std::uint32_t color : palette_of(colors, paper)) {
    Layer layer{.color = color_of(color), .ink = mask_of(colors, color, size)};
    all_ink |= layer.ink;
    sheet.layers.push_back(std::move(layer));
  }
  if (sheet.layers.empty()) {
    return fail(ErrorCode::kBadData, "there is nothing to draw: the picture has one colour");
  }
  for (Layer& layer : sheet.layers) split_layer(layer, all_ink, options);
  part_enclosed(sheet, options.work);
  update_areas(sheet);
  return sheet;
}

}  // namespace papert::solve::turtle
