// Any bytes: decoding ends in a picture or an error; a picture survives being written and read.
// The decoder verifies every checksum, which random bytes never get right, so the input is tried
// as it is and once more with the checksums of its chunks put right.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "raster/png.h"

namespace {

using namespace papert::raster;

std::uint32_t crc32_of(std::string_view bytes) {
  std::uint32_t crc = 0xffffffff;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int i = 0; i < 8; ++i) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320 : 0);
  }
  return ~crc;
}

void repair_checksums(std::string& bytes) {
  std::size_t at = 8;
  while (at + 12 <= bytes.size()) {
    std::size_t length = 0;
    for (std::size_t i = at; i < at + 4; ++i) {
      length = length << 8 | static_cast<unsigned char>(bytes[i]);
    }
    if (length > bytes.size() - at - 12) return;
    const std::uint32_t crc = crc32_of(std::string_view(bytes).substr(at + 4, length + 4));
    for (std::size_t i = 0; i < 4; ++i) {
      bytes[at + 8 + length + i] = static_cast<char>(crc >> (24 - 8 * i) & 0xff);
    }
    at += length + 12;
  }
}

void check(std::string_view bytes) {
  const PngLimits limits{.max_bytes = 1 << 16, .max_side = 512, .max_pixels = 1 << 16};
  const auto image = decode_png(bytes, limits);
  if (!image) {
    if (image.error().message.empty()) std::abort();
    return;
  }
  const auto again = decode_png(encode_png(*image));
  if (!again || *again != *image) std::abort();
  const auto compact = decode_png(encode_png(*image, {.compact = true}));
  if (!compact || to_gray(*compact) != to_gray(*image)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  check(bytes);
  repair_checksums(bytes);
  check(bytes);
  return 0;
}
