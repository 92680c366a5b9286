// Constraints, with the reason a program breaks them.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "lang/xlogo/emulator.h"

namespace papert::lang::xlogo {

using TypeCounts = std::array<std::size_t, 6>;  // by BlockType

/// Nothing where the released emulator would end in an exception (strict reference only). Writes
/// the reason to `why`, unless that is nullptr.
[[nodiscard]] std::optional<bool> check_constraints(const Constraints& constraints,
                                                    const Program& program,
                                                    const TypeCounts& counts, RunRules options,
                                                    std::string* why = nullptr);

}  // namespace papert::lang::xlogo
