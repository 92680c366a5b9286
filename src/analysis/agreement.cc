#include "analysis/agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/runs.h"
#include "run/config.h"
#include "run/folder.h"
#include "run/log.h"
#include "score/stats.h"
#include "suite/registry.h"
#include "suite/suite.h"

namespace papert::analysis {
namespace {

/// The scored samples of one task in one run.
struct TaskTally {
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

struct GroupedRun {
  std::filesystem::path folder;
  run::RunConfig config;
  Json recorded;     // run.json as it is
  std::string name;  // that tells it from the others
  std::int64_t samples = 0;
  std::map<std::string, TaskTally> tasks;
  std::vector<std::vector<double>> values;  // by metric, in no order

  [[nodiscard]] const TaskTally* find(const std::string& id) const {
    const auto found = tasks.find(id);
    return found == tasks.end() ? nullptr : &found->second;
  }
};

enum class Stance { kSolve, kFail, kDivided, kMissing };

struct LoadedGroup {
  std::string name;
  std::vector<GroupedRun> runs;

  [[nodiscard]] Stance stance(const std::string& id) const {
    bool any_right = false;
    bool any_wrong = false;
    for (const GroupedRun& run : runs) {
      const TaskTally* const tally = run.find(id);
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
  std::map<std::string, std::vector<suite::Tag>> tags;  // of every task that any run asked
  std::vector<suite::MetricInfo> metrics;

  template <class Visit>
  void each_run(const Visit& visit) const {
    for (const LoadedGroup& group : groups) {
      for (const GroupedRun& run : group.runs) visit(run);
    }
  }
};

Result<GroupedRun> load_grouped(const std::filesystem::path& folder, Loaded& loaded) {
  GroupedRun run;
  run.folder = folder;
  run.config = TRY(run::read_config(folder));
  run.config.modes = full_modes(run.config.suite, run.config.modes);
  run.recorded = TRY(read_run_json(folder));
  if (loaded.suite.empty()) {
    loaded.suite = run.config.suite;
    const auto suite = TRY(suite::find_suite(loaded.suite));
    loaded.metrics.assign(suite->metrics().begin(), suite->metrics().end());
  }
  run.values.resize(loaded.metrics.size());
  if (run.config.suite != loaded.suite) {
    return fail(ErrorCode::kUsage,
                "the run is of suite " + run.config.suite + ", others are of " + loaded.suite,
                folder.string());
  }
  TRY(run::read_log(run::samples_path(folder), run::Part::kFigures, [&](const run::Record& record) {
    ++run.samples;
    loaded.tags.try_emplace(record.id, record.tags);
    if (record.scored()) run.tasks[record.id].add(record.right());
    for (std::size_t m = 0; m < loaded.metrics.size(); ++m) {
      if (const auto value = record.metric(loaded.metrics[m].name)) run.values[m].push_back(*value);
    }
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
      loaded.groups.back().runs.push_back(TRY(load_grouped(folder, loaded)));
    }
  }
  return loaded;
}

void name_runs(Loaded& loaded) {
  std::vector<ReportedRun> runs;
  loaded.each_run([&](const GroupedRun& run) { runs.push_back({run.folder, run.recorded, {}}); });
  const std::vector<std::string> names = short_names(runs);
  std::size_t next = 0;
  for (LoadedGroup& group : loaded.groups) {
    for (GroupedRun& run : group.runs) run.name = names[next++];
  }
}

AgreementRun describe(const GroupedRun& run, const TaskTally& all) {
  AgreementRun described{run.folder, run.config.model, run.name, run.tasks.size(), {}, {}};
  if (all.scored > 0) described.success = all.share();
  if (const auto planned = planned_by(run.recorded)) {
    described.progress = {run.samples, *planned};
  }
  return described;
}

Figure mean_of(const std::vector<double>& shares) {
  Figure figure;
  figure.mean = score::mean(shares);
  figure.error = score::standard_error(shares);
  return figure;
}

/// The mean over runs of each metric; samples come in no order, so they are put in one first.
std::vector<Figure> metrics_of(const LoadedGroup& group, std::size_t metrics) {
  std::vector<Figure> figures;
  for (std::size_t m = 0; m < metrics; ++m) {
    std::vector<double> means;
    for (const GroupedRun& run : group.runs) {
      std::vector<double> values = run.values[m];
      std::sort(values.begin(), values.end());
      if (const auto mean = score::mean(values)) means.push_back(*mean);
    }
    figures.push_back(mean_of(means));
    figures.back().n = static_cast<std::int64_t>(means.size());
  }
  return figures;
}

AgreementGroup describe(const LoadedGroup& group) {
  AgreementGroup described;
  described.name = group.name;
  std::vector<double> shares;
  std::map<std::string, std::pair<bool, bool>> tasks;  // ever, always
  for (const GroupedRun& run : group.runs) {
    TaskTally all;
    for (const auto& [id, tally] : run.tasks) {
      all.scored += tally.scored;
      all.right += tally.right;
      auto& [ever, always] = tasks.try_emplace(id, false, true).first->second;
      ever |= tally.right > 0;
      always &= tally.right == tally.scored;
    }
    if (all.scored > 0) shares.push_back(all.share());
    described.runs.push_back(describe(run, all));
  }
  described.mean = mean_of(shares);
  described.tasks = tasks.size();
  for (const auto& [id, each] : tasks) {
    described.ever_solved += each.first ? 1 : 0;
    described.always_solved += each.second ? 1 : 0;
  }
  return described;
}

/// The rows in the order of counting down: all groups solve it first, all fail last.
void put_rows(const Loaded& loaded, Agreement& agreement) {
  const std::size_t groups = loaded.groups.size();
  agreement.rows.resize(std::size_t{1} << groups);
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
    agreement.missing += any_missing ? 1 : 0;
    if (any_divided && !any_missing) agreement.divided.push_back(id);
    if (!any_missing && !any_divided) agreement.rows[row].ids.push_back(id);
  }
  for (std::size_t i = 0; i < agreement.rows.size(); ++i) {
    for (std::size_t g = 0; g < groups; ++g) {
      agreement.rows[i].solves.push_back((i >> (groups - 1 - g) & 1U) == 0);
    }
  }
}

/// The values of a tag of the task, or of a mode of the run.
std::vector<std::string> values_of(const std::string& key, const std::vector<suite::Tag>& tags,
                                   const run::RunConfig& config) {
  std::vector<std::string> values;
  for (const suite::Tag& tag : tags) {
    if (tag.key == key) values.push_back(tag.value);
  }
  if (!values.empty()) return values;
  const auto mode = config.modes.find(key);
  return mode == config.modes.end() ? values : std::vector{mode->second};
}

struct Cell {
  std::map<std::string, bool> tasks;  // id -> ever solved
  std::map<const GroupedRun*, TaskTally> runs;
};

AgreementCell describe(const std::vector<std::string>& values, const Cell& cell) {
  AgreementCell described;
  described.values = values;
  described.tasks = cell.tasks.size();
  described.ever_solved = std::count_if(cell.tasks.begin(), cell.tasks.end(),
                                        [](const auto& each) { return each.second; });
  std::vector<double> shares;
  shares.reserve(cell.runs.size());
  for (const auto& [run, tally] : cell.runs) shares.push_back(tally.share());
  std::sort(shares.begin(), shares.end());
  described.mean = mean_of(shares);
  return described;
}

std::string known_keys(const Loaded& loaded) {
  std::set<std::string> keys;
  for (const auto& [id, tags] : loaded.tags) {
    for (const suite::Tag& tag : tags) keys.insert(tag.key);
  }
  loaded.each_run([&](const GroupedRun& run) {
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

using Values = std::vector<std::string>;

/// Every combination of the task's values of the keys.
std::vector<Values> places_of(const BreakdownKeys& keys, const std::vector<suite::Tag>& tags,
                              const run::RunConfig& config) {
  std::vector<Values> places{{}};
  for (const std::string& key : keys) {
    std::vector<Values> longer;
    for (const std::string& value : values_of(key, tags, config)) {
      for (Values place : places) {
        place.push_back(value);
        longer.push_back(std::move(place));
      }
    }
    places = std::move(longer);
  }
  return places;
}

std::map<Values, Cell> cells_of(const Loaded& loaded, const BreakdownKeys& keys) {
  std::map<Values, Cell> cells;
  loaded.each_run([&](const GroupedRun& run) {
    for (const auto& [id, tally] : run.tasks) {
      for (const Values& place : places_of(keys, loaded.tags.at(id), run.config)) {
        Cell& cell = cells[place];
        cell.tasks[id] |= tally.right > 0;
        cell.runs[&run].scored += tally.scored;
        cell.runs[&run].right += tally.right;
      }
    }
  });
  return cells;
}

Result<AgreementTable> table_of(const Loaded& loaded, const BreakdownKeys& keys,
                                const suite::Suite& suite) {
  if (keys.empty() || keys.size() > 2) {
    return fail(ErrorCode::kUsage, "give one tag or mode, or two with a comma", "--by");
  }
  const std::map<Values, Cell> cells = cells_of(loaded, keys);
  if (cells.empty()) {
    return fail(
        ErrorCode::kUsage,
        fmt::format("no task has '{}'; there are: {}", fmt::join(keys, ","), known_keys(loaded)),
        "--by");
  }
  const auto place = order_of(suite);
  const auto before = [&](const std::string& x, const std::string& y) {
    return place(x) < place(y);
  };
  std::vector<Values> order;
  std::set<std::string> columns;
  for (const auto& [values, cell] : cells) {
    order.push_back(values);
    columns.insert(values.back());
  }
  std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), before);
  });
  AgreementTable table;
  table.keys = keys;
  table.columns.assign(columns.begin(), columns.end());
  std::sort(table.columns.begin(), table.columns.end(), before);
  for (const Values& values : order) table.cells.push_back(describe(values, cells.at(values)));
  return table;
}

}  // namespace

Result<Agreement> agreement_of(const std::vector<RunGroup>& groups,
                               const std::vector<BreakdownKeys>& by) {
  Loaded loaded = TRY(load(groups));
  name_runs(loaded);
  const auto suite = TRY(suite::find_suite(loaded.suite));
  Agreement agreement;
  agreement.suite = loaded.suite;
  agreement.tasks = loaded.tags.size();
  std::set<std::string> hashes;
  loaded.each_run([&](const GroupedRun& run) { hashes.insert(run.config.data_hash); });
  agreement.data_differ = hashes.size() > 1;
  agreement.metrics = loaded.metrics;
  for (const LoadedGroup& group : loaded.groups) {
    agreement.groups.push_back(describe(group));
    agreement.groups.back().metrics = metrics_of(group, loaded.metrics.size());
  }
  put_rows(loaded, agreement);
  for (const BreakdownKeys& keys : by) {
    agreement.by.push_back(TRY(table_of(loaded, keys, *suite)));
  }
  return agreement;
}

}  // namespace papert::analysis
