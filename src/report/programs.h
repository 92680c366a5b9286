// Programs side by side, the failing line of each marked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/programs.h"
#include "report/table.h"

namespace papert::report {

struct ProgramsLayout {
  std::size_t width = 120;  // of all columns together; more programs than fit go below
  std::size_t column = 44;  // the widest
  std::size_t lines = 200;  // of a program
  bool color = false;       // the failing line in colour, too
};

/// A block for each task: a column for each program with its run, its verdict and its numbered
/// lines, ">" before the failing one; then why each fails.
[[nodiscard]] std::string programs_text(const std::vector<analysis::TaskPrograms>& tasks,
                                        const ProgramsLayout& layout = {});

/// The numbered lines of a program as HTML, the failing one in a mark element.
[[nodiscard]] std::string program_html(const std::string& code,
                                       std::optional<std::int64_t> failing_line);

}  // namespace papert::report
