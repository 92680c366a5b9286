// Any text as a flat sketch, in both forms. What is accepted must be written and read back
// unchanged, and its drawing must not hold a number that is none.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/text.h"
#include "lang/cad/cad.h"

namespace {

using namespace papert::lang::cad;

void require(bool condition) {
  if (!condition) std::abort();
}

void check(Sketch sketch) {
  sketch.skipped.clear();
  const auto again = parse_sketch(to_text(sketch));
  require(again && *again == sketch);
  const std::string svg = to_svg({&sketch, 1});
  require(svg.find("nan") == std::string::npos && svg.find("inf") == std::string::npos);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static_cast<void>(detect(text));
  const auto sketch = parse_sketch(text);
  if (sketch) {
    check(*sketch);
  } else {
    require(papert::is_valid_utf8(sketch.error().to_string()));
  }
  const auto sketches = parse_sketches_json(text);
  if (sketches) {
    for (const Sketch& one : *sketches) check(one);
  } else {
    require(papert::is_valid_utf8(sketches.error().to_string()));
  }
  return 0;
}
