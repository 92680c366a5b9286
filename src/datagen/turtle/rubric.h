// How good a drawing is for a pupil, by rule: six figures of 0 to 10, with the meaning of the six
// that a vision model is asked for.
//
//   geometry   how much of the ink falls on ink after a rotation by 360/k or a mirroring
//   visual     neither empty nor black, not too many lines, no crowded places
//   structure  few different lengths, or equal parts
//   alignment  ends meet ends or lines; few directions
//   education  a program that a pupil can write: 4 to 30 lines, loops where they help
//   color      one to four colours, none that is lost on white
//
// Deterministic; a millisecond or two for a drawing of some hundred lines.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "scene/scene.h"
#include "score/compare_drawings.h"

namespace papert::datagen {

/// Each 0 to 10.
struct RubricScores {
  double geometry = 0;
  double visual = 0;
  double structure = 0;
  double alignment = 0;
  double education = 0;
  double color = 0;

  [[nodiscard]] double total() const {
    return geometry + visual + structure + alignment + education + color;
  }
};

/// What is known about a drawing besides itself.
struct DrawingOrigin {
  std::string_view code;    // the program, whether or not it parses
  std::uint64_t steps = 0;  // that it took, as the jail counts them
  bool blocked = false;     // a Blocklist refuses it: education is then 0
};

[[nodiscard]] RubricScores score_by_rule(const scene::Scene& scene, const DrawingOrigin& origin);

/// Drawings that are refused whoever scores them: hateful symbols, in any colour, in every rotation
/// by 15 degrees, mirrored or not.
class Blocklist {
 public:
  /// The list that is part of the program.
  [[nodiscard]] static Result<Blocklist> open();

  /// The name of the symbol that the drawing is, or nothing ("") where it is none. Any thread.
  [[nodiscard]] std::string refused_as(const scene::Scene& scene) const;

  ~Blocklist();
  Blocklist(Blocklist&&) noexcept;
  Blocklist& operator=(Blocklist&&) noexcept;

 private:
  struct Symbols;
  explicit Blocklist(std::unique_ptr<Symbols> symbols);

  std::unique_ptr<Symbols> symbols_;
};

}  // namespace papert::datagen
