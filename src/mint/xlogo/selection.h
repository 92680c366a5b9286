// Which kinds of tasks are wanted, by the facets that results are broken down by: a choice among
// tasks that are there, and among those that are made.
#pragma once

#include <cstdint>
#include <optional>

#include "base/result.h"
#include "mint/xlogo/xlogo.h"

namespace papert::mint::xlogo {

/// What is not set does not matter.
struct Selection {
  std::optional<TaskType> type;
  std::optional<ConstraintKind> constraint;
  std::optional<CodeConcept> code;
  std::optional<LengthBand> length;
  std::optional<GridBand> grid;

  friend bool operator==(const Selection&, const Selection&) = default;
};

[[nodiscard]] bool wanted(const Selection& selection, const lang::xlogo::Task& task);

/// The task of a seed: of the kinds wanted, where any are, else as minted() draws it. kUsage if
/// tasks of that kind are not made.
[[nodiscard]] Result<lang::xlogo::Task> mint_wanted(std::int64_t seed, const Selection& selection);

}  // namespace papert::mint::xlogo
