#include "analysis/labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <tuple>

#include "analysis/label_lines.h"
#include "base/csv.h"
#include "base/file.h"
#include "base/numbers.h"
#include "base/text.h"

namespace papert::analysis {
namespace {

/// The first of these members that has a value.
const Json* first_of(const Json& json, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const auto found = json.find(name);
    if (found != json.end() && !found->is_null()) return &*found;
  }
  return nullptr;
}

std::string text_of(const Json* value) {
  if (value == nullptr) return "";
  return value->is_string() ? value->get<std::string>() : dump_json(*value);
}

/// right, same, correct, true, yes or 1; and their opposites.
std::optional<bool> is_right(const Json& value) {
  if (value.is_boolean()) return value.get<bool>();
  const std::string word = lower(trim(text_of(&value)));
  for (const char* yes : {"right", "same", "correct", "true", "yes", "1"}) {
    if (word == yes) return true;
  }
  for (const char* no : {"wrong", "different", "incorrect", "false", "no", "0"}) {
    if (word == no) return false;
  }
  return std::nullopt;
}

Result<std::int64_t> epoch_of(const Json& json, const std::string& where) {
  const Json* const value = first_of(json, {"epoch", "sample"});
  if (value == nullptr) return 0;
  const auto epoch = parse_number<std::int64_t>(text_of(value));
  if (epoch && *epoch >= 0) return *epoch;
  return fail(ErrorCode::kBadData, text_of(value) + " is not an epoch: give a whole number from 0",
              where);
}

class Reading {
 public:
  Reading(LabelFile& file, const LabelLimits& limits) : file_(file), limits_(limits) {}

  Result<void> add(const Result<Json>& json, const std::string& where) {
    if (file_.labels.size() >= limits_.labels) {
      return fail(ErrorCode::kLimit, fmt::format("there are more than {} labels", limits_.labels),
                  where);
    }
    if (json && is_page_line(*json)) {
      add_page_line(read_label_line(*json, where));
      return {};
    }
    auto label = json ? read(*json, where) : Result<std::optional<Label>>(fail(json.error()));
    if (!label) file_.problems.push_back(label.error());
    if (label && *label) file_.labels.push_back(std::move(**label));
    return {};
  }

  /// To be called once, at the end.
  void drop_undone() {
    std::size_t at = 0;
    std::erase_if(file_.labels, [&](const Label&) { return undone_.contains(at++); });
  }

 private:
  using PageKey = std::tuple<std::string, LabelLine::Item, std::string>;

  /// Written by a page of 'papert label' about right or wrong: its form is that of label_lines.h.
  static bool is_page_line(const Json& json) {
    if (!json.is_object() || !json.contains("version") || !json.contains("annotator")) return false;
    const std::string kind = text_of(first_of(json, {"kind"}));
    return kind == "same" || kind.starts_with(kVerdictPrefix);
  }

  /// Of such lines the last of a person counts.
  void add_page_line(Result<LabelLine> line) {
    if (!line) {
      file_.problems.push_back(line.error());
      return;
    }
    const PageKey key{line->kind, line->item(), line->annotator};
    const auto [known, fresh] = places_.emplace(key, file_.labels.size());
    const std::vector<std::string> values = line->values();
    const bool right = !values.empty() && (values[0] == "right" || values[0] == "same");
    Label label{line->id, line->epoch.value_or(0), line->run, line->annotator, right, line->where};
    undone_.erase(known->second);
    if (line->undone) undone_.insert(known->second);
    if (fresh) file_.labels.emplace_back();
    file_.labels[known->second] = std::move(label);
  }

  /// Nothing for a line of another kind.
  Result<std::optional<Label>> read(const Json& json, const std::string& where) {
    if (!json.is_object()) return fail(ErrorCode::kBadData, "not a JSON object", where);
    const std::string kind = text_of(first_of(json, {"kind"}));
    const Json* const said = first_of(json, {"verdict", "same", "success"});
    if (!kind.empty() && kind != "verdict" && kind != "same") {
      ++file_.other_kinds;
      return std::optional<Label>();
    }
    Label label;
    label.where = where;
    label.id = text_of(first_of(json, {"id", "task"}));
    if (label.id.empty()) return fail(ErrorCode::kBadData, "there is no task: give 'id'", where);
    if (said == nullptr) {
      return fail(ErrorCode::kBadData, "there is no 'verdict': give right or wrong", where);
    }
    const auto right = is_right(*said);
    if (!right) {
      return fail(ErrorCode::kBadData,
                  "'" + text_of(said) + "' is not a verdict of a person: give right or wrong",
                  where);
    }
    label.right = *right;
    label.epoch = TRY(epoch_of(json, where));
    label.run = text_of(first_of(json, {"run"}));
    label.person = text_of(first_of(json, {"person", "annotator"}));
    return std::optional(std::move(label));
  }

  LabelFile& file_;
  const LabelLimits& limits_;
  std::map<PageKey, std::size_t> places_;
  std::set<std::size_t> undone_;
};

Result<void> read_table(const std::string& bytes, const std::string& name, Reading& reading) {
  CsvReader reader(bytes);
  CsvRow row;
  std::vector<std::string> header;
  while (reader.next(row)) {
    const std::string where = fmt::format("{}:{}", name, row.line);
    if (row.error.empty() && header.empty()) {
      header = row.fields;
      continue;
    }
    if (!row.error.empty()) {
      TRY(reading.add(fail(ErrorCode::kBadData, row.error, where), where));
      continue;
    }
    Json json = Json::object();
    for (std::size_t i = 0; i < header.size() && i < row.fields.size(); ++i) {
      if (!row.fields[i].empty()) json[header[i]] = row.fields[i];
    }
    TRY(reading.add(json, where));
  }
  return {};
}

Result<void> read_lines(const std::string& bytes, const std::string& name, Reading& reading) {
  std::size_t number = 0;
  for (const std::string_view line : split(bytes, '\n')) {
    ++number;
    if (trim(line).empty()) continue;
    const std::string where = fmt::format("{}:{}", name, number);
    TRY(reading.add(parse_json(line, where), where));
  }
  return {};
}

}  // namespace

Result<LabelFile> read_labels(const std::filesystem::path& file, const LabelLimits& limits) {
  const std::string bytes = TRY(read_file(file, limits.file_bytes));
  LabelFile labels;
  Reading reading(labels, limits);
  const bool table = lower(file.extension().string()) == ".csv";
  TRY((table ? read_table : read_lines)(bytes, file.string(), reading));
  reading.drop_undone();
  return labels;
}

RunLabels::RunLabels(const LabelFile& file, std::string_view id, std::string_view folder,
                     bool only) {
  std::map<std::pair<Key, std::string>, const Label*> by_person;
  std::set<std::pair<Key, std::string>> torn;
  std::vector<const Label*> nameless;
  for (const Label& label : file.labels) {
    const bool ours = label.run.empty() ? only : label.run == id || label.run == folder;
    if (!ours) continue;
    if (label.person.empty()) {
      nameless.push_back(&label);
      continue;
    }
    const std::pair<Key, std::string> who{{label.id, label.epoch}, label.person};
    const auto [known, fresh] = by_person.emplace(who, &label);
    if (fresh || known->second->right == label.right || !torn.insert(who).second) continue;
    problems_.push_back({ErrorCode::kBadData,
                         fmt::format("'{}' called '{}' (epoch {}) right and wrong: neither counts",
                                     label.person, label.id, label.epoch),
                         label.where});
  }
  const auto vote = [&](const Label& label) {
    Sample& sample = samples_[{label.id, label.epoch}];
    ++(label.right ? sample.votes.right : sample.votes.wrong);
    if (sample.where.empty()) sample.where = label.where;
  };
  for (const auto& [who, label] : by_person) {
    if (torn.contains(who)) continue;
    vote(*label);
    persons_.insert(label->person);
  }
  for (const Label* label : nameless) vote(*label);
}

const Votes* RunLabels::votes(const std::string& id, std::int64_t epoch) const {
  const auto found = samples_.find({id, epoch});
  return found == samples_.end() ? nullptr : &found->second.votes;
}

suite::Verdict RunLabels::verdict(const std::string& id, std::int64_t epoch,
                                  suite::Verdict rule) const {
  const Votes* const said = votes(id, epoch);
  const auto right = said == nullptr ? std::nullopt : said->majority();
  if (!right || !suite::is_scored(rule)) return rule;
  if (*right) return suite::Verdict::kRight;
  return rule == suite::Verdict::kRight ? suite::Verdict::kWrong : rule;
}

void RunLabels::apply(std::string_view primary, run::Record& record) const {
  const suite::Verdict counts = verdict(record.id, record.epoch, record.verdict);
  if (counts == record.verdict) return;
  record.verdict = counts;
  for (run::RecordedMetric& metric : record.metrics) {
    if (metric.name == primary) metric.value = record.right() ? 1.0 : 0.0;
  }
}

void RunLabels::Tally::add(const std::string& id, std::int64_t epoch, suite::Verdict rule) {
  const Votes* const said = labels_.votes(id, epoch);
  if (said == nullptr || !suite::is_scored(rule)) return;
  seen_.emplace(id, epoch);
  const auto right = said->majority();
  if (!right) {
    ties_.push_back({id, epoch, *said});
    return;
  }
  ++verdicts_;
  differ_ += *right == (rule == suite::Verdict::kRight) ? 0U : 1U;
}

PeopleCounts RunLabels::Tally::counts() const {
  PeopleCounts counts{labels_.persons_.size(), verdicts_, differ_, ties_};
  std::sort(counts.ties.begin(), counts.ties.end(), [](const TiedSample& a, const TiedSample& b) {
    return std::tie(a.id, a.epoch) < std::tie(b.id, b.epoch);
  });
  return counts;
}

std::vector<Error> RunLabels::Tally::unknown() const {
  std::vector<Error> problems = labels_.problems_;
  for (const auto& [key, sample] : labels_.samples_) {
    if (seen_.contains(key)) continue;
    problems.push_back({ErrorCode::kBadData,
                        fmt::format("the run has no scored sample '{}' (epoch {}): the verdict has "
                                    "no effect",
                                    key.first, key.second),
                        sample.where});
  }
  return problems;
}

std::vector<Error> labels_of_no_run(const LabelFile& file, const std::vector<LabelledRun>& runs) {
  std::vector<Error> problems;
  for (const Label& label : file.labels) {
    if (label.run.empty()) {
      if (runs.size() == 1) continue;
      problems.push_back({ErrorCode::kBadData,
                          "the verdict does not say which run it is about: give 'run'",
                          label.where});
    } else if (std::none_of(runs.begin(), runs.end(), [&](const LabelledRun& run) {
                 return label.run == run.id || label.run == run.folder;
               })) {
      problems.push_back({ErrorCode::kBadData,
                          "the verdict is about run '" + label.run + "', which is not here",
                          label.where});
    }
  }
  return problems;
}

Json to_json(const PeopleCounts& counts) {
  Json json{{"persons", counts.persons}, {"verdicts", counts.verdicts}, {"differ", counts.differ}};
  json["ties"] = Json::array();
  for (const TiedSample& tie : counts.ties) {
    json["ties"].push_back({{"id", tie.id},
                            {"epoch", tie.epoch},
                            {"right", tie.votes.right},
                            {"wrong", tie.votes.wrong}});
  }
  return json;
}

std::string to_text(const PeopleCounts& counts) {
  constexpr std::size_t kNamed = 5;
  std::string text = fmt::format("{} {} by people, {} {} from the rule's", counts.verdicts,
                                 counts.verdicts == 1 ? "verdict" : "verdicts", counts.differ,
                                 counts.differ == 1 ? "differs" : "differ");
  if (counts.ties.empty()) return text;
  text += fmt::format("; {} {}, where the rule's counts: ", counts.ties.size(),
                      counts.ties.size() == 1 ? "tie" : "ties");
  for (std::size_t i = 0; i < counts.ties.size() && i < kNamed; ++i) {
    text +=
        fmt::format("{}{} (epoch {})", i == 0 ? "" : ", ", counts.ties[i].id, counts.ties[i].epoch);
  }
  return counts.ties.size() > kNamed ? text + " and others" : text;
}

}  // namespace papert::analysis
