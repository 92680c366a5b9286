// What a data set holds, without asking any model: how many tasks have each value of each tag, how
// long programs and prompts are, which tasks are equal, what could not be read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "report/sheet.h"
#include "suite/suite.h"

namespace papert::report {

struct DescribeOptions {
  std::string_view prompt_template;          // the suite's own, say
  std::vector<std::vector<std::string>> by;  // also counts by combinations of these tags
  std::size_t values_per_tag = 60;           // the most frequent; the others are counted together
};

/// Sheets "tasks" (totals), one per tag, one per entry of `by`, "lengths", "duplicates" and
/// "problems". kUsage for a tag that no task has.
[[nodiscard]] Result<std::vector<Sheet>> describe(const suite::Suite& suite,
                                                  const suite::TaskSet& tasks,
                                                  const DescribeOptions& options);

}  // namespace papert::report
