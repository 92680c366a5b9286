// The agreement of answers for a terminal, from the object that run::consensus_of gives.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "report/sheet.h"
#include "report/table.h"

namespace papert::report {

/// The tables: runs, overall, the histogram of entropies, and people's batches where there are any.
[[nodiscard]] std::vector<Sheet> consensus_sheets(const Json& consensus);

[[nodiscard]] std::string consensus_text(const Json& consensus, const TableOptions& options = {});

}  // namespace papert::report
