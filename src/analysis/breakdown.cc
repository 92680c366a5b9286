#include "analysis/breakdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/constructs.h"
#include "run/folder.h"
#include "run/log.h"
#include "suite/registry.h"
#include "suite/suite.h"

namespace papert::analysis {
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
    for (const Group& group : run->summary.figures.groups) tags.insert(group.by);
    for (const auto& [id, more] : run->more_tags) {
      for (const suite::Tag& tag : more) tags.insert(tag.key);
    }
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
std::vector<std::string> composites_of(const Plan& plan, const std::vector<suite::Tag>& tags) {
  std::vector<std::string> places{""};
  for (std::size_t k = 0; k < plan.keys.size(); ++k) {
    if (!plan.is_tag[k]) continue;
    std::vector<std::string> values;
    for (const suite::Tag& tag : tags) {
      if (tag.key == plan.keys[k]) values.push_back(tag.value);
    }
    if (values.empty()) values.emplace_back();
    std::vector<std::string> longer;
    for (const std::string& value : values) {
      for (const std::string& place : places) longer.push_back(place + value + kJoint);
    }
    places = std::move(longer);
  }
  return places;
}

struct KeyedGroup {
  Group group;
  Figure rule;  // the primary metric by the rule alone
};

/// The values of all keys, for a group by the composite tag.
Values values_of(const Group& group, const ReportedRun& run, const Plan& plan) {
  Values values;
  std::size_t at = 0;
  for (std::size_t k = 0; k < plan.keys.size(); ++k) {
    if (!plan.is_tag[k]) {
      values.push_back(setting_of(run, plan.keys[k]).value_or(""));
      continue;
    }
    const std::size_t end = group.value.find(kJoint, at);
    values.push_back(group.value.substr(at, end - at));
    at = end + 1;
  }
  return values;
}

/// The groups of one run, by the values of all keys.
Result<std::map<Values, KeyedGroup>> groups_of(const ReportedRun& run, const Plan& plan,
                                               const SampleSource& source,
                                               const SummaryOptions& options) {
  // Rows of runs with and without a figure are in one table.
  std::vector<suite::MetricInfo> metrics = source.metrics;
  for (suite::MetricInfo& info : metrics) info.sometimes = false;
  SummaryBuilder builder(metrics, {});
  SummaryBuilder rule(metrics, {});
  const RunLabels* const labels = source.verdicts ? run.labels.get() : nullptr;
  TRY(source.read(run, [&](run::Record& record) {
    run.bands.retag(record);
    if (const auto more = run.more_tags.find(record.id); more != run.more_tags.end()) {
      record.tags.insert(record.tags.end(), more->second.begin(), more->second.end());
    }
    std::vector<suite::Tag> tags;
    for (std::string& each : composites_of(plan, record.tags)) {
      tags.push_back({kComposite, std::move(each)});
    }
    record.tags = std::move(tags);
    record.detail = Json::object();
    if (labels != nullptr) {
      rule.add(record);
      labels->apply(metrics.front().name, record);
    }
    builder.add(record);
  }));
  std::map<Values, KeyedGroup> groups;
  Summary summary = builder.finish(options);
  const Summary by_rule = labels != nullptr ? rule.finish(options) : summary;
  for (std::size_t i = 0; i < summary.groups.size(); ++i) {
    Group& group = summary.groups[i];
    if (group.by != kComposite) continue;
    Values values = values_of(group, run, plan);
    groups.insert_or_assign(std::move(values),
                            KeyedGroup{std::move(group), by_rule.groups[i].metrics.front()});
  }
  return groups;
}

/// Places of values: bands as they were given, the suite's order of tag values, that of its modes,
/// then the alphabet; numbers of settings and counts of constructs by their value.
class Order {
 public:
  Order(const suite::Suite& suite, const Plan& plan, const RunList& runs) {
    std::set<std::string> own;  // tags of the records
    for (const ReportedRun* run : runs) {
      for (const Group& group : run->summary.figures.groups) own.insert(group.by);
    }
    for (const std::string& key : plan.keys) natural_.push_back(!own.contains(key));
    for (const std::string_view value : runs.front()->bands.order(suite.value_order())) {
      known_.emplace_back(value);
    }
    for (const suite::ModeInfo& mode : suite.modes()) {
      for (const std::string_view value : mode.values) known_.emplace_back(value);
    }
  }
  [[nodiscard]] bool before(const Values& a, const Values& b) const {
    for (std::size_t k = 0; k < a.size(); ++k) {
      if (a[k] != b[k]) return place(a[k], k) < place(b[k], k);
    }
    return false;
  }

 private:
  [[nodiscard]] std::pair<std::ptrdiff_t, std::string> place(const std::string& value,
                                                             std::size_t key) const {
    return {std::find(known_.begin(), known_.end(), value) - known_.begin(),
            natural_[key] ? natural_key(value) : value};
  }

  std::vector<std::string> known_;
  std::vector<bool> natural_;  // of each key
};

Result<std::vector<BreakdownRow>> rows_of(const SuiteRuns& runs, const Plan& plan,
                                          const suite::Suite& suite, const SampleSource& source,
                                          const SummaryOptions& options) {
  std::vector<BreakdownRow> rows;
  for (std::size_t i = 0; i < runs.runs.size(); ++i) {
    Values configuration;
    for (const Setting& setting : plan.configuration) configuration.push_back(setting.values[i]);
    auto groups = TRY(groups_of(*runs.runs[i], plan, source, options));
    for (auto& [values, group] : groups) {
      auto row = std::find_if(rows.begin(), rows.end(), [&](const BreakdownRow& each) {
        return each.configuration == configuration && each.keys == values;
      });
      if (row == rows.end()) row = rows.insert(rows.end(), {configuration, values, {}, {}});
      row->groups.push_back(std::move(group.group));
      row->rule.push_back(group.rule);
    }
  }
  // Configurations stay in the order of the runs.
  std::vector<Values> seen;
  for (const BreakdownRow& row : rows) {
    if (std::find(seen.begin(), seen.end(), row.configuration) == seen.end()) {
      seen.push_back(row.configuration);
    }
  }
  const Order order(suite, plan, runs.runs);
  std::stable_sort(rows.begin(), rows.end(), [&](const BreakdownRow& a, const BreakdownRow& b) {
    const auto place = [&](const BreakdownRow& row) {
      return std::find(seen.begin(), seen.end(), row.configuration);
    };
    if (a.configuration != b.configuration) return place(a) < place(b);
    return order.before(a.keys, b.keys);
  });
  return rows;
}

}  // namespace

Result<Breakdown> breakdown_of(const SuiteRuns& runs, const std::vector<std::string>& keys,
                               const SummaryOptions& options) {
  const auto suite = TRY(suite::find_suite(runs.suite));
  SampleSource log;
  log.metrics.assign(suite->metrics().begin(), suite->metrics().end());
  log.read = [](const ReportedRun& run, const run::RecordVisitor& visit) -> Result<void> {
    TRY(run::read_log(run::samples_path(run.folder), run::Part::kFigures, visit));
    return {};
  };
  log.verdicts = true;
  return breakdown_of(runs, keys, options, log);
}

Result<Breakdown> breakdown_of(const SuiteRuns& runs, const std::vector<std::string>& keys,
                               const SummaryOptions& options, const SampleSource& source) {
  const auto suite = TRY(suite::find_suite(runs.suite));
  const Plan plan = TRY(make_plan(runs, keys));
  Breakdown breakdown;
  breakdown.rows = TRY(rows_of(runs, plan, *suite, source, options));
  for (const Setting& setting : plan.configuration) {
    breakdown.configuration.push_back(setting.key);
  }
  breakdown.keys = keys;
  breakdown.people =
      source.verdicts && std::any_of(runs.runs.begin(), runs.runs.end(),
                                     [](const ReportedRun* run) { return run->labels != nullptr; });
  breakdown.metrics = source.metrics;
  return breakdown;
}

namespace {

/// The metrics that some run has: a summary leaves out those that no sample of its run has.
std::vector<suite::MetricInfo> metrics_of(const RunList& runs) {
  std::vector<suite::MetricInfo> metrics;
  for (const ReportedRun* run : runs) {
    for (const suite::MetricInfo& info : run->summary.figures.metrics) {
      const bool known = std::any_of(metrics.begin(), metrics.end(),
                                     [&](const auto& each) { return each.name == info.name; });
      if (!known) metrics.push_back(info);
    }
  }
  return metrics;
}

/// A group of the summary with a figure for each of these metrics.
Group aligned(const Group& group, const Summary& summary,
              const std::vector<suite::MetricInfo>& metrics) {
  Group result = group;
  result.metrics.clear();
  for (const suite::MetricInfo& info : metrics) {
    const auto place = summary.metric(info.name);
    result.metrics.push_back(place ? group.metrics[*place] : Figure{});
  }
  return result;
}

}  // namespace

Breakdown summary_breakdown(const SuiteRuns& runs, const std::string& key) {
  Breakdown breakdown;
  // A key that is both is the tag: a mode that chooses tasks has the name of what it chooses by.
  const bool is_tag = tags_of(runs.runs).contains(key);
  const bool is_setting = std::any_of(runs.runs.begin(), runs.runs.end(),
                                      [&](const auto* run) { return setting_of(*run, key); });
  if (!is_tag && !is_setting) return breakdown;
  breakdown.keys = {key};
  breakdown.metrics = metrics_of(runs.runs);
  std::vector<Setting> settings = differing_settings(runs.runs);
  std::erase_if(settings, [&](const Setting& setting) {
    return setting.key == key || is_repeat_key(setting.key);
  });
  for (const Setting& setting : settings) breakdown.configuration.push_back(setting.key);
  for (std::size_t i = 0; i < runs.runs.size(); ++i) {
    Values configuration;
    for (const Setting& setting : settings) configuration.push_back(setting.values[i]);
    for (const Group& group : runs.runs[i]->summary.figures.groups) {
      if (group.by != (is_tag ? key : "")) continue;
      const Values values{is_tag ? group.value : setting_of(*runs.runs[i], key).value_or("")};
      auto& rows = breakdown.rows;
      auto row = std::find_if(rows.begin(), rows.end(), [&](const BreakdownRow& each) {
        return each.configuration == configuration && each.keys == values;
      });
      if (row == rows.end()) row = rows.insert(rows.end(), {configuration, values, {}});
      row->groups.push_back(aligned(group, runs.runs[i]->summary.figures, breakdown.metrics));
    }
  }
  return breakdown;
}

}  // namespace papert::analysis
