#include "analysis/agreement.h"

#include <fmt/format.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "cli.h"
#include "report/agreement.h"
#include "run/folder.h"
#include "run/recorded.h"

namespace papert::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  papert agreement --group weak=RUN,RUN --group strong=RUN -o gallery.html
      which tasks all weak runs solve and all strong ones fail, and so on, with every drawing
  papert agreement runs/*-turtlebench-* --by input,output --by tweak
      tasks ever solved, by the complexity of the shape and of what is wanted, and by kind of tweak
  papert agreement runs/*-turtlebench-* --by modality,mode
      by modes of the runs

A group solves a task if all samples of all its runs are right, and fails it if none is.)";

struct Options {
  std::vector<std::string> runs;
  std::vector<std::string> groups;
  std::vector<std::string> by;
  std::string out;
  std::size_t limit = report::GalleryLimits{}.tasks_per_row;
  std::string log_dir;
  std::string format;
  bool json = false;
};

Result<std::vector<analysis::RunGroup>> open_groups(const Options& options) {
  std::vector<analysis::RunGroup> groups;
  const auto add = [&](const std::string& name,
                       const std::vector<std::string>& runs) -> Result<void> {
    analysis::RunGroup group{name, {}};
    for (const std::string& run : runs) {
      group.runs.push_back(TRY(run::find_run(run, options.log_dir)));
    }
    groups.push_back(std::move(group));
    return {};
  };
  if (!options.runs.empty()) TRY(add("all", options.runs));
  for (const std::string& text : options.groups) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      return fail(ErrorCode::kUsage, "'" + text + "' is not a group: give NAME=RUN,RUN", "--group");
    }
    std::vector<std::string> runs;
    for (const std::string_view run : split(std::string_view(text).substr(equals + 1), ',')) {
      runs.emplace_back(run);
    }
    TRY(add(text.substr(0, equals), runs));
  }
  if (groups.empty()) return fail(ErrorCode::kUsage, "give runs, or --group NAME=RUN,RUN");
  return groups;
}

/// Damaged lines of the logs, which the figures leave out.
Result<void> note_damage(const std::vector<analysis::RunGroup>& groups) {
  for (const analysis::RunGroup& group : groups) {
    for (const std::filesystem::path& folder : group.runs) {
      const run::Coverage coverage = TRY(run::read_coverage(folder));
      for (const Error& error : coverage.damaged) {
        report_note(error.to_string() + "; it was left out");
      }
    }
  }
  return {};
}

Result<int> agree(const Options& options) {
  const std::vector<analysis::RunGroup> groups = TRY(open_groups(options));
  std::vector<analysis::BreakdownKeys> by;
  for (const std::string& text : options.by) {
    by.emplace_back();
    for (const std::string_view key : split(text, ',')) by.back().emplace_back(trim(key));
  }
  TRY(note_damage(groups));
  const analysis::Agreement agreement = TRY(analysis::agreement_of(groups, by));
  if (options.json) {
    print(dump_json_pretty(to_json(agreement)) + "\n");
  } else if (!options.format.empty()) {
    const report::Format format = TRY(report::format_from_name(options.format));
    print(report::write_sheets(report::agreement_sheets(agreement), format));
  } else {
    print(report::agreement_text(agreement, {.color = is_rich_terminal(STDOUT_FILENO)}));
  }
  if (options.out.empty()) return kExitDone;
  const std::string page = TRY(report::agreement_html(agreement, {.tasks_per_row = options.limit}));
  TRY(write_file(options.out, page));
  const bool tables_only = options.json || !options.format.empty();
  if (!tables_only) print("\ngallery: " + options.out + "\n");
  return kExitDone;
}

}  // namespace

std::function<int()> add_agreement(Command& app) {
  auto options = std::make_shared<Options>();
  app.add_option("runs", options->runs, "runs of one suite, as one group")->type_name("RUN...");
  app.add_option("--group", options->groups, "a named group of runs (repeat)")
      ->type_name("NAME=RUN,RUN")
      ->expected(1)
      ->take_all();
  app.add_option("--by", options->by,
                 "also tasks ever solved by this tag or mode, or by two of them (repeat)")
      ->type_name("KEY[,KEY]")
      ->expected(1)
      ->take_all();
  app.add_option("-o,--out", options->out, "a page with all drawings side by side")
      ->type_name("FILE");
  app.add_option("--limit", options->limit, "tasks of each row on that page")
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--format", options->format, "how the tables are written")
      ->type_name("text|csv|markdown|latex|json")
      ->check(one_of({"text", "csv", "markdown", "latex", "json"}));
  app.add_flag("--json", options->json, "everything as JSON, with the ids of the tasks");
  add_log_dir(app, options->log_dir);
  app.footer(kExamples);
  return [options] {
    const auto code = agree(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
