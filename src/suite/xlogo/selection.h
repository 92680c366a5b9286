// The modes that choose which kinds of tasks are used (mint/xlogo/selection.h). Loading leaves out
// the others, minting makes only these.
#pragma once

#include <span>

#include "mint/xlogo/selection.h"
#include "suite/suite.h"

namespace papert::suite::xlogo {

/// Type, constraint, concept, length and grid, each "any" by default.
[[nodiscard]] std::span<const suite::ModeInfo> selection_modes();
[[nodiscard]] mint::xlogo::Selection selection_from(const suite::Modes& modes);

}  // namespace papert::suite::xlogo
