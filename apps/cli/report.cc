#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "analysis/constructs.h"
#include "analysis/losses.h"
#include "analysis/run_summary.h"
#include "analysis/runs.h"
#include "base/file.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "chart.h"
#include "cli.h"
#include "groups.h"
#include "people.h"
#include "report/groups.h"
#include "report/html.h"
#include "report/sheets.h"
#include "report/table.h"
#include "run/folder.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

constexpr const char* kReportExamples = R"(Examples:
  papert report runs/20261115T101500-shapecode-baseline-heuristic-0123456789
  papert report runs/* -o report.html
      several runs side by side, in one page that opens from disk
  papert report runs/*-turtlebench-* --by task,mode,modality
      a row for each combination of these tags and modes; over runs that repeat each other, the mean
      and its standard error over runs
  papert report RUN --bands 5-10,20-25 --format text
      of tasks that papert perturb changed: accuracy and consistency for those whose program is 5 to
      10, and 20 to 25, edits of its tree away from the original's (docs/sgp.md)
  papert report runs/* --by tier --format latex -o table.tex
      the tables only, for a paper (or: text, csv, markdown, json)
  papert report runs/*-shapecode-* --losses --format markdown
      in what way answers miss: parameters off, shapes missed, extra, of another kind; by model, and
      by model and tier (--by chooses other keys)
  papert report RUN --labels people.jsonl
      where people gave a verdict it counts; the figure by the rule alone stands beside it
  papert report --group small=RUN,RUN --group large=RUN,RUN --by tier --format latex
      a row for each group and tier: the mean over the group's runs, and its standard error
  papert report runs/*-xlogo-* --chart radar --by skill -o radar.svg
      a picture; kinds: bars, radar, line, curves, histogram, entropy, shares (docs/charts.md)
  papert report runs/*step* --chart line --x step -o curve.png
      over a number that runs were given: papert eval ... --label step=3

A key of --by is a tag of the tasks or a setting of the runs: a mode, model, label, seed,
temperature and so on. docs/report.md explains the page and the tables.)";

struct ReportOptions {
  std::vector<std::string> runs;
  std::vector<std::string> groups;
  std::string out;
  std::vector<std::string> by;
  std::string format;
  std::string bands;
  Option* bands_flag = nullptr;
  bool losses = false;
  std::string interval = "wilson";
  std::vector<std::string> labels;
  std::string log_dir;
  ChartOptions chart;
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

/// The bands that are asked for, with the distances of the run's tasks; none where none are.
Result<analysis::DistanceBands> bands_of(const std::filesystem::path& folder,
                                         const ReportOptions& options) {
  if (options.bands_flag->count() == 0) return analysis::DistanceBands();
  std::vector<analysis::Band> parsed = TRY(analysis::parse_bands(options.bands));
  auto bands = TRY(analysis::open_bands(std::move(parsed), folder, available_processors()));
  for (const std::string& band : bands.empty_bands()) {
    report_note("no task of " + folder.string() + " is in band " + band);
  }
  return bands;
}

Result<analysis::ReportedRun> read_run(const LabelTarget& found,
                                       std::shared_ptr<const analysis::RunLabels> labels,
                                       const ReportOptions& options,
                                       analysis::SummaryOptions summary) {
  analysis::ReportedRun run;
  run.folder = found.folder;
  run.labels = std::move(labels);
  summary.labels = run.labels.get();
  run.config = TRY(analysis::read_run_json(run.folder));
  const auto suite = TRY(suite::find_suite(found.config.suite));
  run.bands = TRY(bands_of(run.folder, options));
  run.summary = TRY(analysis::summarise_run(run.folder, found.config, *suite,
                                            missing_ids(run.folder), summary, run.bands));
  // The summary of a cut run says so, also where the run never came to write one.
  run.summary.progress = analysis::progress_of(run.summary, run.config);
  return run;
}

/// What a report is about: the runs, and the groups by their places.
struct Reported {
  std::vector<analysis::ReportedRun> runs;
  std::vector<report::GroupOfRuns> groups;
  std::vector<report::Chart> charts;  // that were asked for
  bool bad = false;                   // some verdicts of people have no effect
};

/// The runs in the order in which they are named. A run of a group that is there already is not
/// read again.
class RunFinder {
 public:
  explicit RunFinder(std::string log_dir) : log_dir_(std::move(log_dir)) {}

  Result<std::size_t> place(const std::string& name, bool once) {
    LabelTarget target;
    target.folder = TRY(run::find_run(name, log_dir_));
    std::error_code unknown;
    const auto real = std::filesystem::weakly_canonical(target.folder, unknown);
    const auto [known, fresh] =
        places_.emplace(unknown ? target.folder.string() : real.string(), found_.size());
    if (!fresh && once) return known->second;
    target.config = TRY(run::read_config(target.folder));
    found_.push_back(std::move(target));
    return found_.size() - 1;
  }
  [[nodiscard]] const std::vector<LabelTarget>& found() const { return found_; }

 private:
  std::string log_dir_;
  std::vector<LabelTarget> found_;
  std::map<std::string, std::size_t> places_;
};

Result<Reported> read_runs(const ReportOptions& options, const analysis::SummaryOptions& summary) {
  RunFinder finder(options.log_dir);
  Reported reported;
  for (const std::string& name : options.runs) TRY(finder.place(name, false));
  const std::vector<GroupText> groups = TRY(read_groups(options.groups));
  for (const GroupText& group : groups) {
    reported.groups.push_back({group.name, {}});
    for (const std::string& name : group.runs) {
      reported.groups.back().runs.push_back(TRY(finder.place(name, true)));
    }
  }
  const std::vector<LabelTarget>& found = finder.found();
  if (found.empty()) return fail(ErrorCode::kUsage, "give runs, or --group NAME=RUN,RUN");
  const auto people = TRY(read_people(options.labels, found, reported.bad));
  for (std::size_t i = 0; i < found.size(); ++i) {
    reported.runs.push_back(TRY(read_run(found[i], people[i], options, summary)));
    const auto& said = reported.runs.back().summary.people;
    if (said) reported.bad |= report_problems(said->problems);
  }
  return reported;
}

std::vector<std::string> keys_of(const std::string& text) {
  std::vector<std::string> keys;
  for (const std::string_view key : split(text, ',')) keys.emplace_back(trim(key));
  return keys;
}

/// The classes of losses of all runs whose suite tells them, also for the page; kUsage where none
/// does.
Result<std::vector<report::Sheet>> losses(std::vector<analysis::ReportedRun>& runs,
                                          const ReportOptions& options,
                                          const analysis::SummaryOptions& summary) {
  std::vector<analysis::RunLosses> found;
  Result<void> refused;
  for (analysis::ReportedRun& run : runs) {
    const auto suite = TRY(suite::find_suite(run.suite()));
    auto each = analysis::losses_of(run, *suite);
    if (!each && each.error().code != ErrorCode::kUsage) return fail(each.error());
    if (!each) {
      refused = fail(each.error());
      continue;
    }
    run.losses = each->summary(*suite, summary);
    found.push_back(std::move(*each));
  }
  if (found.empty()) TRY(refused);
  std::vector<std::vector<std::string>> keys;
  keys.reserve(options.by.size());
  for (const std::string& text : options.by) keys.push_back(keys_of(text));
  if (keys.empty()) keys = {{"model"}, {"model", "tier"}};
  return report::loss_sheets(runs, found, keys, summary);
}

std::vector<report::Sheet> chart_sheets(const std::vector<report::Chart>& charts) {
  std::vector<report::Sheet> sheets;
  sheets.reserve(charts.size());
  for (const report::Chart& chart : charts) sheets.push_back(report::chart_sheet(chart));
  return sheets;
}

Result<std::vector<report::Sheet>> breakdowns(Reported& reported, const ReportOptions& options,
                                              const analysis::SummaryOptions& summary) {
  if (!reported.charts.empty()) return chart_sheets(reported.charts);
  if (options.losses) return losses(reported.runs, options, summary);
  std::vector<report::Sheet> sheets;
  for (const std::string& text : options.by) {
    const std::vector<std::string> keys = keys_of(text);
    std::vector<report::Sheet> found =
        TRY(reported.groups.empty()
                ? report::breakdown_sheets(reported.runs, keys, summary)
                : report::group_breakdown_sheets(reported.runs, reported.groups, keys, summary));
    for (report::Sheet& sheet : found) sheets.push_back(std::move(sheet));
  }
  return sheets;
}

/// The tables alone, in a format that other programs or papers take.
Result<int> write_tables(Reported& reported, const ReportOptions& options,
                         const analysis::SummaryOptions& summary) {
  const std::vector<analysis::ReportedRun>& runs = reported.runs;
  const report::Format format = TRY(report::format_from_name(options.format));
  std::vector<report::Sheet> sheets = TRY(breakdowns(reported, options, summary));
  if (options.by.empty() && !options.losses && reported.charts.empty()) {
    sheets = runs.size() > 1 ? report::comparison_sheets(runs)
                             : report::summary_sheets(runs.front().summary);
    if (runs.size() == 1) {
      for (report::Sheet& sheet : sheets) report::put_suite(runs.front().suite(), false, sheet);
      report::add_warnings({&runs.front()}, sheets.front());
    }
    for (report::Sheet& sheet : report::group_sheets(runs, reported.groups)) {
      sheets.push_back(std::move(sheet));
    }
    for (report::Sheet& sheet : report::outcome_sheets(runs)) sheets.push_back(std::move(sheet));
  }
  const std::string text = report::write_sheets(sheets, format);
  if (options.out.empty() || options.out == "-") {
    print(text);
    return kExitDone;
  }
  TRY(write_file(options.out, text));
  print_error("tables: " + options.out + "\n");
  return kExitDone;
}

/// The charts asked for, one for each --by and suite.
Result<std::vector<report::Chart>> charts_of(const Reported& reported, const ReportOptions& options,
                                             const analysis::SummaryOptions& summary) {
  std::vector<report::Chart> charts;
  if (options.chart.kind.empty()) return charts;
  const std::vector<std::string> once{""};
  for (const std::string& by : options.by.empty() ? once : options.by) {
    report::ChartRequest request = TRY(options.chart.request(by));
    request.groups = reported.groups;
    std::vector<report::Chart> found = TRY(report::run_charts(reported.runs, request, summary));
    for (report::Chart& chart : found) charts.push_back(std::move(chart));
  }
  return charts;
}

/// Keys that no run has may be what programs of tasks are made of.
Result<void> look_into_programs(const ReportOptions& options,
                                std::vector<analysis::ReportedRun>& runs) {
  std::vector<std::string> keys;
  for (const std::string& text : options.by) {
    for (std::string& key : keys_of(text)) keys.push_back(std::move(key));
  }
  if (!options.chart.x.empty()) keys.push_back(options.chart.x);
  if (options.chart.kind == "shares") {
    std::erase_if(keys, [](const auto& key) { return key == "verdict" || key == "error"; });
  }
  return analysis::add_construct_tags(runs, keys);
}

Result<int> write_page(Reported& reported, const ReportOptions& options,
                       const analysis::SummaryOptions& summary) {
  const std::vector<analysis::ReportedRun>& runs = reported.runs;
  const report::TableOptions table{.color = is_rich_terminal(STDOUT_FILENO)};
  const bool several = runs.size() > 1;
  std::vector<report::Sheet> more = report::group_sheets(runs, reported.groups);
  std::vector<report::Sheet> by = TRY(breakdowns(reported, options, summary));
  std::move(by.begin(), by.end(), std::back_inserter(more));
  const bool to_stdout = options.out == "-";
  if (!to_stdout) {
    print(several
              ? report::write_sheets(report::comparison_sheets(runs), report::Format::kText, table)
              : report::summary_table(runs.front().summary, table));
    if (!more.empty()) print("\n" + report::write_sheets(more, report::Format::kText, table));
  }
  const std::span<const report::Sheet> shown(more.data(),
                                             reported.groups.empty() ? 0 : more.size());
  const std::string html = TRY(report::report_html(runs, {}, shown, reported.charts));
  if (to_stdout) {
    print(html);
    return kExitDone;
  }
  const std::filesystem::path page =
      !options.out.empty()
          ? std::filesystem::path(options.out)
          : (several ? std::filesystem::path("report.html") : runs.front().folder / "report.html");
  TRY(write_file(page, html));
  print("\nreport: " + page.string() + "\n");
  return kExitDone;
}

Result<int> write(Reported& reported, const ReportOptions& options,
                  const analysis::SummaryOptions& summary) {
  if (!options.format.empty()) return write_tables(reported, options, summary);
  const bool picture =
      is_picture_file(options.out) || (!reported.charts.empty() && options.out == "-");
  if (!picture) return write_page(reported, options, summary);
  if (reported.charts.empty()) {
    return fail(ErrorCode::kUsage, "a picture needs --chart: which kind of chart?", options.out);
  }
  return write_chart(reported.charts, options.out);
}

Result<int> make_report(const ReportOptions& options) {
  analysis::SummaryOptions summary;
  summary.interval = interval_from_name(options.interval);
  Reported reported = TRY(read_runs(options, summary));
  TRY(look_into_programs(options, reported.runs));
  reported.charts = TRY(charts_of(reported, options, summary));
  const int code = TRY(write(reported, options, summary));
  return reported.bad ? kExitBadData : code;
}

}  // namespace

std::function<int()> add_report(Command& app) {
  auto options = std::make_shared<ReportOptions>();
  app.add_option("runs", options->runs, "run folders")->type_name("RUN...");
  add_groups(
      app, options->groups,
      "a named group of runs (repeat): every metric as mean and standard error over its runs");
  app.add_option("-o,--out", options->out,
                 "the page (default: report.html in the run, or here for several); with --format, "
                 "the tables (default: standard output); with --chart, also a picture (.svg, .png)")
      ->type_name("FILE");
  app.add_option("--by", options->by,
                 "also a table by these tags and settings of the runs (repeat for several tables)")
      ->type_name("KEY,KEY,...")
      ->expected(1)
      ->take_all();
  app.add_flag("--losses", options->losses,
               "tables of the ways in which answers miss, instead of metrics, by the keys of --by "
               "(shapecode; default: model, and model and tier); on the page, also bars");
  app.add_option("--format", options->format, "no page, only the tables")
      ->type_name("text|csv|markdown|latex|json")
      ->check(one_of({"text", "csv", "markdown", "latex", "json"}));
  options->bands_flag =
      app.add_option(
             "--bands", options->bands,
             "bands of tree distance for tasks that were changed, both ends included (needs the "
             "run's data)")
          ->type_name("A-B,A-B,...");
  options->chart.add_to(app);
  add_interval(app, options->interval);
  add_labels(app, options->labels);
  add_log_dir(app, options->log_dir);
  app.footer(kReportExamples);
  return [options] {
    const auto code = make_report(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
