#include "run/config.h"

#include <sys/utsname.h>

#include <algorithm>

#include "base/format.h"
#include "base/sha256.h"
#include "base/thread_pool.h"
#include "base/version.h"
#include "run/plan.h"
#include "run/turns.h"
#include "suite/registry.h"

namespace papert::run {
namespace {

Result<model::Sampling> sampling_from_json(const Json& json, const std::string& where) {
  model::Sampling sampling;
  sampling.temperature = TRY(get_optional_number(json, "temperature", where));
  sampling.top_p = TRY(get_optional_number(json, "top_p", where));
  sampling.max_tokens = TRY(get_optional_int(json, "max_tokens", where));
  sampling.seed = TRY(get_optional_int(json, "seed", where));
  sampling.reasoning_effort =
      TRY(get_optional_string(json, "reasoning_effort", where)).value_or("");
  sampling.extra_body = json.value("extra_body", Json::object());
  return sampling;
}

bool has_tiers(const std::vector<std::string>& tiers, const std::vector<std::string>& wanted) {
  if (tiers.empty()) return true;
  return !wanted.empty() && std::ranges::all_of(wanted, [&](const std::string& tier) {
    return std::find(tiers.begin(), tiers.end(), tier) != tiers.end();
  });
}

/// A limit of a file that somebody may have edited: what is not one is all.
Limit limit_of(const RunConfig& config) { return Limit::parse(config.limit).value_or(Limit()); }

/// A suite that this program does not have says nothing about its modes.
suite::Modes identifying_modes(const std::string& suite_name, const suite::Modes& modes) {
  const auto suite = suite::find_suite(suite_name);
  return suite ? suite::identity_of(modes, (*suite)->modes()) : suite::identity_of(modes);
}

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

/// What runs of earlier versions lack.
Result<void> read_later_fields(const Json& json, const std::string& where, RunConfig& config) {
  config.judge_address = TRY(get_optional_string(json, "judge_address", where)).value_or("");
  config.address = TRY(get_optional_string(json, "address", where)).value_or("");
  config.label = TRY(get_optional_string(json, "label", where)).value_or("");
  if (const Json system = json.value("system", Json()); system.is_object()) {
    config.system_name = TRY(get_string(system, "name", where));
    config.system_text = TRY(get_string(system, "text", where));
  }
  config.turns = TRY(get_optional_int(json, "turns", where)).value_or(1);
  if (config.turns < 1 || config.turns > kMostTurns) {
    return fail(ErrorCode::kBadData, "'turns' must be a number from 1 to 16", where);
  }
  if (config.turns > 1) {
    const Json turn_prompt = json.value("turn_prompt", Json::object());
    config.turn_prompt_name = TRY(get_string(turn_prompt, "name", where));
    config.turn_prompt_text = TRY(get_string(turn_prompt, "text", where));
  }
  if (const Json shard = json.value("shard", Json()); !shard.is_null()) {
    config.shard = TRY(Shard::from_json(shard, where));
    config.samples = TRY(get_optional_int(shard, "samples", where)).value_or(0);
  }
  config.planned = TRY(get_optional_int(json, "planned", where)).value_or(0);
  config.started = TRY(get_optional_string(json, "started", where)).value_or("");
  config.ended = TRY(get_optional_string(json, "ended", where)).value_or("");
  config.machine = json.value("machine", Json());
  config.imported = json.value("imported", Json());
  if (!config.imported.is_null()) TRY(get_string(config.imported, "sha256", where));
  return {};
}

}  // namespace

std::string_view reading_name(reply::Extraction extraction) {
  switch (extraction) {
    case reply::Extraction::kStrict:
      return "strict";
    case reply::Extraction::kPublished:
      return "published";
    case reply::Extraction::kLenient:
      break;
  }
  return "lenient";
}

Result<std::unique_ptr<suite::TaskSet>> DataSource::open(const suite::Suite& suite,
                                                         const suite::Modes& modes,
                                                         std::size_t jobs) const {
  if (!folder.empty()) return suite.load(folder, {.modes = modes, .tiers = tiers, .jobs = jobs});
  return suite.mint({.modes = modes, .seed = seed, .count = count, .tiers = tiers, .jobs = jobs});
}

Json DataSource::to_json() const {
  Json json;
  if (folder.empty()) {
    json["mint"] = seed;
    json["count"] = count;
  } else {
    json["folder"] = folder;
  }
  json["tiers"] = tiers;
  return json;
}

Result<DataSource> DataSource::from_json(const Json& json, const std::string& where) {
  if (!json.is_object()) return fail(ErrorCode::kBadData, "'data' must be an object", where);
  DataSource source;
  if (json.contains("folder")) {
    source.folder = TRY(get_string(json, "folder", where));
  } else {
    source.seed = TRY(get_int(json, "mint", where));
    source.count = TRY(get_int(json, "count", where));
  }
  for (const Json& tier : json.value("tiers", Json::array())) {
    if (!tier.is_string()) return fail(ErrorCode::kBadData, "'tiers' must be names", where);
    source.tiers.push_back(tier.get<std::string>());
  }
  return source;
}

std::string_view RunConfig::extraction_name() const {
  if (judging == Judging::kAlways) return "judge-always";
  if (judging == Judging::kWhereNeeded) return "judge";
  return reading_name(extraction);
}

Result<void> RunConfig::set_extraction(std::string_view name) {
  extraction = reply::Extraction::kLenient;
  for (const reply::Extraction each : kReadings) {
    if (reading_name(each) == name) extraction = each;
  }
  judging = name == "judge"          ? Judging::kWhereNeeded
            : name == "judge-always" ? Judging::kAlways
                                     : Judging::kNever;
  if (extraction_name() == name) return {};
  return fail(
      ErrorCode::kUsage,
      "'" + std::string(name) +
          "' is not a way to look for answers; there are: lenient, strict, published, judge, "
          "judge-always",
      "--extract");
}

void RunConfig::widen(const RunConfig& earlier) {
  epochs = std::max(epochs, earlier.epochs);
  Limit whole = limit_of(*this);
  whole.add(limit_of(earlier));
  limit = whole.text();
  if (!earlier.started.empty()) started = earlier.started;
  data.count = std::max(data.count, earlier.data.count);
  if (earlier.data.tiers.empty()) data.tiers.clear();
  if (data.tiers.empty()) return;
  for (const std::string& tier : earlier.data.tiers) {
    if (std::find(data.tiers.begin(), data.tiers.end(), tier) == data.tiers.end()) {
      data.tiers.push_back(tier);
    }
  }
}

bool RunConfig::covers(const RunConfig& earlier) const {
  return epochs >= earlier.epochs && data.count >= earlier.data.count &&
         has_tiers(data.tiers, earlier.data.tiers) && limit_of(*this).covers(limit_of(earlier));
}

// What is not set is left out, so that a run keeps its id when settings are added to the program.
Json RunConfig::identity() const {
  Json identity;
  identity["suite"] = suite;
  identity["data"] = data_hash;
  identity["model"] = model;
  identity["prompt"] = sha256_hex(prompt_text);
  if (const suite::Modes chosen = identifying_modes(suite, modes); !chosen.empty()) {
    identity["modes"] = chosen;
  }
  if (const Json settings = sampling.to_json(); !settings.empty()) identity["sampling"] = settings;
  if (extraction_name() != "lenient") identity["extraction"] = extraction_name();
  if (!judge.empty()) identity["judge"] = judge;
  if (answer_retries > 0) identity["answer_retries"] = answer_retries;
  if (turns > 1) {
    identity["turns"] = turns;
    identity["turn_prompt"] = sha256_hex(turn_prompt_text);
  }
  if (!address.empty()) identity["address"] = address;
  if (!judge_address.empty()) identity["judge_address"] = judge_address;
  if (!label.empty()) identity["label"] = label;
  if (!system_text.empty()) identity["system"] = sha256_hex(system_text);
  if (!imported.is_null()) identity["imported"] = imported["sha256"];
  return identity;
}

std::string RunConfig::id() const { return sha256_hex(dump_json(identity())).substr(0, 10); }

std::string RunConfig::id_without_address() const {
  RunConfig config = *this;
  config.address.clear();
  config.judge_address.clear();
  return config.id();
}

Json RunConfig::to_json() const {
  Json json;
  json["format"] = kFormat;
  json["papert"] = version();
  json["id"] = id();
  json["suite"] = suite;
  json["model"] = model;
  json["address"] = text_or_null(address);
  json["label"] = text_or_null(label);
  json["data"] = data.to_json();
  json["data_hash"] = data_hash;
  json["modes"] = modes;
  json["sampling"] = sampling.to_json();
  json["extraction"] = extraction_name();
  if (!judge.empty()) json["judge"] = judge;
  if (!judge_address.empty()) json["judge_address"] = judge_address;
  if (answer_retries > 0) json["answer_retries"] = answer_retries;
  if (turns > 1) {
    json["turns"] = turns;
    json["turn_prompt"] = {{"name", turn_prompt_name}, {"text", turn_prompt_text}};
  }
  json["epochs"] = epochs;
  json["limit"] = limit;
  if (!shard.whole()) {
    json["shard"] = shard.to_json();
    json["shard"]["samples"] = samples;
  }
  json["planned"] = planned > 0 ? Json(planned) : Json(nullptr);
  json["prompt"] = {{"name", prompt_name}, {"text", prompt_text}};
  if (!system_text.empty()) {
    json["system"] = {
        {"name", system_name}, {"sha256", sha256_hex(system_text)}, {"text", system_text}};
  }
  json["started"] = text_or_null(started);
  json["ended"] = text_or_null(ended);
  json["machine"] = machine;
  if (!imported.is_null()) json["imported"] = imported;
  return json;
}

Result<RunConfig> RunConfig::from_json(const Json& json, const std::string& where) {
  if (!json.is_object()) return fail(ErrorCode::kBadData, "not a JSON object", where);
  TRY(refuse_later_format(json, where));
  RunConfig config;
  config.suite = TRY(get_string(json, "suite", where));
  config.model = TRY(get_string(json, "model", where));
  config.data = TRY(DataSource::from_json(json.value("data", Json()), where));
  config.data_hash = TRY(get_string(json, "data_hash", where));
  config.sampling = TRY(sampling_from_json(json.value("sampling", Json::object()), where));
  const Json modes = json.value("modes", Json::object());
  for (const auto& [key, value] : modes.items()) {
    if (!value.is_string()) return fail(ErrorCode::kBadData, "'modes' must be names", where);
    config.modes[key] = value.get<std::string>();
  }
  TRY(config.set_extraction(
      TRY(get_optional_string(json, "extraction", where)).value_or("lenient")));
  config.judge = TRY(get_optional_string(json, "judge", where)).value_or("");
  config.answer_retries = TRY(get_optional_int(json, "answer_retries", where)).value_or(0);
  config.epochs = TRY(get_int(json, "epochs", where));
  config.limit = TRY(get_string(json, "limit", where));
  const Json prompt = json.value("prompt", Json::object());
  config.prompt_name = TRY(get_string(prompt, "name", where));
  config.prompt_text = TRY(get_string(prompt, "text", where));
  TRY(read_later_fields(json, where, config));
  return config;
}

std::string short_name(const RunConfig& config, const suite::Suite& suite) {
  std::string name = config.model;
  if (!config.label.empty()) name += " [" + config.label + "]";
  const suite::Modes modes = suite::identity_of(config.modes);
  for (const suite::ModeInfo& info : suite.modes()) {
    const auto mode = modes.find(info.key);
    if (mode == modes.end() || mode->second == info.values.front()) continue;
    constexpr std::size_t kShown = 20;  // a file is its hash
    name += " " + mode->first + "=" + mode->second.substr(0, kShown);
  }
  if (config.extraction_name() != "lenient") {
    name += " extract=" + std::string(config.extraction_name());
  }
  if (config.turns > 1) name += " turns=" + std::to_string(config.turns);
  if (!config.system_text.empty()) name += " system=" + config.system_name;
  return name;
}

Json this_machine() {
  utsname name{};
  ::uname(&name);
  return {{"host", name.nodename},
          {"system", std::string(name.sysname) + " " + name.release + " " + name.machine},
          {"processors", available_processors()}};
}

}  // namespace papert::run
