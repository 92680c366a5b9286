#include "synth/synth_task.h"

#include <algorithm>

#include "base/format.h"

namespace papert::synth {
namespace {

Json quality_json(const Quality& quality) {
  return {{"code", quality.code},
          {"utility", quality.utility},
          {"appeal", quality.appeal},
          {"overall", quality.overall()}};
}

Json synth_json(const SynthTask& task) {
  const Proof& proof = task.built.proof;
  Json json{{"reference", task.reference}, {"difficulty", name_of(task.difficulty)},
            {"level", task.built.level},   {"candidate", task.candidate},
            {"flat_proof", proof.flat},    {"loop_body", proof.loop_body},
            {"settled", proof.settled}};
  json["shortest_with_loops"] =
      proof.shortest_with_loops ? Json(*proof.shortest_with_loops) : Json(nullptr);
  json["binds"] = proof.binds;
  json["minimal"] = proof.minimal;
  json["quality"] = quality_json(task.built.quality);
  return json;
}

Result<std::size_t> get_count(const Json& json, std::string_view key, const std::string& where) {
  const std::int64_t value = TRY(get_int(json, key, where));
  if (value >= 0) return static_cast<std::size_t>(value);
  return fail(ErrorCode::kBadData, "'" + std::string(key) + "' must not be negative", where);
}

Result<Proof> proof_from_json(const Json& json, const std::string& where) {
  Proof proof;
  proof.flat = TRY(get_bool(json, "flat_proof", where));
  proof.loop_body = TRY(get_count(json, "loop_body", where));
  proof.settled = TRY(get_count(json, "settled", where));
  proof.binds = TRY(get_bool(json, "binds", where));
  proof.minimal = TRY(get_bool(json, "minimal", where));
  const auto shortest = TRY(get_optional_int(json, "shortest_with_loops", where));
  if (shortest)
    proof.shortest_with_loops = static_cast<std::size_t>(std::max<std::int64_t>(0, *shortest));
  return proof;
}

Result<Quality> quality_from_json(const Json& json, const std::string& where) {
  Quality quality;
  quality.code = TRY(get_number(json, "code", where));
  quality.utility = TRY(get_number(json, "utility", where));
  quality.appeal = TRY(get_number(json, "appeal", where));
  return quality;
}

Result<const Json*> part_of(const Json& json, const char* key, const std::string& where) {
  const auto found = json.is_object() ? json.find(key) : json.end();
  if (json.is_object() && found != json.end() && found->is_object()) return &*found;
  return fail(ErrorCode::kBadData, "expected an object under '" + std::string(key) + "'", where);
}

}  // namespace

std::string_view name_of(Difficulty difficulty) {
  return kDifficultyNames[static_cast<std::size_t>(difficulty)];
}

std::optional<Difficulty> difficulty_from_name(std::string_view name) {
  const auto found = std::find(kDifficultyNames.begin(), kDifficultyNames.end(), name);
  if (found == kDifficultyNames.end()) return std::nullopt;
  return static_cast<Difficulty>(found - kDifficultyNames.begin());
}

std::string line_of(const SynthTask& task) {
  Json json = lang::xlogo::to_json(task.built.task);
  json["base"] = task.reference;
  json["synth"] = synth_json(task);
  return with_format(dump_json(json));
}

Result<SynthTask> synth_task_from_json(const Json& json, const std::string& where) {
  SynthTask task;
  task.built.task = TRY(lang::xlogo::task_from_json(json, where));
  const Json* const synth = TRY(part_of(json, "synth", where));
  const Json* const quality = TRY(part_of(*synth, "quality", where));
  task.reference = TRY(get_string(*synth, "reference", where));
  const std::string difficulty = TRY(get_string(*synth, "difficulty", where));
  const auto known = difficulty_from_name(difficulty);
  if (!known) {
    return fail(ErrorCode::kBadData, "'" + difficulty + "' is not a difficulty", where);
  }
  task.difficulty = *known;
  const std::size_t level = TRY(get_count(*synth, "level", where));
  if (level > static_cast<std::size_t>(kMaxLevel)) {
    return fail(ErrorCode::kBadData, "there is no level " + std::to_string(level), where);
  }
  task.built.level = static_cast<int>(level);
  task.candidate = TRY(get_count(*synth, "candidate", where));
  task.built.proof = TRY(proof_from_json(*synth, where));
  task.built.quality = TRY(quality_from_json(*quality, where));
  task.keys = keys_of(task.built.task);
  return task;
}

}  // namespace papert::synth
