// Every move is decided when the world is packed: the four checks depend on nothing but the tile
// left and the direction. What remains per move is one look-up.
//
// A program becomes operations: a repeat, its body, and a step back to it. Repeats that contain no
// command are left out, since they would take time (twelve to the power of their depth) without
// ever counting as a call.

#include "lang/xlogo/machine.h"

#include <algorithm>
#include <cassert>

namespace papert::lang::xlogo {
namespace {

std::int16_t outcome(const World& world, int x, int y, Direction direction) {
  const auto crash = [](CrashKind kind) {
    return static_cast<std::int16_t>(-1 - static_cast<int>(kind));
  };
  if (world.tile(x, y).wall(direction)) return crash(CrashKind::kWall);
  const int to_x = x + kStepX[static_cast<std::size_t>(direction)];
  const int to_y = y + kStepY[static_cast<std::size_t>(direction)];
  if (!world.inside(to_x, to_y)) return crash(CrashKind::kOutOfWorld);
  const Tile& tile = world.tile(to_x, to_y);
  if (!tile.present || !tile.allowed) return crash(CrashKind::kForbiddenArea);
  if (!tile.exists) return crash(CrashKind::kGridNotExist);
  return static_cast<std::int16_t>(world.index(to_x, to_y));
}

}  // namespace

Machine::Machine(const World& world)
    : width_(world.width),
      start_(world.index(world.turtle_x, world.turtle_y)),
      heading_(world.heading) {
  assert(world.inside(world.turtle_x, world.turtle_y));
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) {
      for (unsigned d = 0; d < 4; ++d) {
        const auto direction = static_cast<Direction>(d);
        moves_.push_back(outcome(world, x, y, direction));
        const bool backwards = direction == Direction::kNorth || direction == Direction::kWest;
        const std::int16_t to = moves_.back();
        const std::size_t first =
            backwards && to >= 0 ? static_cast<std::size_t>(to) : world.index(x, y);
        edges_.push_back(static_cast<std::uint16_t>(2 * first + (d % 2 == 0 ? 1 : 0)));
      }
    }
  }
}

void Machine::close_loop() {
  const std::uint32_t repeat = open_.back();
  open_.pop_back();
  ends_.pop_back();
  if (ops_.size() == repeat + 1 || ops_[repeat].value == 0) {
    ops_.resize(repeat);
  } else {
    ops_.push_back({.kind = OpKind::kNext, .where = repeat});
  }
}

void Machine::pack(const Program& program) {
  ops_.clear();
  counts_ = {};
  std::size_t depth = 0;
  for (std::uint32_t i = 0; i < program.blocks.size(); ++i) {
    const Block& block = program.blocks[i];
    ++counts_[static_cast<std::size_t>(block.type)];
    Op op{.where = i};
    switch (block.type) {
      case BlockType::kRepeat:
        op.kind = OpKind::kRepeat;
        op.value = block.times;
        open_.push_back(static_cast<std::uint32_t>(ops_.size()));
        ends_.push_back(i + block.body);
        depth = std::max(depth, open_.size());
        break;
      case BlockType::kSetPen:
        op.kind = OpKind::kSetPen;
        op.value = block.pen ? static_cast<std::uint8_t>(*block.pen) : kNoPen;
        break;
      default:
        op.kind = static_cast<OpKind>(block.type);
    }
    ops_.push_back(op);
    while (!ends_.empty() && ends_.back() == i) close_loop();
  }
  assert(open_.empty());
  ops_.push_back({.kind = OpKind::kEnd});
  if (rounds_.size() < depth) rounds_.resize(depth);
}

Crash Machine::crash_at(std::size_t slot, int call, std::uint32_t block) const {
  Crash crash{.kind = static_cast<CrashKind>(-1 - moves_[slot]),
              .x = static_cast<int>(slot / 4) % width_,
              .y = static_cast<int>(slot / 4) / width_,
              .moving = static_cast<Direction>(slot % 4),
              .call = call,
              .block = block};
  if (crash.kind != CrashKind::kWall) {
    crash.x += kStepX[slot % 4];
    crash.y += kStepY[slot % 4];
  }
  return crash;
}

}  // namespace papert::lang::xlogo
