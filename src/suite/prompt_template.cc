#include "suite/prompt_template.h"

#include <algorithm>
#include <vector>

#include "base/nearest.h"
#include "base/text.h"

namespace papert::suite {
namespace {

std::string in_braces(std::string_view name) { return "{{" + std::string(name) + "}}"; }

tl::unexpected<Error> unknown_placeholder(std::string_view name, PromptValues values) {
  std::vector<std::string_view> names;
  std::string known;
  for (const auto& value : values) {
    names.push_back(value.first);
    known += " " + in_braces(value.first);
  }
  const auto meant = nearest(name, names);
  return fail(ErrorCode::kUsage,
              "unknown placeholder '" + std::string(name) + "'; " +
                  (meant ? "did you mean " + in_braces(*meant) + "? This" : "this") + " suite has" +
                  (known.empty() ? " none" : known),
              "prompt template");
}

bool has_placeholder(std::string_view text, std::string_view name) {
  for (std::size_t open = text.find("{{"); open != text.npos; open = text.find("{{", open + 2)) {
    const std::size_t close = text.find("}}", open);
    if (close != text.npos && trim(text.substr(open + 2, close - open - 2)) == name) return true;
  }
  return false;
}

}  // namespace

Result<void> check_template_varies(std::string_view prompt_template,
                                   std::initializer_list<std::string_view> names) {
  std::string known;
  for (const std::string_view name : names) {
    if (has_placeholder(prompt_template, name)) return {};
    known += " " + in_braces(name);
  }
  return fail(
      ErrorCode::kUsage,
      "every task would get the same prompt; put at least one of these into the text:" + known,
      "prompt template");
}

Result<std::string> fill_template(std::string_view prompt_template, PromptValues values) {
  std::string out;
  std::size_t at = 0;
  while (true) {
    const std::size_t open = prompt_template.find("{{", at);
    out += prompt_template.substr(at, open - at);
    if (open == std::string_view::npos) return out;
    const std::size_t close = prompt_template.find("}}", open);
    const std::string_view name = close == std::string_view::npos
                                      ? prompt_template.substr(open + 2, 20)
                                      : trim(prompt_template.substr(open + 2, close - open - 2));
    const auto* value =
        std::find_if(values.begin(), values.end(), [&](const auto& v) { return v.first == name; });
    if (close == std::string_view::npos || value == values.end()) {
      return unknown_placeholder(name, values);
    }
    out += value->second;
    at = close + 2;
  }
}

}  // namespace papert::suite
