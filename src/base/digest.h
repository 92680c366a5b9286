// SHA-256 digests as 32 bytes, for those who hold a million of them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace papert {

using Digest = std::array<unsigned char, 32>;

[[nodiscard]] std::string to_hex(const Digest& digest);

/// Nothing for a text that is not 64 lower-case hexadecimal digits.
[[nodiscard]] std::optional<Digest> digest_from_hex(std::string_view text);

}  // namespace papert
