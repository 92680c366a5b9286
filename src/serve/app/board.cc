#include "serve/app/board.h"

#include <algorithm>
#include <limits>
#include <map>

#include "analysis/compare.h"
#include "analysis/frozen_gap.h"
#include "base/sha256.h"
#include "base/text.h"
#include "run/plan.h"

namespace papert::serve::app {
namespace {

constexpr std::size_t kKept = 256;
constexpr std::size_t kMaxReplyBytes = 2000;  // of a flipped sample

std::optional<double> mean_of(const Json& row) {
  const Json& figure = row["figure"];
  if (!figure.is_object() || !figure.contains("mean")) return std::nullopt;
  const Json& mean = figure["mean"];
  return mean.is_number() ? std::optional(mean.get<double>()) : std::nullopt;
}

Result<std::string> state_key(StoredRun& run) {
  std::string key;
  TRY(run.look([&](const SampleIndex& index) -> Result<void> {
    key = run.name() + " " + std::to_string(index.log_bytes());
    return {};
  }));
  return key;
}

/// The positions of the tasks that were asked, written in one way.
std::string limit_text(const run::RunConfig& config) {
  const auto limit = run::Limit::parse(config.limit);
  return limit ? limit->text() : config.limit;
}

void shorten(Json& sample) {
  if (!sample.is_object()) return;
  for (const char* key : {"reply", "answer"}) {
    if (sample.contains(key) && sample[key].is_string()) {
      const auto& text = sample[key].get_ref<const std::string&>();
      sample[key] = std::string(cut_utf8(text, kMaxReplyBytes));
    }
  }
}

}  // namespace

// Left out is what may differ between runs that are compared: the model and its settings, and how
// often each task was asked, since figures are means.
std::string table_key(const RunFacts& facts) {
  const run::RunConfig& config = facts.config;
  std::vector<std::string> tiers = config.data.tiers;
  std::sort(tiers.begin(), tiers.end());
  Json key;
  key["suite"] = config.suite;
  // Which tasks. The hash of minted data does not say how many were minted.
  key["data"] = config.data_hash;
  key["count"] = config.data.count;
  key["tiers"] = tiers;
  key["limit"] = limit_text(config);
  key["shard"] = config.shard.to_json();
  // No limit says which tasks another program asked.
  if (!config.imported.is_null()) key["planned"] = config.planned;
  // How they were asked, and how the answers were judged.
  key["modes"] = facts.json.value("modes", Json::object());
  key["prompt"] = sha256_hex(config.prompt_text);
  key["system"] = sha256_hex(config.system_text);
  key["extraction"] = config.extraction_name();
  key["judge"] = config.judge;
  key["answer_retries"] = config.answer_retries;
  key["turns"] = config.turns;
  if (config.turns > 1) key["turn_prompt"] = sha256_hex(config.turn_prompt_text);
  return dump_json(key);
}

Result<Json> Board::compare(StoredRun& a, StoredRun& b, std::size_t flips, bool policies) {
  const std::string first = TRY(state_key(a));
  const std::string second = TRY(state_key(b));
  const std::string key =
      first + "\n" + second + "\n" + std::to_string(flips) + (policies ? "p" : "");
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = kept_.find(key); known != kept_.end()) return known->second;
  }
  analysis::CompareOptions options;
  options.max_flips = flips;
  options.jobs = jobs_;
  if (policies) options.policies = {reply::Extraction::kStrict, reply::Extraction::kLenient};
  const auto comparison = TRY(analysis::compare_runs(a.folder(), b.folder(), options));
  Json json = analysis::to_json(comparison);
  json["runs"][0]["folder"] = a.name();
  json["runs"][1]["folder"] = b.name();
  for (auto& list : json["flips"]) {
    if (!list.is_array()) continue;
    for (Json& flip : list) {
      shorten(flip["a"]);
      shorten(flip["b"]);
    }
  }
  const std::lock_guard lock(mutex_);
  if (kept_.size() >= kKept) kept_.clear();
  kept_.emplace(key, json);
  return json;
}

bool Board::tied(StoredRun& first, StoredRun& other) {
  const auto compared = compare(first, other, 0, false);
  if (!compared) return false;
  const Json& differences = (*compared)["differences"];
  const std::string primary = compared->value("primary", "");
  if (!differences.is_object() || !differences.contains(primary)) return false;
  const Json& figure = differences[primary];
  const auto low = get_optional_number(figure, "low");
  const auto high = get_optional_number(figure, "high");
  if (!low || !high || !*low || !*high) return true;  // too few tasks to tell
  return **low <= 0 && **high >= 0;
}

Json Board::table(std::vector<Entry> entries) {
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    constexpr double kLast = -std::numeric_limits<double>::infinity();
    const double x = mean_of(a.row).value_or(kLast);
    const double y = mean_of(b.row).value_or(kLast);
    return x != y ? x > y : a.run->name() < b.run->name();
  });
  const RunFacts& about = *entries.front().facts;
  Json json{{"suite", about.config.suite}, {"data_hash", about.config.data_hash}};
  json["data"] = about.json.value("data", Json::object());
  json["modes"] = about.json.value("modes", Json::object());
  json["prompt"] = about.config.prompt_name;
  json["extraction"] = about.config.extraction_name();
  json["judge"] = about.config.judge;
  json["limit"] = limit_text(about.config);
  json["shard"] = about.config.shard.whole() ? "" : about.config.shard.text();
  json["turns"] = about.config.turns;
  json["metric"] = {{"name", about.metric}, {"title", about.metric_title}};
  json["rows"] = Json::array();
  std::size_t leader = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool known = mean_of(entries[i].row).has_value();
    const bool with_leader = i > leader && known && tied(*entries[leader].run, *entries[i].run);
    if (i > 0 && !with_leader) leader = i;
    Json row = entries[i].row;
    row["rank"] = known ? Json(leader + 1) : Json(nullptr);
    json["rows"].push_back(std::move(row));
  }
  return json;
}

Result<Json> Board::tables(const std::vector<std::shared_ptr<StoredRun>>& runs) {
  std::map<std::string, std::vector<Entry>> groups;
  std::map<std::string, std::pair<std::vector<analysis::Figure>, std::vector<analysis::Figure>>>
      twins;
  const auto twins_of = [&](const RunFacts& facts) -> auto& {
    return twins[analysis::twin_key(facts.config, facts.label)];
  };
  for (const auto& run : runs) {
    const auto facts = run->facts();
    auto row = run->row();
    if (!facts || !row) continue;  // a folder that cannot be read is in no table
    if (const auto mean = mean_of(*row)) {
      auto& [frozen, fresh] = twins_of(**facts);
      (analysis::is_frozen((*facts)->config) ? frozen : fresh).push_back({.mean = *mean});
    }
    groups[table_key(**facts)].push_back({run, *facts, std::move(*row)});
  }
  Json json;
  json["tables"] = Json::array();
  for (auto& [key, entries] : groups) {
    for (Entry& entry : entries) {
      const auto& [frozen, fresh] = twins_of(*entry.facts);
      if (const auto gap = analysis::gap_between(frozen, fresh).mean) entry.row["gap"] = *gap;
    }
    json["tables"].push_back(table(std::move(entries)));
  }
  return json;
}

}  // namespace papert::serve::app
