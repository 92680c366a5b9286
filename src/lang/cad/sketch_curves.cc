// Points along splines.
//
// B-splines are evaluated by de Boor's algorithm in homogeneous coordinates. A curve through points
// is a cubic Hermite spline: its tangents make the second derivative continuous, which is a
// tridiagonal system, solved by elimination; a periodic curve adds a corner, solved by the
// Sherman-Morrison formula.

#include <algorithm>
#include <cmath>

#include "lang/cad/sketch_parts.h"

namespace papert::lang::cad::detail {
namespace {

constexpr std::size_t kSamplesPerPoint = 12;
constexpr std::size_t kMinSamples = 48;

struct Homogeneous {
  double x = 0;
  double y = 0;
  double w = 1;
};

/// At parameter t inside the curve's range; `work` has degree + 1 places.
Point evaluate(const SketchSpline& spline, double t, std::vector<Homogeneous>& work) {
  const auto degree = static_cast<std::size_t>(spline.degree);
  const std::size_t count = spline.poles.size();
  const auto above = std::upper_bound(spline.knots.begin() + spline.degree + 1,
                                      spline.knots.begin() + static_cast<std::ptrdiff_t>(count), t);
  const auto span = static_cast<std::size_t>(above - spline.knots.begin()) - 1;
  for (std::size_t i = 0; i <= degree; ++i) {
    const std::size_t pole = span - degree + i;
    const double w = spline.weights.empty() ? 1 : spline.weights[pole];
    work[i] = {spline.poles[pole].x * w, spline.poles[pole].y * w, w};
  }
  for (std::size_t r = 1; r <= degree; ++r) {
    for (std::size_t i = degree; i >= r; --i) {
      const double low = spline.knots[span - degree + i];
      const double high = spline.knots[span + 1 + i - r];
      const double a = high > low ? (t - low) / (high - low) : 0;
      work[i] = {(1 - a) * work[i - 1].x + a * work[i].x, (1 - a) * work[i - 1].y + a * work[i].y,
                 (1 - a) * work[i - 1].w + a * work[i].w};
    }
  }
  return {work[degree].x / work[degree].w, work[degree].y / work[degree].w};
}

/// low to high, or the part of it that is wanted.
Range part(const std::optional<Range>& wanted, double low, double high) {
  if (!wanted || wanted->start == wanted->end) return {low, high};
  return {std::clamp(wanted->start, low, high), std::clamp(wanted->end, low, high)};
}

/// Rows `lower * x[i-1] + diagonal * x[i] + upper * x[i+1] = right`.
struct Tridiagonal {
  std::vector<double> lower;
  std::vector<double> diagonal;
  std::vector<double> upper;

  [[nodiscard]] std::vector<double> solve(std::vector<double> right) const {
    std::vector<double> d = diagonal;
    const std::size_t n = d.size();
    for (std::size_t i = 1; i < n; ++i) {
      const double factor = lower[i] / d[i - 1];
      d[i] -= factor * upper[i - 1];
      right[i] -= factor * right[i - 1];
    }
    right[n - 1] /= d[n - 1];
    for (std::size_t i = n - 1; i-- > 0;) right[i] = (right[i] - upper[i] * right[i + 1]) / d[i];
    return right;
  }
};

/// Tangents at the knots of one coordinate. `end` has the wanted ones; free where `free` says so.
std::vector<double> open_tangents(const std::vector<double>& h, const std::vector<double>& p,
                                  const std::array<double, 2>& end,
                                  const std::array<bool, 2>& free) {
  const std::size_t n = p.size();
  Tridiagonal system{std::vector<double>(n, 0), std::vector<double>(n, 1),
                     std::vector<double>(n, 0)};
  std::vector<double> right(n, 0);
  right.front() = end[0];
  right.back() = end[1];
  if (free[0]) {
    system.diagonal.front() = 2;
    system.upper.front() = 1;
    right.front() = 3 * (p[1] - p[0]) / h[0];
  }
  if (free[1]) {
    system.diagonal.back() = 2;
    system.lower.back() = 1;
    right.back() = 3 * (p[n - 1] - p[n - 2]) / h[n - 2];
  }
  for (std::size_t i = 1; i + 1 < n; ++i) {
    system.lower[i] = h[i];
    system.diagonal[i] = 2 * (h[i - 1] + h[i]);
    system.upper[i] = h[i - 1];
    right[i] = 3 * (h[i] * (p[i] - p[i - 1]) / h[i - 1] + h[i - 1] * (p[i + 1] - p[i]) / h[i]);
  }
  return system.solve(std::move(right));
}

/// The same where the last point is the first again; one tangent fewer than points.
std::vector<double> periodic_tangents(const std::vector<double>& h, const std::vector<double>& p) {
  const std::size_t n = p.size() - 1;
  Tridiagonal system{std::vector<double>(n), std::vector<double>(n), std::vector<double>(n)};
  std::vector<double> right(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double before = h[(i + n - 1) % n];
    system.lower[i] = h[i];
    system.diagonal[i] = 2 * (before + h[i]);
    system.upper[i] = before;
    const double back = p[i] - p[(i + n - 1) % n];
    right[i] = 3 * (h[i] * back / before + before * (p[i + 1] - p[i]) / h[i]);
  }
  const double corner_a = system.lower[0];
  const double corner_b = system.upper[n - 1];
  const double gamma = -system.diagonal[0];
  system.diagonal[0] -= gamma;
  system.diagonal[n - 1] -= corner_a * corner_b / gamma;
  std::vector<double> u(n, 0);
  u[0] = gamma;
  u[n - 1] = corner_b;
  std::vector<double> x = system.solve(std::move(right));
  const std::vector<double> z = system.solve(std::move(u));
  const double v = corner_a / gamma;
  const double factor = (x[0] + v * x[n - 1]) / (1 + z[0] + v * z[n - 1]);
  for (std::size_t i = 0; i < n; ++i) x[i] -= factor * z[i];
  x.push_back(x[0]);
  return x;
}

double hermite(double a, double b, double ta, double tb, double s) {
  const double s2 = s * s;
  const double s3 = s2 * s;
  return a * (2 * s3 - 3 * s2 + 1) + ta * (s3 - 2 * s2 + s) + b * (3 * s2 - 2 * s3) +
         tb * (s3 - s2);
}

struct FitCurve {
  std::vector<double> h;  // parameter lengths of the pieces, together 1
  std::vector<double> x, y, tx, ty;
};

/// Without pieces if the points are all one.
FitCurve solve(const SketchFit& fit) {
  FitCurve curve;
  std::vector<Point> points;
  for (const Point& p : fit.points) {
    if (points.empty() || !(p == points.back())) points.push_back(p);
  }
  if (fit.periodic && points.size() > 2 && !(points.front() == points.back())) {
    points.push_back(points.front());
  }
  double total = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    curve.x.push_back(points[i].x);
    curve.y.push_back(points[i].y);
    if (i == 0) continue;
    curve.h.push_back(std::hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y));
    total += curve.h.back();
  }
  if (points.size() < 2 || !(total > 0)) return {};
  for (double& h : curve.h) h = std::max(h / total, 1e-12);
  if (fit.periodic && points.size() > 3) {
    curve.tx = periodic_tangents(curve.h, curve.x);
    curve.ty = periodic_tangents(curve.h, curve.y);
    return curve;
  }
  const std::array<bool, 2> free{fit.start_derivative == Point{}, fit.end_derivative == Point{}};
  curve.tx = open_tangents(curve.h, curve.x, {fit.start_derivative.x, fit.end_derivative.x}, free);
  curve.ty = open_tangents(curve.h, curve.y, {fit.start_derivative.y, fit.end_derivative.y}, free);
  return curve;
}

}  // namespace

std::vector<Point> sample(const SketchSpline& spline) {
  const Range range = part(spline.range, spline.knots[static_cast<std::size_t>(spline.degree)],
                           spline.knots[spline.poles.size()]);
  const std::size_t steps = std::max(kMinSamples, kSamplesPerPoint * spline.poles.size());
  std::vector<Homogeneous> work(static_cast<std::size_t>(spline.degree) + 1);
  std::vector<Point> points;
  for (std::size_t i = 0; i <= steps; ++i) {
    const double s = static_cast<double>(i) / static_cast<double>(steps);
    points.push_back(evaluate(spline, range.start + s * (range.end - range.start), work));
  }
  return points;
}

std::vector<Point> sample(const SketchFit& fit) {
  const FitCurve curve = solve(fit);
  if (curve.h.empty()) return {};
  const Range range = part(fit.range, 0, 1);
  const std::size_t steps = std::max(kMinSamples, kSamplesPerPoint * fit.points.size());
  std::vector<double> starts{0};
  for (const double h : curve.h) starts.push_back(starts.back() + h);
  std::vector<Point> points;
  for (std::size_t i = 0; i <= steps; ++i) {
    const double s = static_cast<double>(i) / static_cast<double>(steps);
    const double t = range.start + s * (range.end - range.start);
    const auto above = std::upper_bound(starts.begin() + 1, starts.end() - 1, t);
    const auto piece = static_cast<std::size_t>(above - starts.begin()) - 1;
    const double h = curve.h[piece];
    const double u = std::clamp((t - starts[piece]) / h, 0.0, 1.0);
    points.push_back({hermite(curve.x[piece], curve.x[piece + 1], h * curve.tx[piece],
                              h * curve.tx[piece + 1], u),
                      hermite(curve.y[piece], curve.y[piece + 1], h * curve.ty[piece],
                              h * curve.ty[piece + 1], u)});
  }
  return points;
}

}  // namespace papert::lang::cad::detail
