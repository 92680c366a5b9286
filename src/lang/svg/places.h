// Where the elements of an SVG program stand in its text, and the program with some left out.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "lang/svg/document.h"

namespace papert::lang::svg {

/// Bytes of the opening tag.
struct TagPlace {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The opening tags of a text that parse() accepts, in the order of the text: the n-th is that of
/// the n-th element of the tree, parents first.
[[nodiscard]] std::vector<TagPlace> tag_places(std::string_view text);

/// Which elements of the tree paint something themselves, by their numbers in that order: shapes,
/// texts, pictures and uses that are not part of a definition.
[[nodiscard]] std::vector<std::size_t> painting_elements(const Document& document);

/// The same document with only the first `count` of those.
[[nodiscard]] Document first_elements(const Document& document, std::size_t count);

}  // namespace papert::lang::svg
