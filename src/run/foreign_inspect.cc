// A log of the Inspect framework (log version 2): one JSON object, or a zip archive (.eval) with
//
//     header.json                 the object without its samples
//     samples/<id>_epoch_<n>.json a sample each
//
// Of the object: eval {task, task_id, run_id, created, model, model_generate_config, dataset},
// stats {started_at}, samples [{id, epoch (from 1), output {choices [{message {content},
// stop_reason}], completion, usage}, scores {name: {value, answer}}, error {message}}]. A value is
// "C", "P", "I" or "N" (correct, partial, incorrect, no answer), a number, a truth value, or an
// object of these. Logs may be large, so a sample is decoded only when it is reached.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/file.h"
#include "base/json_view.h"
#include "base/sha256.h"
#include "base/text.h"
#include "base/zip.h"
#include "run/foreign.h"

namespace papert::run {
namespace {

namespace fs = std::filesystem;

Json member(const Json& json, const char* key) {
  const auto found = json.is_object() ? json.find(key) : json.end();
  return found == json.end() ? Json() : *found;
}

std::string text_of(const Json& json, const char* key) {
  const Json value = member(json, key);
  return value.is_string() ? value.get<std::string>() : std::string();
}

/// "2026-01-31T12:00:00.5+01:00" keeps its offset only if it is UTC: else the time is not known.
std::string utc_of(const std::string& time) {
  constexpr std::size_t kToSeconds = 19;
  if (time.size() < kToSeconds || time[10] != 'T') return "";
  const std::string_view rest = std::string_view(time).substr(kToSeconds);
  const std::size_t offset = rest.find_first_of("Z+-");
  const std::string_view zone = offset == std::string_view::npos ? "Z" : rest.substr(offset);
  const bool utc = zone == "Z" || zone == "+00:00" || zone == "-00:00";
  return utc ? time.substr(0, kToSeconds) + "Z" : "";
}

void read_header(const Json& eval, const Json& stats, ForeignRun& run) {
  run.name = text_of(eval, "run_id");
  if (run.name.empty()) run.name = text_of(eval, "eval_id");
  run.task = text_of(eval, "task");
  run.model = text_of(eval, "model");
  run.data = text_of(member(eval, "dataset"), "location");
  run.started = utc_of(text_of(stats, "started_at"));
  if (run.started.empty()) run.started = utc_of(text_of(eval, "created"));
  const Json settings = member(eval, "model_generate_config");
  run.sampling.temperature = recorded_number(member(settings, "temperature"));
  run.sampling.top_p = recorded_number(member(settings, "top_p"));
  const auto whole = [&](const char* key) -> std::optional<std::int64_t> {
    const Json value = member(settings, key);
    return value.is_number_integer() ? std::optional(value.get<std::int64_t>()) : std::nullopt;
  };
  run.sampling.max_tokens = whole("max_tokens");
  run.sampling.seed = whole("seed");
  run.sampling.reasoning_effort = text_of(settings, "reasoning_effort");
}

/// A text, or a list of parts of which some are text and some are thoughts.
void read_content(const Json& content, model::Reply& reply) {
  if (content.is_string()) reply.text = content.get<std::string>();
  if (!content.is_array()) return;
  for (const Json& part : content) {
    const std::string type = text_of(part, "type");
    if (type == "text") reply.text += text_of(part, "text");
    if (type == "reasoning") reply.reasoning += text_of(part, "reasoning");
  }
}

void read_reply(const Json& sample, ForeignSample& found) {
  const Json output = member(sample, "output");
  const Json choices = member(output, "choices");
  if (choices.is_array() && !choices.empty()) {
    read_content(member(member(choices.front(), "message"), "content"), found.reply);
    const std::string stop = text_of(choices.front(), "stop_reason");
    if (stop == "max_tokens" || stop == "model_length") {
      found.reply.status = model::ReplyStatus::kTruncated;
    }
    if (stop == "content_filter") found.reply.status = model::ReplyStatus::kRefused;
  }
  if (found.reply.text.empty()) found.reply.text = text_of(output, "completion");
  found.reply.usage = recorded_usage(member(output, "usage"));
  found.reply.time = utc_of(text_of(sample, "completed_at"));
  if (const auto seconds = recorded_number(member(output, "time"))) {
    found.latency_ms = *seconds * 1000;
  }
  const Json error = member(sample, "error");
  if (error.is_object()) found.failure = "error: " + text_of(error, "message");
  const std::string refused = text_of(output, "error");
  if (!refused.empty() && found.reply.text.empty()) found.failure = refused;
}

/// "C" is 1, "P" a half, "I" and "N" 0.
std::optional<double> grade_of(const Json& value) {
  if (value == "C") return 1.0;
  if (value == "P") return 0.5;
  if (value == "I" || value == "N") return 0.0;
  return recorded_number(value);
}

/// A scorer's value, or each value of an object, is a metric of that name. Where there is one
/// scorer that gives a plain 0 or 1, it also says whether the reply was right.
void read_scores(const Json& scores, RecordedResult& recorded) {
  if (!scores.is_object()) return;
  for (const auto& [name, score] : scores.items()) {
    const Json value = member(score, "value");
    if (value.is_object()) {
      for (const auto& [key, each] : value.items()) {
        if (const auto number = grade_of(each)) recorded.metrics.emplace_back(key, *number);
      }
    } else if (const auto number = grade_of(value)) {
      if (scores.size() == 1 && (*number == 0 || *number == 1)) {
        recorded.success = *number == 1;
      } else {
        recorded.metrics.emplace_back(name, *number);
      }
    }
  }
}

Result<ForeignSample> sample_of(const Json& json, const std::string& where) {
  ForeignSample sample;
  sample.where = where;
  const Json id = member(json, "id");
  if (!id.is_string() && !id.is_number_integer()) {
    return fail(ErrorCode::kBadData, "'id' must be a text or a whole number", where);
  }
  sample.id = id.is_string() ? id.get<std::string>() : dump_json(id);
  const std::int64_t epoch = TRY(get_optional_int(json, "epoch", where)).value_or(1);
  if (epoch < 1 || epoch > INT32_MAX) {
    return fail(ErrorCode::kBadData, fmt::format("{} is not an epoch: they count from 1", epoch),
                where);
  }
  sample.epoch = epoch - 1;
  read_reply(json, sample);
  read_scores(member(json, "scores"), sample.recorded);
  return sample;
}

void take(Result<ForeignSample> sample, ForeignRun& run) {
  if (sample) run.samples.push_back(std::move(*sample));
  if (!sample) run.problems.push_back(sample.error());
}

Result<void> refuse_too_many(std::size_t samples, const ForeignLimits& limits,
                             const std::string& where) {
  if (samples <= limits.samples) return {};
  return fail(ErrorCode::kLimit, fmt::format("there are more than {} samples", limits.samples),
              where);
}

Result<void> read_object(const std::string& bytes, const ForeignLimits& limits, ForeignRun& run) {
  const std::string where = run.source.string();
  JsonView view;
  std::string repaired;
  if (!view.read(bytes)) {
    repaired = dump_json(TRY(parse_json(bytes, where)));
    if (!view.read(repaired)) return fail(ErrorCode::kBadData, "not a JSON object", where);
  }
  if (!view["eval"].is_object()) {
    return fail(ErrorCode::kBadData, "it is not a log of Inspect: there is no 'eval'", where);
  }
  read_header(view["eval"].json(), view["stats"].json(), run);
  const std::vector<JsonPiece> samples = view["samples"].elements();
  TRY(refuse_too_many(samples.size(), limits, where));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    take(sample_of(samples[i].json(), fmt::format("{}: samples[{}]", where, i)), run);
  }
  return {};
}

Result<Json> read_member(const ZipArchive& archive, const ZipMember& member,
                         const std::string& where) {
  const std::string text = TRY(archive.read(member));
  return parse_json(text, where + ":" + member.name);
}

Result<void> read_archive(const std::string& bytes, const ForeignLimits& limits, ForeignRun& run) {
  const std::string where = run.source.string();
  const ZipArchive archive =
      TRY(ZipArchive::open(bytes, where, {.member_bytes = limits.sample_bytes}));
  bool header = false;
  for (const ZipMember& each : archive.members()) {
    if (each.name == "header.json") {
      const Json json = TRY(read_member(archive, each, where));
      read_header(member(json, "eval"), member(json, "stats"), run);
      header = true;
    }
    if (!each.name.starts_with("samples/") || !each.name.ends_with(".json")) continue;
    TRY(refuse_too_many(run.samples.size() + 1, limits, where));
    const auto json = read_member(archive, each, where);
    take(json ? sample_of(*json, where + ":" + each.name)
              : Result<ForeignSample>(fail(json.error())),
         run);
  }
  if (header) return {};
  return fail(ErrorCode::kBadData,
              "it is not a finished log of Inspect: there is no header.json in it "
              "('inspect log dump' may still read it)",
              where);
}

}  // namespace

Result<ForeignRun> read_inspect(const fs::path& log, const ForeignLimits& limits) {
  ForeignRun run;
  run.format = ForeignFormat::kInspect;
  run.source = log;
  const std::string bytes = TRY(read_file(log, limits.file_bytes));
  run.sha256 = sha256_hex(bytes);
  TRY(bytes.starts_with("PK") ? read_archive(bytes, limits, run) : read_object(bytes, limits, run));
  return run;
}

}  // namespace papert::run
