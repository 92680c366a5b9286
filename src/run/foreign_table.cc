// A row of a table, or a line of JSON, per reply. Both become an object of named values:
//
//     id, task, task_id, sample_id              the task
//     reply, text, response, completion, output the reply
//     epoch, sample                             which of its samples, from 0; none: the next
//     model                                     who replied
//     success, correct, verdict, error_type, error, normalized_text, and every other number or
//     truth value, also in the objects metrics and expected    what the recorder said of it
//     reasoning, input_tokens, output_tokens, ..., cost_usd, latency_ms or active_ms, time
//
// An empty cell of a table is not a value, except that of a reply.
#include <fmt/format.h>

#include <array>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "base/csv.h"
#include "base/file.h"
#include "base/jsonl.h"
#include "base/numbers.h"
#include "base/sha256.h"
#include "run/foreign.h"

namespace papert::run {
namespace {

namespace fs = std::filesystem;

constexpr std::array kIdNames{"id", "task", "task_id", "sample_id"};
constexpr std::array kReplyNames{"reply", "text", "response", "completion", "output"};
constexpr std::array kEpochNames{"epoch", "sample"};
constexpr std::array kLatencyNames{"latency_ms", "active_ms"};  // a model's; a person's
constexpr std::array kSuccessNames{"success", "correct"};
constexpr std::array kErrorNames{"error_type", "error"};
constexpr std::array kResultNames{"metrics", "expected"};
constexpr const char* kMetricPrefix = "metrics.";

/// Reads the values of one row, and knows which it has read.
class Row {
 public:
  Row(const Json& json, std::string where) : json_(json), where_(std::move(where)) {}

  /// The first of these that there is.
  [[nodiscard]] const Json* first(std::span<const char* const> names) {
    const Json* value = nullptr;
    for (const char* name : names) {
      const auto found = json_.find(name);
      if (found == json_.end() || found->is_null()) continue;
      used_.insert(name);
      if (value == nullptr) value = &*found;
    }
    return value;
  }
  [[nodiscard]] const Json* first(const char* name) { return first(std::span(&name, 1)); }

  [[nodiscard]] std::string text(const char* name) {
    const Json* const value = first(name);
    return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
  }

  [[nodiscard]] const std::string& where() const { return where_; }
  [[nodiscard]] const Json& json() const { return json_; }
  [[nodiscard]] bool used(const std::string& name) const { return used_.contains(name); }

 private:
  const Json& json_;
  std::string where_;
  std::set<std::string> used_;
};

Result<std::optional<std::int64_t>> epoch_of(Row& row) {
  const Json* const value = row.first(kEpochNames);
  if (value == nullptr) return std::optional<std::int64_t>();
  std::optional<std::int64_t> epoch;
  if (value->is_number_integer()) epoch = value->get<std::int64_t>();
  if (value->is_string()) epoch = parse_number<std::int64_t>(value->get_ref<const std::string&>());
  if (epoch && *epoch >= 0 && *epoch <= INT32_MAX) return epoch;
  return fail(ErrorCode::kBadData,
              dump_json(*value) + " is not an epoch: give a whole number from 0", row.where());
}

void read_success(Row& row, RecordedResult& recorded) {
  if (const Json* const value = row.first(kSuccessNames)) {
    if (const auto number = recorded_number(*value)) recorded.success = *number == 1;
  }
  const std::string verdict = row.text("verdict");
  if (!verdict.empty() && !recorded.success) recorded.success = verdict == "right";
}

/// What is left is a figure of the recorder, or means nothing here.
void read_figures(const Json& json, const Row* row, RecordedResult& recorded,
                  std::set<std::string>& unused) {
  for (const auto& [key, value] : json.items()) {
    if ((row != nullptr && row->used(key)) || value.is_null()) continue;
    const std::string name =
        key.starts_with(kMetricPrefix) ? key.substr(std::string_view(kMetricPrefix).size()) : key;
    if (name == "error_type" || name == "normalized_text") continue;
    const auto number = recorded_number(value);
    if (number) recorded.metrics.emplace_back(name, *number);
    if (!number) unused.insert(key);
  }
}

void read_error_and_answer(Row& row, RecordedResult& recorded) {
  if (const Json* const error = row.first(kErrorNames); error != nullptr && error->is_string()) {
    recorded.error = error->get<std::string>();
  }
  if (const Json* const answer = row.first("normalized_text");
      answer != nullptr && answer->is_string()) {
    recorded.answer = answer->get<std::string>();
  }
}

/// The objects "metrics" and "expected".
void read_results(Row& row, RecordedResult& recorded, std::set<std::string>& unused) {
  for (const char* name : kResultNames) {
    const Json* const object = row.first(name);
    if (object == nullptr || !object->is_object()) continue;
    Row inner(*object, row.where());
    read_success(inner, recorded);
    read_error_and_answer(inner, recorded);
    if (object->contains("error_type") && !recorded.error) recorded.error = "";
    read_figures(*object, &inner, recorded, unused);
  }
}

struct ModelSample {
  std::string model;
  ForeignSample sample;
};

Result<ModelSample> sample_of(const Json& json, std::string where, std::set<std::string>& unused) {
  if (!json.is_object()) return fail(ErrorCode::kBadData, "not a JSON object", std::move(where));
  Row row(json, std::move(where));
  ModelSample found;
  ForeignSample& sample = found.sample;
  sample.where = row.where();
  const Json* const id = row.first(kIdNames);
  const bool named = id != nullptr && (id->is_string() || id->is_number_integer());
  if (!named) return fail(ErrorCode::kBadData, "there is no task: give 'id'", row.where());
  sample.id = id->is_string() ? id->get<std::string>() : dump_json(*id);
  sample.epoch = TRY(epoch_of(row));
  const Json* const reply = row.first(kReplyNames);
  if (reply == nullptr || !reply->is_string()) {
    return fail(ErrorCode::kBadData, "there is no reply: give 'reply' as a text", row.where());
  }
  sample.reply.text = reply->get<std::string>();
  sample.reply.reasoning = row.text("reasoning");
  sample.reply.time = row.text("time");
  found.model = row.text("model");
  sample.reply.usage = recorded_usage(json);
  for (const char* name : {"input_tokens", "prompt_tokens", "cached_input_tokens", "output_tokens",
                           "completion_tokens", "reasoning_tokens", "cost_usd", "key", "format"}) {
    (void)row.first(name);
  }
  if (const Json* const latency = row.first(kLatencyNames)) {
    sample.latency_ms = recorded_number(*latency);
  }
  read_success(row, sample.recorded);
  read_error_and_answer(row, sample.recorded);
  read_results(row, sample.recorded, unused);
  read_figures(json, &row, sample.recorded, unused);
  return found;
}

/// One run for each model, in the order of their names.
class Runs {
 public:
  Runs(ForeignFormat format, fs::path file, const ForeignLimits& limits)
      : format_(format), file_(std::move(file)), limits_(limits) {}

  Result<void> add(Result<ModelSample> found) {
    if (!found) {
      problems_.push_back(found.error());
      return {};
    }
    if (++samples_ > limits_.samples) {
      return fail(ErrorCode::kLimit, fmt::format("there are more than {} samples", limits_.samples),
                  file_.string());
    }
    runs_[found->model].samples.push_back(std::move(found->sample));
    return {};
  }

  Result<std::vector<ForeignRun>> finish(const std::string& sha256,
                                         const std::set<std::string>& unused) {
    if (runs_.empty()) {
      if (!problems_.empty()) return fail(problems_.front());
      return fail(ErrorCode::kBadData, "there are no replies", file_.string());
    }
    std::vector<ForeignRun> runs;
    for (auto& [model, run] : runs_) {
      run.format = format_;
      run.source = file_;
      run.sha256 = sha256;
      run.model = model;
      run.unused.assign(unused.begin(), unused.end());
      runs.push_back(std::move(run));
    }
    runs.front().problems = std::move(problems_);
    return runs;
  }

 private:
  ForeignFormat format_;
  fs::path file_;
  ForeignLimits limits_;
  std::map<std::string, ForeignRun> runs_;
  std::vector<Error> problems_;
  std::size_t samples_ = 0;
};

Json row_json(const std::vector<std::string>& header, const std::vector<std::string>& fields) {
  Json json = Json::object();
  for (std::size_t i = 0; i < header.size() && i < fields.size(); ++i) {
    const bool reply =
        std::find(kReplyNames.begin(), kReplyNames.end(), header[i]) != kReplyNames.end();
    if (!fields[i].empty() || reply) json[header[i]] = fields[i];
  }
  return json;
}

Result<void> read_csv(const std::string& bytes, const fs::path& file, Runs& runs,
                      std::set<std::string>& unused) {
  CsvReader reader(bytes, {.fields = 256, .field_bytes = std::size_t{16} << 20});
  CsvRow row;
  std::vector<std::string> header;
  while (reader.next(row)) {
    const std::string where = fmt::format("{}:{}", file.string(), row.line);
    if (!row.error.empty()) {
      TRY(runs.add(fail(ErrorCode::kBadData, row.error, where)));
    } else if (header.empty()) {
      header = row.fields;
    } else if (row.fields.size() != header.size()) {
      TRY(runs.add(fail(ErrorCode::kBadData,
                        fmt::format("the row has {} fields, the first line names {}",
                                    row.fields.size(), header.size()),
                        where)));
    } else {
      TRY(runs.add(sample_of(row_json(header, row.fields), where, unused)));
    }
  }
  return {};
}

Result<void> read_jsonl(const std::string& bytes, const fs::path& file, Runs& runs,
                        std::set<std::string>& unused) {
  std::size_t at = 0;
  for (std::int64_t number = 1; at < bytes.size(); ++number) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    const std::string_view line = std::string_view(bytes).substr(at, end - at);
    at = end + 1;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const std::string where = fmt::format("{}:{}", file.string(), number);
    const auto json = parse_json(line, where);
    TRY(runs.add(json ? sample_of(*json, where, unused) : Result<ModelSample>(fail(json.error()))));
  }
  return {};
}

}  // namespace

Result<std::vector<ForeignRun>> read_reply_table(ForeignFormat format, const fs::path& file,
                                                 const ForeignLimits& limits) {
  const std::string bytes = TRY(read_file(file, limits.file_bytes));
  Runs runs(format, file, limits);
  std::set<std::string> unused;
  TRY(format == ForeignFormat::kCsv ? read_csv(bytes, file, runs, unused)
                                    : read_jsonl(bytes, file, runs, unused));
  return runs.finish(sha256_hex(bytes), unused);
}

}  // namespace papert::run
