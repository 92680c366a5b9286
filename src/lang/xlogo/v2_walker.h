// Runs programs of the second dialect on the moves of a Machine: a world has one table of moves for
// both dialects. A program becomes a list of operations with jumps; functions are called by a stack
// of places to return to, which is never deeper than there are functions.
//
// Everything that is executed counts as a step: commands, and also every test of a condition, every
// round of a loop and every call of a function. So what does nothing for ever ends as what does too
// much.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "lang/xlogo/machine.h"
#include "lang/xlogo/task.h"
#include "lang/xlogo/v2_program.h"

namespace papert::lang::xlogo::v2 {

inline constexpr int kMaxSteps = kMaxCalls;

class Walker {
 public:
  explicit Walker(const World& world);

  /// As Machine::run. The machine is that of the same world. Blocks are numbered as in line_of().
  template <class Observer>
  std::optional<Crash> run(const Machine& machine, const Program& program, Observer& observer);

  /// Commands executed in the last run.
  [[nodiscard]] int calls() const { return calls_; }

  /// Whether a test holds for a turtle in this cell with this heading.
  [[nodiscard]] bool holds(const Machine& machine, const Test& test, std::size_t cell,
                           unsigned heading) const {
    if (test.sensor == Sensor::kBlocked) {
      return (machine.entered(cell * 4 + heading) < 0) != test.negated;
    }
    const std::uint8_t there = test.sensor == Sensor::kItem ? names_[cell] : colors_[cell];
    return (there == test.value) != test.negated;
  }

 private:
  enum class OpKind : std::uint8_t {
    kForward,
    kBack,
    kLeft,
    kRight,
    kSetPen,
    kRepeat,
    kNext,    // a round is over: back to `where`, or on
    kTest,    // to `where` unless the condition holds
    kJump,    // to `where`
    kCall,    // the function at `where`
    kReturn,  // from a function, or from run: the end
  };
  struct Op {
    OpKind kind = OpKind::kReturn;
    std::uint8_t times = 0;
    Pen pen;
    std::uint32_t where = 0;
    std::uint32_t block = 0;
    const Condition* condition = nullptr;
  };
  static constexpr std::uint8_t kNothing = 0xff;

  void pack(const Program& program);
  void pack_blocks(const std::vector<Block>& blocks, std::size_t begin, std::size_t end);
  [[nodiscard]] bool holds(const Machine& machine, const Condition& condition, std::size_t cell,
                           unsigned heading) const {
    for (std::size_t i = 0; i < condition.size; ++i) {
      if (holds(machine, condition.tests[i], cell, heading) == condition.any) return condition.any;
    }
    return !condition.any;
  }

  std::vector<std::uint8_t> names_;   // by cell: of the item there, or kNothing
  std::vector<std::uint8_t> colors_;  // by cell
  std::vector<Op> ops_;
  std::vector<std::uint32_t> entries_;  // of functions
  std::uint32_t numbered_ = 0;          // blocks before the function that is packed
  std::vector<std::uint32_t> returns_;
  std::vector<std::uint8_t> rounds_;
  int calls_ = 0;
};

template <class Observer>
std::optional<Crash> Walker::run(const Machine& machine, const Program& program,
                                 Observer& observer) {
  pack(program);
  std::size_t cell = machine.start();
  auto heading = static_cast<unsigned>(machine.heading());
  Pen pen;
  const int width = machine.width();
  const auto state = [&] {
    return State{static_cast<int>(cell) % width, static_cast<int>(cell) / width,
                 static_cast<Direction>(heading), pen};
  };
  calls_ = 0;
  returns_.clear();
  rounds_.clear();
  std::size_t at = entries_.back();
  for (int steps = 0;; ++at) {
    const Op& op = ops_[at];
    if (op.kind == OpKind::kReturn) {
      if (returns_.empty()) return std::nullopt;
      at = returns_.back();
      returns_.pop_back();
      continue;
    }
    if (op.kind == OpKind::kJump) {
      at = std::size_t{op.where} - 1;
      continue;
    }
    if (op.kind == OpKind::kRepeat) {
      rounds_.push_back(op.times);
      continue;
    }
    if (++steps > kMaxSteps) {
      return Crash{.kind = CrashKind::kExceedMaxCalls, .call = steps, .block = op.block};
    }
    switch (op.kind) {
      case OpKind::kNext:
        if (--rounds_.back() == 0) {
          rounds_.pop_back();
        } else {
          at = op.where;
        }
        continue;
      case OpKind::kTest:
        if (!holds(machine, *op.condition, cell, heading)) at = std::size_t{op.where} - 1;
        continue;
      case OpKind::kCall:
        returns_.push_back(static_cast<std::uint32_t>(at));
        at = std::size_t{op.where} - 1;
        continue;
      default:
        break;
    }
    ++calls_;
    if (op.kind == OpKind::kLeft) {
      heading = (heading + 3) & 3U;
    } else if (op.kind == OpKind::kRight) {
      heading = (heading + 1) & 3U;
    } else if (op.kind == OpKind::kSetPen) {
      pen = op.pen;
    } else {
      const unsigned direction = op.kind == OpKind::kBack ? heading ^ 2U : heading;
      const std::size_t slot = cell * 4 + direction;
      if (machine.entered(slot) < 0) return machine.crash_at(slot, calls_, op.block);
      cell = static_cast<std::size_t>(machine.entered(slot));
      observer.moved(slot, cell, pen.value_or(Color::kBlack));
    }
    observer.executed(op.block, state);
  }
}

}  // namespace papert::lang::xlogo::v2
