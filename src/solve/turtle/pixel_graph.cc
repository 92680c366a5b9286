#include "solve/turtle/pixel_graph.h"

#include <cstdint>
#include <utility>

namespace papert::solve::turtle {
namespace {

/// Links of a skeleton's pixels: to the four next to it, and to a diagonal one that no such pixel
/// leads to.
class PixelGraph {
 public:
  explicit PixelGraph(const cv::Mat& skeleton) {
    cv::copyMakeBorder(skeleton, padded_, 1, 1, 1, 1, cv::BORDER_CONSTANT, cv::Scalar(0));
    cv::findNonZero(padded_, pixels_);
    seen_ = cv::Mat::zeros(padded_.size(), CV_8U);
  }

  std::vector<Edge> edges() {
    std::vector<Edge> all;
    for (const cv::Point& at : pixels_) {
      const auto next = links(at);
      if (next.size() == 2) continue;
      mark(at);
      if (next.empty()) all.push_back({.pixels = {at, at}});
      for (const cv::Point& each : next) {
        if (links(each).size() == 2) {
          if (!marked(each)) all.push_back(follow(at, each));
        } else if (std::pair(at.y, at.x) < std::pair(each.y, each.x)) {
          all.push_back({.pixels = {at, each}});
        }
      }
    }
    for (const cv::Point& at : pixels_) {  // what is left are rings
      if (!marked(at)) {
        mark(at);
        all.push_back(follow(at, links(at)[0]));
      }
    }
    return all;
  }

 private:
  [[nodiscard]] bool set(int x, int y) const { return padded_.at<std::uint8_t>(y, x) != 0; }
  [[nodiscard]] bool marked(const cv::Point& at) const {
    return seen_.at<std::uint8_t>(at.y, at.x) != 0;
  }
  void mark(const cv::Point& at) { seen_.at<std::uint8_t>(at.y, at.x) = 1; }

  [[nodiscard]] std::vector<cv::Point> links(const cv::Point& at) const {
    std::vector<cv::Point> all;
    all.reserve(8);
    for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      if (set(at.x + dx, at.y + dy)) all.emplace_back(at.x + dx, at.y + dy);
    }
    for (const auto& [dx, dy] : {std::pair{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}) {
      const bool beside = set(at.x + dx, at.y) || set(at.x, at.y + dy);
      if (!beside && set(at.x + dx, at.y + dy)) all.emplace_back(at.x + dx, at.y + dy);
    }
    return all;
  }

  /// From a node, or around a ring, along pixels with two links.
  Edge follow(const cv::Point& start, const cv::Point& second) {
    Edge edge{.pixels = {start, second}};
    cv::Point before = start;
    cv::Point at = second;
    for (auto next = links(at); next.size() == 2 && at != start; next = links(at)) {
      mark(at);
      const cv::Point forward = next[0] == before ? next[1] : next[0];
      before = at;
      at = forward;
      edge.pixels.push_back(at);
    }
    return edge;
  }

  cv::Mat padded_;
  cv::Mat seen_;
  std::vector<cv::Point> pixels_;
};

}  // namespace

std::vector<Edge> skeleton_edges(const cv::Mat& skeleton) { return PixelGraph(skeleton).edges(); }

}  // namespace papert::solve::turtle
