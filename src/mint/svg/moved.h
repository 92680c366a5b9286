// Moved versions of SVG programs, drawn by chance and proven by their pictures; and whether a
// program of unknown origin is such a version.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lang/svg/motion.h"

namespace papert::mint::svg {

struct MovedProgram {
  std::string program;
  lang::svg::Motion motion;
  std::optional<std::int64_t> distance;  // between the trees of both; none for very large ones
};

/// Moves an SVG program and makes sure, by rendering both, that its picture is the same motion of
/// the original's picture. The error's message begins with the reason in a word.
[[nodiscard]] Result<MovedProgram> moved_program(std::string_view program,
                                                 const lang::svg::Motion& motion);

/// The motions of one program: they follow from the seed, the kind and the program, whatever else
/// is in the data.
[[nodiscard]] Result<std::vector<lang::svg::Motion>> motions_of(std::string_view program,
                                                                lang::svg::MotionKind kind,
                                                                std::int64_t seed,
                                                                std::size_t count);

/// Whether the copy's picture is the original's after one rigid motion. Coordinates come first
/// (lang/svg/fit_motion.h). Only where a point is off are both painted, and at most 0.1 % of the
/// pixels may differ. Nothing where it cannot be decided: a program that cannot be rewritten
/// (lang/svg/motion.h), or shapes that do not correspond. About a millisecond.
[[nodiscard]] std::optional<bool> is_moved_copy(std::string_view original, std::string_view copy);

}  // namespace papert::mint::svg
