// All programs, constraints and goals that fit a unit, counted exactly and drawn in a seeded order,
// never held in memory: the shapes (block types only) are a list, and what each of them leaves open
// (numbers of rounds, colours, constraints, goals) is a mixed-radix number.
#pragma once

#include <cstdint>
#include <vector>

#include "lang/xlogo/task.h"
#include "synth/unit.h"

namespace papert::synth {

class Space {
 public:
  /// `reference` is a task with its solution. At levels 0 and 1 the published rules hold, with
  /// their slips repaired; at level 2 any move or turn may become any other, and one block may move
  /// into or out of a neighbouring body.
  [[nodiscard]] static Space of(const lang::xlogo::Task& reference, Difficulty difficulty,
                                int level);

  [[nodiscard]] std::uint64_t codes() const { return codes_; }      // different programs
  [[nodiscard]] std::uint64_t pairs() const { return pairs_; }      // with constraints
  [[nodiscard]] std::uint64_t candidates() const { return size_; }  // with goals, too

  /// The i-th candidate in the order of a seed. Shapes take turns, so no variant of colours crowds
  /// out a shape; nothing comes twice before everything came once, after which it begins anew (the
  /// same candidate, another world). The space must not be empty.
  [[nodiscard]] Candidate candidate(std::int64_t seed, std::uint64_t i) const;

 private:
  std::uint64_t codes_ = 0;
  std::uint64_t pairs_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace papert::synth
