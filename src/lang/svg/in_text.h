// SVG as tables and replies have it: somewhere in a text, and a little damaged.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace papert::lang::svg {

/// From the first <?xml or <svg to the last </svg>; nothing where there is no such stretch. What is
/// found may still not parse.
[[nodiscard]] std::optional<std::string_view> find_document(std::string_view text);

/// Gives the attribute viewbox of svg elements its capital back where there is no viewBox. Whether
/// anything changed.
bool repair_view_box(std::string& program);

}  // namespace papert::lang::svg
