// From text to the tree. pugixml splits the markup; what it is lenient about is checked here,
// because the same text must mean the same to the renderer's own XML reader: one root, no attribute
// twice, names made of name characters, references resolved by hand (so that an unknown one is an
// error, not text), and no document type that declares anything.
//
// pugixml builds its tree in a loop and the copy below recurses no deeper than the depth limit, so
// neither a million elements nor a million levels can exhaust the stack. Cost: linear in the text.
#include <algorithm>
#include <cstdint>
#include <pugixml.hpp>

#include "base/text.h"
#include "lang/svg/document.h"

namespace papert::lang::svg {
namespace {

constexpr unsigned kFlags = pugi::parse_cdata | pugi::parse_comments | pugi::parse_pi |
                            pugi::parse_declaration | pugi::parse_doctype | pugi::parse_ws_pcdata |
                            pugi::parse_eol | pugi::parse_wconv_attribute;

bool is_name(std::string_view name) {
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                        static_cast<unsigned char>(c) >= 0x80 || c == '_' || c == ':';
    const bool inside = (c >= '0' && c <= '9') || c == '-' || c == '.';
    if (!letter && (!inside || &c == name.data())) return false;
  }
  return !name.empty();
}

bool is_character(std::uint32_t code) {
  return code == '\t' || code == '\n' || code == '\r' || (code >= 0x20 && code < 0xD800) ||
         (code > 0xDFFF && code < 0xFFFE) || (code > 0xFFFF && code <= 0x10FFFF);
}

void append_utf8(std::string& out, std::uint32_t code) {
  const auto byte = [&](std::uint32_t value) { out += static_cast<char>(value); };
  if (code < 0x80) return byte(code);
  if (code < 0x800) {
    byte(0xC0 | code >> 6);
  } else {
    if (code < 0x10000) {
      byte(0xE0 | code >> 12);
    } else {
      byte(0xF0 | code >> 18);
      byte(0x80 | (code >> 12 & 0x3F));
    }
    byte(0x80 | (code >> 6 & 0x3F));
  }
  byte(0x80 | (code & 0x3F));
}

/// The character of a reference such as amp, #38 or #x26; 0 if there is none.
std::uint32_t referenced(std::string_view name) {
  if (name == "amp") return '&';
  if (name == "lt") return '<';
  if (name == "gt") return '>';
  if (name == "quot") return '"';
  if (name == "apos") return '\'';
  if (name.size() < 2 || name.size() > 9 || name[0] != '#') return 0;
  const bool hex = name[1] == 'x';
  std::uint64_t code = 0;
  for (const char c : name.substr(hex ? 2 : 1)) {
    const char low = static_cast<char>(c | 0x20);
    if (c >= '0' && c <= '9') {
      code = code * (hex ? 16 : 10) + static_cast<std::uint64_t>(c - '0');
    } else if (hex && low >= 'a' && low <= 'f') {
      code = code * 16 + static_cast<std::uint64_t>(low - 'a' + 10);
    } else {
      return 0;
    }
  }
  return code <= 0x10FFFF && is_character(static_cast<std::uint32_t>(code))
             ? static_cast<std::uint32_t>(code)
             : 0;
}

Result<std::string> resolve(std::string_view raw, const std::string& where) {
  std::string out;
  out.reserve(raw.size());
  std::size_t i = 0;
  while (i < raw.size()) {
    const std::size_t and_sign = raw.find('&', i);
    out.append(raw.substr(i, and_sign - i));
    if (and_sign == std::string_view::npos) break;
    const std::size_t end = raw.find(';', and_sign);
    const std::uint32_t code = end == std::string_view::npos
                                   ? 0
                                   : referenced(raw.substr(and_sign + 1, end - and_sign - 1));
    if (code == 0) {
      return fail(ErrorCode::kBadData,
                  where + ": " + in_quotes(raw.substr(and_sign, 16)) +
                      " is not a character or entity of XML; write &amp; for &");
    }
    append_utf8(out, code);
    i = end + 1;
  }
  return out;
}

class Reader {
 public:
  explicit Reader(const ParseLimits& limits) : limits_(limits) {}

  Result<Document> read(std::string_view text);

 private:
  Result<Node> element(const pugi::xml_node& from, std::size_t depth);
  Result<void> attributes(const pugi::xml_node& from, Node& to);
  Result<void> children(const pugi::xml_node& from, Node& to, std::size_t depth);
  Result<void> outside(const pugi::xml_node& from, Document& to, bool root_seen);
  void repair(Node& node);

  /// Said once, however often it happens.
  void note(std::string_view sentence) {
    if (std::find(notes_.begin(), notes_.end(), sentence) == notes_.end()) {
      notes_.emplace_back(sentence);
    }
  }

  ParseLimits limits_;
  std::size_t elements_ = 0;
  std::vector<std::string> notes_;
};

Result<void> Reader::attributes(const pugi::xml_node& from, Node& to) {
  for (const pugi::xml_attribute& attribute : from.attributes()) {
    const std::string where = to.name + ": " + attribute.name();
    if (!is_name(attribute.name())) {
      return fail(ErrorCode::kBadData,
                  to.name + ": " + in_quotes(attribute.name()) + " is not an attribute name");
    }
    if (to.attributes.size() == limits_.attributes) {
      return fail(ErrorCode::kLimit, to.name + ": an element may have " +
                                         std::to_string(limits_.attributes) + " attributes");
    }
    const std::string_view raw = attribute.value();
    if (raw.size() > limits_.attribute_bytes) {
      return fail(ErrorCode::kLimit, where + " has " + std::to_string(raw.size()) +
                                         " bytes; at most " +
                                         std::to_string(limits_.attribute_bytes) + " are read");
    }
    if (raw.find('<') != std::string_view::npos) {
      return fail(ErrorCode::kBadData, where + ": '<' in " + in_quotes(raw) + "; write &lt;");
    }
    if (to.attribute(attribute.name())) {
      return fail(ErrorCode::kBadData, where + " is given twice");
    }
    std::string value = TRY(resolve(raw, where));
    to.attributes.push_back({attribute.name(), std::move(value)});
  }
  return {};
}

Result<void> Reader::children(const pugi::xml_node& from, Node& to, std::size_t depth) {
  for (const pugi::xml_node& child : from.children()) {
    switch (child.type()) {
      case pugi::node_element:
        to.children.push_back(TRY(element(child, depth + 1)));
        break;
      case pugi::node_pcdata: {
        std::string text = TRY(resolve(child.value(), to.name));
        to.children.push_back({.kind = Node::Kind::kText, .text = std::move(text)});
        break;
      }
      case pugi::node_cdata:
        to.children.push_back({.kind = Node::Kind::kCData, .text = child.value()});
        break;
      case pugi::node_comment:
        to.children.push_back({.kind = Node::Kind::kComment, .text = child.value()});
        break;
      default:
        note("a processing instruction was left out");
    }
  }
  return {};
}

void Reader::repair(Node& node) {
  if (node.name != "svg" || node.attribute("viewBox")) return;
  for (Attribute& attribute : node.attributes) {
    if (attribute.name != "viewbox") continue;
    attribute.name = "viewBox";
    note("the attribute viewbox was read as viewBox");
    return;
  }
}

Result<Node> Reader::element(const pugi::xml_node& from, std::size_t depth) {
  Node node;
  node.name = from.name();
  if (!is_name(node.name)) {
    return fail(ErrorCode::kBadData, in_quotes(node.name) + " is not an element name");
  }
  if (++elements_ > limits_.elements) {
    return fail(ErrorCode::kLimit,
                "there are more than " + std::to_string(limits_.elements) + " elements");
  }
  if (depth > limits_.depth) {
    return fail(ErrorCode::kLimit, node.name + ": elements are nested more than " +
                                       std::to_string(limits_.depth) + " deep");
  }
  TRY(attributes(from, node));
  repair(node);
  TRY(children(from, node, depth));
  return node;
}

/// What stands beside the root element.
Result<void> Reader::outside(const pugi::xml_node& from, Document& to, bool root_seen) {
  const std::string_view value = from.value();
  switch (from.type()) {
    case pugi::node_comment:
      (root_seen ? to.after : to.before)
          .push_back({.kind = Node::Kind::kComment, .text = std::string(value)});
      return {};
    case pugi::node_declaration: {
      const std::string encoding = lower(from.attribute("encoding").value());
      if (!encoding.empty() && encoding != "utf-8" && encoding != "us-ascii") {
        return fail(ErrorCode::kBadData,
                    "the text is said to be " + in_quotes(encoding) + "; only UTF-8 is read");
      }
      return {};
    }
    case pugi::node_doctype:
      if (value.find_first_of("[]") != std::string_view::npos) {
        return fail(ErrorCode::kBadData,
                    "a document type with declarations is not read: " + in_quotes(value));
      }
      return {};
    case pugi::node_pi:
      note("a processing instruction was left out");
      return {};
    default:
      return fail(ErrorCode::kBadData, "text beside the root element: " + in_quotes(value));
  }
}

Result<Document> Reader::read(std::string_view text) {
  if (text.size() > limits_.bytes) {
    return fail(ErrorCode::kLimit, "the SVG text has " + std::to_string(text.size()) +
                                       " bytes; at most " + std::to_string(limits_.bytes) +
                                       " are read");
  }
  if (!is_valid_utf8(text) || text.find('\0') != std::string_view::npos) {
    return fail(ErrorCode::kBadData, "the SVG text is not UTF-8");
  }
  pugi::xml_document xml;
  const pugi::xml_parse_result parsed =
      xml.load_buffer(text.data(), text.size(), kFlags, pugi::encoding_utf8);
  if (!parsed) {
    const auto at = static_cast<std::size_t>(parsed.offset);
    return fail(
        parsed.status == pugi::status_out_of_memory ? ErrorCode::kLimit : ErrorCode::kBadData,
        std::string("no well-formed XML: ") + parsed.description() + " at byte " +
            std::to_string(at) + ", near " + in_quotes(text.substr(std::min(at, text.size()))));
  }
  Document document;
  bool root_seen = false;
  for (const pugi::xml_node& node : xml.children()) {
    if (node.type() != pugi::node_element) {
      TRY(outside(node, document, root_seen));
      continue;
    }
    if (root_seen) {
      return fail(ErrorCode::kBadData, "a second root element: " + in_quotes(node.name()));
    }
    root_seen = true;
    document.root = TRY(element(node, 1));
  }
  if (!root_seen) return fail(ErrorCode::kBadData, "there is no svg element");
  if (document.root.name != "svg") {
    return fail(ErrorCode::kBadData,
                "the root element is " + in_quotes(document.root.name) + ", not svg");
  }
  document.notes = std::move(notes_);
  return document;
}

}  // namespace

Result<Document> parse(std::string_view text, const ParseLimits& limits) {
  return Reader(limits).read(text);
}

std::optional<std::size_t> broken_at(std::string_view text) {
  pugi::xml_document xml;
  const pugi::xml_parse_result parsed =
      xml.load_buffer(text.data(), text.size(), kFlags, pugi::encoding_utf8);
  const bool placed = !parsed && parsed.status != pugi::status_out_of_memory &&
                      parsed.status != pugi::status_no_document_element;
  if (!placed) return std::nullopt;
  return std::min(static_cast<std::size_t>(parsed.offset), text.size());
}

}  // namespace papert::lang::svg
