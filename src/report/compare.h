// The comparison of two runs for a terminal, from the object that run::compare_runs gives.
#pragma once

#include <string>

#include "base/json.h"
#include "report/table.h"

namespace papert::report {

[[nodiscard]] std::string comparison_text(const Json& comparison, const TableOptions& options = {});

}  // namespace papert::report
