// A program for a coloured picture: a shape for everything that is visible, in an order in which
// they hide each other as seen.
#pragma once

#include "lang/shapes/v2_program.h"
#include "raster/color_plane.h"

namespace papert::solve::colors {

/// The best program found; `exact` where it paints the picture.
struct Found {
  lang::shapes::v2::Program program;
  bool exact = false;
};

/// The picture is 512 x 512, in places of the dialect's palette.
[[nodiscard]] Found find_program(const raster::ColorPlane& picture);

}  // namespace papert::solve::colors
