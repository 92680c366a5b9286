// Any bytes as a line of JSON, read in place and as a tree. What the view takes, the tree parser
// takes, with the same values; what it leaves to the tree parser is an object that it takes once it
// is repaired and written again, or not an object at all.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/json_text.h"
#include "base/json_view.h"
#include "require.h"

namespace {

using namespace papert;

void agree(const JsonPiece& piece, const Json& value);

void agree(const JsonView& view, const Json& object) {
  for (const JsonView::Member& member : view.members()) {
    fuzz::require(object.contains(member.key.string()));
  }
  for (const auto& [key, value] : object.items()) {
    const JsonPiece piece = view[key];
    fuzz::require(piece.exists());
    agree(piece, value);
  }
}

void agree(const JsonPiece& piece, const Json& value) {
  fuzz::require(piece.json() == value);
  fuzz::require(piece.is_string() == value.is_string());
  fuzz::require(piece.is_number() == value.is_number());
  if (value.is_string()) fuzz::require(piece.string() == value.get_ref<const std::string&>());
  if (const auto whole = piece.integer()) fuzz::require(value == *whole);
  const std::vector<JsonPiece> elements = piece.elements();
  fuzz::require(elements.size() == (value.is_array() ? value.size() : 0));
  for (std::size_t i = 0; i < elements.size(); ++i) agree(elements[i], value[i]);
  JsonView inner;
  fuzz::require(inner.read(piece.text()) == value.is_object());
  if (value.is_object()) agree(inner, value);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto tree = parse_json(text);
  JsonView view;
  if (view.read(text)) {
    fuzz::require(tree.has_value() && tree->is_object());
    agree(view, *tree);
    return 0;
  }
  if (!tree || !tree->is_object()) return 0;
  const std::string repaired = dump_json(*tree);
  fuzz::require(view.read(repaired));
  agree(view, *tree);
  std::string written;
  append_json(*tree, written);
  fuzz::require(written == repaired);
  return 0;
}
