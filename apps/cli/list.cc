#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "base/file.h"
#include "base/json.h"
#include "cli.h"
#include "report/table.h"
#include "run/folder.h"
#include "solve/baseline.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

struct Options {
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
        {std::string(suite->name()), std::string(suite->title()), joined(suite->tiers())});
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
    table.add_row({std::string(suite->name()), std::string(suite->data_layout())});
  }
  return table;
}

report::TextTable runs_table(const std::filesystem::path& log_dir) {
  report::TextTable table({"run", "suite", "model", "primary metric", "samples"});
  for (const std::filesystem::path& folder : run::list_runs(log_dir)) {
    const auto config = run::read_config(folder);
    const auto text = read_file(run::summary_path(folder));
    const auto summary = text ? parse_json(*text) : Result<Json>(fail(text.error()));
    std::string figure = "unfinished";
    std::string samples = "-";
    if (summary && summary->is_object() && summary->contains("groups")) {
      const auto primary = (*summary)["primary"].get<std::string>();
      const Json& mean = (*summary)["groups"][0]["metrics"][primary]["mean"];
      figure = primary + (mean.is_number() ? fmt::format(" {:.4f}", mean.get<double>()) : " -");
      samples = std::to_string((*summary)["samples"].get<std::int64_t>());
    }
    table.add_row({folder.string(), config ? config->suite : "-", config ? config->model : "-",
                   figure, samples});
  }
  return table;
}

}  // namespace

std::function<int()> add_list(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("what", options->what, "suites, modes, models, data or runs")
      ->required()
      ->type_name("suites|modes|models|data|runs")
      ->check(quiet(CLI::IsMember({"suites", "modes", "models", "data", "runs"})));
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
