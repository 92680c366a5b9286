// All programs, constraints and goals that fit a unit, counted exactly and drawn in a seeded order,
// never held in memory: the shapes (block types only) are a list, and what each of them leaves open
// (numbers of rounds, colours, constraints, goals) is a mixed-radix number.
#pragma once

#include <cstdint>
#include <vector>

#include "lang/xlogo/task.h"
#include "synth/blanks.h"
#include "synth/code_constraints.h"
#include "synth/goals.h"
#include "synth/sketch.h"
#include "synth/unit.h"

namespace papert::synth {

class Space {
 public:
  /// `reference` is a task with its solution. At levels 0 and 1 the published rules hold, with
  /// their slips repaired; at level 2 moves and turns may become any other, and one of them may
  /// move into or out of a neighbouring body: as many such changes as it takes to have thousands of
  /// shapes.
  [[nodiscard]] static Space of(const lang::xlogo::Task& reference, Difficulty difficulty,
                                int level, Rules rules = Rules::kRepaired);

  [[nodiscard]] std::uint64_t codes() const { return codes_; }      // different programs
  [[nodiscard]] std::uint64_t pairs() const { return pairs_; }      // with constraints
  [[nodiscard]] std::uint64_t candidates() const { return size_; }  // with goals, too

  /// The i-th candidate in the order of a seed. Shapes take turns, so no variant of colours crowds
  /// out a shape; nothing comes twice before everything came once, after which it begins anew (the
  /// same candidate, another world). The space must not be empty. Of a hard unit all programs with
  /// two more blocks come first, then those with one more, then those with none.
  [[nodiscard]] Candidate candidate(std::int64_t seed, std::uint64_t i) const;

 private:
  struct Variants {
    Shape shape;
    std::uint64_t constraints = 0;  // how many sets fit
  };
  /// Rounds in which the first `shapes` of a tier take turns.
  struct Phase {
    std::uint64_t first_round = 0;
    std::uint64_t rounds = 0;
    std::uint64_t shapes = 0;
  };
  struct Tier {                    // programs of one length, or of lengths that mix
    std::vector<Variants> shapes;  // those with most variants first
    std::vector<Phase> phases;
    std::uint64_t size = 0;
  };

  Space(const lang::xlogo::Task& reference, Difficulty difficulty, Rules rules);
  void add_tier(const std::vector<Shape>& shapes);
  [[nodiscard]] std::uint64_t variants(const Variants& of) const;
  [[nodiscard]] Candidate of_variant(const Variants& of, std::uint64_t index) const;

  Blanks blanks_;
  CodeConstraints constraints_;
  Goals goals_;
  std::vector<Tier> tiers_;
  std::uint64_t codes_ = 0;
  std::uint64_t pairs_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace papert::synth
