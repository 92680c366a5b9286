// Whether shapes that overlap were painted in the right order.
//
// A pair of the reference counts if its shapes have different colours and share a pixel that no
// later shape covers: where the order can be seen. Each shape of the reference is assigned one of
// the answer of the same colour, the one whose pixels are most alike (intersection over union, at
// least 1/2; the best pairs first, each shape once). A pair is right if both of its shapes have a
// partner and the partners come in the same order.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "raster/bitmap.h"
#include "scene/color_scene.h"

namespace papert::score {

class PaintOrder {
 public:
  explicit PaintOrder(const scene::ColorScene& reference);

  /// Places of shapes, the lower one first.
  [[nodiscard]] const std::vector<std::pair<std::size_t, std::size_t>>& pairs() const {
    return pairs_;
  }

  /// The share of pairs that are right; nothing where there are none.
  [[nodiscard]] std::optional<double> share(const scene::ColorScene& answer) const;

 private:
  struct Layer {
    raster::Bitmap pixels;
    int color = 0;
  };
  [[nodiscard]] std::vector<std::optional<std::size_t>> partners(
      const scene::ColorScene& answer) const;

  std::vector<Layer> layers_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
};

}  // namespace papert::score
