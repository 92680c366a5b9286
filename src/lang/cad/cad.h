// CAD programs: three notations, solids and flat sketches.
//
//     const Notation notation = *detect(text);
//     if (is_flat(notation)) {
//       const auto sketches = TRY(read_sketches(text, notation));
//       raster::render_svg(to_svg(sketches, {.width = 512, .height = 512}), 512, 512);
//     } else {
//       const Solid solid = TRY(build(TRY(read_recipe(text, notation))));
//       raster::paint_mesh_sheet(TRY(to_mesh(solid)), 1024, 1024);
//     }
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "lang/cad/extrude.h"
#include "lang/cad/recipe.h"
#include "lang/cad/reconstruction.h"
#include "lang/cad/sketch.h"
#include "lang/cad/solid.h"

namespace papert::lang::cad {

enum class Notation {
  kExtrude,             // extrude.h
  kReconstructionJson,  // reconstruction.h
  kReconstructionText,
  kSketchText,  // sketch.h
  kSketchJson,
};

/// "extrude", "reconstruction-json", "reconstruction-text", "sketch-text", "sketch-json"
[[nodiscard]] std::string_view to_string(Notation notation);

/// The notation a text is written in, from its first word; nothing if it is none of these. What is
/// found may still not parse.
[[nodiscard]] std::optional<Notation> detect(std::string_view text);

[[nodiscard]] constexpr bool is_flat(Notation notation) {
  return notation == Notation::kSketchText || notation == Notation::kSketchJson;
}

/// Of a solid notation, with the default limits, or the large ones for programs on the grid. kUsage
/// for a flat one.
[[nodiscard]] Result<Recipe> read_recipe(std::string_view text, Notation notation,
                                         const ExtrudeLimits& limits = {});

/// Of a flat notation; a text has one sketch. kUsage for a solid one.
[[nodiscard]] Result<std::vector<Sketch>> read_sketches(std::string_view text, Notation notation);

/// Whether the text is a program of that notation, with the large limits: the error of its reader.
[[nodiscard]] Result<void> check(std::string_view text, Notation notation);

struct FoundProgram {
  Notation notation = Notation::kExtrude;
  std::string_view text;
};

/// The rest of a text from the first of its lines with which it is a program, and no longer than
/// max_bytes; only the first 200 lines are tried. Nothing where there is none.
[[nodiscard]] std::optional<FoundProgram> find_program(std::string_view text,
                                                       std::size_t max_bytes);

}  // namespace papert::lang::cad
