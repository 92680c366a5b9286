#include "suite/prompt_template.h"

#include <algorithm>

#include "base/text.h"

namespace papert::suite {

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
      std::string known;
      for (const auto& v : values) known += " {{" + std::string(v.first) + "}}";
      return fail(ErrorCode::kUsage,
                  "unknown placeholder '" + std::string(name) + "'; this suite has" +
                      (known.empty() ? " none" : known),
                  "prompt template");
    }
    out += value->second;
    at = close + 2;
  }
}

}  // namespace papert::suite
