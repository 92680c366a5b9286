// Looking up and writing. The writer escapes everything that a reader could take for markup or
// would normalise (line breaks in attribute values), so that writing and reading again gives the
// same tree.
#include "lang/svg/document.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "lang/svg/numbers.h"

namespace papert::lang::svg {
namespace {

void append_escaped(std::string& out, std::string_view text, bool in_attribute) {
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += in_attribute ? "&quot;" : "\"";
        break;
      case '\r':
        out += "&#13;";
        break;
      case '\n':
        out += in_attribute ? "&#10;" : "\n";
        break;
      case '\t':
        out += in_attribute ? "&#9;" : "\t";
        break;
      default:
        out += c;
    }
  }
}

void append(std::string& out, const Node& node) {
  switch (node.kind) {
    case Node::Kind::kText:
      return append_escaped(out, node.text, false);
    case Node::Kind::kCData:
      out.append("<![CDATA[").append(node.text).append("]]>");
      return;
    case Node::Kind::kComment:
      out.append("<!--").append(node.text).append("-->");
      return;
    case Node::Kind::kElement:
      break;
  }
  out.append("<").append(node.name);
  for (const Attribute& attribute : node.attributes) {
    out.append(" ").append(attribute.name).append("=\"");
    append_escaped(out, attribute.value, true);
    out += '"';
  }
  if (node.children.empty()) {
    out += "/>";
    return;
  }
  out += '>';
  for (const Node& child : node.children) append(out, child);
  out.append("</").append(node.name).append(">");
}

auto find(auto& attributes, std::string_view name) {
  return std::find_if(attributes.begin(), attributes.end(),
                      [&](const Attribute& attribute) { return attribute.name == name; });
}

}  // namespace

std::optional<std::string_view> Node::attribute(std::string_view wanted) const {
  const auto found = find(attributes, wanted);
  if (found == attributes.end()) return std::nullopt;
  return found->value;
}

void Node::set_attribute(std::string_view wanted, std::string value) {
  const auto found = find(attributes, wanted);
  if (found == attributes.end()) {
    attributes.push_back({std::string(wanted), std::move(value)});
  } else {
    found->value = std::move(value);
  }
}

void Node::remove_attribute(std::string_view wanted) {
  std::erase_if(attributes, [&](const Attribute& attribute) { return attribute.name == wanted; });
}

std::string to_text(const Node& node) {
  std::string out;
  append(out, node);
  return out;
}

std::string to_text(const Document& document) {
  std::string out;
  for (const Node& node : document.before) {
    append(out, node);
    out += '\n';
  }
  append(out, document.root);
  for (const Node& node : document.after) {
    out += '\n';
    append(out, node);
  }
  return out;
}

Result<ViewBox> view_box(const Document& document) {
  if (const auto text = document.root.attribute("viewBox")) {
    const auto numbers = parse_numbers(*text);
    if (!numbers || numbers->size() != 4 || !((*numbers)[2] > 0) || !((*numbers)[3] > 0)) {
      return fail(ErrorCode::kBadData, "svg: viewBox " + in_quotes(*text) +
                                           " should be four numbers, the last two positive");
    }
    return ViewBox{(*numbers)[0], (*numbers)[1], (*numbers)[2], (*numbers)[3]};
  }
  const auto width = parse_length(document.root.attribute("width").value_or(""));
  const auto height = parse_length(document.root.attribute("height").value_or(""));
  if (!width || !height || width->percent || height->percent || !(width->value > 0) ||
      !(height->value > 0)) {
    return fail(ErrorCode::kBadData,
                "svg: there is neither a viewBox nor a positive width and height");
  }
  return ViewBox{0, 0, width->value, height->value};
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kMost = 60;
  const std::string_view cut = cut_utf8(text, kMost);
  return "'" + sanitise_utf8(cut) + (cut.size() < text.size() ? "...'" : "'");
}

}  // namespace papert::lang::svg
