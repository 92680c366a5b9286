// Any bytes as a program and as a reply. What parses must survive being written and read again, the
// plain path must agree with the general one, and what is extracted must come out of the reply.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text.h"
#include "lang/shapes/parse.h"
#include "lang/shapes/parse_paths.h"
#include "suite/shapecode/extract.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void check_program(std::string_view text) {
  using namespace papert::lang::shapes;
  const auto result = parse(text);
  Program general;
  const auto slow = parse_general(text, general, {});
  require(slow.has_value() == result.has_value());
  if (!result) {
    require(result.error().name == slow.error().name);
    require(papert::is_valid_utf8(result.error().message));
    return;
  }
  require(general == *result);
  const std::string canonical = serialise(*result);
  if (result->shapes.empty()) return;
  const auto again = parse(canonical);
  require(again && *again == *result && serialise(*again) == canonical);
}

void check_reply(std::string_view reply) {
  const auto found = papert::suite::shapecode::extract_program(reply);
  require(found.text.size() <= reply.size());
  require(found.rule == "calls" || reply.find(found.text) != std::string_view::npos);
  check_program(found.text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_program(text);
  check_reply(text);
  return 0;
}
