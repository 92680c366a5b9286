// A corner belongs to at most two pieces. All other ink in the window around them stays the same,
// so it is painted once, and each nudge paints two pieces and counts differing bits in the window.
// Windows begin at multiples of 64 pixels: a row is then a run of whole words.

#include "solve/turtle/refine.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <functional>
#include <opencv2/imgproc.hpp>
#include <span>
#include <utility>

#include "raster/paint_scene.h"

namespace papert::solve::turtle {
namespace {

struct Box {
  double x0 = 1e9;
  double y0 = 1e9;
  double x1 = -1e9;
  double y1 = -1e9;

  void add(const scene::Point& at) {
    x0 = std::min(x0, at.x);
    y0 = std::min(y0, at.y);
    x1 = std::max(x1, at.x);
    y1 = std::max(y1, at.y);
  }
  [[nodiscard]] bool touches(const Box& other, double margin) const {
    return x0 - margin <= other.x1 && other.x0 - margin <= x1 && y0 - margin <= other.y1 &&
           other.y0 - margin <= y1;
  }
};

/// A piece of a path with the corners it is painted with.
struct Piece {
  std::size_t path = 0;
  std::size_t index = 0;
  std::vector<scene::Point> points;
  Box box;
};

/// A part of the picture.
struct Window {
  int x = 0;  // a multiple of 64
  int y = 0;
  int width = 0;
  int height = 0;
};

class Refiner {
 public:
  Refiner(std::vector<Path>& paths, const Target& target, const RefineOptions& options)
      : paths_(paths), target_(target), options_(options), work_(options.work) {
    for (std::size_t p = 0; p < paths.size(); ++p) {
      first_piece_.push_back(pieces_.size());
      for (std::size_t i = 0; i < paths[p].pieces(); ++i) pieces_.push_back({p, i, {}, {}});
    }
    for (Piece& piece : pieces_) update(piece);
  }

  void run() {
    double step = options_.first_step;
    for (int round = 0; round < options_.rounds; ++round, step /= 2) {
      for (std::size_t p = 0; p < paths_.size(); ++p) {
        if (paths_[p].ring) {
          nudge_ring(p, step);
        } else {
          nudge_corners(p, step);
          nudge_turns(p, step);
          slide_ends(p, step);
        }
        if (done()) return;
      }
    }
  }

 private:
  /// For this call, or for all of them.
  [[nodiscard]] bool done() const { return work_ <= 0 || is_spent(target_.work); }

  void update(Piece& piece) const {
    piece.points = piece_points(paths_[piece.path], piece.index, options_.unit);
    piece.box = {};
    for (const scene::Point& each : piece.points) piece.box.add(each);
  }

  [[nodiscard]] Window window_around(const Box& box, double margin) const {
    const auto clip = [](double value, int most) {
      return static_cast<int>(std::clamp(std::floor(value), 0.0, static_cast<double>(most)));
    };
    Window window;
    window.x = clip(box.x0 - margin, target_.ink.width() - 1) / 64 * 64;
    window.y = clip(box.y0 - margin, target_.ink.height() - 1);
    window.width = clip(box.x1 + margin + 1, target_.ink.width()) - window.x;
    window.height = clip(box.y1 + margin + 1, target_.ink.height()) - window.y;
    window.width = std::max(window.width, 1);
    window.height = std::max(window.height, 1);
    return window;
  }

  [[nodiscard]] raster::Bitmap paint(std::span<const Piece* const> pieces,
                                     const Window& window) const {
    std::size_t corners = 0;
    for (const Piece* piece : pieces) corners += piece->points.size();
    spend(target_.work, kCornerSteps * corners);
    scene::Scene scene;
    for (const Piece* piece : pieces) {
      scene::Stroke stroke{.points = piece->points, .width = paths_[piece->path].pen};
      for (scene::Point& each : stroke.points) each.y = -each.y;
      scene.items.emplace_back(std::move(stroke));
    }
    const raster::TkView view{.width = window.width,
                              .height = window.height,
                              .origin_x = -static_cast<double>(window.x),
                              .origin_y = -static_cast<double>(window.y)};
    return raster::paint_ink(scene, view);
  }

  [[nodiscard]] std::int64_t count(const raster::Bitmap& others, const raster::Bitmap& own,
                                   const Window& window) {
    std::int64_t differ = 0;
    const auto first = static_cast<std::size_t>(window.x / 64);
    const std::uint64_t tail =
        window.width % 64 == 0 ? ~std::uint64_t{0} : (std::uint64_t{1} << (window.width % 64)) - 1;
    for (int y = 0; y < window.height; ++y) {
      const auto a = others.row(y);
      const auto b = own.row(y);
      const auto wanted = target_.ink.row(window.y + y).subspan(first, a.size());
      const auto covered = target_.covered.row(window.y + y).subspan(first, a.size());
      const auto rim = target_.rim.row(window.y + y).subspan(first, a.size());
      for (std::size_t i = 0; i < a.size(); ++i) {
        const std::uint64_t mask = i + 1 == a.size() ? tail : ~std::uint64_t{0};
        const std::uint64_t wrong = ((a[i] | b[i]) ^ wanted[i]) & ~covered[i] & mask;
        differ += std::popcount(wrong) + target_.rim_weight * std::popcount(wrong & rim[i]);
      }
    }
    const std::int64_t words = static_cast<std::int64_t>(window.height) * (own.words_per_row() + 4);
    work_ -= words;
    spend(target_.work, static_cast<std::size_t>(words));
    return differ;
  }

  /// Tries changes of some pieces, each undone unless it helps. `change` makes the n-th.
  void try_changes(std::span<const std::size_t> own, double margin, int changes,
                   const std::function<void(int)>& change, const std::function<void()>& undo) {
    Box box;
    std::vector<const Piece*> mine;
    for (const std::size_t i : own) {
      box.add({pieces_[i].box.x0, pieces_[i].box.y0});
      box.add({pieces_[i].box.x1, pieces_[i].box.y1});
      mine.push_back(&pieces_[i]);
    }
    const double reach = margin + paths_[pieces_[own[0]].path].pen;
    const Window window = window_around(box, reach);
    spend(target_.work, pieces_.size());
    std::vector<const Piece*> rest;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const bool is_own = std::find(own.begin(), own.end(), i) != own.end();
      if (!is_own && pieces_[i].box.touches(box, 2 * reach)) rest.push_back(&pieces_[i]);
    }
    const raster::Bitmap others = paint(rest, window);
    std::int64_t best = count(others, paint(mine, window), window);
    for (int i = 0; i < changes && best > 0 && !is_spent(target_.work); ++i) {
      change(i);
      for (const std::size_t k : own) update(pieces_[k]);
      const std::int64_t now = count(others, paint(mine, window), window);
      if (now < best) {
        best = now;
        continue;
      }
      undo();
      for (const std::size_t k : own) update(pieces_[k]);
    }
  }

  /// All corners that lie where this one does: ends of several lines move together.
  [[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> together(std::size_t p,
                                                                          std::size_t i) const {
    spend(target_.work, paths_.size());
    std::vector<std::pair<std::size_t, std::size_t>> all{{p, i}};
    const scene::Point at = paths_[p].points[i];
    for (std::size_t other = 0; other < paths_.size(); ++other) {
      const Path& path = paths_[other];
      if (path.closed) continue;
      for (const std::size_t end : {std::size_t{0}, path.points.size() - 1}) {
        if (std::pair(other, end) != std::pair(p, i) && path.points[end] == at) {
          all.emplace_back(other, end);
        }
      }
    }
    return all;
  }

  [[nodiscard]] std::vector<std::size_t> pieces_at(std::size_t p, std::size_t i) const {
    const Path& path = paths_[p];
    std::vector<std::size_t> own;
    if (i > 0 || path.closed) own.push_back((i + path.pieces() - 1) % path.pieces());
    if (i < path.pieces() && (own.empty() || own[0] != i)) own.push_back(i);
    for (std::size_t& each : own) each += first_piece_[p];
    return own;
  }

  void nudge_corners(std::size_t p, double step) {
    constexpr std::array<scene::Point, 8> kWays{
        {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {0.7, 0.7}, {-0.7, 0.7}, {0.7, -0.7}, {-0.7, -0.7}}};
    for (std::size_t i = 0; i < paths_[p].points.size() && !done(); ++i) {
      const auto corners = together(p, i);
      std::vector<std::size_t> own;
      for (const auto& [path, index] : corners) {
        const auto pieces = pieces_at(path, index);
        own.insert(own.end(), pieces.begin(), pieces.end());
      }
      std::sort(own.begin(), own.end());
      own.erase(std::unique(own.begin(), own.end()), own.end());
      scene::Point kept;
      const auto place = [&](const scene::Point& at) {
        for (const auto& [path, index] : corners) paths_[path].points[index] = at;
      };
      try_changes(
          own, 2 * step + 1, 16,
          [&](int n) {
            kept = paths_[p].points[i];
            place(kept + step * kWays[static_cast<std::size_t>(n % 8)]);
          },
          [&] { place(kept); });
    }
  }

  void nudge_turns(std::size_t p, double step) {
    Path& path = paths_[p];
    for (std::size_t i = 0; i < path.turns.size() && !done(); ++i) {
      if (path.turns[i] == 0) continue;
      const std::array<std::size_t, 1> own{first_piece_[p] + i};
      const scene::Point chord = path.points[(i + 1) % path.points.size()] - path.points[i];
      const double degrees = step * 4 * kDegrees / std::max(norm(chord), 1.0);
      double kept = 0;
      try_changes(
          own, 2 * step + 4, 6,
          [&](int n) {
            kept = path.turns[i];
            const double moved = kept + (n % 2 == 0 ? degrees : -degrees);
            path.turns[i] = std::abs(moved) < 355 && moved * kept > 0 ? moved : kept;
          },
          [&] { path.turns[i] = kept; });
    }
  }

  /// Moves an end of an arc along its circle.
  void slide_ends(std::size_t p, double step) {
    Path& path = paths_[p];
    for (std::size_t i = 0; i < path.turns.size() && !done(); ++i) {
      if (path.turns[i] == 0) continue;
      const std::size_t next = (i + 1) % path.points.size();
      std::vector<std::size_t> own = pieces_at(p, i);
      const std::vector<std::size_t> after = pieces_at(p, next);
      own.insert(own.end(), after.begin(), after.end());
      std::sort(own.begin(), own.end());
      own.erase(std::unique(own.begin(), own.end()), own.end());
      Path kept;
      try_changes(
          own, 2 * step + 4, 8,
          [&](int n) {
            kept = path;
            const scene::Point center =
                arc_center(path.points[i], path.points[next], path.turns[i]);
            const double radius = std::max(norm(path.points[i] - center), 1.0);
            const double by = (n % 2 == 0 ? step : -step) / radius;
            const bool front = n % 4 < 2;
            scene::Point& moved = path.points[front ? i : next];
            const scene::Point arm = moved - center;
            moved = center + scene::Point{arm.x * std::cos(by) - arm.y * std::sin(by),
                                          arm.x * std::sin(by) + arm.y * std::cos(by)};
            path.turns[i] += (front ? -by : by) * kDegrees;
            if (path.turns[i] * kept.turns[i] <= 0 || std::abs(path.turns[i]) > 355) path = kept;
          },
          [&] { path = kept; });
    }
  }

  static scene::Point arc_center(const scene::Point& from, const scene::Point& to, double turn) {
    const scene::Point chord = to - from;
    const double height = norm(chord) / 2 / std::tan(turn / 2 / kDegrees);
    const double length = std::max(norm(chord), 1e-9);
    const scene::Point right{-chord.y / length, chord.x / length};
    return 0.5 * (from + to) + height * right;
  }

  /// The middle, the radius and the place of the first corner.
  void nudge_ring(std::size_t p, double step) {
    Path& path = paths_[p];
    const std::array<std::size_t, 1> own{first_piece_[p]};
    Path kept;
    const auto place = [&path](double angle) {
      path.points[0] =
          path.ring->center + path.ring->radius * scene::Point{std::cos(angle), std::sin(angle)};
    };
    const auto angle = [&path] {
      const scene::Point first = path.points[0] - path.ring->center;
      return std::atan2(first.y, first.x);
    };
    const auto undo = [&] { path = kept; };
    try_changes(
        own, 2 * step + 2, 12,
        [&](int n) {
          kept = path;
          const double before = angle();
          constexpr std::array<std::array<double, 3>, 6> kWays{
              {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 0.5}, {0, 0, -0.5}}};
          const auto& way = kWays[static_cast<std::size_t>(n % 6)];
          path.ring->center = path.ring->center + step * scene::Point{way[0], way[1]};
          path.ring->radius = std::max(path.ring->radius + step * way[2], 0.5);
          place(before);
        },
        undo);
    const double side = 2 * std::numbers::pi / circle_sides(path.ring->radius / options_.unit, 360);
    try_changes(
        own, 2, 7,
        [&](int n) {
          kept = path;
          place(angle() + side * (n + 1) / 8);
        },
        undo);
  }

  std::vector<Path>& paths_;
  const Target& target_;
  RefineOptions options_;
  std::int64_t work_;
  std::vector<Piece> pieces_;
  std::vector<std::size_t> first_piece_;
};

}  // namespace

raster::Bitmap to_bitmap(const cv::Mat& mask) {
  raster::Bitmap bits(mask.cols, mask.rows);
  for (int y = 0; y < mask.rows; ++y) {
    for (int x = 0; x < mask.cols; ++x) {
      if (mask.at<std::uint8_t>(y, x) != 0) bits.set(x, y);
    }
  }
  return bits;
}

Target make_target(const cv::Mat& ink, const cv::Mat& covered, int rim_weight) {
  Target target{
      .ink = to_bitmap(ink), .rim = raster::Bitmap(ink.cols, ink.rows), .rim_weight = rim_weight};
  target.covered = covered.empty() ? target.rim : to_bitmap(covered);
  if (rim_weight == 0) return target;
  const cv::Rect box = cv::boundingRect(ink);
  for (int y = 0; y < ink.rows; ++y) {
    const bool inside = y > box.y && y < box.y + box.height - 1;
    target.rim.fill_span(y, 0, inside ? box.x : ink.cols - 1);
    target.rim.fill_span(y, box.x + box.width - 1, ink.cols - 1);
  }
  return target;
}

std::int64_t differing(const std::vector<Path>& paths, double unit, const Target& target) {
  scene::Scene scene;
  std::size_t corners = 0;
  for (const Path& path : paths) {
    scene::Stroke stroke{.points = outline(path, unit), .width = path.pen};
    for (scene::Point& each : stroke.points) each.y = -each.y;
    corners += stroke.points.size();
    scene.items.emplace_back(std::move(stroke));
  }
  const raster::TkView view{.width = target.ink.width(), .height = target.ink.height()};
  const raster::Bitmap painted = raster::paint_ink(scene, view);
  spend(target.work, painted.words().size() + kCornerSteps * corners);
  std::int64_t differ = 0;
  for (std::size_t i = 0; i < painted.words().size(); ++i) {
    const std::uint64_t wrong =
        (painted.words()[i] ^ target.ink.words()[i]) & ~target.covered.words()[i];
    differ +=
        std::popcount(wrong) + target.rim_weight * std::popcount(wrong & target.rim.words()[i]);
  }
  return differ;
}

void refine(std::vector<Path>& paths, const Target& target, const RefineOptions& options) {
  Refiner(paths, target, options).run();
}

}  // namespace papert::solve::turtle
