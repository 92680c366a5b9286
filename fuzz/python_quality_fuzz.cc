// Any bytes as a Python program: its statements lie inside each other and in the order of the text,
// and what is said of them never exceeds what there is.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "lang/turtle/host/requirement.h"
#include "require.h"

namespace {

void check(std::string_view text) {
  using papert::fuzz::require;
  using namespace papert::lang;
  const auto outline = python::read_outline(text);
  const auto facts = turtle::facts_of(text);
  require(outline.has_value() == facts.has_value());
  if (!outline) return;
  std::uint32_t token = 0;
  for (std::size_t i = 0; i < outline->statements.size(); ++i) {
    const python::OutlineStatement& each = outline->statements[i];
    require(each.first_token == token && each.end_token > token);
    require(each.end > i && each.end <= outline->statements.size());
    token = each.end_token;
  }
  require(token == outline->tokens.size());
  const python::CodeQuality& quality = facts->quality;
  require(quality.repeated < outline->statements.size() + 1);
  require(quality.loop_depth <= quality.loops);
  require(quality.unreachable <= outline->statements.size());
  require(facts->commands <= outline->tokens.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check({reinterpret_cast<const char*>(data), size});
  return 0;
}
