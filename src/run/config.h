// What a run is. Two runs with the same suite, data, model, server, label, prompt and settings are
// the same run, whatever part of it was asked for: raising the limit or the number of epochs
// continues it. docs/run-folder.md lists the fields of run.json.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "base/shard.h"
#include "model/model.h"
#include "run/answer_reader.h"
#include "suite/suite.h"

namespace papert::run {

/// How replies can be read without a judge, and the name of each.
inline constexpr std::array<reply::Extraction, 3> kReadings{
    reply::Extraction::kLenient, reply::Extraction::kStrict, reply::Extraction::kPublished};
[[nodiscard]] std::string_view reading_name(reply::Extraction extraction);

/// Where tasks come from: a folder, or a seed.
struct DataSource {
  std::string folder;  // empty: minted
  std::int64_t seed = 0;
  std::int64_t count = 0;          // per tier
  std::vector<std::string> tiers;  // empty: all

  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> open(const suite::Suite& suite,
                                                             const suite::Modes& modes,
                                                             std::size_t jobs) const;
  [[nodiscard]] Json to_json() const;
  [[nodiscard]] static Result<DataSource> from_json(const Json& json, const std::string& where);
};

struct RunConfig {
  std::string suite;
  DataSource data;
  std::string data_hash;
  suite::Modes modes;
  reply::Extraction extraction = reply::Extraction::kLenient;
  Judging judging = Judging::kNever;
  std::string judge;          // the model that judges; empty: none
  std::string judge_address;  // its server
  std::int64_t answer_retries = 0;
  std::int64_t turns = 1;        // how often a model may try, each time told what was not right
  std::string turn_prompt_name;  // "default" or the template's path
  std::string turn_prompt_text;  // the template of what it is told (suite/feedback.h)
  std::string model;
  std::string address;  // of the server, without credentials; empty: none, or not recorded
  std::string label;    // of a checkpoint, say
  model::Sampling sampling;
  std::string prompt_name;  // "default" or the template's path
  std::string prompt_text;  // the template
  std::string system_name;  // the file of the system message
  std::string system_text;  // empty: none
  std::int64_t epochs = 1;
  std::string limit;         // as plan.h has it
  Shard shard;               // the part of the tasks that this folder is for; not part of the id
  std::int64_t samples = 0;  // of a shard: how many all shards were asked for together
  std::int64_t planned = 0;  // samples asked for, over all invocations; 0: not recorded
  std::string started;       // 2026-01-31T12:00:00Z, of the first invocation
  std::string ended;         // of the last one that came to its end
  Json machine;              // that ran the last one
  Json imported;             // where an imported run is from (import.h); null: it was run here

  /// How answers are looked for: lenient, strict or published, or judge (leniently, and by the
  /// judge where that finds none) or judge-always.
  [[nodiscard]] Result<void> set_extraction(std::string_view name);
  [[nodiscard]] std::string_view extraction_name() const;

  /// Makes this cover what an earlier part of the same run was asked for, too.
  void widen(const RunConfig& earlier);

  /// Whether this asks for all that an earlier part of the same run was asked for.
  [[nodiscard]] bool covers(const RunConfig& earlier) const;

  /// Hex digits that are the same for the same run.
  [[nodiscard]] std::string id() const;

  /// The id that a run had before addresses were part of it.
  [[nodiscard]] std::string id_without_address() const;

  [[nodiscard]] Json to_json() const;
  [[nodiscard]] static Result<RunConfig> from_json(const Json& json, const std::string& where);

 private:
  [[nodiscard]] Json identity() const;
};

/// The model, and what tells its runs apart: the label and the modes that are not the default, as
/// in "openai/gpt-5-mini [step 400] form=picture".
[[nodiscard]] std::string short_name(const RunConfig& config, const suite::Suite& suite);

/// This machine, for RunConfig::machine: {"host", "system", "processors"}.
[[nodiscard]] Json this_machine();

}  // namespace papert::run
