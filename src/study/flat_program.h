// Writes the program of a drawing: every line one by one, without loops.
#pragma once

#include <string>

#include "scene/scene.h"

namespace papert::study {

/// How the pen gets from point to point.
enum class Steps { kGoto, kHeadings };

/// A program draw(t) that draws the scene: strokes, fills and dots, in their order. Stamps and
/// texts are left out.
[[nodiscard]] std::string flat_program(const scene::Scene& scene, Steps steps = Steps::kGoto);

}  // namespace papert::study
