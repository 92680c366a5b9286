// The rigid motion between two programs of the same shapes, read off their coordinates: what
// motion.h does to a program, found out afterwards. Corresponding points give the turn by least
// squares. A few that stayed behind must not bend the motion of the others, so a very small turn is
// taken for none and the shift is the middle one.
#pragma once

#include <optional>

#include "lang/svg/document.h"
#include "lang/svg/motion.h"

namespace papert::lang::svg {

struct MotionFit {
  Motion motion;       // of most points
  bool whole = false;  // it brings every point to within a thousandth of the picture
};

/// The motion that takes `original` to `copy`, both written without transforms first. Nothing where
/// a program cannot be rewritten (motion.h), or where the shapes do not correspond.
[[nodiscard]] std::optional<MotionFit> fit_motion(const Document& original, const Document& copy);

}  // namespace papert::lang::svg
