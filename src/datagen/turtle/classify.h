// The category and the difficulty of a drawing program, by rule from its tree and from what its
// loops do:
//
//   spiral       a loop with a constant turn whose length changes
//   rotation     copies turned by 360/k
//   translation  copies moved with the pen up, with one heading
//   scaling      copies of other sizes
//   composite    two of these, or three different shapes
//   else         basic geometry
//
// easy: no such transformation, or one of a plain shape. hard: three, or loops nested three deep
// with many segments. Else medium.
#pragma once

#include <cstddef>
#include <string_view>

#include "scene/scene.h"

namespace papert::datagen {

struct Classification {
  std::size_t category = 0;    // into mint::turtle::kCategories
  std::size_t difficulty = 0;  // into mint::turtle::kDifficulties

  bool operator==(const Classification&) const = default;
};

/// `scene` is what the program draws. A program that does not parse is judged by its drawing alone.
[[nodiscard]] Classification classify(std::string_view code, const scene::Scene& scene);

}  // namespace papert::datagen
