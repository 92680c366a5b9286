#include "report/agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "report/runs.h"
#include "run/config.h"
#include "run/folder.h"
#include "run/log.h"
#include "score/stats.h"
#include "suite/registry.h"
#include "suite/suite.h"

namespace papert::report {
namespace {

/// The scored samples of one task in one run.
struct Tally {
  std::int64_t scored = 0;
  std::int64_t right = 0;

  void add(bool is_right) {
    ++scored;
    right += is_right ? 1 : 0;
  }
  [[nodiscard]] double share() const {
    return static_cast<double>(right) / static_cast<double>(scored);
  }
};

struct LoadedRun {
  std::filesystem::path folder;
  run::RunConfig config;
  Json recorded;     // run.json as it is
  std::string name;  // that tells it from the others
  std::int64_t samples = 0;
  std::map<std::string, Tally> tasks;

  [[nodiscard]] const Tally* find(const std::string& id) const {
    const auto found = tasks.find(id);
    return found == tasks.end() ? nullptr : &found->second;
  }
};

enum class Stance { kSolve, kFail, kDivided, kMissing };

struct LoadedGroup {
  std::string name;
  std::vector<LoadedRun> runs;

  [[nodiscard]] Stance stance(const std::string& id) const {
    bool any_right = false;
    bool any_wrong = false;
    for (const LoadedRun& run : runs) {
      const Tally* const tally = run.find(id);
      if (tally == nullptr) return Stance::kMissing;
      any_right |= tally->right > 0;
      any_wrong |= tally->right < tally->scored;
    }
    if (any_right && any_wrong) return Stance::kDivided;
    return any_right ? Stance::kSolve : Stance::kFail;
  }
};

struct Loaded {
  std::string suite;
  std::vector<LoadedGroup> groups;
  std::map<std::string, Json> tags;  // of every task that any run asked

  template <class Visit>
  void each_run(const Visit& visit) const {
    for (const LoadedGroup& group : groups) {
      for (const LoadedRun& run : group.runs) visit(run);
    }
  }
};

Result<LoadedRun> load_run(const std::filesystem::path& folder, Loaded& loaded) {
  LoadedRun run;
  run.folder = folder;
  run.config = TRY(run::read_config(folder));
  run.recorded = TRY(read_run_json(folder));
  if (loaded.suite.empty()) loaded.suite = run.config.suite;
  if (run.config.suite != loaded.suite) {
    return fail(ErrorCode::kUsage,
                "the run is of suite " + run.config.suite + ", others are of " + loaded.suite,
                folder.string());
  }
  TRY(run::read_log(run::samples_path(folder), [&](const run::LogLine& line) {
    ++run.samples;
    const auto id = line.json["id"].get<std::string>();
    loaded.tags.emplace(id, line.json.value("tags", Json::object()));
    if (!suite::is_scored(line.verdict)) return;
    run.tasks[id].add(line.verdict == suite::Verdict::kRight);
  }));
  return run;
}

Result<Loaded> load(const std::vector<RunGroup>& groups) {
  if (groups.empty() || groups.size() > kMaxGroups) {
    return fail(ErrorCode::kUsage, fmt::format("give one to {} groups of runs", kMaxGroups));
  }
  Loaded loaded;
  std::set<std::string> names;
  for (const RunGroup& group : groups) {
    if (!names.insert(group.name).second) {
      return fail(ErrorCode::kUsage, "two groups are called '" + group.name + "'");
    }
    if (group.runs.empty()) return fail(ErrorCode::kUsage, "the group has no runs", group.name);
    loaded.groups.push_back({group.name, {}});
    for (const std::filesystem::path& folder : group.runs) {
      loaded.groups.back().runs.push_back(TRY(load_run(folder, loaded)));
    }
  }
  return loaded;
}

void name_runs(Loaded& loaded) {
  std::vector<ReportedRun> runs;
  loaded.each_run(
      [&](const LoadedRun& run) { runs.push_back({run.folder, run.recorded, Json::object()}); });
  const std::vector<std::string> names = short_names(runs);
  std::size_t next = 0;
  for (LoadedGroup& group : loaded.groups) {
    for (LoadedRun& run : group.runs) run.name = names[next++];
  }
}

Json run_json(const LoadedRun& run, const Tally& all) {
  Json json{{"run", run.folder.string()},
            {"model", run.config.model},
            {"name", run.name},
            {"tasks", run.tasks.size()},
            {"success", all.scored > 0 ? Json(all.share()) : Json(nullptr)}};
  if (const auto progress = progress_of({{"samples", run.samples}}, run.recorded)) {
    json["planned"] = progress->planned;
    json["done"] = progress->done;
    json["complete"] = progress->complete();
  }
  return json;
}

Json number_or_null(std::optional<double> value) { return value ? Json(*value) : Json(nullptr); }

/// The mean of the runs' shares, which treats repeated runs alike whatever their length.
void put_mean(const std::vector<double>& shares, Json& json) {
  json["mean"] = number_or_null(score::mean(shares));
  json["stderr"] = number_or_null(score::standard_error(shares));
}

Json group_json(const LoadedGroup& group) {
  Json json;
  json["name"] = group.name;
  json["runs"] = Json::array();
  std::vector<double> shares;
  std::map<std::string, std::pair<bool, bool>> tasks;  // ever, always
  for (const LoadedRun& run : group.runs) {
    Tally all;
    for (const auto& [id, tally] : run.tasks) {
      all.scored += tally.scored;
      all.right += tally.right;
      auto& [ever, always] = tasks.try_emplace(id, false, true).first->second;
      ever |= tally.right > 0;
      always &= tally.right == tally.scored;
    }
    if (all.scored > 0) shares.push_back(all.share());
    json["runs"].push_back(run_json(run, all));
  }
  put_mean(shares, json);
  json["tasks"] = tasks.size();
  json["ever_solved"] =
      std::count_if(tasks.begin(), tasks.end(), [](const auto& each) { return each.second.first; });
  json["always_solved"] = std::count_if(tasks.begin(), tasks.end(),
                                        [](const auto& each) { return each.second.second; });
  return json;
}

/// The rows in the order of counting down: all groups solve it first, all fail last.
void put_rows(const Loaded& loaded, Json& json) {
  const std::size_t groups = loaded.groups.size();
  std::vector<std::vector<std::string>> rows(std::size_t{1} << groups);
  std::vector<std::string> divided;
  std::int64_t missing = 0;
  for (const auto& [id, tags] : loaded.tags) {
    std::size_t row = 0;
    bool any_divided = false;
    bool any_missing = false;
    for (const LoadedGroup& group : loaded.groups) {
      const Stance stance = group.stance(id);
      any_divided |= stance == Stance::kDivided;
      any_missing |= stance == Stance::kMissing;
      row = 2 * row + (stance == Stance::kSolve ? 0 : 1);
    }
    missing += any_missing ? 1 : 0;
    if (any_divided && !any_missing) divided.push_back(id);
    if (!any_missing && !any_divided) rows[row].push_back(id);
  }
  json["rows"] = Json::array();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Json row;
    for (std::size_t g = 0; g < groups; ++g) {
      const bool solves = (i >> (groups - 1 - g) & 1U) == 0;
      row["groups"].push_back(solves ? "solve" : "fail");
    }
    row["tasks"] = rows[i].size();
    row["ids"] = rows[i];
    json["rows"].push_back(std::move(row));
  }
  json["divided"] = divided.size();
  json["divided_ids"] = divided;
  json["missing"] = missing;
}

/// The values of a tag of the task, or of a mode of the run.
std::vector<std::string> values_of(const std::string& key, const Json& tags,
                                   const run::RunConfig& config) {
  if (const auto tag = tags.find(key); tag != tags.end()) {
    if (tag->is_array()) return tag->get<std::vector<std::string>>();
    return {tag->get<std::string>()};
  }
  const auto mode = config.modes.find(key);
  return mode == config.modes.end() ? std::vector<std::string>{} : std::vector{mode->second};
}

struct Cell {
  std::map<std::string, bool> tasks;  // id -> ever solved
  std::map<const LoadedRun*, Tally> runs;
};

Json cell_json(const std::vector<std::string>& values, const Cell& cell) {
  Json json;
  json["values"] = values;
  json["tasks"] = cell.tasks.size();
  json["ever_solved"] = std::count_if(cell.tasks.begin(), cell.tasks.end(),
                                      [](const auto& each) { return each.second; });
  std::vector<double> shares;
  for (const auto& [run, tally] : cell.runs) shares.push_back(tally.share());
  std::sort(shares.begin(), shares.end());
  put_mean(shares, json);
  return json;
}

std::string known_keys(const Loaded& loaded) {
  std::set<std::string> keys;
  for (const auto& [id, tags] : loaded.tags) {
    for (const auto& [key, value] : tags.items()) keys.insert(key);
  }
  loaded.each_run([&](const LoadedRun& run) {
    for (const auto& [key, value] : run.config.modes) keys.insert(key);
  });
  return fmt::format("{}", fmt::join(keys, ", "));
}

/// Places of values in tables: the suite's order, then the alphabet.
auto order_of(const suite::Suite& suite) {
  const auto known = suite.value_order();
  return [known](const std::string& value) {
    return std::pair(std::find(known.begin(), known.end(), value) - known.begin(), value);
  };
}

Result<Json> breakdown_json(const Loaded& loaded, const Breakdown& keys,
                            const suite::Suite& suite) {
  if (keys.empty() || keys.size() > 2) {
    return fail(ErrorCode::kUsage, "give one tag or mode, or two with a comma", "--by");
  }
  std::map<std::vector<std::string>, Cell> cells;
  loaded.each_run([&](const LoadedRun& run) {
    for (const auto& [id, tally] : run.tasks) {
      const Json& tags = loaded.tags.at(id);
      std::vector<std::vector<std::string>> places{{}};
      for (const std::string& key : keys) {
        std::vector<std::vector<std::string>> longer;
        for (const std::string& value : values_of(key, tags, run.config)) {
          for (std::vector<std::string> place : places) {
            place.push_back(value);
            longer.push_back(std::move(place));
          }
        }
        places = std::move(longer);
      }
      for (const std::vector<std::string>& place : places) {
        Cell& cell = cells[place];
        cell.tasks[id] |= tally.right > 0;
        cell.runs[&run].scored += tally.scored;
        cell.runs[&run].right += tally.right;
      }
    }
  });
  if (cells.empty()) {
    return fail(
        ErrorCode::kUsage,
        fmt::format("no task has '{}'; there are: {}", fmt::join(keys, ","), known_keys(loaded)),
        "--by");
  }
  std::vector<std::vector<std::string>> order;
  for (const auto& [values, cell] : cells) order.push_back(values);
  const auto place = order_of(suite);
  std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
    return std::lexicographical_compare(
        a.begin(), a.end(), b.begin(), b.end(),
        [&](const std::string& x, const std::string& y) { return place(x) < place(y); });
  });
  std::vector<std::string> columns;  // of a table with two keys
  for (const auto& values : order) {
    if (std::find(columns.begin(), columns.end(), values.back()) == columns.end()) {
      columns.push_back(values.back());
    }
  }
  std::sort(columns.begin(), columns.end(),
            [&](const std::string& x, const std::string& y) { return place(x) < place(y); });
  Json json;
  json["keys"] = keys;
  json["columns"] = columns;
  for (const auto& values : order) json["cells"].push_back(cell_json(values, cells.at(values)));
  return json;
}

}  // namespace

Result<Json> agreement(const std::vector<RunGroup>& groups, const std::vector<Breakdown>& by) {
  Loaded loaded = TRY(load(groups));
  name_runs(loaded);
  const auto suite = TRY(suite::find_suite(loaded.suite));
  Json json;
  json["suite"] = loaded.suite;
  json["tasks"] = loaded.tags.size();
  std::set<std::string> hashes;
  loaded.each_run([&](const LoadedRun& run) { hashes.insert(run.config.data_hash); });
  json["data_differ"] = hashes.size() > 1;
  for (const LoadedGroup& group : loaded.groups) json["groups"].push_back(group_json(group));
  put_rows(loaded, json);
  json["by"] = Json::array();
  for (const Breakdown& keys : by) {
    json["by"].push_back(TRY(breakdown_json(loaded, keys, *suite)));
  }
  return json;
}

}  // namespace papert::report
