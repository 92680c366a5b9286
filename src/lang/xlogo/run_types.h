// What a run can end in, and the states it goes through.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "lang/xlogo/vocabulary.h"

namespace papert::lang::xlogo {

inline constexpr int kMaxCalls = 100'000;  // primitives executed, setpc included

enum class CrashKind : std::uint8_t {
  kWall,
  kOutOfWorld,
  kForbiddenArea,
  kGridNotExist,
  kExceedMaxCalls
};
inline constexpr std::array<std::string_view, 5> kCrashNames{
    "WALL", "OUT_OF_WORLD", "FORBIDDEN_AREA", "GRID_NOT_EXIST", "EXCEED_MAX_CALLS"};

struct Crash {
  CrashKind kind = CrashKind::kWall;
  int x = 0;  // the tile left for a wall, the tile entered otherwise; meaningless past the calls
  int y = 0;
  Direction moving = Direction::kNorth;
  int call = 0;             // which command, from 1
  std::uint32_t block = 0;  // which block of the program
  friend bool operator==(const Crash&, const Crash&) = default;
};

struct State {
  int x = 0;
  int y = 0;
  Direction heading = Direction::kNorth;
  Pen pen;
  friend bool operator==(const State&, const State&) = default;
};

}  // namespace papert::lang::xlogo
