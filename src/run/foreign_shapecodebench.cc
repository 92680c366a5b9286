// A run folder of the published ShapeCodeBench:
//
//     run_config.json     run_id, provider, model, adapter, dataset_dir, prompt,
//     selected_sample_ids summary.json        means over all samples and by difficulty
//     samples/<id>.json   sample_id, prediction {raw_text, normalized_text, usage, latency_ms,
//                         error_type, error_message}, evaluation {the metrics, error_type}
//
// A prediction with an error_type has no reply: the request failed. The benchmark itself judges an
// empty program in its place.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/file.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "run/foreign.h"

namespace papert::run {
namespace {

namespace fs = std::filesystem;

/// What summary.json calls the mean of a metric.
constexpr std::array<std::pair<const char*, const char*>, 5> kMeans{{
    {"exact_match_rate", "exact_match"},
    {"mean_pixel_accuracy", "pixel_accuracy"},
    {"mean_foreground_iou", "foreground_iou"},
    {"parse_success_rate", "parse_success"},
    {"execution_success_rate", "execution_success"},
}};

Json member(const Json& json, const char* key) {
  const auto found = json.is_object() ? json.find(key) : json.end();
  return found == json.end() ? Json() : *found;
}

std::string text_of(const Json& json, const char* key) {
  const Json value = member(json, key);
  return value.is_string() ? value.get<std::string>() : std::string();
}

/// Files of a run, read and counted in its hash.
class Files {
 public:
  Result<Json> read(const fs::path& path, const std::string& name, std::size_t limit) {
    const std::string bytes = TRY(read_file(path, limit));
    hash_.update(name + "\n" + sha256_hex(bytes) + "\n");
    Json json = TRY(parse_json(bytes, path.string()));
    if (!json.is_object()) return fail(ErrorCode::kBadData, "not a JSON object", path.string());
    return json;
  }
  [[nodiscard]] std::string sha256() const { return hash_.hex(); }

 private:
  Sha256 hash_;
};

void add_means(const Json& json, const std::string& tier, std::vector<RecordedMean>& means) {
  for (const auto& [name, metric] : kMeans) {
    const auto value = recorded_number(member(json, name));
    if (value) means.push_back({tier.empty() ? "" : "tier", tier, metric, *value});
  }
}

void read_settings(const Json& config, ForeignRun& run) {
  run.name = text_of(config, "run_id");
  run.data = text_of(config, "dataset_dir");
  const std::string provider = text_of(config, "provider");
  run.model = (provider.empty() ? "" : provider + "/") + text_of(config, "model");
  const Json prompt = member(config, "prompt");
  run.prompt = text_of(prompt, "user_text");
  run.system = text_of(prompt, "system_instruction");
  const Json adapter = member(config, "adapter");
  run.sampling.reasoning_effort = text_of(adapter, "reasoning_effort");
  if (run.sampling.reasoning_effort.empty()) {
    run.sampling.reasoning_effort = text_of(adapter, "effort");
  }
  for (const Json& id : member(config, "selected_sample_ids")) {
    if (id.is_string()) run.selected.push_back(id.get<std::string>());
  }
  // "20260422T030122Z-codex-gpt-5-4" begins with the time.
  const std::string& name = run.name;
  if (name.size() < 16 || name[8] != 'T' || name[15] != 'Z') return;
  run.started =
      fmt::format("{}-{}-{}T{}:{}:{}Z", name.substr(0, 4), name.substr(4, 2), name.substr(6, 2),
                  name.substr(9, 2), name.substr(11, 2), name.substr(13, 2));
}

Result<ForeignSample> sample_of(const Json& json, const std::string& where) {
  ForeignSample sample;
  sample.where = where;
  sample.id = TRY(get_string(json, "sample_id", where));
  sample.epoch = 0;
  const Json prediction = member(json, "prediction");
  sample.reply.text = TRY(get_string(prediction, "raw_text", where));
  sample.reply.usage = recorded_usage(member(prediction, "usage"));
  sample.latency_ms = recorded_number(member(prediction, "latency_ms"));
  if (const std::string error = text_of(prediction, "error_type"); !error.empty()) {
    const std::string message = text_of(prediction, "error_message");
    sample.failure = message.empty() ? error : error + ": " + message;
  }
  const Json evaluation = member(json, "evaluation");
  if (!evaluation.is_object()) {
    return fail(ErrorCode::kBadData, "there is no 'evaluation'", where);
  }
  for (const auto& [name, metric] : kMeans) {
    if (const auto value = recorded_number(member(evaluation, metric))) {
      sample.recorded.metrics.emplace_back(metric, *value);
    }
  }
  if (evaluation.contains("error_type")) sample.recorded.error = text_of(evaluation, "error_type");
  const Json normalised = member(prediction, "normalized_text");
  if (normalised.is_string()) sample.recorded.answer = normalised.get<std::string>();
  return sample;
}

std::vector<fs::path> sample_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const std::string& name : names_in(folder)) {
    fs::path file = folder / name;
    if (file.extension() == ".json") files.push_back(std::move(file));
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

Result<ForeignRun> read_shapecodebench(const fs::path& folder, const ForeignLimits& limits) {
  ForeignRun run;
  run.format = ForeignFormat::kShapeCodeBench;
  run.source = folder;
  run.task = "shapecode";
  Files files;
  read_settings(TRY(files.read(folder / "run_config.json", "run_config.json", limits.sample_bytes)),
                run);
  if (may_exist(folder / "summary.json")) {
    const Json summary =
        TRY(files.read(folder / "summary.json", "summary.json", limits.sample_bytes));
    add_means(summary, "", run.means);
    const Json tiers = member(summary, "by_difficulty");
    if (tiers.is_object()) {
      for (const auto& [tier, means] : tiers.items()) add_means(means, tier, run.means);
    }
  }
  const std::vector<fs::path> places = sample_files(folder / "samples");
  if (places.size() > limits.samples) {
    return fail(ErrorCode::kLimit, fmt::format("there are more than {} samples", limits.samples),
                folder.string());
  }
  for (const fs::path& place : places) {
    const std::string name = "samples/" + place.filename().string();
    const auto json = files.read(place, name, limits.sample_bytes);
    auto sample =
        json ? sample_of(*json, place.string()) : Result<ForeignSample>(fail(json.error()));
    if (sample) run.samples.push_back(std::move(*sample));
    if (!sample) run.problems.push_back(sample.error());
  }
  run.sha256 = files.sha256();
  return run;
}

}  // namespace papert::run
