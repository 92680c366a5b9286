// The units of a synthesis on disk, so that it goes on after any interruption. A unit has two
// files, each written whole by renaming: its tasks, then how it ended. Without the second the first
// does not count, so a process that is killed loses no more than the units it was working on.
//
//     units/options.json      what was asked for; a folder belongs to one request
//     units/51-easy.jsonl     the tasks of a unit, in the order of its candidates
//     units/51-easy.done      its state and the checksum of its tasks
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "synth/pool.h"

namespace papert::synth {

struct UnitResult {
  std::string reference;
  Difficulty difficulty = Difficulty::kEasy;
  UnitState state;
  std::uint64_t repeated = 0;  // tasks that an earlier unit has, too; they were left out
  std::vector<SynthTask> tasks;
};

class Shards {
 public:
  /// kUsage if the folder was begun with other options, naming those that differ.
  [[nodiscard]] static Result<Shards> open(const std::filesystem::path& folder,
                                           const Json& options);

  /// Nothing if the unit was not finished, or its files do not fit together.
  [[nodiscard]] std::optional<UnitResult> read(const std::string& reference,
                                               Difficulty difficulty) const;
  [[nodiscard]] Result<void> write(const UnitResult& unit) const;

 private:
  explicit Shards(std::filesystem::path units) : units_(std::move(units)) {}
  [[nodiscard]] std::filesystem::path file(const std::string& reference, Difficulty difficulty,
                                           const char* ending) const;

  std::filesystem::path units_;
};

}  // namespace papert::synth
