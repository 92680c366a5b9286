// What a run is. Two runs with the same suite, data, model, prompt and settings are the same run,
// whatever part of it was asked for: raising the limit or the number of epochs continues it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "model/model.h"
#include "run/judge.h"
#include "suite/suite.h"

namespace papert::run {

/// How replies can be read without a judge, and the name of each.
inline constexpr std::array<suite::Extraction, 3> kReadings{
    suite::Extraction::kLenient, suite::Extraction::kStrict, suite::Extraction::kPublished};
[[nodiscard]] std::string_view reading_name(suite::Extraction extraction);

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
  suite::Extraction extraction = suite::Extraction::kLenient;
  Judging judging = Judging::kNever;
  std::string judge;  // the model that judges; empty: none
  std::int64_t answer_retries = 0;
  std::string model;
  model::Sampling sampling;
  std::string prompt_name;  // "default" or the template's path
  std::string prompt_text;  // the template
  std::int64_t epochs = 1;
  std::string limit;  // as given, for the record

  /// How answers are looked for: lenient, strict or published, or judge (leniently, and by the judge where
  /// that finds none) or judge-always.
  [[nodiscard]] Result<void> set_extraction(std::string_view name);
  [[nodiscard]] std::string_view extraction_name() const;

  /// Makes this cover what an earlier part of the same run was asked for, too.
  void widen(const RunConfig& earlier);

  /// Hex digits that are the same for the same run.
  [[nodiscard]] std::string id() const;
  [[nodiscard]] Json to_json() const;
  [[nodiscard]] static Result<RunConfig> from_json(const Json& json, const std::string& where);
};

}  // namespace papert::run
