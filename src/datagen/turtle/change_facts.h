// What loops and whole programs say about a change. Private to this folder.
#pragma once

#include <optional>
#include <vector>

#include "datagen/turtle/operators.h"
#include "datagen/turtle/tree.h"

namespace papert::datagen::detail {

/// A loop over factors: of lengths (scale) or of sides (mirror).
[[nodiscard]] std::optional<Change> factor_change(const Statement& loop);

/// A loop over copies: turned (rotate) or moved (move).
[[nodiscard]] std::optional<Change> copies_of(const Statement& loop);

/// Changes that would make a program like `b` of one like `a`, the most telling first.
[[nodiscard]] std::vector<Change> changes_by_facts(const Program& a, const Program& b);

}  // namespace papert::datagen::detail
