// Which turns and mirrorings a drawing survives. Private to this folder.
#pragma once

#include "datagen/turtle/strokes.h"

namespace papert::datagen::detail {

struct Symmetry {
  double share = 0;      // of the points of its lines, for the best turn or mirroring
  int turns = 1;         // it looks the same after 360 / turns degrees; 1: only after a whole turn
  bool upright = false;  // left and right are mirror images
  bool level = false;    // above and below are
};

/// Points are taken every four pixels, about their middle; one is kept that falls within two pixels
/// of a line. A drawing looks the same if 95 % are.
[[nodiscard]] Symmetry find_symmetry(const Strokes& strokes);

}  // namespace papert::datagen::detail
