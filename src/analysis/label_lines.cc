#include "analysis/label_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "base/format.h"
#include "base/jsonl.h"
#include "base/numbers.h"
#include "base/text.h"

namespace papert::analysis {
namespace {

constexpr std::size_t kMaxValues = 64;

/// A text, or a number as a text; nothing for other things.
std::optional<std::string> word_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number()) return dump_json(value);
  return std::nullopt;
}

Result<std::string> word_at(const Json& json, const char* key, const std::string& where) {
  const auto found = json.find(key);
  if (found == json.end() || found->is_null()) return std::string();
  auto word = word_of(*found);
  if (word) return std::move(*word);
  return fail(ErrorCode::kBadData, fmt::format("'{}' is not a text", key), where);
}

Result<std::vector<std::string>> words_at(const Json& json, const char* key,
                                          const std::string& where) {
  const auto found = json.find(key);
  std::vector<std::string> words;
  if (found == json.end() || found->is_null()) return words;
  if (!found->is_array() || found->size() > kMaxValues) {
    return fail(ErrorCode::kBadData,
                fmt::format("'{}' is not a list of at most {} texts", key, kMaxValues), where);
  }
  words.reserve(found->size());
  for (const Json& each : *found) {
    auto word = word_of(each);
    if (!word)
      return fail(ErrorCode::kBadData, fmt::format("'{}' holds what is no text", key), where);
    words.push_back(std::move(*word));
  }
  return words;
}

/// A whole number from 0; 0 where there is none. Page timers may give fractions.
Result<std::int64_t> count_at(const Json& json, const char* key, const std::string& where) {
  const auto number = TRY(get_optional_number(json, key, where));
  if (!number) return 0;
  constexpr double kMost = 9e15;
  if (*number >= 0 && *number <= kMost) return static_cast<std::int64_t>(*number);
  return fail(ErrorCode::kBadData, fmt::format("'{}' is not a valid number", key), where);
}

Result<std::optional<std::int64_t>> epoch_at(const Json& json, const std::string& where) {
  const auto epoch = TRY(get_optional_int(json, "epoch", where));
  if (epoch && *epoch < 0) {
    return fail(ErrorCode::kBadData,
                fmt::format("{} is not an epoch: give a whole number from 0", *epoch), where);
  }
  return epoch;
}

std::string choices_text(const LabelField& field) {
  std::string text;
  for (const LabelChoice& choice : field.choices) {
    text += (text.empty() ? "" : ", ") + std::string(choice.value);
  }
  return text;
}

Result<void> check_choice(const LabelField& field, const std::string& value,
                          const std::string& where) {
  if (field.choices.empty() || field.find(value) != nullptr) return {};
  return fail(ErrorCode::kBadData,
              fmt::format("'{}' is not a choice of '{}'; there are: {}", value, field.name,
                          choices_text(field)),
              where);
}

/// A field of one choice must have one, and a field of many each at most once.
Result<void> check_field(const LabelField& field, const std::vector<std::string>& values,
                         const std::string& where) {
  for (const std::string& value : values) TRY(check_choice(field, value, where));
  if (!field.many && values.size() != 1) {
    return fail(ErrorCode::kBadData,
                fmt::format("'{}' has {} values, and it takes one of: {}", field.name,
                            values.size(), choices_text(field)),
                where);
  }
  if (std::set<std::string>(values.begin(), values.end()).size() != values.size()) {
    return fail(ErrorCode::kBadData, fmt::format("'{}' has a value twice", field.name), where);
  }
  if (values.size() > 1 && std::find(values.begin(), values.end(), "ok") != values.end()) {
    return fail(ErrorCode::kBadData, "'ok' stands alone or not at all", where);
  }
  return {};
}

/// A list of values belongs to the fields by what they are: no value is in two fields of a kind.
Result<void> read_labels_into(const LabelKind& kind, const Json& json, LabelLine& line) {
  if (!json.contains("labels")) {
    return fail(ErrorCode::kBadData, "there is no 'labels'", line.where);
  }
  const std::vector<std::string> words = TRY(words_at(json, "labels", line.where));
  std::size_t used = 0;
  for (const LabelField& field : kind.fields) {
    auto& [name, values] =
        line.said.emplace_back(std::string(field.name), std::vector<std::string>());
    for (const std::string& word : words) {
      if (field.find(word) == nullptr) continue;
      values.push_back(word);
      ++used;
    }
    if (used < words.size() && kind.fields.size() == 1) {
      for (const std::string& word : words) TRY(check_choice(field, word, line.where));
    }
    TRY(check_field(field, values, line.where));
  }
  if (used == words.size()) return {};
  return fail(ErrorCode::kBadData, "'labels' holds what is no choice of " + line.kind, line.where);
}

Result<void> read_same_into(const Json& json, LabelLine& line) {
  const bool same = TRY(get_bool(json, "same", line.where));
  line.said = {{"same", {same ? "same" : "different"}}};
  return {};
}

Result<void> read_answer_into(const Json& json, LabelLine& line) {
  std::string answer(trim(TRY(word_at(json, "answer", line.where))));
  if (answer.empty()) return fail(ErrorCode::kBadData, "there is no 'answer'", line.where);
  line.said = {{"answer", {std::move(answer)}}};
  return {};
}

Result<void> read_scores_into(const LabelKind& kind, const Json& json, LabelLine& line) {
  const auto scores = json.find("scores");
  if (scores == json.end() || !scores->is_object()) {
    return fail(ErrorCode::kBadData, "there is no object 'scores'", line.where);
  }
  for (const LabelField& field : kind.fields) {
    const std::string name(field.name);
    std::string value = TRY(word_at(*scores, name.c_str(), line.where));
    if (value == "1.0" || value == "0.0") value.resize(1);
    if (value.empty()) {
      return fail(ErrorCode::kBadData, "'scores' has no '" + name + "'", line.where);
    }
    TRY(check_choice(field, value, line.where));
    line.said.push_back({name, {std::move(value)}});
  }
  if (scores->size() == kind.fields.size()) return {};
  return fail(ErrorCode::kBadData, "'scores' has a member that is no field of " + line.kind,
              line.where);
}

Result<void> read_said(const LabelKind& kind, const Json& json, LabelLine& line) {
  switch (kind.form) {
    case LabelForm::kLabels:
      return read_labels_into(kind, json, line);
    case LabelForm::kSame:
      return read_same_into(json, line);
    case LabelForm::kAnswer:
      return read_answer_into(json, line);
    case LabelForm::kScores:
      return read_scores_into(kind, json, line);
  }
  return {};
}

/// A mark as a number, a word as it is.
Json score_json(const std::string& value) {
  const auto number = parse_number<double>(value);
  return number ? Json(*number) : Json(value);
}

void put_said(const LabelKind& kind, const LabelLine& line, Json& json) {
  const std::string first = line.said.empty() || line.said.front().second.empty()
                                ? std::string()
                                : line.said.front().second.front();
  switch (kind.form) {
    case LabelForm::kLabels:
      json["labels"] = line.values();
      break;
    case LabelForm::kSame:
      json["same"] = first == "same";
      break;
    case LabelForm::kAnswer:
      json["answer"] = first;
      break;
    case LabelForm::kScores:
      json["scores"] = Json::object();
      for (const auto& [field, values] : line.said) {
        if (!values.empty()) json["scores"][field] = score_json(values.front());
      }
      break;
  }
}

}  // namespace

std::vector<std::string> LabelLine::values() const {
  std::vector<std::string> all;
  for (const auto& [field, values] : said) all.insert(all.end(), values.begin(), values.end());
  return all;
}

bool is_label_line(const Json& json) {
  if (!json.is_object() || !json.contains("annotator")) return false;
  const auto kind = json.find("kind");
  return kind != json.end() && kind->is_string() &&
         find_label_kind(kind->get_ref<const std::string&>()).has_value();
}

Result<LabelLine> read_label_line(const Json& json, const std::string& where) {
  if (!json.is_object()) return fail(ErrorCode::kBadData, "not a JSON object", where);
  TRY(refuse_later_format(json, where));
  LabelLine line;
  line.where = where;
  line.kind = TRY(word_at(json, "kind", where));
  if (line.kind.empty()) return fail(ErrorCode::kBadData, "there is no 'kind'", where);
  const auto kind = find_label_kind(line.kind);
  if (!kind) return fail(ErrorCode::kBadData, kind.error().message, where);
  line.id = TRY(word_at(json, "id", where));
  if (line.id.empty()) return fail(ErrorCode::kBadData, "there is no task: give 'id'", where);
  line.annotator = TRY(word_at(json, "annotator", where));
  if (line.annotator.empty()) {
    return fail(ErrorCode::kBadData, "there is no 'annotator'", where);
  }
  line.epoch = TRY(epoch_at(json, where));
  line.run = TRY(word_at(json, "run", where));
  line.batch = TRY(word_at(json, "batch", where));
  line.suggested = TRY(words_at(json, "suggested", where));
  line.informed = TRY(get_optional_bool(json, "informed", where)).value_or(false);
  line.undone = TRY(get_optional_bool(json, "undone", where)).value_or(false);
  line.note = TRY(word_at(json, "note", where));
  line.edited = TRY(word_at(json, "edited", where));
  line.ms = TRY(count_at(json, "ms", where));
  line.position = TRY(count_at(json, "position", where));
  line.at = TRY(word_at(json, "at", where));
  line.version = TRY(word_at(json, "version", where));
  if (!line.undone) TRY(read_said(**kind, json, line));
  return line;
}

Result<Json> label_line_json(const LabelLine& line) {
  const LabelKind* const kind = TRY(find_label_kind(line.kind));
  Json json{{"kind", line.kind}, {"id", line.id}};
  if (line.epoch) json["epoch"] = *line.epoch;
  if (!line.run.empty()) json["run"] = line.run;
  json["annotator"] = line.annotator;
  if (!line.batch.empty()) json["batch"] = line.batch;
  if (line.undone) {
    json["undone"] = true;
  } else {
    put_said(*kind, line, json);
  }
  if (!line.suggested.empty()) json["suggested"] = line.suggested;
  if (line.informed) json["informed"] = true;
  json["note"] = line.note;
  if (!line.edited.empty()) json["edited"] = line.edited;
  json["ms"] = line.ms;
  json["position"] = line.position;
  json["at"] = line.at;
  json["version"] = line.version;
  return json;
}

void LabelLogBuilder::add(LabelLine line) {
  ++log_.lines;
  const auto [known, fresh] =
      places_.emplace(Key{line.kind, line.item(), line.annotator}, log_.labels.size());
  if (fresh) {
    log_.labels.push_back(std::move(line));
    return;
  }
  ++log_.replaced;
  log_.labels[known->second] = std::move(line);
}

void LabelLogBuilder::add_problem(Error problem, const LabelLineLimits& limits) {
  if (log_.problems.size() < limits.problems) {
    log_.problems.push_back(std::move(problem));
  } else {
    ++log_.more_problems;
  }
}

LabelLog LabelLogBuilder::finish() && {
  std::erase_if(log_.labels, [](const LabelLine& line) { return line.undone; });
  return std::move(log_);
}

Result<LabelLog> read_label_log(const std::vector<std::filesystem::path>& files,
                                const LabelLineLimits& limits) {
  LabelLogBuilder builder;
  std::size_t lines = 0;
  for (const std::filesystem::path& file : files) {
    LineReader reader =
        TRY(LineReader::open(file, {.max_line_bytes = limits.line_bytes, .cancel = {}}));
    Line text;
    while (TRY(reader.next(text))) {
      if (text.blank()) continue;
      const std::string where = fmt::format("{}:{}", reader.name(), text.number);
      if (++lines > limits.lines) {
        return fail(ErrorCode::kLimit, fmt::format("there are more than {} labels", limits.lines),
                    where);
      }
      if (text.too_long) {
        builder.add_problem({ErrorCode::kLimit, "the line is too long", where}, limits);
        continue;
      }
      const auto json = parse_json(text.text, where);
      auto line = json ? read_label_line(*json, where) : Result<LabelLine>(fail(json.error()));
      line ? builder.add(std::move(*line)) : builder.add_problem(line.error(), limits);
    }
  }
  return std::move(builder).finish();
}

}  // namespace papert::analysis
