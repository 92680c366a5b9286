// Charts on the command line: which one, over what, and into which kind of file.
#pragma once

#include <string>
#include <vector>

#include "command.h"
#include "report/charts.h"

namespace papert::cli {

struct ChartOptions {
  std::string kind;  // empty: none
  std::string x;
  std::string metric;
  std::string scale;
  std::string human;
  std::string labels;

  /// --chart and what charts of runs take.
  void add_to(Command& app);

  /// Of one --by, "KEY,KEY" or nothing. kUsage for an unknown kind.
  [[nodiscard]] Result<report::ChartRequest> request(const std::string& by) const;
};

/// --chart alone, for verbs whose charts need nothing else.
void add_chart_kind(Command& app, std::string& kind, const std::string& kinds);

/// Whether the file is a picture by its name: .svg or .png.
[[nodiscard]] bool is_picture_file(const std::string& file);

/// The one chart as a picture, into a file or ("-") as SVG to standard output; beside a file the
/// values are printed. kUsage where there are several charts.
[[nodiscard]] Result<int> write_chart(const std::vector<report::Chart>& charts,
                                      const std::string& file);

}  // namespace papert::cli
