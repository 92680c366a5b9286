// docs/run-folder.md names every field that a run folder has.
#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "analysis/run_summary.h"
#include "base/text.h"
#include "run/folder.h"
#include "run/runner.h"
#include "solve/baseline.h"
#include "suite/registry.h"
#include "support/process.h"

namespace papert::analysis {
namespace {

/// Objects whose keys are data: names of tags, metrics, verdicts.
const std::set<std::string> kOpen{"tags",     "metrics", "detail",   "modes",
                                  "verdicts", "errors",  "languages"};

/// The document without its examples: the tables must name a field, not only an example use it.
std::string document() {
  const std::string text = test::slurp(PAPERT_SOURCE_DIR "/docs/run-folder.md");
  std::string tables;
  bool example = false;
  for (const std::string_view line : split(text, '\n')) {
    if (line.starts_with("```")) example = !example;
    if (!example) tables += std::string(line) + "\n";
  }
  return tables;
}

void expect_named(const Json& value, const std::string& document, const std::string& where) {
  if (value.is_array()) {
    for (const Json& each : value) expect_named(each, document, where);
  }
  if (!value.is_object()) return;
  for (const auto& [key, member] : value.items()) {
    const bool named = document.find("`" + key + "`") != std::string::npos ||
                       document.find("\"" + key + "\"") != std::string::npos;
    EXPECT_TRUE(named) << where << " has \"" << key << "\", which docs/run-folder.md does not name";
    if (!kOpen.contains(key)) expect_named(member, document, where + "." + key);
    if (key == "metrics" && member.is_object() && !member.empty()) {
      expect_named(*member.begin(), document, where + ".metrics");
    }
  }
}

TEST(RunFolderDocument, NamesEveryFieldOfARun) {
  const test::TempFolder logs;
  const auto suite = suite::find_suite("shapecode").value();
  const auto tasks = suite->mint({.seed = 1, .count = 2}).value();
  run::RunConfig config;
  config.suite = "shapecode";
  config.data = {.seed = 1, .count = 2};
  config.model = "baseline/oracle";
  config.sampling.temperature = 0;
  config.judge = "m/j";
  config.judge_address = "http://localhost";
  config.answer_retries = 1;
  config.turns = 2;
  config.turn_prompt_name = "default";
  config.system_name = "s.txt";
  config.system_text = "Be brief.";
  config.machine = run::this_machine();
  config.imported = {{"format", "csv"},
                     {"source", "a.csv"},
                     {"sha256", "0"},
                     {"run", "r"},
                     {"unknown", Json::array({"cost"})}};
  config.epochs = 2;
  auto folder = run::RunFolder::open_or_create(logs.path(), config, "20260101T000000").value();
  const run::Ledger ledger = run::Ledger::open(*tasks, folder.path()).value();
  std::vector<std::size_t> all(tasks->size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  ASSERT_TRUE(folder.plan(ledger, all));
  const auto model = solve::make_baseline("shapecode", "oracle", *tasks).value();
  ASSERT_TRUE(run::run_tasks(*tasks, *model, folder.path(), ledger, {.epochs = 2}));

  const std::string text = document();
  expect_named(parse_json(test::slurp(folder.path() / "run.json")).value(), text, "run.json");
  std::size_t lines = 0;
  const std::string log = test::slurp(run::samples_path(folder.path()));
  for (const std::string_view line : split(log, '\n')) {
    if (line.empty()) continue;
    ++lines;
    expect_named(parse_json(line).value(), text, "samples.jsonl");
  }
  EXPECT_EQ(lines, 2 * tasks->size());
  auto summary = summarise_run(folder.path(), folder.config(), *suite, {"no such task"}).value();
  EXPECT_FALSE(summary.figures.overall().passk.empty());
  summary.damaged.emplace_back();
  summary.failures.emplace_back();
  summary.judge_usage.emplace();
  summary.people.emplace().counts.ties.emplace_back();
  summary.people->rule.resize(summary.figures.groups.size());
  summary.figures.languages["python"] = 1;
  summary.figures.invariance.emplace_back();
  expect_named(to_json(summary), text, "summary.json");
}

/// What a baseline's samples never have.
TEST(RunFolderDocument, NamesEveryFieldOfASample) {
  run::Record record;
  record.base = "b";
  record.usage = {1, 2, 3, 4, 0.5};
  record.cached = true;
  record.time = "2026-01-01T00:00:00Z";
  record.judge.emplace().cached = true;
  record.pictures.push_back({"target", "hash"});
  record.texts.reference = "r";
  record.texts.picture_error = "full";
  record.texts.earlier.emplace_back();
  record.turns.resize(3);
  record.turns[1].judge.emplace();
  const std::string text = document();
  expect_named(to_json(record), text, "samples.jsonl");
  EXPECT_EQ(text.find("`no_such_field`"), std::string::npos);
}

}  // namespace
}  // namespace papert::analysis
