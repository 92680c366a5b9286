// The modes that choose which kinds of tasks are used (mint/xlogo/selection.h). Loading leaves out
// the others, minting makes only these.
#pragma once

#include <span>

#include "mint/xlogo/second.h"
#include "mint/xlogo/selection.h"
#include "suite/suite.h"

namespace papert::suite::xlogo {

/// Type, constraint, concept, length and grid, each "any" by default.
[[nodiscard]] std::span<const suite::ModeInfo> selection_modes();
[[nodiscard]] mint::xlogo::Selection selection_from(const suite::Modes& modes);

/// What `needs` (any by default) and the type choose in the second dialect. kUsage where a mode is
/// given that chooses among tasks of the other dialect.
[[nodiscard]] Result<mint::xlogo::SecondWish> second_wish_from(const suite::Modes& modes);
[[nodiscard]] Result<void> refuse_second_modes(const suite::Modes& modes);

}  // namespace papert::suite::xlogo
