// Coloured scenes to pixels, by whole numbers alone: what a form covers, a canvas of palette
// places, and its picture.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "raster/bitmap.h"
#include "raster/image.h"
#include "scene/color_scene.h"

namespace papert::raster {

/// A place in a palette for every pixel, row by row. A value.
class ColorPlane {
 public:
  ColorPlane() = default;
  /// Every pixel starts as the background, place 0.
  ColorPlane(int width, int height);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] std::span<std::uint8_t> row(int y) {
    return {places_.data() + offset(y), stride()};
  }
  [[nodiscard]] std::span<const std::uint8_t> row(int y) const {
    return {places_.data() + offset(y), stride()};
  }
  [[nodiscard]] std::span<const std::uint8_t> places() const { return places_; }

  friend bool operator==(const ColorPlane&, const ColorPlane&) = default;

 private:
  [[nodiscard]] std::size_t stride() const { return static_cast<std::size_t>(width_); }
  [[nodiscard]] std::size_t offset(int y) const { return static_cast<std::size_t>(y) * stride(); }

  int width_ = 0;
  int height_ = 0;
  std::vector<std::uint8_t> places_;
};

/// Sets the pixels that the form covers, over what is set. Coordinates may be beyond the bitmap by
/// some thousand pixels.
void cover(const scene::ColorForm& form, Bitmap& mask);

/// Gives the pixels of the mask, which has the canvas's size, this place.
void paint(const Bitmap& mask, std::uint8_t place, ColorPlane& plane);

[[nodiscard]] ColorPlane render(const scene::ColorScene& scene);

/// RGB.
[[nodiscard]] Image to_image(const ColorPlane& plane, std::span<const std::uint32_t> palette);

/// The pixels of one place.
[[nodiscard]] Bitmap pixels_of(const ColorPlane& plane, std::uint8_t place);

/// Where two canvases of the same size differ, in RGB: equal paint dark grey, paint that is missing
/// orange, paint where there should be none blue, another colour purple.
[[nodiscard]] Image difference_picture(const ColorPlane& expected, const ColorPlane& actual);

}  // namespace papert::raster
