// Sketch-and-extrude programs on a grid of 256 levels.
//
//     SOL; Line:(223,128); Line:(223,153); Line:(128,153); Line:(128,128);
//     Ext:(192,64,192,32,128,83,174,157,128,Newbody,One-sided); EOS
//
// docs/cad.md has the notation as it is read here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "lang/cad/recipe.h"

namespace papert::lang::cad {

inline constexpr int kGridLevels = 256;

struct GridLine {
  int x = 0;  // where it ends; it starts where the curve before ends
  int y = 0;

  friend bool operator==(const GridLine&, const GridLine&) = default;
};

struct GridArc {
  int x = 0;
  int y = 0;
  int sweep = 0;  // of 256 to the full turn; 0 is taken as 1
  bool counter_clockwise = true;

  friend bool operator==(const GridArc&, const GridArc&) = default;
};

struct GridCircle {
  int x = 0;
  int y = 0;
  int radius = 1;

  friend bool operator==(const GridCircle&, const GridCircle&) = default;
};

using GridCurve = std::variant<GridLine, GridArc, GridCircle>;
using GridLoop = std::vector<GridCurve>;

enum class Extent { kOneSided, kSymmetric, kTwoSided };

/// Where a step stands in its text, "command 5, line 2"; empty for one that was not read. No part
/// of what the program means, so all places are equal.
struct TextPlace {
  std::string text;

  friend bool operator==(const TextPlace&, const TextPlace&) { return true; }
};

/// A profile and what is done with it. All numbers are grid levels.
struct ExtrudeStep {
  std::vector<GridLoop> loops;
  int theta = 128;
  int phi = 128;
  int gamma = 128;
  int px = 128;
  int py = 128;
  int pz = 128;
  int scale = 128;
  int e1 = 128;
  int e2 = 128;
  Operation operation = Operation::kNewBody;
  Extent extent = Extent::kOneSided;
  TextPlace place;  // of its Ext

  friend bool operator==(const ExtrudeStep&, const ExtrudeStep&) = default;
};

struct ExtrudeProgram {
  std::vector<ExtrudeStep> steps;

  friend bool operator==(const ExtrudeProgram&, const ExtrudeProgram&) = default;
};

/// The defaults are those of the source data.
struct ExtrudeLimits {
  std::size_t max_bytes = std::size_t{1} << 20;
  std::size_t max_commands = 60;  // SOL, Ext and EOS included
  std::size_t max_extrusions = 10;
  std::size_t max_loops = 6;    // of a profile
  std::size_t max_curves = 15;  // of a loop

  /// For programs longer than the source data's.
  [[nodiscard]] static ExtrudeLimits large() {
    return {.max_bytes = std::size_t{1} << 20,
            .max_commands = 2'000,
            .max_extrusions = 100,
            .max_loops = 100,
            .max_curves = 200};
  }
};

/// kBadData or kLimit, with the command's number and the offending text. What is accepted has at
/// least one step, every step a loop, every loop a curve.
[[nodiscard]] Result<ExtrudeProgram> parse_extrude(std::string_view text,
                                                   const ExtrudeLimits& limits = {});

/// One line that parse_extrude reads back as the same program.
[[nodiscard]] std::string to_text(const ExtrudeProgram& program);

/// kBadData for what has no size: a scale or a distance of zero, a loop without length.
[[nodiscard]] Result<Recipe> to_recipe(const ExtrudeProgram& program);

}  // namespace papert::lang::cad
