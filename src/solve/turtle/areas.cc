// An area reaches to the middle of the lines around it, so its outline is the border of its part of
// the area map. The border runs through the outermost pixels of the part; half a pixel outwards is
// the edge itself.

#include "solve/turtle/areas.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <opencv2/imgproc.hpp>
#include <span>

#include "solve/turtle/fit.h"

namespace papert::solve::turtle {
namespace {

constexpr double kSmallest = 14;  // pixels
constexpr int kScale = 2;

struct Patch {
  double size = 0;
  Path path;
};

/// Of a mask twice as large, so that one pixel wide parts have an inside; back in pixels.
Chain border_chain(const std::vector<cv::Point>& border) {
  Chain chain{.closed = true};
  chain.points.reserve(border.size());
  for (const cv::Point& at : border) {
    chain.points.push_back({(at.x + 0.5) / kScale, (at.y + 0.5) / kScale});
  }
  return chain;
}

bool has_line_beside(const Sheet& sheet, const std::vector<scene::Point>& border) {
  int beside = 0;
  for (const scene::Point& at : border) {
    const cv::Point pixel(std::clamp(static_cast<int>(at.x), 0, sheet.width - 1),
                          std::clamp(static_cast<int>(at.y), 0, sheet.height - 1));
    beside += std::any_of(sheet.layers.begin(), sheet.layers.end(),
                          [&pixel](const Layer& layer) {
                            return layer.lines.at<std::uint8_t>(pixel.y, pixel.x) != 0;
                          })
                  ? 1
                  : 0;
  }
  return 4 * beside > static_cast<int>(border.size());
}

Patch patch_of(const Sheet& sheet, const std::vector<cv::Point>& border, scene::Color color) {
  const Chain chain = border_chain(border);
  Patch patch{.size = cv::contourArea(border) / (kScale * kScale)};
  patch.path = fit_path(chain, cv::Mat(), {.pen = 0, .tolerance = 1});
  patch.path.fill = color;
  patch.path.color = color;
  patch.path.dot = patch.path.ring && !has_line_beside(sheet, chain.points);
  return patch;
}

void add_patches(const Sheet& sheet, const cv::Mat& part, scene::Color color,
                 std::vector<Patch>& patches) {
  cv::Mat large;
  cv::resize(part, large, {}, kScale, kScale, cv::INTER_NEAREST);
  std::vector<std::vector<cv::Point>> borders;
  std::vector<cv::Vec4i> tree;
  cv::findContours(large, borders, tree, cv::RETR_CCOMP, cv::CHAIN_APPROX_NONE);
  for (std::size_t i = 0; i < borders.size(); ++i) {
    const bool hole = tree[i][3] >= 0;
    if (hole || borders[i].size() < 8) continue;
    Patch patch = patch_of(sheet, borders[i], color);
    if (patch.size >= kSmallest) patches.push_back(std::move(patch));
  }
}

/// Paper that other areas surround.
cv::Mat inner_paper(const Sheet& sheet) {
  cv::Mat paper = sheet.areas == -1;
  cv::Mat padded;
  cv::copyMakeBorder(paper, padded, 1, 1, 1, 1, cv::BORDER_CONSTANT, cv::Scalar(255));
  cv::floodFill(padded, cv::Point(0, 0), cv::Scalar(0));
  return padded(cv::Rect(1, 1, paper.cols, paper.rows)) / 255;
}

double apart(const std::vector<scene::Point>& points, const std::vector<scene::Point>& from) {
  double most = 0;
  for (const scene::Point& each : points) {
    double nearest = 1e9;
    for (std::size_t i = 0; i < from.size(); ++i) {
      nearest = std::min(nearest, distance_to(each, from[i], from[(i + 1) % from.size()]));
    }
    most = std::max(most, nearest);
  }
  return most;
}

/// Whether one of the others is below it.
bool lies_on(const Path& path, const std::vector<Path>& others) {
  const auto points = outline(path, 1);
  const cv::Point2f first(static_cast<float>(points[0].x), static_cast<float>(points[0].y));
  return std::any_of(others.begin(), others.end(), [&first](const Path& other) {
    std::vector<cv::Point2f> border;
    for (const scene::Point& at : outline(other, 1)) {
      border.emplace_back(static_cast<float>(at.x), static_cast<float>(at.y));
    }
    return cv::pointPolygonTest(border, first, false) >= 0;
  });
}

/// Whether an area that is painted later would cover a part of the line around this one.
bool is_covered(const std::vector<scene::Point>& border, double pen, std::span<const Path> later) {
  return std::any_of(later.begin(), later.end(), [&](const Path& other) {
    const auto points = outline(other, 1);
    return std::any_of(points.begin(), points.end(), [&](const scene::Point& each) {
      for (std::size_t i = 0; i + 1 < border.size(); ++i) {
        if (distance_to(each, border[i], border[i + 1]) < pen / 2 + 1.5) return true;
      }
      return false;
    });
  });
}

}  // namespace

std::vector<Path> find_areas(const Sheet& sheet) {
  std::vector<Patch> patches;
  for (std::size_t i = 0; i < sheet.layers.size(); ++i) {
    const cv::Mat part = sheet.areas == static_cast<double>(i);
    if (cv::countNonZero(part) > 0) add_patches(sheet, part, sheet.layers[i].color, patches);
  }
  if (patches.empty()) return {};
  add_patches(sheet, inner_paper(sheet), sheet.paper, patches);
  std::stable_sort(patches.begin(), patches.end(),
                   [](const Patch& a, const Patch& b) { return a.size > b.size; });
  std::vector<Path> paths;
  for (Patch& patch : patches) {
    const bool blank = *patch.path.fill == sheet.paper;
    if (!blank || lies_on(patch.path, paths)) paths.push_back(std::move(patch.path));
  }
  return paths;
}

void join_areas(std::vector<Path>& areas, std::vector<Path>& lines, double unit) {
  for (std::size_t i = 0; i < areas.size(); ++i) {
    if (areas[i].dot) continue;
    const auto border = outline(areas[i], unit);
    const auto line = std::find_if(lines.begin(), lines.end(), [&](const Path& each) {
      if (!each.closed || each.fill) return false;
      const auto points = outline(each, unit);
      const double limit = 0.5 * each.pen + 1.5;
      return apart(points, border) < limit && apart(border, points) < limit;
    });
    if (line == lines.end()) continue;
    if (is_covered(border, line->pen, std::span(areas).subspan(i + 1))) continue;
    Path joined = *line;
    joined.fill = areas[i].fill;
    areas[i] = joined;
    lines.erase(line);
  }
}

}  // namespace papert::solve::turtle
