// Any text as a reconstruction sequence, in both forms. Nothing is built: recipes of any size come
// out of here, and the kernel has its own limits.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/text.h"
#include "lang/cad/reconstruction.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void check(const papert::Result<papert::lang::cad::Reconstruction>& result) {
  if (!result) {
    require(!result.error().message.empty() && papert::is_valid_utf8(result.error().to_string()));
    return;
  }
  require(!result->recipe.extrusions.empty());
  for (const auto& extrusion : result->recipe.extrusions) {
    require(!extrusion.profiles.empty());
    for (const auto& profile : extrusion.profiles) require(!profile.outer.empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(papert::lang::cad::parse_reconstruction_json(text));
  check(papert::lang::cad::parse_reconstruction_text(text));
  return 0;
}
