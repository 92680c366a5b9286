// The drawings that task pictures are made of, as SVG elements. No <text>: fonts differ between
// machines, so digits and letters are strokes of our own.
#pragma once

#include <string>
#include <string_view>

#include "lang/xlogo/vocabulary.h"

namespace papert::lang::xlogo {

/// Around (0,0), within 32 units each way.
[[nodiscard]] std::string item_svg(ItemName name, Color color);

/// The turtle heading north, around (0,0), within 38 units each way.
[[nodiscard]] std::string_view turtle_svg();

/// A star of twelve points, around (0,0), within 20 units each way: something hit something.
[[nodiscard]] std::string_view burst_svg();

/// Digits, letters A to Z and the times sign 'x' in one line, its middle at (x, y).
struct Label {
  std::string_view text;
  double x = 0;
  double y = 0;
  double height = 16;
  std::string_view color = "#000000";
};
[[nodiscard]] std::string label_svg(const Label& label);

/// The width of a label of that height.
[[nodiscard]] double label_width(std::size_t characters, double height);

}  // namespace papert::lang::xlogo
