// How far the rules of comparison can be trusted: minted programs, variants that draw the same and
// variants that do not (variants.h), and what each rule says of them.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "raster/image.h"
#include "study/variants.h"
#include "suite/suite.h"
#include "suite/turtleai/drawing_verdict.h"

namespace papert::study {

inline constexpr std::array<suite::turtleai::Rule, 2> kAllRules{suite::turtleai::Rule::kPixel,
                                                                suite::turtleai::Rule::kFaithful};
inline constexpr std::array<std::string_view, 2> kRuleNames{"pixel", "faithful"};

/// A variant, and whether each rule takes it for the original.
struct Trial {
  std::string id;  // of the program's task
  scene::Scene original;
  Variant variant;
  std::array<bool, kAllRules.size()> judged_same{};
  std::array<double, kAllRules.size()> similarity{};

  [[nodiscard]] bool correct(std::size_t rule) const { return judged_same[rule] == variant.same; }
};

/// How often each rule was correct.
struct Tally {
  std::string kind;
  bool same = false;
  std::size_t trials = 0;
  std::array<std::size_t, kAllRules.size()> correct{};

  [[nodiscard]] double accuracy(std::size_t rule) const {
    return trials == 0 ? 0 : static_cast<double>(correct[rule]) / static_cast<double>(trials);
  }
};

struct EquivalenceReport {
  std::size_t programs = 0;
  std::vector<Tally> kinds;
  Tally all;
  std::vector<Trial> failures;  // at least one rule was not correct
};

struct EquivalenceOptions {
  std::int64_t seed = 0;
  std::size_t count = 200;  // programs: seeds from `seed` on, in each difficulty
  score::Keep keep;         // what the rules are asked to keep, too
};

/// The original and the variant side by side.
[[nodiscard]] raster::Image picture_of(const Trial& trial);

[[nodiscard]] Result<EquivalenceReport> try_rules(const EquivalenceOptions& options,
                                                  const suite::WriteOptions& write);

[[nodiscard]] Json to_json(const EquivalenceReport& report);

/// Picture and program of every trial that a rule got wrong, in a folder for each rule.
[[nodiscard]] Result<void> write_failures(const std::filesystem::path& out,
                                          const EquivalenceReport& report);

}  // namespace papert::study
