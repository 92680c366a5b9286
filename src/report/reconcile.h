// What a run is worth under other policies, for a terminal.
#pragma once

#include <string>

#include "analysis/reconcile.h"
#include "report/table.h"

namespace papert::report {

[[nodiscard]] std::string reconciliation_text(const analysis::Reconciliation& reconciliation,
                                              const TableOptions& options = {});

}  // namespace papert::report
