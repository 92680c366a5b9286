// --group NAME=RUN,RUN, as several verbs take it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "command.h"

namespace papert::cli {

struct GroupText {
  std::string name;
  std::vector<std::string> runs;
};

void add_groups(Command& app, std::vector<std::string>& groups, const std::string& title);

/// kUsage for what is not NAME=RUN,RUN, and for two groups of one name.
[[nodiscard]] Result<std::vector<GroupText>> read_groups(const std::vector<std::string>& texts);

}  // namespace papert::cli
