// Tables by any number of keys. A tag is a property of a task, a setting one of a run; both are
// values of a row. A sample is put under one composite tag that joins its values of all the tags
// asked for, so that the summary of a run by that tag has every combination with its own clusters,
// standard error and interval:
//
//     --by task,modality     task is a tag, modality a mode
//     run 1 (modality text)   composite tags "scratch", "tweak"
//     rows                    (scratch, text), (tweak, text), ... of run 1; the same of run 2, ...
//
// A task with several values of a tag counts under each.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "report/sheets.h"
#include "run/folder.h"
#include "run/log.h"
#include "suite/registry.h"
#include "suite/suite.h"

namespace papert::report {
namespace {

constexpr char kJoint = '\x1f';
constexpr const char* kComposite = "composite";

using Values = std::vector<std::string>;

/// The keys of a table, for runs of one suite.
struct Plan {
  std::vector<Setting> configuration;  // what differs beside `keys` and is not a repetition
  std::vector<std::string> keys;       // as asked for
  std::vector<bool> is_tag;            // of each key
  std::set<std::string> tags;          // that some run has
};

std::set<std::string> tags_of(const RunList& runs) {
  std::set<std::string> tags;
  for (const ReportedRun* run : runs) {
    for (const Json& group : run->summary["groups"]) tags.insert(group["by"].get<std::string>());
  }
  tags.erase("");
  return tags;
}

Result<Plan> make_plan(const SuiteRuns& suite, const std::vector<std::string>& keys) {
  Plan plan;
  plan.tags = tags_of(suite.runs);
  for (const std::string& key : keys) {
    const bool setting = std::any_of(suite.runs.begin(), suite.runs.end(),
                                     [&](const auto* run) { return setting_of(*run, key); });
    if (!plan.tags.contains(key) && !setting) {
      std::set<std::string> known = plan.tags;
      for (const ReportedRun* run : suite.runs) {
        for (const std::string& each : setting_keys(*run)) known.insert(each);
      }
      return fail(ErrorCode::kUsage,
                  fmt::format("no run of {} has the tag or setting '{}'; there are: {}",
                              suite.suite, key, fmt::join(known, ", ")),
                  "--by");
    }
    plan.keys.push_back(key);
    plan.is_tag.push_back(plan.tags.contains(key));
  }
  for (Setting& setting : differing_settings(suite.runs)) {
    const bool asked = std::find(keys.begin(), keys.end(), setting.key) != keys.end();
    if (!asked && !is_repeat_key(setting.key)) plan.configuration.push_back(std::move(setting));
  }
  return plan;
}

/// The sample's values of the tags in `plan`, joined, one text for each combination.
Json composite_of(const Plan& plan, const Json& tags) {
  std::vector<std::string> places{""};
  for (std::size_t k = 0; k < plan.keys.size(); ++k) {
    if (!plan.is_tag[k]) continue;
    const Json value = tags.value(plan.keys[k], Json());
    std::vector<std::string> longer;
    for (const Json& each : value.is_array() ? value : Json::array({value})) {
      for (const std::string& place : places) {
        longer.push_back(place + (each.is_string() ? each.get<std::string>() : "") + kJoint);
      }
    }
    places = std::move(longer);
  }
  return places;
}

struct Row {
  Values configuration;
  Values keys;
  std::vector<Json> groups;  // of the runs that have it
};

/// The groups of one run, by the values of all keys.
Result<std::map<Values, Json>> groups_of(const ReportedRun& run, const Plan& plan,
                                         const suite::Suite& suite,
                                         const suite::SummaryOptions& options) {
  suite::SummaryBuilder builder(suite.metrics(), {});
  TRY(run::read_log(run::samples_path(run.folder), [&](const run::LogLine& line) {
    builder.add(line.json["id"].get<std::string>(), line.json.value("base", ""),
                line.json["epoch"].get<std::int64_t>(),
                {{kComposite, composite_of(plan, line.json["tags"])}}, line.verdict,
                line.json["metrics"], Json::object());
  }));
  std::map<Values, Json> groups;
  const Json summary = builder.finish(options);
  for (const Json& group : summary["groups"]) {
    if (group["by"] != kComposite) continue;
    const auto joined = group["value"].get<std::string>();
    Values values;
    std::size_t at = 0;
    for (std::size_t k = 0; k < plan.keys.size(); ++k) {
      if (!plan.is_tag[k]) {
        values.push_back(setting_of(run, plan.keys[k]).value_or(""));
        continue;
      }
      const std::size_t end = joined.find(kJoint, at);
      values.push_back(joined.substr(at, end - at));
      at = end + 1;
    }
    groups[values] = group;
  }
  return groups;
}

/// Places of values: the suite's order of tag values, that of its modes, then the alphabet.
class Order {
 public:
  explicit Order(const suite::Suite& suite) {
    for (const std::string_view value : suite.value_order()) known_.emplace_back(value);
    for (const suite::ModeInfo& mode : suite.modes()) {
      for (const std::string_view value : mode.values) known_.emplace_back(value);
    }
  }
  [[nodiscard]] bool before(const Values& a, const Values& b) const {
    return std::lexicographical_compare(
        a.begin(), a.end(), b.begin(), b.end(),
        [&](const auto& x, const auto& y) { return place(x) < place(y); });
  }

 private:
  [[nodiscard]] std::pair<std::ptrdiff_t, std::string> place(const std::string& value) const {
    return {std::find(known_.begin(), known_.end(), value) - known_.begin(), value};
  }

  std::vector<std::string> known_;
};

Result<std::vector<Row>> rows_of(const SuiteRuns& runs, const Plan& plan, const suite::Suite& suite,
                                 const suite::SummaryOptions& options) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < runs.runs.size(); ++i) {
    Values configuration;
    for (const Setting& setting : plan.configuration) configuration.push_back(setting.values[i]);
    auto groups = TRY(groups_of(*runs.runs[i], plan, suite, options));
    for (auto& [values, group] : groups) {
      auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& each) {
        return each.configuration == configuration && each.keys == values;
      });
      if (row == rows.end()) row = rows.insert(rows.end(), {configuration, values, {}});
      row->groups.push_back(std::move(group));
    }
  }
  // Configurations stay in the order of the runs.
  std::vector<Values> seen;
  for (const Row& row : rows) {
    if (std::find(seen.begin(), seen.end(), row.configuration) == seen.end()) {
      seen.push_back(row.configuration);
    }
  }
  const Order order(suite);
  std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
    const auto place = [&](const Row& row) {
      return std::find(seen.begin(), seen.end(), row.configuration);
    };
    if (a.configuration != b.configuration) return place(a) < place(b);
    return order.before(a.keys, b.keys);
  });
  return rows;
}

std::vector<Cell> cells_of(const Row& row, const std::vector<Column>& columns, bool repeated) {
  std::vector<Cell> cells;
  for (const std::string& value : row.configuration) cells.emplace_back(value);
  for (const std::string& value : row.keys) cells.emplace_back(value.empty() ? "(none)" : value);
  for (const Column& column : columns) {
    if (column.shown != Shown::kMeanError) continue;
    std::vector<Figure> figures;
    for (const Json& group : row.groups) {
      figures.push_back(Figure::from_json(group["metrics"][column.key]));
    }
    cells.emplace_back(over_runs(figures));
  }
  std::int64_t samples = 0;
  for (const Json& group : row.groups) samples += group["n"].get<std::int64_t>();
  if (repeated) cells.emplace_back(static_cast<std::int64_t>(row.groups.size()));
  cells.emplace_back(samples);
  return cells;
}

Result<Sheet> breakdown_sheet(const SuiteRuns& runs, const std::vector<std::string>& keys,
                              const suite::SummaryOptions& options) {
  const auto suite = TRY(suite::find_suite(runs.suite));
  const Plan plan = TRY(make_plan(runs, keys));
  const std::vector<Row> rows = TRY(rows_of(runs, plan, *suite, options));
  const bool repeated =
      std::any_of(rows.begin(), rows.end(), [](const Row& row) { return row.groups.size() > 1; });
  Sheet sheet;
  sheet.name = fmt::format("{}", fmt::join(keys, ","));
  sheet.title = "by " + sheet.name;
  for (const Setting& setting : plan.configuration)
    sheet.columns.push_back({setting.key, setting.key});
  for (const std::string& key : plan.keys) sheet.columns.push_back({key, key});
  sheet.nested = sheet.columns.size() - 1;
  for (const suite::MetricInfo& info : suite->metrics()) {
    sheet.columns.push_back({std::string(info.name), std::string(info.title), Shown::kMeanError});
  }
  if (repeated) sheet.columns.push_back({"runs", "runs", Shown::kCount});
  sheet.columns.push_back({"samples", "n", Shown::kCount});
  for (const Row& row : rows) sheet.rows.push_back(cells_of(row, sheet.columns, repeated));
  sheet.drop_empty_columns();
  if (repeated) {
    sheet.notes.emplace_back(
        "where there are several runs: the mean over runs and its standard error over runs");
  }
  add_warnings(runs.runs, sheet);
  const bool incomplete = std::any_of(runs.runs.begin(), runs.runs.end(), [](const auto* run) {
    return is_cut(run->summary, run->config);
  });
  if (incomplete) sheet.title += " *";
  return sheet;
}

}  // namespace

Result<std::vector<Sheet>> breakdown_sheets(std::span<const ReportedRun> runs,
                                            const std::vector<std::string>& keys,
                                            const suite::SummaryOptions& options) {
  std::vector<Sheet> sheets;
  const std::vector<SuiteRuns> suites = by_suite(runs);
  Result<void> refused;
  for (const SuiteRuns& suite : suites) {
    auto sheet = breakdown_sheet(suite, keys, options);
    // Of several suites those that have the keys get a table.
    if (!sheet && sheet.error().code == ErrorCode::kUsage) {
      refused = fail(sheet.error());
      continue;
    }
    if (!sheet) return fail(sheet.error());
    put_suite(suite.suite, suites.size() > 1, *sheet);
    sheets.push_back(std::move(*sheet));
  }
  if (sheets.empty()) TRY(refused);
  return sheets;
}

}  // namespace papert::report
