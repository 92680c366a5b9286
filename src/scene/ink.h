// A drawing reduced to ink: one pen, black and white. Two drawings of the same lines become the
// same, whatever pens and colours drew them.
#pragma once

#include "scene/scene.h"

namespace papert::scene {

/// Grey of this value and darker is ink.
inline constexpr int kDarkestInk = 200;

/// Lines of width `pen`, black where the colour is ink and else white, on white.
[[nodiscard]] Scene in_ink(Scene scene, double pen);

}  // namespace papert::scene
