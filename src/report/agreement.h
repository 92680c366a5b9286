// What several runs agree on, for a terminal, other programs and a browser.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analysis/agreement.h"
#include "base/result.h"
#include "report/sheet.h"
#include "report/table.h"

namespace papert::report {

/// Which runs are not complete, a sentence each.
[[nodiscard]] std::vector<std::string> agreement_warnings(const analysis::Agreement& agreement);

[[nodiscard]] std::vector<Sheet> agreement_sheets(const analysis::Agreement& agreement);
[[nodiscard]] std::string agreement_text(const analysis::Agreement& agreement,
                                         const TableOptions& options = {});

struct GalleryLimits {
  std::size_t tasks_per_row = 50;
  std::size_t picture_bytes = std::size_t{30} << 20;
  bool programs = false;  // show the programs, too, the failing line of each marked
};

/// A self-contained page: the table, and below each of its rows the tasks, every one with its
/// target and what each run drew; then the tasks on which a group is divided.
[[nodiscard]] Result<std::string> agreement_html(const analysis::Agreement& agreement,
                                                 const GalleryLimits& limits = {});

}  // namespace papert::report
