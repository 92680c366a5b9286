// Any bytes as an SVG program. What is read survives writing and reading; what can be moved gives a
// program that is read again, has no transform left and can be moved again; measuring and comparing
// come to an end.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/text.h"
#include "lang/svg/motion.h"
#include "lang/svg/render_check.h"
#include "lang/svg/tree_distance.h"

namespace {

using namespace papert::lang::svg;

void require(bool condition) {
  if (!condition) std::abort();
}

void require_no_transform(const Node& node) {
  require(!node.attribute("transform"));
  for (const Node& child : node.children) require_no_transform(child);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto document = parse(text, {.elements = 2'000});
  if (!document) {
    require(papert::is_valid_utf8(document.error().message));
    return 0;
  }
  const auto again = parse(to_text(*document));
  require(again && again->root == document->root);
  static_cast<void>(check_render(*document, {.seconds = 0.1}));
  const auto moved = move(*document, {.angle_degrees = 4, .dx = 1.5, .dy = -2});
  if (!moved) {
    require(!moved.error().text.empty() && papert::is_valid_utf8(moved.error().text));
    return 0;
  }
  const auto read = parse(to_text(*moved));
  require(read.has_value());
  require_no_transform(read->root);
  const auto distance = tree_distance(*document, *read, {.cells = 1 << 18, .steps = 1e7});
  if (distance) require(*distance <= tree_size(*document) + tree_size(*read));
  return 0;
}
