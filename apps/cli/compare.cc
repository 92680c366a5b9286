#include "analysis/compare.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "analysis/reconcile.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "damage.h"
#include "report/compare.h"
#include "report/reconcile.h"
#include "run/folder.h"

namespace papert::cli {
namespace {

constexpr const char* kCompareExamples = R"(Examples:
  papert compare runs/2026...-small-0123456789 runs/2026...-large-9876543210
      is B better than A, on which tasks, and does it depend on how answers are looked for?
  papert compare RUN RUN --policy none --limit 3
      only what was recorded, three flipped samples of each direction
  papert compare RUN
      one run: how its score depends on how answers are looked for and on the measure that decides,
      and which samples move
  papert compare RUN --policy reading=lenient,strict --policy metric=faithful
      one run under some of them only
  papert compare RUN --policy reading=judge
      by what the judge model replied in the run, where one was asked
  papert compare RUN RUN --json > comparison.json
      everything, with all flipped samples and both their replies

Differences are B - A, task by task; docs/statistics.md explains the figures.)";

struct CompareOptions {
  std::string a;
  std::string b;
  std::vector<std::string> policies;
  Option* policy_flag = nullptr;
  std::size_t limit = 10;
  Option* limit_flag = nullptr;
  std::string log_dir;
  bool json = false;
};

/// Lenient, and by the judge of the run where that finds no answer.
constexpr std::string_view kJudge = "judge";

/// What --policy says: "strict,lenient" and "reading=strict,lenient" mean the same.
struct Policies {
  std::vector<std::string> readings;
  std::vector<std::string> metrics;
};

/// None for a judge, whose replies are of one run.
std::optional<reply::Extraction> extraction_of(std::string_view name) {
  const auto* found = std::ranges::find(run::kReadings, name, run::reading_name);
  return found == run::kReadings.end() ? std::nullopt : std::optional(*found);
}

Result<void> add_readings(std::string_view text, std::vector<std::string>& policies) {
  for (const std::string_view name : split(text, ',')) {
    if (name != kJudge && !extraction_of(name)) {
      return fail(ErrorCode::kUsage,
                  "'" + std::string(name) +
                      "' is not a policy; give some of strict, lenient, published, of one run also "
                      "judge, or none",
                  "--policy");
    }
    if (std::ranges::find(policies, name) == policies.end()) policies.emplace_back(name);
  }
  return {};
}

Result<Policies> parse_policies(const std::vector<std::string>& given) {
  constexpr std::string_view kReading = "reading=";
  constexpr std::string_view kMetric = "metric=";
  Policies policies;
  for (const std::string_view text : given) {
    if (text == "none" && given.size() == 1) return policies;
    if (text.starts_with(kMetric)) {
      for (const std::string_view name : split(text.substr(kMetric.size()), ',')) {
        policies.metrics.emplace_back(name);
      }
      continue;
    }
    const bool named = text.starts_with(kReading);
    TRY(add_readings(named ? text.substr(kReading.size()) : text, policies.readings));
  }
  return policies;
}

/// A sentence for each run that is not complete.
std::string incomplete_text(const analysis::Comparison& comparison) {
  std::string text;
  for (std::size_t side = 0; side < 2; ++side) {
    const auto& progress = comparison.runs[side].progress;
    if (!progress || progress->complete()) continue;
    text += fmt::format("{} is not complete: {} of {}.\n", side == 0 ? "A" : "B",
                        format_count(progress->done), counted(progress->planned, "sample"));
  }
  return text;
}

/// One run under all policies, or under those that were given.
Result<int> reconcile(const CompareOptions& options) {
  analysis::ReconcileOptions settings;
  if (options.policy_flag->count() > 0) {
    const Policies policies = TRY(parse_policies(options.policies));
    settings.readings = policies.readings;
    settings.metrics = policies.metrics;
    if (settings.readings.empty() && settings.metrics.empty()) {
      return fail(ErrorCode::kUsage, "a single run is compared with itself: give some", "--policy");
    }
  }
  settings.jobs = available_processors();
  if (!options.json || options.limit_flag->count() > 0) settings.max_moved = options.limit;
  const auto folder = TRY(run::find_run(options.a, options.log_dir));
  const auto reconciliation = TRY(analysis::reconcile_run(folder, settings));
  report_each_damage(reconciliation.damaged);
  const bool color = is_rich_terminal(STDOUT_FILENO);
  print(options.json ? dump_json_pretty(to_json(reconciliation)) + "\n"
                     : report::reconciliation_text(reconciliation, {.color = color}));
  return kExitDone;
}

Result<int> compare(const CompareOptions& options) {
  if (options.b.empty()) return reconcile(options);
  analysis::CompareOptions settings;
  const bool given = options.policy_flag->count() > 0;
  const Policies policies =
      TRY(parse_policies(given ? options.policies : std::vector<std::string>{"strict,lenient"}));
  if (!policies.metrics.empty()) {
    return fail(ErrorCode::kUsage,
                "metric= is for one run: two are compared by the measure of each", "--policy");
  }
  for (const std::string& name : policies.readings) {
    const auto extraction = extraction_of(name);
    if (!extraction) {
      return fail(ErrorCode::kUsage, "judge is for one run: its judge's replies are read again",
                  "--policy");
    }
    settings.policies.push_back(*extraction);
  }
  settings.jobs = available_processors();
  if (!options.json || options.limit_flag->count() > 0) settings.max_flips = options.limit;
  const auto a = TRY(run::find_run(options.a, options.log_dir));
  const auto b = TRY(run::find_run(options.b, options.log_dir));
  const analysis::Comparison comparison = TRY(analysis::compare_runs(a, b, settings));
  for (const analysis::ComparedRun& run : comparison.runs) report_each_damage(run.damaged);
  print(options.json
            ? dump_json_pretty(to_json(comparison)) + "\n"
            : report::comparison_text(comparison, {.color = is_rich_terminal(STDOUT_FILENO)}));
  if (options.json) return kExitDone;
  const std::string incomplete = incomplete_text(comparison);
  if (!incomplete.empty()) print("\n" + incomplete);
  return kExitDone;
}

}  // namespace

std::function<int()> add_compare(Command& app) {
  auto options = std::make_shared<CompareOptions>();
  app.add_option("a", options->a, "a run")->type_name("RUN")->required();
  app.add_option("b", options->b, "another of the same suite; none: A under all policies")
      ->type_name("RUN");
  options->policy_flag =
      app.add_option("--policy", options->policies,
                     "score again, answers looked for in these ways (strict, lenient, published; "
                     "with two runs strict,lenient unless said); or none. Of one run also judge, "
                     "by what its judge replied, and reading=... and metric=... (repeat)")
          ->type_name("strict,lenient")
          ->expected(1)
          ->take_all();
  options->limit_flag = app.add_option("--limit", options->limit,
                                       "flipped samples shown of each direction (with --json: all)")
                            ->type_name("N")
                            ->capture_default_str();
  app.add_flag("--json", options->json, "print everything as JSON");
  add_log_dir(app, options->log_dir);
  app.footer(kCompareExamples);
  return [options] {
    const auto code = compare(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
