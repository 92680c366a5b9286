// What an SVG program says in words: its elements that draw, each with the colour, shape and size
// that tag and numbers suggest. No renderer and no parser: patterns over the text.
#pragma once

#include <string>
#include <vector>

namespace papert::solve {

/// An element that draws, as its words describe it.
struct SvgItem {
  std::string tag;
  std::string hue;
  std::string shape;
  double size = 0;
  bool defined_only = false;
};

/// All of them, in order, with the colours that classes and groups give them.
[[nodiscard]] std::vector<SvgItem> svg_items(const std::string& program);

}  // namespace papert::solve
