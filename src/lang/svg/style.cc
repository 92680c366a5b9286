#include "lang/svg/style.h"

#include "base/text.h"

namespace papert::lang::svg {
namespace {

std::string_view without_important(std::string_view value) {
  const std::size_t mark = value.find('!');
  return mark == std::string_view::npos ? value : trim(value.substr(0, mark));
}

}  // namespace

std::vector<Declaration> parse_style(std::string_view text) {
  std::vector<Declaration> declarations;
  std::size_t start = 0;
  int nesting = 0;
  char quote = '\0';
  const auto add = [&](std::string_view piece) {
    const std::size_t colon = piece.find(':');
    if (colon == std::string_view::npos) return;
    declarations.push_back({trim(piece.substr(0, colon)), trim(piece.substr(colon + 1))});
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(') {
      ++nesting;
    } else if (c == ')') {
      --nesting;
    } else if (c == ';' && nesting <= 0) {
      add(text.substr(start, i - start));
      start = i + 1;
    }
  }
  add(text.substr(start));
  return declarations;
}

std::optional<std::string_view> property(const Node& node, std::string_view name) {
  std::optional<std::string_view> found;
  if (const auto style = node.attribute("style")) {
    for (const Declaration& declaration : parse_style(*style)) {
      if (lower(declaration.name) == name) found = without_important(declaration.value);
    }
  }
  if (!found) {
    if (const auto value = node.attribute(name)) found = trim(*value);
  }
  if (found == "inherit") return std::nullopt;
  return found;
}

void set_property(Node& node, std::string_view name, const std::string& value) {
  const auto style = node.attribute("style");
  std::string changed;
  bool given = false;
  if (style) {
    std::size_t copied = 0;
    for (const Declaration& declaration : parse_style(*style)) {
      if (lower(declaration.name) != name) continue;
      given = true;
      const auto at = static_cast<std::size_t>(declaration.value.data() - style->data());
      changed.append(style->substr(copied, at - copied)).append(value);
      copied = at + declaration.value.size();
    }
    changed.append(style->substr(copied));
  }
  if (given) {
    node.set_attribute("style", std::move(changed));
  } else {
    node.set_attribute(name, value);
  }
}

std::string_view url_id(std::string_view value) {
  value = trim(value);
  if (value.size() < 5 || lower(value.substr(0, 4)) != "url(") return {};
  const std::size_t close = value.find(')');
  if (close == std::string_view::npos) return {};
  value = trim(value.substr(4, close - 4));
  if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') &&
      value.back() == value.front()) {
    value = trim(value.substr(1, value.size() - 2));
  }
  if (value.empty() || value.front() != '#') return {};
  return value.substr(1);
}

std::string_view href_id(const Node& node) {
  auto href = node.attribute("href");
  if (!href) href = node.attribute("xlink:href");
  if (!href) return {};
  const std::string_view target = trim(*href);
  return target.size() > 1 && target.front() == '#' ? target.substr(1) : std::string_view{};
}

}  // namespace papert::lang::svg
