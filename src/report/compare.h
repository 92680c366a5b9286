// The comparison of two runs for a terminal.
#pragma once

#include <string>

#include "analysis/compare.h"
#include "report/table.h"

namespace papert::report {

[[nodiscard]] std::string comparison_text(const analysis::Comparison& comparison,
                                          const TableOptions& options = {});

}  // namespace papert::report
