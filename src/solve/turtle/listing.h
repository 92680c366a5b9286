// Loops over lists of numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace papert::solve::turtle {

/// A list in brackets after these words, with a colon, over as many lines as it needs.
[[nodiscard]] std::vector<std::string> listed(std::string_view before,
                                              const std::vector<std::string>& items);

/// A loop over items in parentheses. Numbers that all grow evenly, to a tolerance, are written by
/// what they grow by.
[[nodiscard]] std::vector<std::string> loop_over(const std::vector<std::string>& names,
                                                 const std::vector<std::string>& items,
                                                 const std::vector<std::string>& body,
                                                 double tolerance);

}  // namespace papert::solve::turtle
