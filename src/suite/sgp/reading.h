// What a piece of a reply says: which option, or which value.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace papert::sgp {

/// How freely a piece is read. Letter: it is one letter and nothing else. Whole: it is an answer as
/// a whole. Loose: there may be words around it.
enum class Freedom { kLetter, kWhole, kLoose };

/// The index of the option that a piece names: "B", "(b)", "**B**", "B.", "B) Blue", "Option B",
/// "blue"; loosely also "blue, since ..." and "the blue one (B)". Nothing where it names none or
/// several. Of options with the same text the `preferred` one is meant.
[[nodiscard]] std::optional<std::size_t> read_choice(std::string_view piece,
                                                     const std::vector<std::string>& options,
                                                     Freedom freedom, std::size_t preferred = 0);

/// The value of an open answer in the form in which answers are compared: a number in digits
/// ("seven" is 7, "7.0" is 7), else small letters without what surrounds them. Where a number is
/// expected, only a piece that holds exactly one is read. Nothing where there is none.
[[nodiscard]] std::optional<std::string> read_value(std::string_view piece, Freedom freedom,
                                                    bool number_expected);

/// Whether the value is a number, in digits or in words.
[[nodiscard]] bool is_number(std::string_view value);

}  // namespace papert::sgp
