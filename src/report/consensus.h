// The agreement of answers, for a terminal and other programs.
#pragma once

#include <string>
#include <vector>

#include "analysis/consensus.h"
#include "report/sheet.h"
#include "report/table.h"

namespace papert::report {

/// The tables: runs, overall, the histogram of entropies, and people's batches where there are any.
[[nodiscard]] std::vector<Sheet> consensus_sheets(const analysis::Consensus& consensus);

/// "0", "0 - 0.5", "> 2": one bar of the histogram.
[[nodiscard]] std::string entropy_bar_name(const analysis::EntropyBar& bar);

[[nodiscard]] std::string consensus_text(const analysis::Consensus& consensus,
                                         const TableOptions& options = {});

}  // namespace papert::report
