// Where a reply states its answer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace papert::reply {

struct Statement {
  std::string_view rule;  // that found it
  std::string text;       // from where the answer should stand to the end of the line
};

/// The one to be read first in front.
[[nodiscard]] std::vector<Statement> find_statements(std::string_view reply);

}  // namespace papert::reply
