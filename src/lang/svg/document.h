// SVG programs as trees that can be copied, compared, changed and written again. Reading needs
// pugixml, which only parse.cc knows.
//
//     const Document document = TRY(svg::parse(text));
//     for (const std::string& note : document.notes) ...   // what was repaired on the way in
//     std::string again = svg::to_text(document);
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace papert::lang::svg {

struct Attribute {
  std::string name;
  std::string value;  // entities resolved

  friend bool operator==(const Attribute&, const Attribute&) = default;
};

/// An element, or a piece of text between elements.
struct Node {
  enum class Kind { kElement, kText, kCData, kComment };

  Kind kind = Kind::kElement;
  std::string name;                   // elements only, with its prefix
  std::string text;                   // all but elements
  std::vector<Attribute> attributes;  // in the order of the text
  std::vector<Node> children;

  friend bool operator==(const Node&, const Node&) = default;

  [[nodiscard]] bool is_element() const { return kind == Kind::kElement; }

  /// The value of an attribute; nothing if there is none.
  [[nodiscard]] std::optional<std::string_view> attribute(std::string_view wanted) const;

  /// Changes an attribute in its place, or adds it at the end.
  void set_attribute(std::string_view wanted, std::string value);
  void remove_attribute(std::string_view wanted);
};

struct Document {
  std::vector<Node> before;  // comments in front of the root
  Node root;                 // the svg element
  std::vector<Node> after;
  std::vector<std::string> notes;  // what parse repaired or left out, one sentence each
};

struct ParseLimits {
  std::size_t bytes = std::size_t{4} << 20;
  std::size_t elements = 50'000;
  std::size_t depth = 128;                             // the root is at depth 1
  std::size_t attributes = 64;                         // of one element
  std::size_t attribute_bytes = std::size_t{1} << 20;  // of one value
};

/// Reads an SVG program in UTF-8 (a missing namespace declaration is fine).
///
/// A document type is left out; one that declares anything is refused, so no entity beyond the five
/// of XML is ever expanded. Processing instructions are left out. The attribute `viewbox` of an svg
/// element that has no viewBox is renamed, with a note: some published files lost the capital.
///
/// Errors: kLimit beyond the limits; kBadData for what is not well-formed XML with an svg element
/// as its root. The message names the element or the place and the offending text.
[[nodiscard]] Result<Document> parse(std::string_view text, const ParseLimits& limits = {});

/// The byte at which a text stops being well-formed XML; nothing where it is, as far as brackets,
/// quotes and tags go, or is not text at all.
[[nodiscard]] std::optional<std::size_t> broken_at(std::string_view text);

/// XML in UTF-8 that parses to the same tree.
[[nodiscard]] std::string to_text(const Document& document);
[[nodiscard]] std::string to_text(const Node& node);

struct ViewBox {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;

  friend bool operator==(const ViewBox&, const ViewBox&) = default;
};

/// The root's viewBox; without one, its width and height where both are given without percentages.
/// kBadData if there is neither, or the numbers are unusable.
[[nodiscard]] Result<ViewBox> view_box(const Document& document);

/// At most 60 bytes of untrusted text for a message, in quotes.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace papert::lang::svg
