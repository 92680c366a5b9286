// A scan of 28 x 28 pixels has staircases for edges. It is enlarged ten times by bilinear
// interpolation, blurred, cut at half brightness, and the outline of what is left is traced into
// Bezier curves and straight lines. Enlarging makes room for sub-pixel edges, the blur takes away
// the wobble of the pixel grid, and a generous tolerance joins neighbouring curves: about ten
// curves and 800 characters a digit. Two milliseconds each.
//
// The blur can also cut a thin stroke in pieces or fill a small hole, and then a 4 falls apart or a
// 9 becomes a blot under its old label. So the pieces and holes of the outline are counted beside
// those of the scan, and where they differ the digit is left out.
#include <fmt/format.h>
#include <potracelib.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "datagen/digits.h"

namespace papert::datagen {
namespace {

constexpr std::size_t kEnlarge = 10;
constexpr int kBlurReach = 6;  // pixels of the enlarged picture, twice over
constexpr double kInk = 128;

/// A picture in the making: brightness row after row.
struct Plane {
  std::size_t width = 0;
  std::size_t height = 0;
  std::vector<double> values;

  [[nodiscard]] double at(std::size_t x, std::size_t y) const { return values[y * width + x]; }
};

Plane enlarged(std::span<const std::uint8_t> pixels, std::size_t rows, std::size_t columns) {
  Plane plane{columns * kEnlarge, rows * kEnlarge, {}};
  const auto split = [](std::size_t at, std::size_t size) {
    const double place = (static_cast<double>(at) + 0.5) / static_cast<double>(kEnlarge) - 0.5;
    const double inside = std::clamp(place, 0.0, static_cast<double>(size - 1));
    const auto low = std::min(static_cast<std::size_t>(inside), size - 2);
    return std::pair(low, inside - static_cast<double>(low));
  };
  plane.values.reserve(plane.width * plane.height);
  for (std::size_t y = 0; y < plane.height; ++y) {
    const auto [row, down] = split(y, rows);
    for (std::size_t x = 0; x < plane.width; ++x) {
      const auto [column, across] = split(x, columns);
      const auto pixel = [&, r = row, c = column](std::size_t dy, std::size_t dx) {
        return static_cast<double>(pixels[(r + dy) * columns + c + dx]);
      };
      const double upper = pixel(0, 0) * (1 - across) + pixel(0, 1) * across;
      const double lower = pixel(1, 0) * (1 - across) + pixel(1, 1) * across;
      plane.values.push_back(upper * (1 - down) + lower * down);
    }
  }
  return plane;
}

/// The mean of 2 kBlurReach + 1 values along one axis; beyond the edge there is no ink.
Plane averaged(const Plane& plane, bool along_x) {
  Plane result{plane.width, plane.height, std::vector<double>(plane.values.size())};
  const std::size_t lines = along_x ? plane.height : plane.width;
  const auto length = static_cast<std::ptrdiff_t>(along_x ? plane.width : plane.height);
  for (std::size_t line = 0; line < lines; ++line) {
    const auto value = [&](std::ptrdiff_t i) {
      if (i < 0 || i >= length) return 0.0;
      const auto at = static_cast<std::size_t>(i);
      return along_x ? plane.at(at, line) : plane.at(line, at);
    };
    double sum = 0;
    for (std::ptrdiff_t i = -kBlurReach; i < kBlurReach; ++i) sum += value(i);
    for (std::ptrdiff_t i = 0; i < length; ++i) {
      sum += value(i + kBlurReach);
      const auto at = static_cast<std::size_t>(i);
      const std::size_t index = along_x ? line * plane.width + at : at * plane.width + line;
      result.values[index] = sum / (2 * kBlurReach + 1);
      sum -= value(i - kBlurReach);
    }
  }
  return result;
}

/// A potrace bitmap that owns its words; the first line is the bottom one.
class InkBitmap {
 public:
  explicit InkBitmap(const Plane& plane) {
    constexpr std::size_t kBits = 8 * sizeof(potrace_word);
    const std::size_t words = (plane.width + kBits - 1) / kBits;
    words_.assign(words * plane.height, 0);
    for (std::size_t y = 0; y < plane.height; ++y) {
      for (std::size_t x = 0; x < plane.width; ++x) {
        if (plane.at(x, y) < kInk) continue;
        words_[(plane.height - 1 - y) * words + x / kBits] |= potrace_word{1}
                                                              << (kBits - 1 - x % kBits);
      }
    }
    bitmap_ = {static_cast<int>(plane.width), static_cast<int>(plane.height),
               static_cast<int>(words), words_.data()};
  }
  InkBitmap(const InkBitmap&) = delete;
  InkBitmap& operator=(const InkBitmap&) = delete;

  [[nodiscard]] const potrace_bitmap_t& get() const { return bitmap_; }

 private:
  std::vector<potrace_word> words_;
  potrace_bitmap_t bitmap_{};
};

/// How many pieces of ink there are, and how many holes in them.
struct Topology {
  std::size_t pieces = 0;
  std::size_t holes = 0;

  friend bool operator==(const Topology&, const Topology&) = default;
};

/// A scan as black and white with a white margin, its connected parts counted by filling them.
class Parts {
 public:
  Parts(std::span<const std::uint8_t> pixels, std::size_t rows, std::size_t columns)
      : width_(columns + 2), ink_((rows + 2) * (columns + 2)), seen_(ink_.size()) {
    for (std::size_t i = 0; i < pixels.size(); ++i) {
      ink_[(i / columns + 1) * width_ + i % columns + 1] = pixels[i] >= kInk;
    }
  }

  /// Ink hangs together over corners, its background does not. Specks do not count as pieces: the
  /// tracing leaves them out.
  [[nodiscard]] Topology count() {
    constexpr std::size_t kSpeck = 2;  // pixels
    Topology topology;
    std::size_t grounds = 0;
    for (std::size_t i = 0; i < ink_.size(); ++i) {
      if (seen_[i]) continue;
      const std::size_t size = fill(i);
      if (!ink_[i]) ++grounds;
      if (ink_[i] && size > kSpeck) ++topology.pieces;
    }
    topology.holes = grounds - 1;
    return topology;
  }

 private:
  std::size_t fill(std::size_t start) {
    std::vector<std::size_t> open{start};
    seen_[start] = true;
    std::size_t size = 0;
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      ++size;
      for (const std::size_t next : neighbours(at)) {
        if (seen_[next] || ink_[next] != ink_[start]) continue;
        seen_[next] = true;
        open.push_back(next);
      }
    }
    return size;
  }

  [[nodiscard]] std::vector<std::size_t> neighbours(std::size_t at) const {
    std::vector<std::size_t> all;
    const std::size_t x = at % width_;
    const std::size_t y = at / width_;
    const std::size_t height = ink_.size() / width_;
    for (std::size_t ny = y == 0 ? 0 : y - 1; ny <= std::min(y + 1, height - 1); ++ny) {
      for (std::size_t nx = x == 0 ? 0 : x - 1; nx <= std::min(x + 1, width_ - 1); ++nx) {
        const bool corner = nx != x && ny != y;
        if ((nx != x || ny != y) && (ink_[at] || !corner)) all.push_back(ny * width_ + nx);
      }
    }
    return all;
  }

  std::size_t width_;
  std::vector<bool> ink_;
  std::vector<bool> seen_;
};

Topology topology_of(const potrace_path_t* paths) {
  Topology topology;
  for (const potrace_path_t* each = paths; each != nullptr; each = each->next) {
    ++(each->sign == '+' ? topology.pieces : topology.holes);
  }
  return topology;
}

/// Writes curves with y downward and keeps the box around them.
class PathWriter {
 public:
  explicit PathWriter(double height) : height_(height) {}

  void add(const potrace_curve_t& curve) {
    potrace_dpoint_t from = curve.c[curve.n - 1][2];
    text_ += (text_.empty() ? "M " : " M ") + point(from);
    for (int i = 0; i < curve.n; ++i) {
      const potrace_dpoint_t* c = curve.c[i];
      if (curve.tag[i] == POTRACE_CORNER) {
        text_ += " L " + point(c[1]) + " L " + point(c[2]);
        grow(c[1]);
        grow(c[2]);
      } else {
        text_ += " C " + point(c[0]) + " " + point(c[1]) + " " + point(c[2]);
        grow_along(from, c);
      }
      from = c[2];
    }
  }

  [[nodiscard]] const std::string& text() const { return text_; }

  /// With a tenth of air around.
  [[nodiscard]] std::string view_box() const {
    const double air = 0.1 * std::max(high_x_ - low_x_, high_y_ - low_y_);
    return fmt::format("{:.1f} {:.1f} {:.1f} {:.1f}", low_x_ - air, low_y_ - air,
                       high_x_ - low_x_ + 2 * air, high_y_ - low_y_ + 2 * air);
  }

 private:
  [[nodiscard]] std::string point(potrace_dpoint_t p) const {
    return fmt::format("{:.1f},{:.1f}", p.x, height_ - p.y);
  }

  void grow(potrace_dpoint_t p) {
    low_x_ = std::min(low_x_, p.x);
    high_x_ = std::max(high_x_, p.x);
    low_y_ = std::min(low_y_, height_ - p.y);
    high_y_ = std::max(high_y_, height_ - p.y);
  }

  void grow_along(potrace_dpoint_t from, const potrace_dpoint_t* c) {
    constexpr int kSamples = 16;
    for (int i = 0; i <= kSamples; ++i) {
      const double t = static_cast<double>(i) / kSamples;
      const double s = 1 - t;
      const auto mix = [&](double a, double b, double d, double e) {
        return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * d + t * t * t * e;
      };
      grow({mix(from.x, c[0].x, c[1].x, c[2].x), mix(from.y, c[0].y, c[1].y, c[2].y)});
    }
  }

  double height_;
  std::string text_;
  double low_x_ = std::numeric_limits<double>::max();
  double low_y_ = std::numeric_limits<double>::max();
  double high_x_ = std::numeric_limits<double>::lowest();
  double high_y_ = std::numeric_limits<double>::lowest();
};

}  // namespace

Result<std::string> trace_digit(std::span<const std::uint8_t> pixels, std::size_t rows,
                                std::size_t columns) {
  Plane plane = enlarged(pixels, rows, columns);
  for (int pass = 0; pass < 2; ++pass) plane = averaged(averaged(plane, true), false);
  const InkBitmap bitmap(plane);
  const std::unique_ptr<potrace_param_t, decltype(&potrace_param_free)> parameters(
      potrace_param_default(), potrace_param_free);
  if (!parameters) return fail(ErrorCode::kInternal, "potrace has no memory");
  parameters->turdsize = 60;
  parameters->alphamax = 1.3;
  parameters->opticurve = 1;
  parameters->opttolerance = 5;
  const std::unique_ptr<potrace_state_t, decltype(&potrace_state_free)> traced(
      potrace_trace(parameters.get(), &bitmap.get()), potrace_state_free);
  if (!traced || traced->status != POTRACE_STATUS_OK) {
    return fail(ErrorCode::kInternal, "potrace gave up");
  }
  PathWriter path(static_cast<double>(plane.height));
  for (const potrace_path_t* each = traced->plist; each != nullptr; each = each->next) {
    path.add(each->curve);
  }
  if (path.text().empty()) return fail(ErrorCode::kBadData, "there is no ink to trace");
  const Topology is = topology_of(traced->plist);
  const Topology should = Parts(pixels, rows, columns).count();
  if (is != should) {
    return fail(ErrorCode::kBadData,
                fmt::format("the outline has {} pieces and {} holes where the scan has {} and {}",
                            is.pieces, is.holes, should.pieces, should.holes));
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" viewBox=\"{}\">\n"
      "  <path d=\"{}\" fill=\"black\"/>\n</svg>\n",
      path.view_box(), path.text());
}

}  // namespace papert::datagen
