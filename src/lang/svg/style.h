// Properties: a declaration in the style attribute wins over the attribute of the same name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/svg/document.h"

namespace papert::lang::svg {

struct Declaration {
  std::string_view name;  // as written; compare without case
  std::string_view value;
};

/// The declarations of a style attribute's text, which must outlive them. Comments are not
/// understood: a text with one gives a name that no property has.
std::vector<Declaration> parse_style(std::string_view text);

/// What the element itself says about a property, `!important` cut off; nothing for "inherit" and
/// where it says nothing.
std::optional<std::string_view> property(const Node& node, std::string_view name);

/// Changes a property where it is given, or adds an attribute.
void set_property(Node& node, std::string_view name, const std::string& value);

/// The id in "url(#id)", with or without quotes, whatever follows; empty for anything else.
std::string_view url_id(std::string_view value);

/// The id that href, or else xlink:href, points to inside this document; empty for anything else.
std::string_view href_id(const Node& node);

}  // namespace papert::lang::svg
