// White space and line ends as Python's str methods see them, on UTF-8. Damaged bytes count as
// ordinary characters: they are neither white space nor line ends.
#pragma once

#include <string_view>

namespace papert::lang::python {

/// str.strip(): without Unicode white space at either end. An all-white text gives an empty view
/// that begins at text.data().
std::string_view python_strip(std::string_view text);

/// str.splitlines(), one line at a time: takes the first line off `text`, without its end.
/// `text` must not be empty. Besides \n, \r and \r\n, lines end at \v, \f, U+001C to U+001E,
/// U+0085, U+2028 and U+2029.
std::string_view take_python_line(std::string_view& text);

}  // namespace papert::lang::python
