// What a run has already, read from its log before anything is asked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "suite/suite.h"

namespace papert::run {

class Ledger {
 public:
  /// Reads the log of a run, which no other process writes to meanwhile. A torn last line is
  /// repaired; damaged lines go to samples.jsonl.bad and are listed by damaged().
  [[nodiscard]] static Result<Ledger> open(const suite::TaskSet& tasks,
                                           const std::filesystem::path& folder);

  /// The task of an id, or none.
  [[nodiscard]] const std::size_t* find(const std::string& id) const;

  /// Whether the sample has a score, so that it need not be asked for; whether its answer is right.
  [[nodiscard]] bool is_scored(std::size_t task, std::int64_t epoch) const;
  [[nodiscard]] bool is_right(std::size_t task, std::int64_t epoch) const;

  /// How many samples the log has, scored or not, of tasks that are not here included.
  [[nodiscard]] std::size_t samples() const { return samples_; }

  /// How many samples there will be when `epochs` of each of these tasks were asked.
  [[nodiscard]] std::size_t samples_with(const std::vector<std::size_t>& tasks,
                                         std::int64_t epochs) const;

  /// What all requests of the run have cost.
  [[nodiscard]] double spent_usd() const { return spent_usd_; }

  [[nodiscard]] const std::vector<Error>& damaged() const { return damaged_; }

 private:
  enum class State : char { kNone, kUnscored, kScored, kRight };

  [[nodiscard]] State state(std::size_t task, std::int64_t epoch) const;
  void note(std::size_t task, std::int64_t epoch, State state);

  std::unordered_map<std::string, std::size_t> index_;
  std::vector<std::vector<State>> states_;  // by task, then epoch
  std::size_t samples_ = 0;
  double spent_usd_ = 0;
  std::vector<Error> damaged_;
};

}  // namespace papert::run
