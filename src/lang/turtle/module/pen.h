// The pen and the cursor's look: what turtle.pen() shows.
#pragma once

#include <array>
#include <cstdint>

#include "lang/turtle/module/color.h"
#include "lang/turtle/module/number.h"

namespace papert::lang::turtle {

enum class ResizeMode : std::uint8_t { kNoResize, kAuto, kUser };

using PenKeys = std::uint16_t;
enum PenKey : PenKeys {
  kShown = 1 << 0,
  kDown = 1 << 1,
  kPenColor = 1 << 2,
  kFillColor = 1 << 3,
  kPenSize = 1 << 4,
  kSpeed = 1 << 5,
  kResize = 1 << 6,
  kStretch = 1 << 7,
  kShear = 1 << 8,
  kOutline = 1 << 9,
  kTilt = 1 << 10,
  kAllKeys = (1 << 11) - 1,
};

struct Pen {
  Num shown{1, NumKind::kBool};
  Num down{1, NumKind::kBool};
  Num size{1, NumKind::kInt};
  Num speed{3, NumKind::kInt};
  Num stretch_x{1, NumKind::kFloat};
  Num stretch_y{1, NumKind::kFloat};
  Num shear{0, NumKind::kFloat};
  Num tilt{0, NumKind::kFloat};
  Num outline{1, NumKind::kInt};
  ColorId color = ColorTable::kBlack;
  ColorId fill = ColorTable::kBlack;
  ResizeMode resize = ResizeMode::kNoResize;
};

/// The matrix that stretch, shear and tilt make of a shape, row by row.
using ShapeMatrix = std::array<Num, 4>;

/// turtle.speed(speed): 1 to 10 rounded half to even, 0 for everything else.
Num normal_speed(double speed);

}  // namespace papert::lang::turtle
