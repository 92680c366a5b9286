#include "analysis/label_agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/numbers.h"
#include "score/agreement.h"
#include "score/stats.h"

namespace papert::analysis {
namespace {

using Labels = std::vector<const LabelLine*>;

/// By item, then by annotator: one value of an aspect.
using Ratings = std::map<LabelLine::Item, std::map<std::string, std::string>>;

std::vector<std::string> values_in(const LabelLine& line, std::string_view field) {
  for (const auto& [name, values] : line.said) {
    if (name == field) return values;
  }
  return {};
}

/// "a+b", in the order of the alphabet: a set is the same however it was chosen.
std::string joined(std::vector<std::string> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? "none" : fmt::format("{}", fmt::join(values, "+"));
}

/// The lowest mark, or bad if anything is.
std::string lowest(const LabelLine& line) {
  std::optional<double> mark;
  for (const auto& [field, values] : line.said) {
    for (const std::string& value : values) {
      if (value == "bad") return value;
      const auto number = parse_number<double>(value);
      if (number) mark = std::min(*number, mark.value_or(*number));
    }
  }
  return mark ? fmt::format("{}", *mark) : "good";
}

/// An aspect of a kind: its name, and its value in a label.
struct AspectRule {
  std::string name;
  std::string field;
  std::string choice;  // of a field of many: as yes or no
  enum class Take { kOne, kYesNo, kSet, kLowest } take = Take::kOne;

  [[nodiscard]] std::string value(const LabelLine& line) const {
    if (take == Take::kLowest) return lowest(line);
    std::vector<std::string> values = values_in(line, field);
    if (take == Take::kSet) return joined(std::move(values));
    if (take == Take::kOne) return values.empty() ? "" : values.front();
    return std::find(values.begin(), values.end(), choice) == values.end() ? "no" : "yes";
  }
};

std::vector<AspectRule> aspects_of(const LabelKind& kind) {
  std::vector<AspectRule> rules;
  if (kind.form == LabelForm::kScores) {
    rules.push_back({"overall", "", "", AspectRule::Take::kLowest});
  }
  for (const LabelField& field : kind.fields) {
    const std::string name(field.name);
    if (!field.many) {
      rules.push_back({name, name, "", AspectRule::Take::kOne});
      continue;
    }
    rules.push_back({"all", name, "", AspectRule::Take::kSet});
    for (const LabelChoice& choice : field.choices) {
      const std::string value(choice.value);
      rules.push_back({value, name, value, AspectRule::Take::kYesNo});
    }
  }
  return rules;
}

/// A row per item and a column per value.
std::vector<std::vector<std::int64_t>> counts_of(const Ratings& ratings) {
  std::set<std::string> known;
  for (const auto& [item, said] : ratings) {
    for (const auto& [annotator, value] : said) known.insert(value);
  }
  const std::vector<std::string> values(known.begin(), known.end());
  std::vector<std::vector<std::int64_t>> table;
  table.reserve(ratings.size());
  for (const auto& [item, said] : ratings) {
    std::vector<std::int64_t>& row = table.emplace_back(values.size(), 0);
    for (const auto& [annotator, value] : said) {
      const auto place = std::lower_bound(values.begin(), values.end(), value);
      ++row[static_cast<std::size_t>(place - values.begin())];
    }
  }
  return table;
}

/// The mean over items with at least two labels of the share of equal pairs.
std::optional<double> pairwise(const std::vector<std::vector<std::int64_t>>& table) {
  std::vector<double> shares;
  for (const std::vector<std::int64_t>& row : table) {
    std::int64_t all = 0;
    std::int64_t pairs = 0;
    for (const std::int64_t count : row) {
      all += count;
      pairs += count * (count - 1);
    }
    if (all > 1)
      shares.push_back(static_cast<double>(pairs) / static_cast<double>(all * (all - 1)));
  }
  return score::mean(shares);
}

LabelPair pair_of(const Ratings& ratings, const std::string& first, const std::string& second) {
  LabelPair pair{.first = first, .second = second};
  std::map<std::pair<std::string, std::string>, std::int64_t> counts;
  std::set<std::string> known;
  std::int64_t same = 0;
  for (const auto& [item, said] : ratings) {
    const auto a = said.find(first);
    const auto b = said.find(second);
    if (a == said.end() || b == said.end()) continue;
    ++pair.items;
    ++counts[{a->second, b->second}];
    known.insert(a->second);
    known.insert(b->second);
    same += a->second == b->second ? 1 : 0;
  }
  pair.values.assign(known.begin(), known.end());
  for (const std::string& row : pair.values) {
    std::vector<std::int64_t>& cells = pair.matrix.emplace_back();
    cells.reserve(pair.values.size());
    for (const std::string& column : pair.values) cells.push_back(counts[{row, column}]);
  }
  if (pair.items > 0) {
    pair.agreement = static_cast<double>(same) / static_cast<double>(pair.items);
  }
  pair.kappa = score::cohen_kappa(pair.matrix);
  return pair;
}

LabelAspect aspect_of(const AspectRule& rule, const Labels& labels,
                      const std::vector<std::string>& annotators) {
  Ratings ratings;
  for (const LabelLine* line : labels) ratings[line->item()][line->annotator] = rule.value(*line);
  LabelAspect aspect;
  aspect.name = rule.name;
  aspect.items = static_cast<std::size_t>(std::count_if(
      ratings.begin(), ratings.end(), [](const auto& each) { return each.second.size() > 1; }));
  const auto table = counts_of(ratings);
  aspect.agreement = pairwise(table);
  for (std::size_t i = 0; i < annotators.size(); ++i) {
    for (std::size_t j = i + 1; j < annotators.size(); ++j) {
      LabelPair pair = pair_of(ratings, annotators[i], annotators[j]);
      if (pair.items > 0) aspect.pairs.push_back(std::move(pair));
    }
  }
  if (annotators.size() < 2) return aspect;
  const bool two = annotators.size() == 2;
  aspect.method = two ? "Cohen" : "Fleiss";
  if (!two) aspect.kappa = score::fleiss_kappa(table);
  if (two && !aspect.pairs.empty()) aspect.kappa = aspect.pairs.front().kappa;
  return aspect;
}

std::optional<SuggestionCheck> suggestion_of(const Labels& labels) {
  SuggestionCheck check;
  bool any = false;
  for (const LabelLine* line : labels) {
    if (line->suggested.empty()) continue;
    any = true;
    if (line->informed) {
      ++check.informed;
      continue;
    }
    const std::vector<std::string> said = line->values();
    ++check.labels;
    check.right += std::all_of(line->suggested.begin(), line->suggested.end(),
                               [&](const std::string& value) {
                                 return std::find(said.begin(), said.end(), value) != said.end();
                               })
                       ? 1U
                       : 0U;
  }
  return any ? std::optional(check) : std::nullopt;
}

/// The rows of a distribution: choices, or the fields that get marks.
std::vector<std::string> rows_of(const LabelKind& kind) {
  std::vector<std::string> rows;
  for (const LabelField& field : kind.fields) {
    if (kind.form == LabelForm::kScores) rows.emplace_back(field.name);
    if (kind.form == LabelForm::kScores) continue;
    for (const LabelChoice& choice : field.choices) rows.emplace_back(choice.value);
  }
  if (kind.form == LabelForm::kScores) rows.emplace_back("overall");
  return rows;
}

double mark_of(const std::string& value) {
  if (value == "good") return 1;
  return value == "bad" ? 0 : parse_number<double>(value).value_or(0);
}

void count_label(const LabelKind& kind, const LabelLine& line,
                 std::map<std::string, double>& totals) {
  if (kind.form != LabelForm::kScores) {
    for (const std::string& value : line.values()) totals[value] += 1;
    return;
  }
  for (const auto& [field, values] : line.said) {
    if (!values.empty()) totals[field] += mark_of(values.front());
  }
  totals["overall"] += mark_of(lowest(line));
}

std::vector<LabelShares> shares_of_runs(const LabelKind& kind, const Labels& labels,
                                        const std::vector<std::string>& rows,
                                        const std::map<std::string, std::string>& names) {
  std::map<std::string, LabelShares> runs;
  std::map<std::string, std::set<LabelLine::Item>> items;
  for (const LabelLine* line : labels) {
    LabelShares& run = runs[line->run];
    ++run.labels;
    items[line->run].insert(line->item());
    count_label(kind, *line, run.shares);
  }
  std::vector<LabelShares> all;
  all.reserve(runs.size());
  for (auto& [id, run] : runs) {
    run.run = id;
    const auto name = names.find(id);
    run.name = name == names.end() ? (id.empty() ? "all" : id) : name->second;
    run.items = items[id].size();
    for (const std::string& row : rows) {
      run.shares[row] = run.shares[row] / static_cast<double>(run.labels);
    }
    all.push_back(std::move(run));
  }
  return all;
}

std::vector<LabelShares> published_shares(const LabelKind& kind) {
  std::vector<LabelShares> all;
  for (const PublishedShare& share : kind.shares) {
    if (all.empty() || all.back().name != share.of) {
      all.emplace_back().name = std::string(share.of);
    }
    all.back().shares[std::string(share.value)] = share.percent / 100;
  }
  return all;
}

std::vector<LabelBatch> batches_of(const AspectRule& rule, const Labels& labels) {
  std::map<std::string, Ratings> batches;
  std::map<std::string, std::set<std::string>> people;
  for (const LabelLine* line : labels) {
    if (line->batch.empty()) continue;
    batches[line->batch][line->item()][line->annotator] = rule.value(*line);
    people[line->batch].insert(line->annotator);
  }
  std::vector<LabelBatch> all;
  all.reserve(batches.size());
  for (const auto& [name, ratings] : batches) {
    LabelBatch batch;
    batch.name = name;
    batch.items = ratings.size();
    batch.annotators = people[name].size();
    batch.fewest = ratings.begin()->second.size();
    for (const auto& [item, said] : ratings) {
      batch.fewest = std::min(batch.fewest, said.size());
      batch.most = std::max(batch.most, said.size());
    }
    batch.kappa = score::fleiss_kappa(counts_of(ratings));
    all.push_back(std::move(batch));
  }
  std::sort(all.begin(), all.end(), [](const LabelBatch& a, const LabelBatch& b) {
    return std::make_pair(a.name.size(), a.name) < std::make_pair(b.name.size(), b.name);
  });
  return all;
}

KindAgreement kind_of(const std::string& name, const LabelKind& kind, const Labels& labels,
                      const std::map<std::string, std::string>& names) {
  KindAgreement result;
  result.kind = name;
  std::set<std::string> people;
  std::set<LabelLine::Item> items;
  std::vector<double> seconds;
  for (const LabelLine* line : labels) {
    people.insert(line->annotator);
    items.insert(line->item());
    if (line->ms > 0) seconds.push_back(static_cast<double>(line->ms) / 1000);
  }
  result.annotators.assign(people.begin(), people.end());
  result.labels = labels.size();
  result.items = items.size();
  result.mean_seconds = score::mean(seconds);
  const std::vector<AspectRule> rules = aspects_of(kind);
  result.aspects.reserve(rules.size());
  for (const AspectRule& rule : rules) {
    result.aspects.push_back(aspect_of(rule, labels, result.annotators));
  }
  result.suggestion = suggestion_of(labels);
  result.choices = rows_of(kind);
  if (!result.choices.empty()) {
    result.runs = shares_of_runs(kind, labels, result.choices, names);
    result.published = published_shares(kind);
  }
  result.batches = batches_of(rules.front(), labels);
  return result;
}

}  // namespace

LabelAgreement agreement_of_labels(const LabelLog& log,
                                   const std::map<std::string, std::string>& names) {
  std::map<std::string, Labels> kinds;
  for (const LabelLine& line : log.labels) kinds[line.kind].push_back(&line);
  LabelAgreement result;
  result.lines = log.lines;
  result.replaced = log.replaced;
  for (const auto& [name, labels] : kinds) {
    const auto kind = find_label_kind(name);
    if (kind) result.kinds.push_back(kind_of(name, **kind, labels, names));
  }
  return result;
}

}  // namespace papert::analysis
