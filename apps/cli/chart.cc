#include "chart.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "cli.h"

namespace papert::cli {

void add_chart_kind(Command& app, std::string& kind, const std::string& kinds) {
  app.add_option("--chart", kind, "draw the figures; -o names the picture (.svg or .png)")
      ->type_name(kinds);
}

void ChartOptions::add_to(Command& app) {
  app.add_option(
         "--chart", kind,
         "draw a chart by the keys of --by: into the picture that -o names (.svg, .png), or "
         "into the page")
      ->type_name("bars|radar|line|curves|histogram|entropy|shares");
  app.add_option("--x", x, "with --chart line: the label, mode or setting of numbers below it")
      ->type_name("KEY");
  app.add_option("--metric", metric, "what charts show (default: the suite's first metric)")
      ->type_name("NAME");
  app.add_option("--scale", scale, "the axis of a radar (default: log) or a line (default: linear)")
      ->type_name("log|linear")
      ->check(one_of({"log", "linear"}));
  app.add_option("--human", human,
                 "with --chart entropy: people's answers, as consensus takes them")
      ->type_name("FILE")
      ->check(existing_file());
  app.add_option("--calibrate", labels,
                 "with --chart curves: people's labels, as calibrate takes them")
      ->type_name("FILE")
      ->check(existing_file());
}

Result<report::ChartRequest> ChartOptions::request(const std::string& by) const {
  report::ChartRequest request;
  request.kind = TRY(report::chart_kind_from_name(kind));
  if (!by.empty()) {
    for (const std::string_view key : split(by, ',')) request.by.emplace_back(trim(key));
  }
  request.x = x;
  request.metric = metric;
  if (!scale.empty()) request.log = scale == "log";
  request.human = human;
  request.labels = labels;
  return request;
}

bool is_picture_file(const std::string& file) {
  return file.ends_with(".svg") || file.ends_with(".png");
}

Result<int> write_chart(const std::vector<report::Chart>& charts, const std::string& file) {
  if (charts.size() != 1) {
    return fail(ErrorCode::kUsage,
                fmt::format("a picture holds one chart, and there are {}: give runs of one suite "
                            "(for curves, one run) and one --by, or -o page.html",
                            charts.size()),
                file);
  }
  const report::Chart& chart = charts.front();
  if (file == "-") {
    print(report::chart_svg(chart));
    return kExitDone;
  }
  std::string picture = report::chart_svg(chart);
  if (file.ends_with(".png")) picture = TRY(report::chart_png(chart));
  TRY(write_file(file, picture));
  const report::Sheet values = report::chart_sheet(chart);
  print(report::write_sheets({&values, 1}, report::Format::kText));
  print("\nchart: " + file + "\n");
  return kExitDone;
}

}  // namespace papert::cli
