#include "base/base64.h"

#include <cstdint>

namespace papert {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

void append_base64(std::string& text, std::string_view bytes) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i]));
  };
  std::size_t out = text.size();
  text.resize(out + (bytes.size() + 2) / 3 * 4, '=');
  std::size_t i = 0;
  for (; i + 3 <= bytes.size(); i += 3) {
    const std::uint32_t group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    text[out++] = kDigits[group >> 18];
    text[out++] = kDigits[group >> 12 & 63];
    text[out++] = kDigits[group >> 6 & 63];
    text[out++] = kDigits[group & 63];
  }
  if (i == bytes.size()) return;
  const bool two = i + 2 == bytes.size();
  const std::uint32_t group = byte(i) << 16 | (two ? byte(i + 1) << 8 : 0U);
  text[out++] = kDigits[group >> 18];
  text[out++] = kDigits[group >> 12 & 63];
  if (two) text[out] = kDigits[group >> 6 & 63];
}

std::string base64(std::string_view bytes) {
  std::string text;
  append_base64(text, bytes);
  return text;
}

}  // namespace papert
