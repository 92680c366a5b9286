#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace papert {

/// Appends `bytes` in base 64, with padding.
void append_base64(std::string& text, std::string_view bytes);

[[nodiscard]] std::string base64(std::string_view bytes);

/// The bytes of a text in base 64 with its padding; nothing where it is not one.
[[nodiscard]] std::optional<std::string> decode_base64(std::string_view text);

}  // namespace papert
