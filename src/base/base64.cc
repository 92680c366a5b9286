#include "base/base64.h"

#include <openssl/evp.h>

#include <utility>

namespace papert {

void append_base64(std::string& text, std::string_view bytes) {
  constexpr std::size_t kPiece = std::size_t{3}
                                 << 28U;  // whole groups, and fewer than an int counts
  std::size_t out = text.size();
  // One more: OpenSSL ends its text with a zero.
  text.resize(out + (bytes.size() + 2) / 3 * 4 + 1);
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, kPiece);
    const int length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data() + out),
                                       reinterpret_cast<const unsigned char*>(piece.data()),
                                       static_cast<int>(piece.size()));
    out += static_cast<std::size_t>(length);
    bytes.remove_prefix(piece.size());
  }
  text.resize(out);
}

std::string base64(std::string_view bytes) {
  std::string text;
  append_base64(text, bytes);
  return text;
}

// OpenSSL forgives spaces around the text and bits behind its end; writing the bytes again does
// not.
std::optional<std::string> decode_base64(std::string_view text) {
  constexpr std::size_t kMost = std::size_t{1} << 30U;  // an int counts them
  if (text.size() % 4 != 0 || text.size() > kMost) return std::nullopt;
  std::string bytes(text.size() / 4 * 3, '\0');
  const int length = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                                     reinterpret_cast<const unsigned char*>(text.data()),
                                     static_cast<int>(text.size()));
  if (length < 0) return std::nullopt;
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  bytes.resize(static_cast<std::size_t>(length) - padding);
  return base64(bytes) == text ? std::optional(std::move(bytes)) : std::nullopt;
}

}  // namespace papert
