#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "cli.h"
#include "report/table.h"
#include "run/folder.h"
#include "run/recorded.h"
#include "solve/baseline.h"
#include "solve/solver.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

struct ListOptions {
  std::string what;
  std::string log_dir;
};

std::string joined(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) {
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text;
}

report::TextTable suites_table() {
  report::TextTable table({"suite", "what a model must do", "tiers"});
  for (const auto& suite : suite::all_suites()) {
    table.add_row(
        {std::string(suite->name()), std::string(suite->info().title), joined(suite->tiers())});
  }
  return table;
}

report::TextTable modes_table() {
  report::TextTable table({"suite", "mode", "values, the default first", "what it chooses"});
  for (const auto& suite : suite::all_suites()) {
    for (const suite::ModeInfo& mode : suite->modes()) {
      table.add_row({std::string(suite->name()), std::string(mode.key), suite::values_text(mode),
                     std::string(mode.title)});
    }
  }
  return table;
}

report::TextTable models_table() {
  report::TextTable table({"model", "suite", "what it does"});
  for (const solve::BaselineInfo& info : solve::all_baselines()) {
    table.add_row({"baseline/" + std::string(info.name),
                   info.suite.empty() ? "any" : std::string(info.suite), std::string(info.title)});
  }
  for (const solve::SolverInfo& info : solve::all_solvers()) {
    table.add_row(
        {"solver/" + std::string(info.name), joined(info.suites), std::string(info.title)});
  }
  table.add_row({"replay/RUN", "any", "the recorded replies of a run folder"});
  table.add_row(
      {"openai/NAME", "any", "an OpenAI-compatible server (OPENAI_API_KEY, OPENAI_BASE_URL)"});
  table.add_row({"anthropic/NAME", "any", "Anthropic (ANTHROPIC_API_KEY)"});
  table.add_row({"google/NAME", "any", "Gemini (GEMINI_API_KEY or GOOGLE_API_KEY)"});
  table.add_row({"vllm/NAME", "any", "vLLM at localhost:8000 (VLLM_BASE_URL)"});
  table.add_row({"ollama/NAME", "any", "Ollama at localhost:11434 (OLLAMA_HOST)"});
  table.add_row(
      {"azure/DEPLOYMENT", "any", "Azure OpenAI (AZURE_OPENAI_ENDPOINT, AZURE_OPENAI_API_KEY)"});
  table.add_row({"openrouter/NAME", "any", "OpenRouter (OPENROUTER_API_KEY)"});
  table.add_row({"command/CMD", "any", "a program on this machine (docs/models.md)"});
  return table;
}

report::TextTable data_table() {
  report::TextTable table({"suite", "what --data expects"});
  for (const auto& suite : suite::all_suites()) {
    table.add_row({std::string(suite->name()), std::string(suite->info().data_layout)});
  }
  return table;
}

/// "exact_match 0.4000", or a dash.
std::string figure_of(const Json& summary) {
  const std::string primary = summary.value("primary", "");
  const Json groups = summary.value("groups", Json::array());
  if (primary.empty() || groups.empty()) return "-";
  const Json mean = groups[0]["metrics"][primary]["mean"];
  return primary + (mean.is_number() ? fmt::format(" {:.4f}", mean.get<double>()) : " -");
}

/// "150", or of a run that is not complete "35 of 150". The summary is asked first: reading a log
/// takes as long as it is.
std::string samples_of(const std::filesystem::path& folder, const run::RunConfig& config,
                       const Json& summary) {
  const auto count = [](std::int64_t n) { return format_count(n); };
  if (summary.is_object() && summary.contains("samples") &&
      summary.value("planned", std::int64_t{0}) == config.planned && !config.ended.empty()) {
    const auto samples = summary["samples"].get<std::int64_t>();
    return samples < config.planned ? count(samples) + " of " + count(config.planned)
                                    : count(samples);
  }
  const auto coverage = run::read_coverage(folder);
  if (!coverage) return "-";
  if (coverage->complete()) return count(coverage->done);
  return count(coverage->done) + " of " + count(coverage->planned);
}

report::TextTable runs_table(const std::filesystem::path& log_dir) {
  report::TextTable table({"run", "suite", "model", "primary metric", "samples"});
  for (const std::filesystem::path& folder : run::list_runs(log_dir)) {
    const auto config = run::read_config(folder);
    if (!config) {
      table.add_row({folder.string(), "-", "-", "not readable", "-"});
      continue;
    }
    const auto suite = suite::find_suite(config->suite);
    const auto text = read_file(run::summary_path(folder));
    const auto summary = text ? parse_json(*text) : Result<Json>(fail(text.error()));
    const Json known = summary && summary->is_object() ? *summary : Json::object();
    const std::string samples = samples_of(folder, *config, known);
    const bool finished = known.contains("groups") && samples.find("of") == std::string::npos;
    table.add_row({folder.string(), config->suite,
                   suite ? run::short_name(*config, **suite) : config->model,
                   finished ? figure_of(known) : "unfinished", samples});
  }
  return table;
}

}  // namespace

std::function<int()> add_list(Command& app) {
  auto options = std::make_shared<ListOptions>();
  app.add_option("what", options->what, "suites, modes, models, data or runs")
      ->required()
      ->type_name("suites|modes|models|data|runs")
      ->check(one_of({"suites", "modes", "models", "data", "runs"}));
  add_log_dir(app, options->log_dir);
  app.footer("Examples:\n  papert list suites\n  papert list runs --log-dir runs");
  return [options]() -> int {
    const report::TextTable table = options->what == "suites"   ? suites_table()
                                    : options->what == "modes"  ? modes_table()
                                    : options->what == "models" ? models_table()
                                    : options->what == "data"   ? data_table()
                                                                : runs_table(options->log_dir);
    print(table.to_string({.color = is_rich_terminal(STDOUT_FILENO)}));
    return kExitDone;
  };
}

}  // namespace papert::cli
