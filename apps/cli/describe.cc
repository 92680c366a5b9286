#include "report/describe.h"

#include <unistd.h>

#include <algorithm>

#include "base/file.h"
#include "base/paths.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "chart.h"
#include "cli.h"
#include "datagen/made.h"
#include "run/folder.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

constexpr const char* kDescribeExamples = R"(Examples:
  papert describe eval_v1
      how many tasks have each value of each tag, how long programs and prompts are, which tasks
      are equal, what could not be read
  papert describe dataset.csv --suite sgp --format csv -o counts.csv
  papert describe turtlebench --by input,output
      also counts by combinations of tags
  papert describe dataset.csv --suite sgp --chart histogram --by svg_elements -o elements.svg
      a picture of how many SVG elements programs have (also path_commands, cad_operations,
      turtle_calls, xlogo_blocks; without the s: which ones); or --chart bars, shares
  papert describe grown
      a folder that papert datagen or papert export wrote: what it is, its settings and counts, and
      how to go on
  papert describe runs/20261115T101500-xlogo-baseline-oracle-0123456789
      the data of a run, in the modes of that run)";

struct DescribeOptions {
  std::string what;
  std::string suite;
  ModeOptions mode;
  std::vector<std::string> tiers;
  std::vector<std::string> by;
  std::string format = "text";
  std::string out;
  std::string log_dir;
  std::string chart;
};

/// The configuration of a run, or one made for a data set.
Result<run::RunConfig> configuration(const DescribeOptions& options) {
  if (const auto run = run::find_run(options.what, options.log_dir)) return run::read_config(*run);
  if (!may_exist(options.what)) {
    return fail(ErrorCode::kUsage, "there is no such data and no such run", options.what);
  }
  run::RunConfig config;
  config.suite = options.suite;
  if (config.suite.empty()) {
    if (const auto suite = suite::suite_of_data(options.what)) config.suite = suite->name();
  }
  if (config.suite.empty()) {
    return fail(ErrorCode::kUsage,
                "it is not clear of which suite these data are: give --suite (papert list data)",
                options.what);
  }
  config.data.folder = absolute_path(options.what).string();
  config.data.tiers = options.tiers;
  return config;
}

/// The picture of one table of counts: that of the tag, or of the combination of two.
Result<int> draw(const std::vector<report::Sheet>& sheets, const DescribeOptions& options) {
  const report::ChartKind kind = TRY(report::chart_kind_from_name(options.chart));
  if (options.by.size() != 1) {
    return fail(ErrorCode::kUsage, "say what is counted: one --by TAG, or --by TAG,TAG", "--chart");
  }
  const auto sheet = std::find_if(sheets.begin(), sheets.end(), [&](const report::Sheet& each) {
    return each.name == options.by.front();
  });
  const report::Sheet& counts = sheet == sheets.end() ? sheets.back() : *sheet;
  const report::Chart chart = TRY(report::counts_chart(counts, kind));
  return write_chart({chart}, options.out.empty() ? "-" : options.out);
}

/// What datagen and export leave, beside folders of tasks.
std::vector<report::Sheet> made_sheets(const datagen::MadeFolder& made) {
  report::Sheet facts;
  facts.name = "folder";
  facts.title = made.title;
  facts.columns = {{"what", "what"}, {"value", "value"}};
  facts.rows.reserve(made.facts.size());
  for (const auto& [name, value] : made.facts) facts.rows.push_back({name, value});
  std::vector<report::Sheet> sheets{std::move(facts)};
  if (made.table) {
    report::Sheet table;
    table.name = made.table->name;
    table.title = made.table->name;
    table.columns.reserve(made.table->columns.size());
    table.rows.reserve(made.table->rows.size());
    for (const std::string& column : made.table->columns) {
      table.columns.push_back({column, column, report::Shown::kCount});
    }
    for (const std::vector<std::int64_t>& row : made.table->rows) {
      table.rows.emplace_back(row.begin(), row.end());
    }
    sheets.push_back(std::move(table));
  }
  sheets.back().notes = made.next;
  return sheets;
}

Result<int> write_tables(const std::vector<report::Sheet>& sheets, const DescribeOptions& options) {
  const report::Format format = TRY(report::format_from_name(options.format));
  const bool to_file = !options.out.empty() && options.out != "-";
  const std::string text =
      report::write_sheets(sheets, format, {.color = !to_file && is_rich_terminal(STDOUT_FILENO)});
  if (!to_file) {
    print(text);
    return kExitDone;
  }
  TRY(write_file(options.out, text));
  print_error("tables: " + options.out + "\n");
  return kExitDone;
}

Result<int> describe(const DescribeOptions& options) {
  if (options.suite.empty() && !run::find_run(options.what, options.log_dir)) {
    const auto made = TRY(datagen::describe_made(options.what));
    if (made) return write_tables(made_sheets(*made), options);
  }
  run::RunConfig config = TRY(configuration(options));
  const auto suite = TRY(suite::find_suite(config.suite));
  TRY(options.mode.apply(*suite, config));
  const auto tasks = TRY(config.data.open(*suite, config.modes, available_processors()));
  report::DescribeOptions describe;
  const std::string prompt = config.prompt_text.empty()
                                 ? std::string(suite->default_prompt(config.modes))
                                 : config.prompt_text;
  describe.prompt_template = prompt;
  for (const std::string& text : options.by) {
    describe.by.emplace_back();
    for (const std::string_view key : split(text, ',')) describe.by.back().emplace_back(trim(key));
  }
  const std::vector<report::Sheet> sheets = TRY(report::describe(*suite, *tasks, describe));
  if (!options.chart.empty()) return draw(sheets, options);
  return write_tables(sheets, options);
}

}  // namespace

std::function<int()> add_describe(Command& app) {
  auto options = std::make_shared<DescribeOptions>();
  app.add_option("what", options->what,
                 "a data folder or file, a run, or what datagen or export wrote")
      ->type_name("DATA|RUN|DIR")
      ->required();
  app.add_option("--suite", options->suite, "the suite of the data (default: by their layout)")
      ->type_name("SUITE");
  options->mode.add_to(app, Reader::kRules);
  app.add_option("--tier", options->tiers, "only this tier (repeat, or separate by commas)")
      ->type_name("T")
      ->delimiter(',');
  app.add_option("--by", options->by, "also counts by combinations of these tags (repeat)")
      ->type_name("KEY,KEY,...")
      ->expected(1)
      ->take_all();
  app.add_option("--format", options->format, "how tables are written")
      ->type_name("text|csv|markdown|latex|json")
      ->check(one_of({"text", "csv", "markdown", "latex", "json"}))
      ->capture_default_str();
  app.add_option("-o,--out", options->out, "where to (default: standard output)")
      ->type_name("FILE");
  add_chart_kind(app, options->chart, "histogram|bars|shares");
  add_log_dir(app, options->log_dir);
  app.footer(kDescribeExamples);
  return [options] {
    const auto code = describe(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
