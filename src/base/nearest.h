// The known word that somebody most likely meant, for "did you mean".
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace papert {

/// The known word with the smallest Damerau distance to `word` (insert, delete, replace, swap two
/// neighbours), if that is at most a third of the word's length, and at least 1 is always allowed.
/// Of equals the first.
std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> known);

}  // namespace papert
