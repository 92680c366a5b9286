// A picture of 8-bit samples, rows packed without padding, top row first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace papert::raster {

enum class PixelFormat { kGray, kRgb };

struct Color {
  std::uint8_t r = 0;
  std::uint8_t g = 0;
  std::uint8_t b = 0;

  friend bool operator==(const Color&, const Color&) = default;
};

/// A value: copying copies the pixels, equality compares size, format and every sample.
class Image {
 public:
  Image() = default;

  /// Every sample starts as `fill`; white unless told. Sizes must not be negative.
  Image(int width, int height, PixelFormat format = PixelFormat::kGray, std::uint8_t fill = 255);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] PixelFormat format() const { return format_; }
  [[nodiscard]] int channels() const { return format_ == PixelFormat::kGray ? 1 : 3; }

  /// width() * channels() samples; y must be inside.
  [[nodiscard]] std::uint8_t* row(int y) { return data_.data() + offset(y); }
  [[nodiscard]] const std::uint8_t* row(int y) const { return data_.data() + offset(y); }

  /// All samples, width() * height() * channels() of them.
  [[nodiscard]] std::span<std::uint8_t> data() { return data_; }
  [[nodiscard]] std::span<const std::uint8_t> data() const { return data_; }

  friend bool operator==(const Image&, const Image&) = default;

 private:
  [[nodiscard]] std::size_t offset(int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) *
           static_cast<std::size_t>(channels());
  }

  int width_ = 0;
  int height_ = 0;
  PixelFormat format_ = PixelFormat::kGray;
  std::vector<std::uint8_t> data_;
};

/// Luma by ITU-R 601 in 16-bit fixed point, the weights and rounding of Pillow's convert("L").
/// A gray picture comes back unchanged.
[[nodiscard]] Image to_gray(const Image& image);

}  // namespace papert::raster
