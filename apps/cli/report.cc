#include "report/html.h"

#include <fmt/format.h>
#include <unistd.h>

#include "base/file.h"
#include "cli.h"
#include "report/table.h"
#include "run/folder.h"
#include "run/summary.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  papert report runs/20261115T101500-shapecode-baseline-heuristic-0123456789
  papert report runs/* -o report.html
      several runs side by side, in one page that opens from disk
  papert report runs/*-xlogo-* --by perturbation
      the primary metric in percent, a row per run, a column per value of that tag)";

struct Options {
  std::vector<std::string> runs;
  std::string out;
  std::string by;
  std::string log_dir;
};

/// Tasks that the run was asked for and has not got, as its summary knows them.
std::vector<std::string> missing_ids(const std::filesystem::path& folder) {
  std::vector<std::string> ids;
  const auto text = read_file(run::summary_path(folder));
  if (!text) return ids;
  const auto json = parse_json(*text);
  if (!json || !json->is_object()) return ids;
  for (const Json& id : json->value("missing_ids", Json::array())) {
    if (id.is_string()) ids.push_back(id.get<std::string>());
  }
  return ids;
}

Result<int> make_report(const Options& options) {
  std::vector<std::filesystem::path> folders;
  std::vector<Json> summaries;
  for (const std::string& name : options.runs) {
    folders.push_back(TRY(run::find_run(name, options.log_dir)));
    const run::RunConfig config = TRY(run::read_config(folders.back()));
    const auto suite = TRY(suite::find_suite(config.suite));
    summaries.push_back(
        TRY(run::summarise_run(folders.back(), config, *suite, missing_ids(folders.back()))));
  }
  const report::TableOptions table{.color = is_rich_terminal(STDOUT_FILENO)};
  const bool several = folders.size() > 1;
  print(several ? report::comparison_table(summaries, table)
                : report::summary_table(summaries.front(), table));
  if (!options.by.empty()) {
    const std::string columns = report::breakdown_table(summaries, options.by, table);
    if (columns.empty()) {
      return fail(ErrorCode::kUsage, "no run has the tag '" + options.by + "'", "--by");
    }
    print("\n" + summaries.front()["primary"].get<std::string>() + ", percent\n" + columns);
  }
  const std::filesystem::path page =
      !options.out.empty()
          ? std::filesystem::path(options.out)
          : (several ? std::filesystem::path("report.html") : folders.front() / "report.html");
  const std::string html = TRY(report::report_html(folders, summaries));
  if (page == "-") {
    print(html);
    return kExitDone;
  }
  TRY(write_file(page, html));
  print("\nreport: " + page.string() + "\n");
  return kExitDone;
}

}  // namespace

std::function<int()> add_report(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("runs", options->runs, "run folders")->type_name("RUN...")->required();
  app.add_option("-o,--out", options->out,
                 "the page (default: report.html in the run, or here for several)")
      ->type_name("FILE");
  app.add_option("--by", options->by, "also a table of runs by the values of this tag")
      ->type_name("TAG");
  add_log_dir(app, options->log_dir);
  app.footer(kExamples);
  return [options] {
    const auto code = make_report(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
