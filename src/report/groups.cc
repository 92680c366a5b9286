#include "report/groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "score/stats.h"

namespace papert::report {
namespace {

constexpr const char* kHow =
    "mean over the runs of a group, and its standard error over runs; a group of one run has none";

using analysis::SuiteRuns;

/// The runs of a group that are of one suite.
SuiteRuns members(std::span<const ReportedRun> runs, const GroupOfRuns& group,
                  const std::string& suite) {
  SuiteRuns found{suite, {}, {}};
  for (const std::size_t place : group.runs) {
    if (runs[place].suite() != suite) continue;
    found.places.push_back(place);
    found.runs.push_back(&runs[place]);
  }
  return found;
}

/// Those that are in some group.
SuiteRuns grouped(std::span<const ReportedRun> runs, std::span<const GroupOfRuns> groups,
                  const std::string& suite) {
  GroupOfRuns all;
  std::set<std::size_t> seen;
  for (const GroupOfRuns& group : groups) {
    for (const std::size_t place : group.runs) {
      if (seen.insert(place).second) all.runs.push_back(place);
    }
  }
  return members(runs, all, suite);
}

Sheet empty_sheet(const std::string& name, const std::string& title, const SuiteRuns& runs,
                  const std::vector<std::string>& keys, bool people) {
  Sheet sheet;
  sheet.name = name;
  sheet.title = title;
  sheet.columns.push_back({"group", "group"});
  for (const std::string& key : keys) sheet.columns.push_back({key, key});
  sheet.nested = sheet.columns.size() - 1;
  const auto& metrics = runs.runs.front()->summary.figures.metrics;
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    sheet.columns.push_back(
        {std::string(metrics[m].name), std::string(metrics[m].title), Shown::kMeanError});
    if (m == 0 && people) sheet.columns.push_back(rule_column(metrics[m], Shown::kMeanError));
  }
  sheet.columns.push_back({"runs", "runs", Shown::kCount});
  sheet.columns.push_back({"samples", "n", Shown::kCount});
  return sheet;
}

void finish(const SuiteRuns& runs, bool several, Sheet& sheet) {
  sheet.drop_empty_columns();
  sheet.notes.emplace_back(kHow);
  add_warnings(runs.runs, sheet);
  put_suite(runs.suite, several, sheet);
}

bool has_people(const RunList& runs) {
  return std::any_of(runs.begin(), runs.end(),
                     [](const ReportedRun* run) { return run->summary.people.has_value(); });
}

/// What each run of a group has for one row.
struct Pooled {
  std::vector<analysis::Group> groups;
  std::vector<Figure> rule;  // the primary metric by the rule alone
};

std::vector<Cell> row_of(const std::string& group, const std::vector<std::string>& values,
                         const Pooled& pooled, bool people) {
  std::vector<Cell> row{group};
  for (const std::string& value : values) row.emplace_back(value.empty() ? "(none)" : value);
  std::int64_t samples = 0;
  for (const analysis::Group& each : pooled.groups) samples += each.n;
  for (std::size_t m = 0; m < pooled.groups.front().metrics.size(); ++m) {
    std::vector<Figure> figures;
    figures.reserve(pooled.groups.size());
    for (const analysis::Group& each : pooled.groups) figures.push_back(each.metrics[m]);
    row.emplace_back(figure_of_group(figures));
    if (m == 0 && people) row.emplace_back(figure_of_group(pooled.rule));
  }
  row.emplace_back(static_cast<std::int64_t>(pooled.groups.size()));
  row.emplace_back(samples);
  return row;
}

Sheet overall_sheet(std::span<const ReportedRun> runs, std::span<const GroupOfRuns> groups,
                    const SuiteRuns& all) {
  const bool people = has_people(all.runs);
  Sheet sheet = empty_sheet("groups", "groups", all, {}, people);
  for (const GroupOfRuns& group : groups) {
    Pooled pooled;
    for (const ReportedRun* run : members(runs, group, all.suite).runs) {
      const analysis::RunSummary& summary = run->summary;
      pooled.groups.push_back(summary.figures.overall());
      pooled.rule.push_back(summary.people ? summary.people->rule.front()
                                           : summary.figures.overall().metrics.front());
    }
    if (!pooled.groups.empty()) sheet.rows.push_back(row_of(group.name, {}, pooled, people));
  }
  return sheet;
}

/// Rows of one group, those of several configurations together, in the order of the values.
void add_rows(const std::string& group, const analysis::Breakdown& breakdown, bool people,
              Sheet& sheet) {
  std::vector<std::pair<std::vector<std::string>, Pooled>> rows;
  for (const analysis::BreakdownRow& row : breakdown.rows) {
    auto known = std::find_if(rows.begin(), rows.end(),
                              [&](const auto& each) { return each.first == row.keys; });
    if (known == rows.end()) known = rows.insert(rows.end(), {row.keys, {}});
    Pooled& pooled = known->second;
    pooled.groups.insert(pooled.groups.end(), row.groups.begin(), row.groups.end());
    pooled.rule.insert(pooled.rule.end(), row.rule.begin(), row.rule.end());
  }
  for (const auto& [values, pooled] : rows) {
    sheet.rows.push_back(row_of(group, values, pooled, people));
  }
}

std::vector<std::string> suites_of(std::span<const ReportedRun> runs,
                                   std::span<const GroupOfRuns> groups) {
  std::vector<std::string> suites;
  for (const SuiteRuns& suite : analysis::by_suite(runs)) {
    if (!grouped(runs, groups, suite.suite).runs.empty()) suites.push_back(suite.suite);
  }
  return suites;
}

}  // namespace

Figure figure_of_group(const std::vector<Figure>& figures) {
  std::vector<double> means;
  for (const Figure& figure : figures) {
    if (figure.mean) means.push_back(*figure.mean);
  }
  Figure group;
  group.mean = score::mean(means);
  if (means.size() > 1) group.error = score::standard_error(means);
  group.n = static_cast<std::int64_t>(means.size());
  return group;
}

std::vector<Sheet> group_sheets(std::span<const ReportedRun> runs,
                                std::span<const GroupOfRuns> groups) {
  std::vector<Sheet> sheets;
  const std::vector<std::string> suites = suites_of(runs, groups);
  for (const std::string& suite : suites) {
    const SuiteRuns all = grouped(runs, groups, suite);
    sheets.push_back(overall_sheet(runs, groups, all));
    finish(all, suites.size() > 1, sheets.back());
  }
  return sheets;
}

Result<std::vector<Sheet>> group_breakdown_sheets(std::span<const ReportedRun> runs,
                                                  std::span<const GroupOfRuns> groups,
                                                  const std::vector<std::string>& keys,
                                                  const analysis::SummaryOptions& options) {
  std::vector<Sheet> sheets;
  Result<void> refused;
  const std::vector<std::string> suites = suites_of(runs, groups);
  for (const std::string& suite : suites) {
    const SuiteRuns all = grouped(runs, groups, suite);
    const bool people = has_people(all.runs);
    const std::string name = fmt::format("group,{}", fmt::join(keys, ","));
    Sheet sheet = empty_sheet(name, "by " + name, all, keys, people);
    for (const GroupOfRuns& group : groups) {
      const SuiteRuns own = members(runs, group, suite);
      if (own.runs.empty()) continue;
      const auto breakdown = analysis::breakdown_of(own, keys, options);
      // A group whose runs do not have the keys has no rows.
      if (!breakdown && breakdown.error().code != ErrorCode::kUsage) return fail(breakdown.error());
      if (!breakdown) refused = fail(breakdown.error());
      if (breakdown) add_rows(group.name, *breakdown, people, sheet);
    }
    if (sheet.rows.empty()) continue;
    finish(all, suites.size() > 1, sheet);
    sheets.push_back(std::move(sheet));
  }
  if (sheets.empty()) TRY(refused);
  return sheets;
}

}  // namespace papert::report
