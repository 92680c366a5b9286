#include "score/picture_iou.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "raster/bitmap.h"
#include "score/iou.h"

namespace papert::score {
namespace {

constexpr std::size_t kChannels = 3;

/// The most frequent colour; of several the darkest in the order of red, green, blue.
raster::Color ground_of(const raster::Image& image) {
  const auto data = image.data();
  std::vector<std::uint32_t> colors;
  colors.reserve(data.size() / kChannels);
  for (std::size_t at = 0; at + kChannels <= data.size(); at += kChannels) {
    colors.push_back(std::uint32_t{data[at]} << 16U | std::uint32_t{data[at + 1]} << 8U |
                     data[at + 2]);
  }
  std::sort(colors.begin(), colors.end());
  std::uint32_t ground = 0;
  std::size_t most = 0;
  for (auto run = colors.begin(); run != colors.end();) {
    const auto end = std::upper_bound(run, colors.end(), *run);
    const auto count = static_cast<std::size_t>(end - run);
    if (count > most) ground = *run;
    most = std::max(most, count);
    run = end;
  }
  return {static_cast<std::uint8_t>(ground >> 16U), static_cast<std::uint8_t>(ground >> 8U),
          static_cast<std::uint8_t>(ground)};
}

bool near(const raster::Color& a, const raster::Color& b) {
  return std::abs(int{a.r} - int{b.r}) <= kNearColor &&
         std::abs(int{a.g} - int{b.g}) <= kNearColor && std::abs(int{a.b} - int{b.b}) <= kNearColor;
}

}  // namespace

double picture_iou(const raster::Image& truth, const raster::Image& other) {
  const bool fit = truth.format() == raster::PixelFormat::kRgb &&
                   other.format() == raster::PixelFormat::kRgb && truth.width() == other.width() &&
                   truth.height() == other.height();
  if (!fit) return 0;
  const raster::Color ground = ground_of(truth);
  raster::Overlap overlap;
  for (std::size_t at = 0; at + kChannels <= truth.data().size(); at += kChannels) {
    const auto color = [&](const raster::Image& image) {
      return raster::Color{image.data()[at], image.data()[at + 1], image.data()[at + 2]};
    };
    const raster::Color a = color(truth);
    const raster::Color b = color(other);
    if (near(a, ground) && near(b, ground)) continue;
    ++overlap.either;
    if (!near(a, ground) && near(a, b)) ++overlap.both;
  }
  overlap.exactly_one = overlap.either - overlap.both;
  const auto pixels = static_cast<std::int64_t>(truth.data().size() / kChannels);
  return mask_scores(overlap, pixels).foreground_iou;
}

}  // namespace papert::score
