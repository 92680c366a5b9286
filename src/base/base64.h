#pragma once

#include <string>
#include <string_view>

namespace papert {

/// Appends `bytes` in base 64, with padding.
void append_base64(std::string& text, std::string_view bytes);

[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace papert
