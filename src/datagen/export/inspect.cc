// One EvalLog (log version 2) as plain JSON. Its readers want the keys in this order, the samples
// last; a sample is written as soon as it is made, so memory does not grow with the run.
//
//     {"version": 2, "status", "eval", "plan", "results", "stats", "invalidated", "tags",
//      "metadata", "samples": [...]}
//
// A sample that was not scored has an error and no score: their value for it, NaN, is not JSON.
// The file's name begins with the time of the run, by which the viewer lists it. scores.jsonl has
// the scores alone, for their precomputed_scores().
#include "datagen/export/inspect.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>

#include "base/base64.h"
#include "base/file.h"
#include "base/version.h"
#include "datagen/export/lines.h"
#include "datagen/export/source.h"
#include "datagen/export/staging.h"
#include "run/folder.h"
#include "run/log.h"

namespace papert::datagen {
namespace {

/// "2026-01-31T12:00:00Z" as they write it.
std::string inspect_time(const std::string& utc) {
  const std::string time = utc.empty() ? "1970-01-01T00:00:00Z" : utc;
  return time.ends_with('Z') ? time.substr(0, time.size() - 1) + "+00:00" : time;
}

/// "2026-01-31T12-00-00", how a log's name begins.
std::string name_time(const std::string& utc) {
  std::string time = inspect_time(utc).substr(0, 19);
  std::ranges::replace(time, ':', '-');
  return time;
}

Json inspect_usage(const model::Usage& usage) {
  const std::int64_t input = usage.input_tokens.value_or(0);
  const std::int64_t output = usage.output_tokens.value_or(0);
  return Json{{"input_tokens", input}, {"output_tokens", output}, {"total_tokens", input + output}};
}

const char* stop_reason(suite::Verdict verdict) {
  if (verdict == suite::Verdict::kTruncated) return "max_tokens";
  return verdict == suite::Verdict::kRefused ? "content_filter" : "stop";
}

Json score_of(const run::Record& record) {
  const std::string* message = record.detail_text("message");
  Json metrics = Json::object();
  for (const run::RecordedMetric& metric : record.metrics) {
    metrics[metric.name] = number_or_null(metric.value);
  }
  Json score;
  score["value"] = record.right() ? "C" : "I";
  score["answer"] = record.texts.answer;
  score["explanation"] = message == nullptr ? std::string() : *message;
  score["metadata"] = {{"verdict", suite::verdict_name(record.verdict)}, {"metrics", metrics}};
  return score;
}

/// What a run adds up to.
struct InspectTotals {
  std::size_t samples = 0;
  std::size_t scored = 0;
  std::size_t right = 0;
  std::int64_t epochs = 1;
  model::Usage usage;
};

class InspectLog {
 public:
  InspectLog(const run::RecordedRun& opened, const std::filesystem::path& run)
      : opened_(opened), log_(run::samples_path(run)) {}

  Result<std::vector<Error>> read() {
    file_ = TRY(open_file(log_, O_RDONLY));
    for (std::size_t i = 0; i < opened_.tasks->size(); ++i) index_.emplace(opened_.tasks->id(i), i);
    run::LogReport report = TRY(run::read_log(log_, run::Part::kFigures, [&](run::Record& record) {
      const auto task = index_.find(record.id);
      if (task == index_.end()) return;
      places_.emplace_back(task->second, record.epoch, record.offset, record.bytes);
      ++totals_.samples;
      totals_.scored += record.scored() ? 1 : 0;
      totals_.right += record.right() ? 1 : 0;
      totals_.epochs = std::max(totals_.epochs, record.epoch + 1);
      totals_.usage += record.usage;
    }));
    std::ranges::sort(places_);
    return std::move(report.damaged);
  }

  [[nodiscard]] const InspectTotals& totals() const { return totals_; }
  [[nodiscard]] std::string name() const {
    return fmt::format("{}_{}_{}.json", name_time(opened_.config.started), opened_.config.suite,
                       opened_.config.id());
  }

  /// Everything but the samples, in order.
  [[nodiscard]] Json head() const;

  /// The sample at a place, and the line of its score where it has one.
  [[nodiscard]] Result<std::pair<Json, Json>> sample(std::size_t place) const;

 private:
  using Place = std::tuple<std::size_t, std::int64_t, std::size_t, std::size_t>;

  [[nodiscard]] Json eval_json() const;
  [[nodiscard]] Json results_json() const;

  const run::RecordedRun& opened_;
  std::filesystem::path log_;
  FileDescriptor file_;
  std::unordered_map<std::string, std::size_t> index_;
  std::vector<Place> places_;  // task, epoch, first byte, length
  InspectTotals totals_;
};

Json InspectLog::eval_json() const {
  const run::RunConfig& config = opened_.config;
  Json ids = Json::array();
  std::size_t last = opened_.tasks->size();
  for (const Place& place : places_) {
    if (std::get<0>(place) != last) ids.push_back(opened_.tasks->id(std::get<0>(place)));
    last = std::get<0>(place);
  }
  Json settings = Json::object();
  if (config.sampling.temperature) settings["temperature"] = *config.sampling.temperature;
  if (config.sampling.top_p) settings["top_p"] = *config.sampling.top_p;
  if (config.sampling.max_tokens) settings["max_tokens"] = *config.sampling.max_tokens;
  if (config.sampling.seed) settings["seed"] = *config.sampling.seed;
  Json modes = Json::object();
  for (const auto& [key, value] : config.modes) modes[key] = value;
  Json eval;
  eval["eval_id"] = config.id();
  eval["run_id"] = config.id();
  eval["created"] = inspect_time(config.started);
  eval["task"] = "papert/" + config.suite;
  eval["task_id"] = config.id();
  eval["task_version"] = 0;
  eval["task_attribs"] = Json::object();
  eval["task_args"] = modes;
  eval["task_args_passed"] = modes;
  eval["dataset"] = {{"name", config.suite}, {"samples", ids.size()}, {"sample_ids", ids}};
  eval["model"] = config.model;
  eval["model_generate_config"] = settings;
  eval["model_args"] = Json::object();
  eval["config"] = {{"epochs", totals_.epochs}};
  eval["packages"] = {{"papert", version()}};
  return eval;
}

Json InspectLog::results_json() const {
  const auto scored = static_cast<double>(totals_.scored);
  const double mean = totals_.scored == 0 ? 0 : static_cast<double>(totals_.right) / scored;
  const double error = totals_.scored < 2 ? 0 : std::sqrt(mean * (1 - mean) / (scored - 1));
  const auto metric = [](const char* name, double value) {
    return Json{{"name", name}, {"value", value}, {"params", Json::object()}};
  };
  Json score;
  score["name"] = "success";
  score["scorer"] = "papert";
  score["params"] = Json::object();
  score["metrics"] = {{"mean", metric("mean", mean)}, {"stderr", metric("stderr", error)}};
  Json results;
  results["total_samples"] = totals_.samples;
  results["completed_samples"] = totals_.scored;
  results["scores"] = Json::array({score});
  return results;
}

Json InspectLog::head() const {
  const run::RunConfig& config = opened_.config;
  Json head;
  head["version"] = 2;
  head["status"] = "success";
  head["eval"] = eval_json();
  head["plan"] = {{"name", "plan"}, {"steps", Json::array()}, {"config", Json::object()}};
  head["results"] = results_json();
  Json stats;
  stats["started_at"] = inspect_time(config.started);
  stats["completed_at"] = inspect_time(config.ended.empty() ? config.started : config.ended);
  stats["model_usage"] = {{config.model, inspect_usage(totals_.usage)}};
  stats["role_usage"] = Json::object();
  stats["connection_limit_history"] = Json::array();
  head["stats"] = stats;
  head["invalidated"] = false;
  head["tags"] = Json::array();
  head["metadata"] = {{"papert_data_hash", opened_.tasks->data_hash()}};
  return head;
}

/// A text, or the pictures and the text.
Json inspect_content(const ExportRecord& record) {
  if (record.pictures.empty()) return record.prompt.front().text;
  Json parts = Json::array();
  for (const ExportPicture& picture : record.pictures) {
    parts.push_back(Json{{"type", "image"},
                         {"image", "data:image/png;base64," + base64(picture.bytes)},
                         {"detail", "auto"}});  // their schema requires it
  }
  parts.push_back(Json{{"type", "text"}, {"text", record.prompt.front().text}});
  return parts;
}

Result<std::pair<Json, Json>> InspectLog::sample(std::size_t place) const {
  const auto& [task, epoch, offset, bytes] = places_[place];
  const std::string line = TRY(read_at(file_.get(), offset, bytes, log_.string()));
  run::RecordReader reader(run::Part::kAll);
  auto read = reader.read(line);
  if (!read || !*read) return fail(ErrorCode::kIo, "the log changed while it was read", log_);
  const run::Record& record = **read;
  const ExportRecord asked = TRY(task_record(opened_, task));
  const std::string reply = record.texts.reply.value_or("");
  const std::string& model = opened_.config.model;
  const Json user{{"role", "user"}, {"content", inspect_content(asked)}};
  const Json assistant{
      {"role", "assistant"}, {"content", reply}, {"source", "generate"}, {"model", model}};
  const Json usage = inspect_usage(record.usage);
  Json sample;
  sample["id"] = record.id;
  sample["epoch"] = epoch + 1;
  sample["input"] = Json::array({user});
  sample["target"] = asked.ground_truth;
  sample["messages"] = Json::array({user, assistant});
  sample["output"] = {
      {"model", model},
      {"choices",
       Json::array({Json{{"message", assistant}, {"stop_reason", stop_reason(record.verdict)}}})},
      {"completion", reply},
      {"usage", usage}};
  Json score;
  if (record.scored()) {
    score = score_of(record);
    Json with_history = score;
    with_history["history"] = Json::array();
    sample["scores"] = {{"success", with_history}};
  } else {
    sample["error"] = {{"message", suite::verdict_name(record.verdict)},
                       {"traceback", ""},
                       {"traceback_ansi", ""}};
  }
  sample["metadata"] = suite::tags_json(record.tags);
  sample["store"] = Json::object();
  sample["events"] = Json::array();
  sample["model_usage"] = {{model, usage}};
  sample["role_usage"] = Json::object();
  sample["attachments"] = Json::object();
  if (score.is_null()) return std::pair(std::move(sample), std::move(score));
  Json named{{"id", record.id}, {"epoch", epoch + 1}};
  named.update(score);
  return std::pair(std::move(sample), std::move(named));
}

Result<void> write_log(const InspectLog& log, const InspectOptions& options,
                       const std::filesystem::path& folder) {
  LineFile file = TRY(LineFile::create(folder / log.name()));
  LineFile scores = TRY(LineFile::create(folder / "scores.jsonl"));
  std::string head = dump_json(log.head());
  head.pop_back();  // the brace
  TRY(file.add(head + ",\"samples\":["));
  const std::size_t total = log.totals().samples;
  for (std::size_t i = 0; i < total; ++i) {
    if (options.cancel.cancelled()) {
      return fail(ErrorCode::kCancelled, "interrupted: nothing was written", options.out.string());
    }
    const auto [sample, score] = TRY(log.sample(i));
    TRY(file.add(dump_json(sample) + (i + 1 < total ? "," : "")));
    if (!score.is_null()) TRY(scores.add(dump_json(score)));
    if (options.progress) options.progress(i + 1, total);
  }
  TRY(file.add("]}"));
  TRY(file.finish());
  return scores.finish();
}

std::string inspect_readme(const InspectLog& log, const run::RecordedRun& opened) {
  std::string text = fmt::format(
      "# A run of {} as a log of Inspect\n\nWritten by papert {}. Look at it with\n\n"
      "    inspect view --log-dir .\n\n"
      "scores.jsonl has the scores alone, for precomputed_scores().\n\n## What it is\n\n"
      "- format: inspect\n- for: viewing\n- train: {}\n- validation: 0\n- file: {}\n"
      "- model: {}\n",
      opened.config.suite, version(), log.totals().samples, log.name(), opened.config.model);
  for (const auto& [name, value] : task_facts(opened))
    text += fmt::format("- {}: {}\n", name, value);
  return text;
}

}  // namespace

Result<InspectReport> export_inspect(const run::RecordedRun& opened,
                                     const std::filesystem::path& run,
                                     const InspectOptions& options) {
  Staging staging = TRY(Staging::begin(options.out));
  InspectLog log(opened, run);
  InspectReport report;
  report.damaged = TRY(log.read());
  report.samples = log.totals().samples;
  report.unscored = log.totals().samples - log.totals().scored;
  if (report.samples == 0) return fail(ErrorCode::kUsage, "the run has no samples", run.string());
  TRY(write_log(log, options, staging.folder()));
  TRY(write_file(staging.folder() / "README.md", inspect_readme(log, opened)));
  TRY(staging.finish());
  return report;
}

}  // namespace papert::datagen
