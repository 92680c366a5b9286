#include "base/base64.h"

#include <openssl/evp.h>

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

}  // namespace papert
