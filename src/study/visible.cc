// An eye that is not sharp and wanders a little: whether it sees two drawings differ.

#include <algorithm>
#include <array>

#include "raster/paint_scene.h"
#include "scene/canonical.h"
#include "study/variants.h"

namespace papert::study {
namespace {

constexpr std::size_t kWindow = 12;   // pixels of the canonical sheet
constexpr std::size_t kWander = 3;    // how far the eye strays from the place it compares
constexpr int kVisibleContrast = 18;  // of 255, between the means of two windows

/// Sums of colours over any rectangle of the canonical sheet.
class Blur {
 public:
  explicit Blur(const scene::Scene& scene) {
    const raster::Image sheet = raster::paint_canonical(scene);
    side_ = static_cast<std::size_t>(sheet.width()) + 1;
    for (std::vector<std::int32_t>& sums : sums_) sums.resize(side_ * side_);
    for (std::size_t y = 1; y < side_; ++y) {
      const std::uint8_t* row = sheet.row(static_cast<int>(y) - 1);
      for (std::size_t x = 1; x < side_; ++x) {
        for (std::size_t c = 0; c < 3; ++c) {
          std::vector<std::int32_t>& sums = sums_[c];
          sums[y * side_ + x] = row[3 * (x - 1) + c] + sums[(y - 1) * side_ + x] +
                                sums[y * side_ + x - 1] - sums[(y - 1) * side_ + x - 1];
        }
      }
    }
  }

  /// Of a window with this upper left corner.
  [[nodiscard]] std::array<std::int32_t, 3> window(std::size_t x, std::size_t y) const {
    std::array<std::int32_t, 3> total{};
    for (std::size_t c = 0; c < 3; ++c) {
      const auto at = [&](std::size_t dx, std::size_t dy) {
        return sums_[c][(y + dy) * side_ + x + dx];
      };
      total[c] = at(kWindow, kWindow) - at(0, kWindow) - at(kWindow, 0) + at(0, 0);
    }
    return total;
  }

 private:
  std::size_t side_ = 0;
  std::array<std::vector<std::int32_t>, 3> sums_;
};

std::int32_t contrast(const std::array<std::int32_t, 3>& a, const std::array<std::int32_t, 3>& b) {
  std::int32_t most = 0;
  for (std::size_t c = 0; c < 3; ++c) most = std::max(most, std::abs(a[c] - b[c]));
  return most;
}

/// Whether a window of `a` is unlike all windows of `b` in its place and just beside it.
bool stands_out(const Blur& a, const Blur& b, std::size_t x, std::size_t y) {
  constexpr auto kEnough = kVisibleContrast * static_cast<std::int32_t>(kWindow * kWindow);
  const std::array<std::int32_t, 3> wanted = a.window(x, y);
  if (contrast(wanted, b.window(x, y)) < kEnough) return false;
  for (std::size_t dy = 0; dy <= 2 * kWander; ++dy) {
    for (std::size_t dx = 0; dx <= 2 * kWander; ++dx) {
      if (contrast(wanted, b.window(x + dx - kWander, y + dy - kWander)) < kEnough) return false;
    }
  }
  return true;
}

}  // namespace

bool visibly_different(const scene::Scene& a, const scene::Scene& b) {
  const Blur blur_a(a);
  const Blur blur_b(b);
  constexpr std::size_t kLast = scene::kCanonicalSize - kWindow - kWander;
  for (std::size_t y = kWander; y <= kLast; y += kWindow / 4) {
    for (std::size_t x = kWander; x <= kLast; x += kWindow / 4) {
      if (stands_out(blur_a, blur_b, x, y) || stands_out(blur_b, blur_a, x, y)) return true;
    }
  }
  return false;
}

}  // namespace papert::study
