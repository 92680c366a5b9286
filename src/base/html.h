// Text for HTML pages.
#pragma once

#include <string>
#include <string_view>

namespace papert {

/// As text or a quoted attribute of a page: no character of it means anything, damaged UTF-8 is
/// replaced.
[[nodiscard]] std::string html_escaped(std::string_view text);

}  // namespace papert
