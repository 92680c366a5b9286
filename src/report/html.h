// report.html: one self-contained page about one or more runs. The page itself (web/) is embedded
// in the program; this puts the data in. What it embeds is bounded: of a long run, failures and an
// even sample of the rest, with long texts cut and the page saying so. Prompts repeat each other:
// equal lines of all prompts are stored once.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "analysis/runs.h"
#include "base/result.h"
#include "report/chart.h"
#include "report/sheet.h"

namespace papert::report {

struct HtmlLimits {
  std::size_t samples = 5000;                       // per run
  std::size_t text_bytes = 20'000;                  // per text: a reply, a prompt, an answer
  std::size_t total_bytes = std::size_t{20} << 20;  // texts and pictures of the page
};

/// Runs in the order of the page; `tables` stand below the results (groups of runs, say). The
/// charts that were asked for come before those that every page has (charts.h).
[[nodiscard]] Result<std::string> report_html(std::span<const analysis::ReportedRun> runs,
                                              const HtmlLimits& limits = {},
                                              std::span<const Sheet> tables = {},
                                              std::span<const Chart> asked = {});

/// A page of web/ with its data, a JSON text, put in.
[[nodiscard]] Result<std::string> fill_page(std::string_view shell, std::string_view json);

}  // namespace papert::report
