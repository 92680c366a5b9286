#include "lang/svg/constructs.h"

#include "lang/svg/document.h"

namespace papert::lang::svg {
namespace {

void count_path(std::string_view data, Constructs& constructs) {
  constexpr std::string_view kLetters = "MLHVCSQTAZ";
  for (const char c : data) {
    const char letter = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    if (kLetters.find(letter) != std::string_view::npos) {
      ++constructs.path_commands[std::string(1, letter)];
    }
  }
}

/// The reader limits the depth.
void count_node(const Node& node, Constructs& constructs) {
  if (!node.is_element()) return;
  const std::size_t colon = node.name.find(':');
  const std::string name = colon == std::string::npos ? node.name : node.name.substr(colon + 1);
  ++constructs.elements[name];
  if (const auto data = node.attribute("d"); data && name == "path") {
    count_path(*data, constructs);
  }
  for (const Node& child : node.children) count_node(child, constructs);
}

}  // namespace

Result<Constructs> count_constructs(std::string_view text) {
  const Document document = TRY(parse(text));
  Constructs constructs;
  for (const Node& child : document.root.children) count_node(child, constructs);
  return constructs;
}

}  // namespace papert::lang::svg
