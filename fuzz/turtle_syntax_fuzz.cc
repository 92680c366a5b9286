// Any bytes as a drawing program: what parses is printed as a text that parses to the same tree and
// is printed as itself.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "lang/turtle/syntax/program.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using papert::fuzz::require;
  const auto program = papert::turtle::parse_program({reinterpret_cast<const char*>(data), size});
  if (!program) {
    require(!program.error().message.empty());
    return 0;
  }
  const std::string text = papert::turtle::print_program(*program);
  const auto again = papert::turtle::parse_program(text);
  require(again.has_value());
  require(*again == *program);
  require(papert::turtle::print_program(*again) == text);
  return 0;
}
