// The turtle alone: a world as a table of moves, a program as a list of operations, and the loop
// that runs one in the other. What the turtle does is told to an observer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "lang/xlogo/program.h"
#include "lang/xlogo/run_types.h"
#include "lang/xlogo/task.h"

namespace papert::lang::xlogo {

class Machine {
 public:
  /// The turtle stands inside the grid.
  explicit Machine(const World& world);

  /// Runs a program. observer.moved(slot, cell, color) follows every move: the slot is the cell
  /// left and the direction of the move (cell * 4 + direction), the cell the one entered;
  /// observer.executed(block, get_state) follows every command.
  template <class Observer>
  std::optional<Crash> run(const Program& program, Observer& observer);

  /// Of the last run.
  [[nodiscard]] int calls() const { return calls_; }
  [[nodiscard]] const std::array<std::size_t, 6>& counts() const { return counts_; }

  [[nodiscard]] std::size_t cells() const { return moves_.size() / 4; }
  [[nodiscard]] std::size_t start() const { return start_; }
  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] Direction heading() const { return heading_; }

  /// By slot: the cell that a move enters; negative where it crashes.
  [[nodiscard]] std::int16_t entered(std::size_t slot) const { return moves_[slot]; }
  /// Of a move that does.
  [[nodiscard]] Crash crash_at(std::size_t slot, int call, std::uint32_t block) const;

  /// An edge is named by its cell to the west or north: twice the cell, plus one if it goes down.
  [[nodiscard]] std::size_t edge(std::size_t slot) const { return edges_[slot]; }

 private:
  enum class OpKind : std::uint8_t {
    kForward,
    kBack,
    kLeft,
    kRight,
    kSetPen,
    kRepeat,
    kNext,
    kEnd
  };
  struct Op {
    OpKind kind = OpKind::kEnd;
    std::uint8_t value = 0;   // kRepeat: times; kSetPen: the colour, or kNoPen
    std::uint32_t where = 0;  // kNext: its kRepeat; else the block
  };
  static constexpr std::uint8_t kNoPen = 0xff;

  /// Turns the turtle or changes its pen; false for moves.
  static bool turn(const Op& op, unsigned& heading, Pen& pen) {
    switch (op.kind) {
      case OpKind::kLeft:
        heading = (heading + 3) & 3;
        return true;
      case OpKind::kRight:
        heading = (heading + 1) & 3;
        return true;
      case OpKind::kSetPen:
        pen = op.value == kNoPen ? Pen() : Pen(static_cast<Color>(op.value));
        return true;
      default:
        return false;
    }
  }

  void pack(const Program& program);
  void close_loop();

  int width_ = 0;
  std::size_t start_ = 0;
  Direction heading_ = Direction::kNorth;
  std::vector<std::int16_t> moves_;   // by slot: the cell entered, or -1 - CrashKind
  std::vector<std::uint16_t> edges_;  // by slot

  std::vector<Op> ops_;
  std::vector<std::uint32_t> open_;   // while packing: kRepeat operations not yet closed
  std::vector<std::uint32_t> ends_;   // and the blocks that end them
  std::vector<std::uint8_t> rounds_;  // while running: rounds left of each open loop
  std::array<std::size_t, 6> counts_{};
  int calls_ = 0;
};

template <class Observer>
std::optional<Crash> Machine::run(const Program& program, Observer& observer) {
  pack(program);
  std::size_t cell = start_;
  auto heading = static_cast<unsigned>(heading_);
  Pen pen;
  std::uint8_t* round = rounds_.data();
  const auto state = [&] {
    return State{static_cast<int>(cell) % width_, static_cast<int>(cell) / width_,
                 static_cast<Direction>(heading), pen};
  };
  calls_ = 0;
  for (const Op* op = ops_.data();; ++op) {
    if (op->kind == OpKind::kRepeat) {
      *round++ = op->value;
      continue;
    }
    if (op->kind == OpKind::kNext) {
      if (--round[-1] == 0) {
        --round;
      } else {
        op = ops_.data() + op->where;
      }
      continue;
    }
    if (op->kind == OpKind::kEnd) return std::nullopt;
    if (++calls_ > kMaxCalls) {
      return Crash{.kind = CrashKind::kExceedMaxCalls, .call = calls_, .block = op->where};
    }
    if (!turn(*op, heading, pen)) {
      const unsigned direction = op->kind == OpKind::kBack ? heading ^ 2U : heading;
      const std::size_t slot = cell * 4 + direction;
      if (moves_[slot] < 0) return crash_at(slot, calls_, op->where);
      cell = static_cast<std::size_t>(moves_[slot]);
      observer.moved(slot, cell, pen.value_or(Color::kBlack));
    }
    observer.executed(op->where, state);
  }
}

}  // namespace papert::lang::xlogo
