// Reconstruction sequences: a timeline of sketches and extrusions as JSON, and the short text form
// in which benchmarks print it.
//
// Units are centimetres and radians. docs/cad.md has both forms as they are read here.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "lang/cad/recipe.h"

namespace papert::lang::cad {

/// What the file says its solid measures; not every file says all.
struct StatedMeasures {
  std::optional<double> volume;
  std::optional<double> area;
  std::optional<std::size_t> faces;
  std::optional<std::size_t> edges;
};

struct Reconstruction {
  Recipe recipe;
  StatedMeasures stated;
};

struct ReconstructionLimits {
  std::size_t max_bytes = std::size_t{32} << 20;
  std::size_t max_steps = 2'000;    // entries of the timeline, or commands of the text
  std::size_t max_curves = 20'000;  // of all profiles that are extruded, together
};

/// kBadData, with the entity and the offending text, for what breaks the format, refers to what is
/// not there, or asks for what is not supported (a taper, an extent without a distance). kLimit
/// past the limits.
[[nodiscard]] Result<Reconstruction> parse_reconstruction_json(
    std::string_view text, const ReconstructionLimits& limits = {});

/// The text form carries no sketch planes, so everything lies on the xy plane. Of the loops before
/// an ExtrudeFeature one inside another is its hole.
[[nodiscard]] Result<Reconstruction> parse_reconstruction_text(
    std::string_view text, const ReconstructionLimits& limits = {});

}  // namespace papert::lang::cad
