// The routes about runs as a whole.

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "base/numbers.h"
#include "base/text.h"
#include "base/version.h"
#include "report/sheets.h"
#include "serve/app/app.h"
#include "serve/app/query.h"
#include "serve/error_response.h"

namespace papert::serve::app {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return part.empty() || lower(text).find(part) != std::string::npos;
}

bool is_wanted(const RunsQuery& query, const std::string& name, const RunFacts& facts) {
  if (!query.suite.empty() && facts.config.suite != query.suite) return false;
  if (!contains(facts.config.model, query.model)) return false;
  return contains(name, query.text) || contains(facts.label, query.text) ||
         contains(facts.config.suite, query.text);
}

/// By what a run is sorted.
struct RunKey {
  bool known = false;
  double number = 0;
  std::string text;
  std::shared_ptr<StoredRun> run;
};

RunKey key_of_run(std::shared_ptr<StoredRun> run, RunsOrder order) {
  RunKey key{.known = order == RunsOrder::kName, .text = {}, .run = std::move(run)};
  const auto facts = key.run->facts();
  if (!facts || key.known) return key;
  const run::RunConfig& config = (*facts)->config;
  if (order == RunsOrder::kStarted) key.text = config.started;
  if (order == RunsOrder::kSuite) key.text = config.suite;
  if (order == RunsOrder::kModel) key.text = (*facts)->label;
  key.known = !key.text.empty();
  if (order != RunsOrder::kFigure) return key;
  const auto row = key.run->row();
  const Json figure = row ? row->value("figure", Json()) : Json();
  const Json mean = figure.is_object() ? figure.value("mean", Json()) : Json();
  key.known = mean.is_number();
  if (key.known) key.number = mean.get<double>();
  return key;
}

/// The order of the query; runs of which it is not known come last, whichever way it goes.
std::vector<std::shared_ptr<StoredRun>> runs_in_order(RunStore& store, const RunsQuery& query) {
  std::vector<std::shared_ptr<StoredRun>> runs = store.list();
  if (query.order == RunsOrder::kNewest) {
    if (query.reverse) std::reverse(runs.begin(), runs.end());
    return runs;
  }
  std::vector<RunKey> keys;
  keys.reserve(runs.size());
  for (auto& run : runs) keys.push_back(key_of_run(std::move(run), query.order));
  std::sort(keys.begin(), keys.end(), [&](const RunKey& x, const RunKey& y) {
    if (x.known != y.known) return x.known;
    const RunKey& a = query.reverse ? y : x;
    const RunKey& b = query.reverse ? x : y;
    return std::tie(a.number, a.text, a.run->name()) < std::tie(b.number, b.text, b.run->name());
  });
  runs.clear();
  for (RunKey& key : keys) runs.push_back(std::move(key.run));
  return runs;
}

/// A folder whose run.json cannot be read is listed, too: hiding it would puzzle its owner.
Json unreadable_row(const StoredRun& run, const Error& error) {
  return {{"name", run.name()}, {"problem", error.message}};
}

Json totals_json(const SampleIndex& index) {
  const IndexTotals& totals = index.totals();
  Json json{{"done", totals.samples},
            {"not_scored", totals.samples - totals.scored},
            {"damaged", totals.damaged},
            {"bytes", index.log_bytes()}};
  json["figure"] = analysis::to_json(running_figure(totals));
  json["verdicts"] = Json::object();
  for (std::size_t i = 0; i < totals.verdicts.size(); ++i) {
    const auto count = totals.verdicts[i];
    if (count > 0) json["verdicts"][std::string(suite::kVerdicts[i].name)] = count;
  }
  json["tags"] = Json::object();
  json["errors"] = Json::array();
  for (const std::string& tag : index.tags()) {
    const std::size_t equals = tag.find('=');
    if (equals == 0) {
      json["errors"].push_back(tag.substr(1));
    } else {
      json["tags"][tag.substr(0, equals)].push_back(tag.substr(equals + 1));
    }
  }
  return json;
}

/// Which run it is: what every answer about one begins with.
Json about_run(const StoredRun& run, const RunFacts& facts) {
  return {{"name", run.name()},
          {"suite", facts.config.suite},
          {"model", facts.config.model},
          {"label", facts.label},
          {"config", facts.json}};
}

}  // namespace

Result<http::Response> get_health(App&, const Asked&) {
  return http::Response{.body = R"({"status":"ok"})"};
}

Result<http::Response> get_readiness(App& app, const Asked&) {
  const std::string problem = app.problem();
  if (problem.empty()) return http::Response{.body = R"({"status":"ready"})"};
  auto response = error_response(503, "not_ready", problem);
  response.headers.push_back({"Retry-After", "1"});
  return response;
}

Result<http::Response> get_metrics(App& app, const Asked&) {
  return http::Response{.content_type = "text/plain; version=0.0.4; charset=utf-8",
                        .body = app.figures()};
}

Result<http::Response> get_info(App& app, const Asked&) {
  const Answer answer = app.engine("info", "{}", std::chrono::steady_clock::time_point::max());
  Json json = TRY(parse_json(answer.json));
  json["app"] = true;
  return json_answer(json);
}

Result<http::Response> get_runs(App& app, const Asked& asked) {
  const RunsQuery query = TRY(read_runs_query(asked.request));
  Json json{{"rows", Json::array()}, {"next", nullptr}};
  bool begun = query.after.empty();
  for (const auto& run : runs_in_order(app.store, query)) {
    if (!begun) {
      begun = run->name() == query.after;
      continue;
    }
    const auto facts = run->facts();
    if (facts && !is_wanted(query, run->name(), **facts)) continue;
    if (!facts && (!query.suite.empty() || !contains(run->name(), query.text))) continue;
    if (json["rows"].size() == query.limit) {
      json["next"] = json["rows"].back()["name"];
      break;
    }
    auto row = facts ? run->row() : Result<Json>(fail(facts.error()));
    json["rows"].push_back(row ? std::move(*row) : unreadable_row(*run, row.error()));
  }
  return json_answer(json);
}

Result<http::Response> get_run(App& app, const Asked& asked) {
  const auto run = TRY(app.store.find(asked.names[0]));
  const auto facts = TRY(run->facts());
  Json json = about_run(*run, *facts);
  json["planned"] = facts->config.planned;
  json["metric"] = {{"name", facts->metric}, {"title", facts->metric_title}};
  TRY(run->look([&](const SampleIndex& index) -> Result<void> {
    json.update(totals_json(index));
    return {};
  }));
  json["state"] = state_name(run->state(json["done"].get<std::int64_t>(), facts->config));
  return json_answer(json);
}

/// What the report page knows of a run, without its samples.
Result<http::Response> get_run_summary(App& app, const Asked& asked) {
  const auto run = TRY(app.store.find(asked.names[0]));
  const auto facts = TRY(run->facts());
  Json json = about_run(*run, *facts);
  json["summary"] = TRY(run->summary());
  const std::int64_t done = json["summary"].value("samples", std::int64_t{0});
  json["total_samples"] = done;
  json["warnings"] = Json::array();
  if (facts->config.planned > 0) {
    json["progress"] = {{"done", done}, {"planned", facts->config.planned}};
    if (done < facts->config.planned) {
      json["warnings"].push_back("not complete: " +
                                 report::progress_text({done, facts->config.planned}));
    }
  }
  json["generator"] = "papert " + std::string(version());
  return json_answer(json);
}

Result<http::Response> get_run_events(App& app, const Asked& asked) {
  auto run = TRY(app.store.find(asked.names[0]));
  TRY(run->facts());
  const auto last = asked.request.header("Last-Event-ID");
  const std::string from = TRY(query_text(asked.request, "from"));
  const auto place = parse_number<std::uint64_t>(last ? std::string(*last) : from);
  return app.events.watch(std::move(run), place.value_or(0));
}

}  // namespace papert::serve::app
