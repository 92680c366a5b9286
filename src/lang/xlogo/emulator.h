// Runs programs in a world and judges them. A GridRun packs its task once (moves, matches and lines
// as arrays by cell and direction) and then judges any number of programs without allocating.
//
//     GridRun run(task);
//     Judgement result = run.run(program);
//     if (!result.success()) puts(run.explain(program, result).c_str());
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lang/xlogo/machine.h"
#include "lang/xlogo/run_types.h"
#include "lang/xlogo/task.h"
#include "lang/xlogo/v2_task.h"
#include "lang/xlogo/v2_walker.h"

namespace papert::lang::xlogo {

struct Judgement {
  std::optional<Crash> crash;
  std::optional<bool> goal;         // unknown after a crash
  std::optional<bool> constraints;  // unknown after a crash
  int calls = 0;
  /// Strict reference only: the released emulator ends in an exception here and gives no verdict,
  /// so goal and constraints are unknown.
  bool raises = false;

  [[nodiscard]] bool success() const {
    return !crash && goal.value_or(false) && constraints.value_or(false);
  }
};

struct RunRules {
  /// Judges as the released emulator does, slips included; see docs/xlogo.md.
  bool strict_reference = false;
};

/// One executed command, for pictures and explanations.
struct TraceStep {
  std::uint32_t block = 0;
  State after;
};

struct Trace {
  State start;
  std::vector<TraceStep> steps;  // without the one that crashed
  std::optional<Crash> crash;
};

class GridRun {
 public:
  explicit GridRun(const Task& task, RunRules options = {});

  /// Not for several threads at once: the scratch memory is its own.
  [[nodiscard]] Judgement run(const Program& program);

  /// A program of the second dialect, under constraints of its own instead of the task's.
  [[nodiscard]] Judgement run(const v2::Program& program, const v2::Constraints& constraints);

  /// How much of the goal the last run reached, from 0 to 1 and 1 only for all of it: of what is to
  /// be drawn the lines that are there, of those and the ones that do not belong; of what is to be
  /// collected the part that was; of a sum how near it came. What goes beyond the goal counts
  /// against it. 0 where a forbidden cell was visited, and after a crash.
  [[nodiscard]] double goal_share(const Judgement& judgement) const;

  /// One sentence: what went wrong and where ("hits the wall north of (2,1) at command 5, line 7"),
  /// or that it succeeds.
  [[nodiscard]] std::string explain(const Program& program, const Judgement& judgement);
  [[nodiscard]] std::string explain(const v2::Program& program, const v2::Constraints& constraints,
                                    const Judgement& judgement);

 private:
  enum Mark : std::uint8_t { kItem = 1, kForbidden = 2, kMatch = 4 };
  struct DrawWatch;
  struct VisitWatch;
  struct SequenceWatch;

  void pack_picture();
  void pack_objectives();
  void pack_sequence(const std::vector<Spec>& specs);
  void forget_last_run();
  /// What was visited of what the goal speaks of.
  struct Visits {
    std::size_t matched = 0;
    std::size_t other = 0;  // items that do not match
    std::int64_t sum = 0;   // of the counts of those that match
    bool forbidden = false;
  };
  [[nodiscard]] Visits count_visits() const;
  [[nodiscard]] double picture_share() const;

  void visit(std::size_t cell);
  void visit_in_sequence(std::size_t cell);

  template <class Run>
  [[nodiscard]] std::optional<Crash> execute_by(Run run);
  [[nodiscard]] std::optional<Crash> execute(const Program& program);
  [[nodiscard]] std::optional<Crash> execute(const v2::Program& program);
  [[nodiscard]] bool goal_reached() const;
  [[nodiscard]] bool picture_drawn() const;
  [[nodiscard]] bool sequence_kept() const;
  [[nodiscard]] std::string explain_goal() const;
  [[nodiscard]] std::string explain_picture() const;
  [[nodiscard]] std::string explain_forbidden() const;
  [[nodiscard]] std::string explain_decisive() const;
  [[nodiscard]] std::string explain_sequence() const;

  World world_;
  Goal goal_;
  Constraints constraints_;
  RunRules options_;
  Machine machine_;
  std::optional<v2::Walker> walker_;  // once a program of the second dialect came

  bool draws_ = false;
  std::optional<Objective> decisive_;  // the last that is neither draw nor forbid
  bool unknown_item_ = false;          // an item the reference has no place for
  bool goal_raises_ = false;

  std::vector<std::uint8_t> wanted_;  // by edge: colour + 1; 0 where no line belongs
  std::size_t wanted_lines_ = 0;
  std::vector<std::uint8_t> marks_;            // by cell: Mark bits
  std::vector<std::int32_t> counts_;           // by cell: of the item that matches
  std::size_t matches_ = 0;                    // cells that match
  std::vector<std::uint32_t> sequence_begin_;  // by cell: its part of sequence_specs_
  std::vector<std::uint32_t> sequence_specs_;  // the specs of a concat that a cell matches

  // What the last run did.
  std::vector<std::uint8_t> drawn_;  // by edge: colour + 1
  std::vector<std::uint16_t> drawn_edges_;
  std::vector<std::uint8_t> visited_;  // by cell
  std::vector<std::uint16_t> visited_cells_;
  std::vector<std::uint32_t> sequence_seen_;  // by spec: the number of the visit that matched it
  std::uint32_t visits_ = 0;
  std::optional<std::uint32_t> seen_twice_;  // a spec that a second visit matched
};

/// Every state a program goes through in a world.
[[nodiscard]] Trace trace(const World& world, const Program& program);
[[nodiscard]] Trace trace(const World& world, const v2::Program& program);

}  // namespace papert::lang::xlogo
