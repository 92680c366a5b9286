// The lines are painted as thin as can be, three times as large as the picture: what they part are
// faces. With their true pens and a little more they hide what cannot be told for certain; the rest
// of a face votes on its colour.

#include "solve/turtle/faces.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "raster/paint_scene.h"

namespace papert::solve::turtle {
namespace {

constexpr int kFewPixels = 9;  // of another colour that a face of one colour may show

scene::Stroke stroke_of(std::vector<scene::Point> points, double width) {
  for (scene::Point& each : points) each.y = -each.y;
  return {.points = std::move(points), .width = width};
}

cv::Mat to_mask(const raster::Bitmap& bits) {
  cv::Mat mask = cv::Mat::zeros(bits.height(), bits.width(), CV_8U);
  for (int y = 0; y < bits.height(); ++y) {
    for (int x = 0; x < bits.width(); ++x) {
      if (bits.get(x, y)) mask.at<std::uint8_t>(y, x) = 1;
    }
  }
  return mask;
}

struct Reach {
  scene::Point to;
  double distance = 1e9;
};

/// The nearest place of all lines but for the piece that ends here.
Reach nearest_place(const std::vector<std::vector<scene::Point>>& outlines, std::size_t own,
                    bool front) {
  const scene::Point at = front ? outlines[own].front() : outlines[own].back();
  Reach best;
  for (std::size_t i = 0; i < outlines.size(); ++i) {
    const auto& points = outlines[i];
    for (std::size_t k = 1; k < points.size(); ++k) {
      if (i == own && (front ? k == 1 : k + 1 == points.size())) continue;
      const scene::Point along = points[k] - points[k - 1];
      const double length = dot(along, along);
      const double share =
          length > 0 ? std::clamp(dot(at - points[k - 1], along) / length, 0.0, 1.0) : 0;
      const scene::Point foot = points[k - 1] + share * along;
      if (norm(foot - at) < best.distance) best = {foot, norm(foot - at)};
    }
  }
  return best;
}

/// Lines end a little before or behind the lines they touch: thin ones would leave gaps.
void close_gaps(const std::vector<Path>& lines,
                const std::vector<std::vector<scene::Point>>& outlines, scene::Scene& scene) {
  constexpr std::size_t kMostLines = 600;  // every end is compared with all of them
  if (lines.size() > kMostLines) return;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].closed) continue;
    for (const bool front : {true, false}) {
      const Reach reach = nearest_place(outlines, i, front);
      if (reach.distance > 0.6 * lines[i].pen + 1.5) continue;
      const scene::Point at = front ? outlines[i].front() : outlines[i].back();
      scene.items.emplace_back(stroke_of({at, reach.to}, 0));
    }
  }
}

constexpr int kMixed = -2;

/// The colour of each pixel of the picture that is paper or area; kMixed for what is line.
cv::Mat own_labels(const Sheet& sheet) {
  cv::Mat own(sheet.height, sheet.width, CV_16S, cv::Scalar(-1));
  for (std::size_t i = 0; i < sheet.layers.size(); ++i) {
    own.setTo(static_cast<double>(i), sheet.layers[i].ink);
    own.setTo(kMixed, sheet.layers[i].lines);
  }
  return own;
}

/// The pixels around which all have the same label.
cv::Mat inner_pixels(const cv::Mat& own) {
  cv::Mat most;
  cv::Mat least;
  cv::dilate(own, most, cv::Mat());
  cv::erode(own, least, cv::Mat());
  return ((most == least) & (own != kMixed)) / 255;
}

/// Votes of a face for each label; the paper's come first.
struct Votes {
  std::vector<std::int64_t> seen;    // by pixels that no line hides and that are not at an edge
  std::vector<std::int64_t> beside;  // by all, hidden ones for what is nearest

  [[nodiscard]] static int winner(const std::vector<std::int64_t>& votes) {
    return static_cast<int>(std::max_element(votes.begin(), votes.end()) - votes.begin()) - 1;
  }
};

int label_of(const Votes& votes, int scale) {
  std::int64_t all = 0;
  for (const std::int64_t each : votes.seen) all += each;
  if (all == 0) return Votes::winner(votes.beside);
  const int first = Votes::winner(votes.seen);
  const std::int64_t others = all - votes.seen[static_cast<std::size_t>(first + 1)];
  return others <= std::int64_t{kFewPixels} * scale * scale ? first : kMixed;
}

/// Fills in the borders; returns what the lines hide of the picture.
cv::Mat paint_borders(const Sheet& sheet, const std::vector<Path>& lines, double unit,
                      FaceMap& map) {
  scene::Scene thin;
  scene::Scene thick;
  std::vector<std::vector<scene::Point>> outlines;
  outlines.reserve(lines.size());
  for (const Path& line : lines) outlines.push_back(outline(line, unit));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    thin.items.emplace_back(stroke_of(outlines[i], 0));
    thick.items.emplace_back(stroke_of(outlines[i], lines[i].pen + 1.2));
  }
  close_gaps(lines, outlines, thin);
  map.borders = to_mask(raster::paint_ink(thin, {.width = map.scale * sheet.width,
                                                 .height = map.scale * sheet.height,
                                                 .scale = static_cast<double>(map.scale)}));
  return to_mask(raster::paint_ink(thick, {.width = sheet.width, .height = sheet.height}));
}

std::vector<int> label_faces(const Sheet& sheet, const cv::Mat& faces, int count,
                             const cv::Mat& hidden) {
  const cv::Mat own = own_labels(sheet);
  const cv::Mat inner = inner_pixels(own);
  const int scale = faces.cols / sheet.width;
  std::vector<Votes> votes(static_cast<std::size_t>(count));
  for (Votes& each : votes) {
    each.seen.assign(sheet.layers.size() + 1, 0);
    each.beside.assign(sheet.layers.size() + 1, 0);
  }
  for (int y = 0; y < faces.rows; ++y) {
    for (int x = 0; x < faces.cols; ++x) {
      Votes& face = votes[static_cast<std::size_t>(faces.at<int>(y, x))];
      const cv::Point at(x / scale, y / scale);
      ++face.beside[static_cast<std::size_t>(sheet.areas.at<std::int16_t>(at) + 1)];
      if (hidden.at<std::uint8_t>(at) != 0 || inner.at<std::uint8_t>(at) == 0) continue;
      ++face.seen[static_cast<std::size_t>(own.at<std::int16_t>(at) + 1)];
    }
  }
  std::vector<int> labels;
  labels.reserve(votes.size());
  for (const Votes& each : votes) labels.push_back(label_of(each, scale));
  return labels;
}

}  // namespace

FaceMap find_faces(const Sheet& sheet, const std::vector<Path>& lines, double unit) {
  constexpr int kLargest = 640'000;  // pixels of a picture that is looked at three times as large
  FaceMap map{.scale = sheet.width * sheet.height <= kLargest ? 3 : 1};
  const cv::Mat hidden = paint_borders(sheet, lines, unit, map);
  cv::Mat faces;
  const int count = cv::connectedComponents(1 - map.borders, faces, 4, CV_32S);
  const std::vector<int> labels = label_faces(sheet, faces, count, hidden);
  map.labels.create(faces.size(), CV_16S);
  for (int y = 0; y < faces.rows; ++y) {
    for (int x = 0; x < faces.cols; ++x) {
      const int label = labels[static_cast<std::size_t>(faces.at<int>(y, x))];
      map.labels.at<std::int16_t>(y, x) =
          label != kMixed ? static_cast<std::int16_t>(label)
                          : sheet.areas.at<std::int16_t>(y / map.scale, x / map.scale);
    }
  }
  return map;
}

}  // namespace papert::solve::turtle
