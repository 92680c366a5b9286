// `from __future__ import ...` must be the first statement of a program. Who puts lines in front of
// one takes such imports out first, and puts them in front of those.
//
//     std::string imports = take_future_imports(code);
//     run(imports + prelude + code);
#pragma once

#include <string>

namespace papert::lang::python {

/// Takes the future imports out of the code, and leaves spaces and line ends in their place; gives
/// them, a line each. What comes before them can only be remarks, blank lines and a string.
[[nodiscard]] std::string take_future_imports(std::string& code);

}  // namespace papert::lang::python
