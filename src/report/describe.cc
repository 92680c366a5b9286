// A task's program is what its prompt template knows as {program} (sgp), else its reference, which
// is the program that solves it. Two tasks are duplicates if a model is sent the same for both: the
// same prompt with the same pictures. Equal references alone are counted apart, because different
// tasks may have one solution.
#include "report/describe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

#include "analysis/constructs.h"
#include "base/sha256.h"
#include "base/text.h"
#include "score/bootstrap.h"
#include "score/stats.h"

namespace papert::report {
namespace {

constexpr std::size_t kShownExamples = 5;
constexpr std::size_t kShownProblems = 20;

Sheet sheet_of(std::string name, std::string title, std::vector<Column> columns) {
  Sheet sheet;
  sheet.name = std::move(name);
  sheet.title = std::move(title);
  sheet.columns = std::move(columns);
  return sheet;
}

double line_count(std::string_view text) {
  const auto breaks = static_cast<double>(std::count(text.begin(), text.end(), '\n'));
  return text.empty() || text.back() == '\n' ? breaks : breaks + 1;
}

/// Tasks that are equal in something, by the hash of it.
class Equals {
 public:
  void add(const std::string& hash, const std::string& id) { ids_[hash].push_back(id); }

  [[nodiscard]] std::vector<Cell> row(const std::string& what) const {
    std::int64_t groups = 0;
    std::int64_t extra = 0;
    std::vector<std::string> examples;
    for (const auto& [hash, ids] : ids_) {
      if (ids.size() < 2) continue;
      ++groups;
      extra += static_cast<std::int64_t>(ids.size()) - 1;
      examples.push_back(ids[0] + " = " + ids[1]);
    }
    std::sort(examples.begin(), examples.end());
    examples.resize(std::min(examples.size(), kShownExamples));
    return {what, static_cast<std::int64_t>(ids_.size()), groups, extra,
            fmt::format("{}", fmt::join(examples, ", "))};
  }

 private:
  std::unordered_map<std::string, std::vector<std::string>> ids_;
};

/// A new task that is like another, rather than a changed version of it.
bool is_synthesised(const suite::Task& task) {
  return std::any_of(task.tags.begin(), task.tags.end(),
                     [](const suite::Tag& tag) { return tag.key == "synthesised"; });
}

/// All that is counted, in one pass over the tasks.
class Description {
 public:
  Description(const suite::TaskSet& tasks, const DescribeOptions& options)
      : tasks_(tasks), options_(options) {}

  [[nodiscard]] Result<void> read() {
    problems_.assign(tasks_.problems().begin(), tasks_.problems().end());
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      auto made = tasks_.prompt(i, options_.prompt_template);
      // Some suites find only here that a task cannot be used.
      if (!made && made.error().code == ErrorCode::kBadData) {
        problems_.push_back(made.error());
        continue;
      }
      const suite::Prompt prompt = TRY(std::move(made));
      usable_.push_back(i);
      const suite::Task task = tasks_.task(i);
      count_tags(task);
      count_constructs(i);
      if (!task.base.empty()) ++(is_synthesised(task) ? synthesised_ : changed_);
      const std::string reference = tasks_.reference(i);
      const auto program = tasks_.prompt(i, "{{program}}");
      const bool shown = program && program->text != "{{program}}";
      add_length(shown ? "program" : "reference", shown ? program->text : reference);
      add_length("prompt", prompt.text);
      lengths_["prompt, pictures"].push_back(static_cast<double>(prompt.images.size()));
      std::string sent = prompt.text;
      for (const std::string& image : prompt.images) sent += sha256_hex(image);
      prompts_.add(sha256_hex(sent), task.id);
      references_.add(sha256_hex(reference), task.id);
    }
    return {};
  }

  [[nodiscard]] Sheet totals(const suite::Suite& suite) const {
    Sheet sheet = sheet_of("tasks", "", {{"what", "what"}, {"count", "count", Shown::kCount}});
    const auto add = [&](std::string what, std::size_t count) {
      sheet.rows.push_back({std::move(what), static_cast<std::int64_t>(count)});
    };
    add(std::string(suite.name()) + " tasks", usable_.size());
    if (changed_ > 0) add("changed versions of others", changed_);
    if (synthesised_ > 0) add("synthesised from others", synthesised_);
    add("problems (items that could not be used)", problems_.size());
    add("notes (what was repaired or guessed)", tasks_.notes().size());
    return sheet;
  }

  [[nodiscard]] std::vector<Sheet> tags(const suite::Suite& suite) const {
    std::vector<Sheet> sheets;
    sheets.reserve(tags_.size());
    for (const auto& [key, counts] : tags_) sheets.push_back(tag_sheet(suite, key, counts));
    return sheets;
  }

  /// How many constructs programs have, in bins, and which: in so many tasks, so often in all.
  [[nodiscard]] std::vector<Sheet> constructs() const {
    std::vector<Sheet> sheets;
    for (const auto& [key, tasks] : construct_tasks_) {
      std::vector<std::pair<std::string, std::int64_t>> list(tasks.begin(), tasks.end());
      const auto uses = construct_uses_.find(key);
      const bool bins = uses == construct_uses_.end();
      std::stable_sort(list.begin(), list.end(), [&](const auto& a, const auto& b) {
        return bins ? analysis::natural_key(a.first) < analysis::natural_key(b.first)
                    : uses->second.at(a.first) > uses->second.at(b.first);
      });
      Sheet sheet = counts_sheet(key, list);
      if (!bins) {
        sheet.columns.push_back({"occurrences", "occurrences", Shown::kCount});
        for (auto& row : sheet.rows) {
          row.emplace_back(uses->second.at(std::get<std::string>(row.front())));
        }
      }
      sheets.push_back(std::move(sheet));
    }
    return sheets;
  }

  [[nodiscard]] Result<Sheet> combinations(const suite::Suite& suite,
                                           const std::vector<std::string>& keys) const {
    // By the places of values in the suite's order, then by the values.
    const auto order = suite.value_order();
    using Place = std::vector<std::tuple<std::ptrdiff_t, std::string, std::string>>;
    std::map<Place, std::int64_t> counts;
    const auto longer = [&](const std::vector<Place>& places, const std::string& key,
                            const suite::Tag& tag, std::vector<Place>& out) {
      const auto known = std::find(order.begin(), order.end(), tag.value) - order.begin();
      const bool own = tags_.contains(key);
      for (Place place : places) {
        place.emplace_back(known, own ? tag.value : analysis::natural_key(tag.value), tag.value);
        out.push_back(std::move(place));
      }
    };
    for (const std::size_t i : usable_) {
      std::vector<Place> places{{}};
      for (const std::string& key : keys) {
        std::vector<Place> next;
        for (const suite::Tag& tag : all_tags(i)) {
          if (tag.key == key) longer(places, key, tag, next);
        }
        places = std::move(next);
      }
      for (const Place& place : places) ++counts[place];
    }
    if (counts.empty()) return fail(unknown_tags(keys));
    Sheet sheet = sheet_of(fmt::format("{}", fmt::join(keys, ",")), "", {});
    for (const std::string& key : keys) sheet.columns.push_back({key, key});
    sheet.columns.push_back({"tasks", "tasks", Shown::kCount});
    sheet.nested = keys.size() - 1;
    for (const auto& [place, count] : counts) {
      std::vector<Cell> row;
      for (const auto& [known, sorted, value] : place) row.emplace_back(value);
      row.emplace_back(count);
      sheet.rows.push_back(std::move(row));
    }
    return sheet;
  }

  [[nodiscard]] Sheet lengths() const {
    Sheet sheet = sheet_of("lengths", "",
                           {{"length", "length of"},
                            {"fewest", "fewest", Shown::kCount},
                            {"p10", "10 %", Shown::kCount},
                            {"median", "median", Shown::kCount},
                            {"p90", "90 %", Shown::kCount},
                            {"most", "most", Shown::kCount},
                            {"mean", "mean", Shown::kCount}});
    for (const auto& [what, unsorted] : lengths_) {
      std::vector<double> values = unsorted;
      std::sort(values.begin(), values.end());
      if (values.empty() || values.back() == 0) continue;
      std::vector<Cell> row{what};
      for (const double q : {0.0, 0.1, 0.5, 0.9, 1.0}) {
        row.emplace_back(std::int64_t{std::lround(score::quantile(values, q))});
      }
      row.emplace_back(std::int64_t{std::lround(score::mean(values).value_or(0))});
      sheet.rows.push_back(std::move(row));
    }
    return sheet;
  }

  [[nodiscard]] Sheet duplicates() const {
    Sheet sheet = sheet_of("duplicates", "",
                           {{"equal", "equal"},
                            {"different", "different", Shown::kCount},
                            {"groups", "groups of equals", Shown::kCount},
                            {"extra", "repeated tasks", Shown::kCount},
                            {"examples", "for example"}});
    sheet.rows.push_back(prompts_.row("prompt and pictures"));
    sheet.rows.push_back(references_.row("reference"));
    sheet.drop_empty_columns();
    return sheet;
  }

  [[nodiscard]] Sheet problems() const {
    Sheet sheet = sheet_of("problems", "", {{"kind", "kind"}, {"text", "what"}});
    for (const Error& problem : problems_) {
      if (sheet.rows.size() < kShownProblems)
        sheet.rows.push_back({"problem", problem.to_string()});
    }
    const std::size_t shown = sheet.rows.size();
    for (const std::string& note : tasks_.notes()) {
      if (sheet.rows.size() < shown + kShownProblems) sheet.rows.push_back({"note", note});
    }
    const std::size_t all = problems_.size() + tasks_.notes().size();
    if (sheet.rows.size() < all) {
      sheet.notes.push_back(fmt::format("and {} more", all - sheet.rows.size()));
    }
    return sheet;
  }

 private:
  void count_tags(const suite::Task& task) {
    for (const suite::Tag& tag : task.tags) ++tags_[tag.key][tag.value];
  }

  void count_constructs(std::size_t index) {
    const std::vector<suite::Construct> constructs = tasks_.constructs(index);
    for (const suite::Construct& each : constructs) {
      if (each.count > 0) construct_uses_[std::string(each.kind)][each.name] += each.count;
    }
    for (const suite::Tag& tag : analysis::construct_tags(constructs)) {
      ++construct_tasks_[tag.key][tag.value];
    }
  }

  /// Those of the task, and what its program is made of.
  [[nodiscard]] std::vector<suite::Tag> all_tags(std::size_t index) const {
    std::vector<suite::Tag> tags = tasks_.task(index).tags;
    for (suite::Tag& tag : analysis::construct_tags(tasks_.constructs(index))) {
      tags.push_back(std::move(tag));
    }
    return tags;
  }

  void add_length(const std::string& what, const std::string& text) {
    lengths_[what + ", characters"].push_back(static_cast<double>(text.size()));
    lengths_[what + ", lines"].push_back(line_count(text));
  }

  [[nodiscard]] Error unknown_tags(const std::vector<std::string>& keys) const {
    std::vector<std::string> known;
    known.reserve(tags_.size());
    for (const auto& [key, counts] : tags_) known.push_back(key);
    for (const auto& [key, counts] : construct_tasks_) known.push_back(key);
    return {ErrorCode::kUsage,
            fmt::format("no task has '{}'; there are: {}", fmt::join(keys, ","),
                        fmt::join(known, ", ")),
            "--by"};
  }

  [[nodiscard]] Sheet tag_sheet(const suite::Suite& suite, const std::string& key,
                                const std::map<std::string, std::int64_t>& counts) const {
    const auto order = suite.value_order();
    std::vector<std::pair<std::string, std::int64_t>> list(counts.begin(), counts.end());
    if (list.size() > options_.values_per_tag) {
      std::stable_sort(list.begin(), list.end(),
                       [](const auto& a, const auto& b) { return a.second > b.second; });
    } else {
      std::stable_sort(list.begin(), list.end(), [&](const auto& a, const auto& b) {
        return std::find(order.begin(), order.end(), a.first) <
               std::find(order.begin(), order.end(), b.first);
      });
    }
    return counts_sheet(key, list);
  }

  [[nodiscard]] Sheet counts_sheet(
      const std::string& key, const std::vector<std::pair<std::string, std::int64_t>>& list) const {
    Sheet sheet =
        sheet_of(key, "", {{key, key}, {"tasks", "tasks", Shown::kCount}, {"share", "share"}});
    for (std::size_t i = 0; i < list.size() && i < options_.values_per_tag; ++i) {
      const double share =
          static_cast<double>(list[i].second) / static_cast<double>(usable_.size());
      sheet.rows.push_back({list[i].first, list[i].second, fmt::format("{:.1f} %", 100 * share)});
    }
    if (list.size() > options_.values_per_tag) {
      sheet.notes.push_back(
          fmt::format("and {} more values", list.size() - options_.values_per_tag));
    }
    return sheet;
  }

  const suite::TaskSet& tasks_;
  const DescribeOptions& options_;
  std::vector<Error> problems_;
  std::vector<std::size_t> usable_;  // tasks
  std::size_t changed_ = 0;
  std::size_t synthesised_ = 0;
  std::map<std::string, std::map<std::string, std::int64_t>> tags_;
  std::map<std::string, std::map<std::string, std::int64_t>> construct_tasks_;
  std::map<std::string, std::map<std::string, std::int64_t>> construct_uses_;
  std::map<std::string, std::vector<double>> lengths_;
  Equals prompts_;
  Equals references_;
};

}  // namespace

Result<std::vector<Sheet>> describe(const suite::Suite& suite, const suite::TaskSet& tasks,
                                    const DescribeOptions& options) {
  Description description(tasks, options);
  TRY(description.read());
  std::vector<Sheet> sheets{description.totals(suite)};
  for (Sheet& sheet : description.tags(suite)) sheets.push_back(std::move(sheet));
  for (Sheet& sheet : description.constructs()) sheets.push_back(std::move(sheet));
  for (const std::vector<std::string>& keys : options.by) {
    sheets.push_back(TRY(description.combinations(suite, keys)));
  }
  sheets.push_back(description.lengths());
  sheets.push_back(description.duplicates());
  if (Sheet problems = description.problems(); !problems.rows.empty()) {
    sheets.push_back(std::move(problems));
  }
  for (Sheet& sheet : sheets) sheet.suite = suite.name();
  return sheets;
}

}  // namespace papert::report
