#include "groups.h"

#include <set>
#include <string_view>

#include "base/text.h"

namespace papert::cli {

void add_groups(Command& app, std::vector<std::string>& groups, const std::string& title) {
  app.add_option("--group", groups, title)->type_name("NAME=RUN,RUN")->expected(1)->take_all();
}

Result<std::vector<GroupText>> read_groups(const std::vector<std::string>& texts) {
  std::vector<GroupText> groups;
  std::set<std::string> names;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      return fail(ErrorCode::kUsage, "'" + text + "' is not a group: give NAME=RUN,RUN", "--group");
    }
    GroupText group{text.substr(0, equals), {}};
    for (const std::string_view run : split(std::string_view(text).substr(equals + 1), ',')) {
      group.runs.emplace_back(run);
    }
    if (!names.insert(group.name).second) {
      return fail(ErrorCode::kUsage, "two groups are called '" + group.name + "'");
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace papert::cli
