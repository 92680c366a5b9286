// Which kinds of tasks are wanted, by the facets that results are broken down by. Loading leaves
// out the others, minting makes only these.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/result.h"
#include "mint/xlogo/xlogo.h"
#include "suite/suite.h"

namespace papert::suite::xlogo {

/// What is not set does not matter.
struct Selection {
  std::optional<mint::xlogo::TaskType> type;
  std::optional<mint::xlogo::ConstraintKind> constraint;
  std::optional<mint::xlogo::CodeConcept> code;
  std::optional<mint::xlogo::LengthBand> length;
  std::optional<mint::xlogo::GridBand> grid;

  friend bool operator==(const Selection&, const Selection&) = default;
};

/// The modes that choose: type, constraint, concept, length and grid, each "any" by default.
[[nodiscard]] std::span<const suite::ModeInfo> selection_modes();
[[nodiscard]] Selection selection_from(const suite::Modes& modes);

[[nodiscard]] bool wanted(const Selection& selection, const lang::xlogo::Task& task);

/// The task of a seed: of the kinds wanted, where any are, else as minted() draws it. kUsage if
/// tasks of that kind are not made.
[[nodiscard]] Result<lang::xlogo::Task> mint_wanted(std::int64_t seed, const Selection& selection);

}  // namespace papert::suite::xlogo
