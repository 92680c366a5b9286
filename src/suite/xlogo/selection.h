// Which kinds of tasks are wanted, by the facets that results are broken down by. Loading leaves
// out the others, minting makes only these.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/result.h"
#include "lang/xlogo/mint.h"
#include "suite/suite.h"

namespace papert::xlogo {

/// What is not set does not matter.
struct Selection {
  std::optional<TaskType> type;
  std::optional<ConstraintKind> constraint;
  std::optional<CodeConcept> code;
  std::optional<LengthBand> length;
  std::optional<GridBand> grid;

  friend bool operator==(const Selection&, const Selection&) = default;
};

/// The modes that choose: type, constraint, concept, length and grid, each "any" by default.
[[nodiscard]] std::span<const suite::ModeInfo> selection_modes();
[[nodiscard]] Selection selection_from(const suite::Modes& modes);

[[nodiscard]] bool wanted(const Selection& selection, const Task& task);

/// The task of a seed: of the kinds wanted, where any are, else as minted() draws it. kUsage if
/// tasks of that kind are not made.
[[nodiscard]] Result<Task> mint_wanted(std::int64_t seed, const Selection& selection);

}  // namespace papert::xlogo
