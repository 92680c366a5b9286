// A z-buffer in software.
//
// A view is painted at 4 x 4 samples a pixel (2 x 2 for large pictures) and averaged. Corners are
// snapped to 1/256 of a sample and coverage is decided with whole numbers, so neighbours leave no
// cracks. Depth comes from the triangle's plane, kept within the depths of its corners: a triangle
// seen nearly edge-on has a plane that runs away between two samples.
//
// Lines are walked in steps of at most a sample. A step is seen if its depth is not behind the
// farthest of the nine samples around it, by more than a small part of the model; then a disc is
// stamped into a mask. Looking at the neighbours keeps lines whole along steep faces. What leaks of
// a hidden line that way is one sample wide and lies under the outline that hides it.
//
// Besides the mesh's own edges, the outline of curved faces is drawn: sides of triangles of one
// face of which one is turned to the camera and the other away.
//
// Sums run in a fixed order on doubles without contraction, so pictures are the same everywhere.

#include "raster/paint_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace papert::raster {
namespace {

using scene::Mesh;
using scene::Point3;
using scene::Triangle;

constexpr double kMargin = 0.07;          // of the shorter side
constexpr double kDepthSlack = 0.002;     // of the model's extent in view
constexpr double kLineWidth = 1 / 300.0;  // of the shorter side
constexpr double kMinLineWidth = 1.1;     // pixels
constexpr int kSubsample = 256;
constexpr int kFineSide = 1024;  // up to this, 4 x 4 samples

constexpr Color kBackground{0xfb, 0xfc, 0xfd};
constexpr Color kDivider{0xd5, 0xda, 0xe0};
constexpr Color kDark{0x4f, 0x6d, 0x92};   // a face turned away from the light
constexpr Color kLight{0xe9, 0xf1, 0xfa};  // a face turned to it
constexpr Color kCrease{0x16, 0x20, 0x2c};
constexpr Color kSmooth{0x6c, 0x82, 0x9c};

enum Line : std::uint8_t { kNoLine, kSmoothLine, kCreaseLine };

double dot(const Point3& a, const Point3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

Point3 cross(const Point3& a, const Point3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

Point3 unit(const Point3& p) {
  const double length = std::sqrt(dot(p, p));
  return {p.x / length, p.y / length, p.z / length};
}

struct Camera {
  Point3 right;
  Point3 up;
  Point3 toward;  // from the model to the camera
};

Camera camera_of(MeshView view) {
  Point3 toward{0, view == MeshView::kFront ? -1.0 : 1.0, 0};
  if (view == MeshView::kIsoFront) toward = unit({1, -1, 0.8});
  if (view == MeshView::kIsoBack) toward = unit({-1, 1, 0.8});
  const Point3 right = unit(cross({0, 0, 1}, toward));
  return {right, cross(toward, right), toward};
}

/// Sample coordinates, y downwards; depth grows away from the camera.
struct Projected {
  double x = 0;
  double y = 0;
  double depth = 0;
};

/// The whole numbers i from first to last for which values that grow by steps are not negative.
struct RowSpan {
  std::int64_t first = 0;
  std::int64_t last = 0;

  void keep(std::int64_t value, std::int64_t step) {
    if (step == 0) {
      if (value < 0) last = first - 1;
    } else if (step > 0) {
      if (value < 0) first = std::max(first, (-value + step - 1) / step);
    } else {
      last = value < 0 ? first - 1 : std::min(last, value / -step);
    }
  }
};

class View {
 public:
  View(const Mesh& mesh, MeshView view, int width, int height)
      : camera_(camera_of(view)),
        samples_(std::max(width, height) <= kFineSide ? 4 : 2),
        width_(width * samples_),
        height_(height * samples_),
        depth_(count(), std::numeric_limits<float>::max()),
        shade_(count(), 0),
        line_(count(), kNoLine) {
    fit(mesh);
    line_radius_ = std::max(kMinLineWidth, kLineWidth * std::min(width, height)) / 2 * samples_;
  }

  void paint(const Mesh& mesh) {
    points_.reserve(mesh.points.size());
    for (const Point3& point : mesh.points) points_.push_back(project(point));
    for (const Triangle& triangle : mesh.triangles) fill(triangle);
    for (const scene::FeatureEdge& edge : mesh.edges) {
      for (std::size_t i = 1; i < edge.points.size(); ++i) {
        draw(project(edge.points[i - 1]), project(edge.points[i]),
             edge.smooth ? kSmoothLine : kCreaseLine);
      }
    }
    draw_outlines(mesh);
  }

  /// Averages the samples into the part of `image` at (left, top).
  void resolve(Image& image, int left, int top) const;

 private:
  [[nodiscard]] std::size_t count() const {
    return static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
  }
  [[nodiscard]] std::size_t at(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x);
  }
  [[nodiscard]] bool faces_camera(const Triangle& triangle) const {
    return dot(triangle.normal, camera_.toward) > 0;
  }

  void fit(const Mesh& mesh);
  [[nodiscard]] Projected project(const Point3& point) const;
  [[nodiscard]] std::uint8_t shade_of(const Point3& normal) const;
  void put(std::size_t sample, float depth, std::uint8_t shade);
  void fill(const Triangle& triangle);
  void draw(const Projected& a, const Projected& b, Line line);
  [[nodiscard]] bool is_seen(int x, int y, double depth) const;
  void stamp(double x, double y, double radius, Line line);
  void draw_outlines(const Mesh& mesh);

  Camera camera_;
  int samples_;
  int width_;
  int height_;
  double scale_ = 1;
  double offset_x_ = 0;
  double offset_y_ = 0;
  double slack_ = 0;
  double line_radius_ = 1;
  std::vector<Projected> points_;
  std::vector<float> depth_;
  std::vector<std::uint8_t> shade_;  // 0 is the background
  std::vector<std::uint8_t> line_;
};

void View::fit(const Mesh& mesh) {
  double low_x = 0;
  double low_y = 0;
  double high_x = 0;
  double high_y = 0;
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    const double x = dot(mesh.points[i], camera_.right);
    const double y = dot(mesh.points[i], camera_.up);
    low_x = i == 0 ? x : std::min(low_x, x);
    high_x = i == 0 ? x : std::max(high_x, x);
    low_y = i == 0 ? y : std::min(low_y, y);
    high_y = i == 0 ? y : std::max(high_y, y);
  }
  const double margin = kMargin * std::min(width_, height_);
  const double tiny = std::numeric_limits<double>::min();
  scale_ = std::min((width_ - 2 * margin) / std::max(high_x - low_x, tiny),
                    (height_ - 2 * margin) / std::max(high_y - low_y, tiny));
  if (!std::isfinite(scale_)) scale_ = 1;
  offset_x_ = width_ / 2.0 - scale_ * (low_x + high_x) / 2;
  offset_y_ = height_ / 2.0 + scale_ * (low_y + high_y) / 2;
  slack_ = kDepthSlack * std::max(width_, height_);
}

Projected View::project(const Point3& point) const {
  return {offset_x_ + scale_ * dot(point, camera_.right),
          offset_y_ - scale_ * dot(point, camera_.up), -scale_ * dot(point, camera_.toward)};
}

/// 1 for the darkest to 255. A strong light from the upper left behind the viewer and a weak one
/// from the right keep the three sides of a box apart in every view.
std::uint8_t View::shade_of(const Point3& normal) const {
  const Point3 n{dot(normal, camera_.right), dot(normal, camera_.up), dot(normal, camera_.toward)};
  const Point3 key = unit({-0.45, 0.8, 0.55});
  const double light = 0.18 + 0.80 * std::max(0.0, dot(n, key)) + 0.14 * std::max(0.0, n.z);
  return static_cast<std::uint8_t>(1 + std::lround(254 * std::clamp(light, 0.0, 1.0)));
}

/// The nearest surface is seen.
void View::put(std::size_t sample, float depth, std::uint8_t shade) {
  if (depth >= depth_[sample]) return;
  depth_[sample] = depth;
  shade_[sample] = shade;
}

/// The first and the last pixel of the picture that three coordinates reach.
std::pair<int, int> pixels_between(std::int64_t a, std::int64_t b, std::int64_t c, int size) {
  const auto first = [](std::int64_t v) {
    return static_cast<int>(std::max<std::int64_t>(0, v / kSubsample));
  };
  return {first(std::min({a, b, c})), std::min(size - 1, first(std::max({a, b, c})))};
}

void View::fill(const Triangle& triangle) {
  if (!faces_camera(triangle)) return;
  const Projected& a = points_[triangle.corners[0]];
  const Projected& b = points_[triangle.corners[1]];
  const Projected& c = points_[triangle.corners[2]];
  const auto snap = [](double v) { return std::llround(v * kSubsample); };
  const std::int64_t ax = snap(a.x), ay = snap(a.y);
  const std::int64_t bx = snap(b.x), by = snap(b.y);
  const std::int64_t cx = snap(c.x), cy = snap(c.y);
  // Counter-clockwise in the model is clockwise where y runs downwards, and positive this way.
  const std::int64_t area = (by - ay) * (cx - ax) - (bx - ax) * (cy - ay);
  if (area <= 0) return;
  const auto [x0, x1] = pixels_between(ax, bx, cx, width_);
  const auto [y0, y1] = pixels_between(ay, by, cy, height_);
  const double low = std::min({a.depth, b.depth, c.depth});
  const double high = std::max({a.depth, b.depth, c.depth});
  const auto whole = static_cast<double>(area);
  const std::uint8_t shade = shade_of(triangle.normal);
  const std::int64_t px = std::int64_t{x0} * kSubsample + kSubsample / 2;
  const std::int64_t step_a = (cy - by) * kSubsample;
  const std::int64_t step_b = (ay - cy) * kSubsample;
  for (int y = y0; y <= y1; ++y) {
    // Twice the areas opposite a and b, which are their weights; c has the rest.
    const std::int64_t py = std::int64_t{y} * kSubsample + kSubsample / 2;
    const std::int64_t wa = (cy - by) * (px - bx) - (cx - bx) * (py - by);
    const std::int64_t wb = (ay - cy) * (px - cx) - (ax - cx) * (py - cy);
    RowSpan span{0, x1 - x0};
    span.keep(wa, step_a);
    span.keep(wb, step_b);
    span.keep(area - wa - wb, -step_a - step_b);
    for (std::int64_t i = span.first; i <= span.last; ++i) {
      const auto fa = static_cast<double>(wa + i * step_a);
      const auto fb = static_cast<double>(wb + i * step_b);
      const double depth = (fa * a.depth + fb * b.depth + (whole - fa - fb) * c.depth) / whole;
      const auto clamped = static_cast<float>(std::clamp(depth, low, high));
      put(at(x0 + static_cast<int>(i), y), clamped, shade);
    }
  }
}

bool View::is_seen(int x, int y, double depth) const {
  for (int v = std::max(0, y - 1); v <= std::min(height_ - 1, y + 1); ++v) {
    for (int u = std::max(0, x - 1); u <= std::min(width_ - 1, x + 1); ++u) {
      if (depth - slack_ <= depth_[at(u, v)]) return true;
    }
  }
  return false;
}

void View::stamp(double x, double y, double radius, Line line) {
  const int x0 = std::max(0, static_cast<int>(std::ceil(x - radius - 0.5)));
  const int x1 = std::min(width_ - 1, static_cast<int>(std::floor(x + radius - 0.5)));
  const int y0 = std::max(0, static_cast<int>(std::ceil(y - radius - 0.5)));
  const int y1 = std::min(height_ - 1, static_cast<int>(std::floor(y + radius - 0.5)));
  for (int v = y0; v <= y1; ++v) {
    for (int u = x0; u <= x1; ++u) {
      const double dx = u + 0.5 - x;
      const double dy = v + 0.5 - y;
      if (dx * dx + dy * dy > radius * radius) continue;
      line_[at(u, v)] = std::max<std::uint8_t>(line_[at(u, v)], line);
    }
  }
}

void View::draw(const Projected& a, const Projected& b, Line line) {
  const double length = std::max(std::abs(b.x - a.x), std::abs(b.y - a.y));
  const int steps = 1 + static_cast<int>(std::min(length, 4.0 * (width_ + height_)));
  const double radius = line == kCreaseLine ? line_radius_ : 0.65 * line_radius_;
  for (int i = 0; i <= steps; ++i) {
    const double t = static_cast<double>(i) / steps;
    const double x = a.x + t * (b.x - a.x);
    const double y = a.y + t * (b.y - a.y);
    const double depth = a.depth + t * (b.depth - a.depth);
    if (is_seen(static_cast<int>(std::floor(x)), static_cast<int>(std::floor(y)), depth)) {
      stamp(x, y, radius, line);
    }
  }
}

/// A side of a triangle, its corners in order, and which way the triangle is turned.
struct Side {
  std::uint32_t low;
  std::uint32_t high;
  bool front;
};

void View::draw_outlines(const Mesh& mesh) {
  std::vector<Side> sides;
  sides.reserve(mesh.triangles.size() * 3);
  for (const Triangle& triangle : mesh.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t p = triangle.corners[i];
      const std::uint32_t q = triangle.corners[(i + 1) % 3];
      sides.push_back({std::min(p, q), std::max(p, q), faces_camera(triangle)});
    }
  }
  std::ranges::sort(sides, [](const Side& a, const Side& b) {
    if (a.low != b.low) return a.low < b.low;
    return a.high != b.high ? a.high < b.high : a.front < b.front;
  });
  for (std::size_t i = 1; i < sides.size(); ++i) {
    const Side& a = sides[i - 1];
    const Side& b = sides[i];
    if (a.low != b.low || a.high != b.high || a.front == b.front) continue;
    draw(points_[a.low], points_[a.high], kCreaseLine);
  }
}

void View::resolve(Image& image, int left, int top) const {
  const auto mix = [](std::uint8_t a, std::uint8_t b, int shade) {
    return (a * (254 - shade) + b * shade + 127) / 254;
  };
  const int area = samples_ * samples_;
  for (int y = 0; y < height_ / samples_; ++y) {
    std::uint8_t* pixel = image.row(top + y) + static_cast<std::ptrdiff_t>(left) * 3;
    for (int x = 0; x < width_ / samples_; ++x, pixel += 3) {
      int r = 0;
      int g = 0;
      int b = 0;
      for (int i = 0; i < area; ++i) {
        const std::size_t sample = at(x * samples_ + i % samples_, y * samples_ + i / samples_);
        Color color = kBackground;
        if (line_[sample] != kNoLine) {
          color = line_[sample] == kCreaseLine ? kCrease : kSmooth;
        } else if (shade_[sample] != 0) {
          const int shade = shade_[sample] - 1;
          r += mix(kDark.r, kLight.r, shade);
          g += mix(kDark.g, kLight.g, shade);
          b += mix(kDark.b, kLight.b, shade);
          continue;
        }
        r += color.r;
        g += color.g;
        b += color.b;
      }
      pixel[0] = static_cast<std::uint8_t>((r + area / 2) / area);
      pixel[1] = static_cast<std::uint8_t>((g + area / 2) / area);
      pixel[2] = static_cast<std::uint8_t>((b + area / 2) / area);
    }
  }
}

Result<void> check_size(int width, int height) {
  if (std::min(width, height) >= kMinMeshSide && std::max(width, height) <= kMaxMeshSide) return {};
  return fail(ErrorCode::kUsage, fmt::format("a view of {} x {} pixels: each side must be {} to {}",
                                             width, height, kMinMeshSide, kMaxMeshSide));
}

void paint_at(const Mesh& mesh, MeshView view, const std::array<int, 4>& place, Image& image) {
  View canvas(mesh, view, place[2], place[3]);
  canvas.paint(mesh);
  canvas.resolve(image, place[0], place[1]);
}

}  // namespace

Result<Image> paint_mesh(const Mesh& mesh, MeshView view, int width, int height) {
  TRY(check_size(width, height));
  Image image(width, height, PixelFormat::kRgb);
  paint_at(mesh, view, {0, 0, width, height}, image);
  return image;
}

Result<Image> paint_mesh_sheet(const Mesh& mesh, int width, int height) {
  const int w = width / 2;
  const int h = height / 2;
  TRY(check_size(w, h));
  Image image(width, height, PixelFormat::kRgb);
  for (std::size_t i = 0; i < kMeshViews.size(); ++i) {
    const bool right = i % 2 == 1;
    const bool lower = i / 2 == 1;
    // An odd row or column of pixels goes to the views on the right and below.
    paint_at(mesh, kMeshViews[i],
             {right ? w : 0, lower ? h : 0, right ? width - w : w, lower ? height - h : h}, image);
  }
  const auto put = [&](int x, int y) {
    std::uint8_t* pixel = image.row(y) + static_cast<std::ptrdiff_t>(x) * 3;
    pixel[0] = kDivider.r;
    pixel[1] = kDivider.g;
    pixel[2] = kDivider.b;
  };
  for (int x = 0; x < width; ++x) put(x, h);
  for (int y = 0; y < height; ++y) put(w, y);
  return image;
}

}  // namespace papert::raster
