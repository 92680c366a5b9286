// Any bytes as a pair of IDX files, cut where the magic number of the labels stands: scans of the
// stated size, or an error. A scan is traced, or refused with words.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "datagen/digits.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace papert;
  using namespace std::string_view_literals;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = std::min(bytes.find("\0\0\x08\x01"sv), size);
  const auto scans = datagen::parse_digits(bytes.substr(0, cut), bytes.substr(cut));
  if (!scans) {
    fuzz::require(!scans.error().message.empty());
    return 0;
  }
  fuzz::require(scans->pixels.size() == scans->size() * scans->rows * scans->columns);
  if (scans->size() == 0) return 0;
  const auto program = datagen::trace_digit(scans->scan(0), scans->rows, scans->columns);
  fuzz::require(program ? !program->empty() : !program.error().message.empty());
  return 0;
}
