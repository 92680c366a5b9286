// A Scene as an SVG file: every coordinate as it is, every item an element, lowest first.
#pragma once

#include <optional>
#include <string>

#include "scene/canonical.h"
#include "scene/scene.h"

namespace papert::scene {

/// How large the picture is where nothing else says so, in pixels.
struct SvgSize {
  int width = 0;
  int height = 0;
};

/// A complete document that opens in a browser. The view, unless one is given, is the painted
/// bounds with their pens and a margin of a twentieth of the longer side; an empty drawing is a
/// view of 100 x 100. Numbers have the fewest digits that read back as the same double; y is
/// negated, because SVG's grows downwards. A pen without a width is a line of one pixel at any
/// size. Text is real text, in the family that was asked for; characters that XML cannot hold
/// become U+FFFD.
[[nodiscard]] std::string to_svg(const Scene& scene, const std::optional<Bounds>& view = {},
                                 const std::optional<SvgSize>& size = {});

}  // namespace papert::scene
