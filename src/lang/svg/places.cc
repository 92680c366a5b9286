#include "lang/svg/places.h"

#include <algorithm>
#include <array>

namespace papert::lang::svg {
namespace {

constexpr std::array<std::string_view, 10> kPainting{
    "path", "rect", "circle", "ellipse", "line", "polygon", "text", "image", "polyline", "use"};
/// What is inside is painted only where somebody refers to it.
constexpr std::array<std::string_view, 10> kDefining{
    "defs",   "clipPath",       "mask",           "pattern", "marker",
    "symbol", "linearGradient", "radialGradient", "filter",  "style"};

std::string_view plain_name(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), plain_name(name)) != names.end();
}

/// Behind the next `mark`, or the end.
std::size_t behind(std::string_view text, std::string_view mark, std::size_t from) {
  const std::size_t found = text.find(mark, from);
  return found == std::string_view::npos ? text.size() : found + mark.size();
}

/// Behind the > that ends a tag: one within quotes does not.
std::size_t tag_end(std::string_view text, std::size_t at) {
  char quote = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return at + 1;
    }
  }
  return text.size();
}

std::size_t count_elements(const Node& node) {
  std::size_t count = node.is_element() ? 1 : 0;
  for (const Node& child : node.children) count += count_elements(child);
  return count;
}

void collect(const Node& node, std::size_t& number, std::vector<std::size_t>& found) {
  if (!node.is_element()) return;
  const std::size_t own = number++;
  const bool paints = is_one_of(kPainting, node.name);
  if (paints) found.push_back(own);
  if (paints || is_one_of(kDefining, node.name)) {
    for (const Node& child : node.children) number += count_elements(child);
    return;
  }
  for (const Node& child : node.children) collect(child, number, found);
}

void keep_first(Node& node, std::size_t& left) {
  if (is_one_of(kDefining, node.name)) return;
  std::erase_if(node.children, [&](Node& child) {
    if (!child.is_element()) return false;
    if (is_one_of(kPainting, child.name)) {
      if (left == 0) return true;
      --left;
      return false;
    }
    keep_first(child, left);
    return false;
  });
}

}  // namespace

std::vector<TagPlace> tag_places(std::string_view text) {
  std::vector<TagPlace> places;
  for (std::size_t at = text.find('<'); at < text.size(); at = text.find('<', at)) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("<!--")) {
      at = behind(text, "-->", at + 4);
    } else if (rest.starts_with("<![CDATA[")) {
      at = behind(text, "]]>", at);
    } else if (rest.starts_with("<?")) {
      at = behind(text, "?>", at);
    } else if (rest.starts_with("<!") || rest.starts_with("</")) {
      at = tag_end(text, at);
    } else {
      const std::size_t end = tag_end(text, at);
      places.push_back({at, end});
      at = end;
    }
  }
  return places;
}

std::vector<std::size_t> painting_elements(const Document& document) {
  std::vector<std::size_t> found;
  std::size_t number = 0;
  collect(document.root, number, found);
  return found;
}

Document first_elements(const Document& document, std::size_t count) {
  Document part = document;
  keep_first(part.root, count);
  return part;
}

}  // namespace papert::lang::svg
