// The certificate of a set of tasks (analysis/certificate.h) as tables for a terminal, and as a
// self-contained page without a script.
#pragma once

#include <string>
#include <vector>

#include "analysis/certificate.h"
#include "report/sheet.h"
#include "report/table.h"

namespace papert::report {

/// "none of 150 tasks occurs in ...", or how many do; and whether everything could be compared.
[[nodiscard]] std::string certificate_verdict(const analysis::Certificate& certificate);

/// Sheets "keys", "overlap", "pairs", "problems" and "gap"; those that would be empty are left out.
[[nodiscard]] std::vector<Sheet> certificate_sheets(const analysis::Certificate& certificate);

[[nodiscard]] std::string certificate_text(const analysis::Certificate& certificate,
                                           const TableOptions& options = {});

[[nodiscard]] std::string certificate_html(const analysis::Certificate& certificate);

}  // namespace papert::report
