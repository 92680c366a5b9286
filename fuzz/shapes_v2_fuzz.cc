// Any bytes as a program of the second dialect, and as a reply. What parses must be valid, survive
// being written and read again, and be painted; what does not has words and a line.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text.h"
#include "lang/shapes/v2_parse.h"
#include "raster/color_plane.h"
#include "suite/shapecode/extract.h"

namespace {

void require_v2(bool condition) {
  if (!condition) std::abort();
}

void check_v2_program(std::string_view text) {
  using namespace papert::lang::shapes::v2;
  const auto result = papert::lang::shapes::v2::parse(text);
  if (!result) {
    require_v2(papert::is_valid_utf8(result.error().message) && !result.error().message.empty());
    require_v2(result.error().line >= 1);
    return;
  }
  for (const Shape& shape : result->shapes) require_v2(is_valid(shape));
  if (result->shapes.empty()) return;
  const std::string canonical = serialise(*result);
  const auto again = papert::lang::shapes::v2::parse(canonical);
  require_v2(again && *again == *result && serialise(*again) == canonical);
  require_v2(papert::raster::render(to_scene(*result)).width() == 512);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_v2_program(text);
  check_v2_program(
      papert::suite::shapecode::extract_program(text, papert::data::shapecode::Dialect::kV2).text);
  return 0;
}
