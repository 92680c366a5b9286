// Tables of how far people agree in their labels.
#pragma once

#include <string>
#include <vector>

#include "analysis/label_agreement.h"
#include "report/sheet.h"

namespace papert::report {

/// How many confusion matrices a terminal is shown of a kind; files get all.
inline constexpr std::size_t kShownPairs = 6;

/// Kappa by kind and aspect; each pair of annotators with its confusion; suggestions; batches; the
/// distribution by run beside the published one.
[[nodiscard]] std::vector<Sheet> label_sheets(const analysis::LabelAgreement& agreement,
                                              Format format);

/// For a terminal.
[[nodiscard]] std::string label_text(const analysis::LabelAgreement& agreement,
                                     const TableOptions& options = {});

}  // namespace papert::report
