// Pillow's resize with BILINEAR, which the encoders' training data went through. Each output sample
// is a weighted mean of the input around its place, with weights that fall off as a triangle; when
// a picture shrinks, the triangle widens by the same factor, so nothing is skipped. First all rows,
// rounded to 8 bits, then all columns. Weights are whole numbers of 2^-22, as in the original.
// And the similarity of features, which needs no network.

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "score/embedding.h"

namespace papert::score {
namespace {

constexpr int kResizedSide = 256;
constexpr unsigned kPrecision = 22;

/// The input samples that make one output sample.
struct Mix {
  int first = 0;
  std::vector<std::int64_t> weights;
};

std::vector<Mix> mixes(int from, int to) {
  const double scale = static_cast<double>(from) / to;
  const double widening = std::max(scale, 1.0);
  std::vector<Mix> all(static_cast<std::size_t>(to));
  for (int i = 0; i < to; ++i) {
    const double center = (i + 0.5) * scale;
    Mix& mix = all[static_cast<std::size_t>(i)];
    const double low = center - widening + 0.5;
    const double high = center + widening + 0.5;
    mix.first = std::max(static_cast<int>(low), 0);
    const int end = std::min(static_cast<int>(high), from);
    std::vector<double> shares;
    double total = 0;
    for (int k = mix.first; k < end; ++k) {
      shares.push_back(std::max(0.0, 1 - std::abs((k - center + 0.5) / widening)));
      total += shares.back();
    }
    for (const double share : shares) {
      const double weight = 0.5 + share / total * static_cast<double>(1U << kPrecision);
      mix.weights.push_back(static_cast<std::int64_t>(weight));
    }
  }
  return all;
}

/// One output sample; `step` is the distance between its input samples.
std::uint8_t mixed(const Mix& mix, const std::uint8_t* first, std::ptrdiff_t step) {
  std::int64_t sum = std::int64_t{1} << (kPrecision - 1);
  for (const std::int64_t weight : mix.weights) {
    sum += weight * *first;
    first += step;
  }
  return static_cast<std::uint8_t>(std::clamp<std::int64_t>(sum >> kPrecision, 0, 255));
}

raster::Image resized(const raster::Image& image, int width, int height) {
  const std::ptrdiff_t channels = image.channels();
  raster::Image wide(width, image.height(), image.format());
  const std::vector<Mix> columns = mixes(image.width(), width);
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < width; ++x) {
      const Mix& mix = columns[static_cast<std::size_t>(x)];
      for (std::ptrdiff_t c = 0; c < channels; ++c) {
        wide.row(y)[x * channels + c] =
            mixed(mix, image.row(y) + mix.first * channels + c, channels);
      }
    }
  }
  raster::Image result(width, height, image.format());
  const std::vector<Mix> rows = mixes(image.height(), height);
  for (int y = 0; y < height; ++y) {
    const Mix& mix = rows[static_cast<std::size_t>(y)];
    for (std::ptrdiff_t i = 0; i < width * channels; ++i) {
      result.row(y)[i] = mixed(mix, wide.row(mix.first) + i, width * channels);
    }
  }
  return result;
}

}  // namespace

raster::Image encoder_picture(const raster::Image& image) {
  raster::Image result(kEncoderSide, kEncoderSide, raster::PixelFormat::kRgb);
  if (image.width() == 0 || image.height() == 0) return result;
  const int shorter = std::min(image.width(), image.height());
  const auto side = [&](int length) {
    return static_cast<int>(std::int64_t{kResizedSide} * length / shorter);
  };
  const raster::Image middle = resized(image, side(image.width()), side(image.height()));
  // Half a pixel goes to the even side.
  const auto margin = [](int length) {
    return static_cast<int>(std::nearbyint((length - kEncoderSide) / 2.0));
  };
  const int left = margin(middle.width());
  const int top = margin(middle.height());
  const std::ptrdiff_t channels = middle.channels();
  for (int y = 0; y < kEncoderSide; ++y) {
    const std::uint8_t* from = middle.row(top + y) + left * channels;
    std::uint8_t* to = result.row(y);
    for (int x = 0; x < kEncoderSide; ++x) {
      for (int c = 0; c < 3; ++c) to[3 * x + c] = from[channels * x + (channels == 3 ? c : 0)];
    }
  }
  return result;
}

double embedding_similarity(std::span<const float> a, std::span<const float> b) {
  double distance = 0;
  double length_a = 0;
  double length_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = a[i];
    const double y = b[i];
    distance += (x - y) * (x - y);
    length_a += x * x;
    length_b += y * y;
  }
  const double both = std::sqrt(length_a) + std::sqrt(length_b);
  return both == 0 ? 1 : std::clamp(1 - std::sqrt(distance) / both, 0.0, 1.0);
}

}  // namespace papert::score
