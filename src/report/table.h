// The result table: the same figures in the terminal and the page.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/run_summary.h"

namespace papert::report {

struct TableOptions {
  bool color = false;  // bold headings, for terminals
};

/// What is not as it should be (a run that is not complete, say); the overall figures with stderr,
/// interval and n, pass@k and pass^k among them where tasks were sampled more than once; then a
/// block per tag; then verdicts and errors.
[[nodiscard]] std::string summary_table(const analysis::RunSummary& summary,
                                        const TableOptions& options = {});

/// Below the tables: verdicts, errors, tokens and what is missing, a line each.
[[nodiscard]] std::string summary_lines(const analysis::RunSummary& summary);

/// Columns padded to the same width: figures flush right, text flush left.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header) : header_(std::move(header)) {}
  void add_row(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  [[nodiscard]] std::string to_string(const TableOptions& options) const;

 private:
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace papert::report
