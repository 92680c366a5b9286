// The shape language: a program is a list of shapes on a 512 x 512 canvas, painted in order.
//
//     filled_circle(cx=256, cy=256, radius=100)
//     square(cx=40, cy=60, size=31, stroke=2)
//
// Program is the parsed form; parse.h reads it from text, serialise writes its canonical text and
// to_scene resolves it for the raster.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "scene/pixel_scene.h"

namespace papert::lang::shapes {

inline constexpr int kCanvasSize = 512;
inline constexpr int kMinExtent = 1;
inline constexpr int kMaxExtent = 512;
inline constexpr int kMinStroke = 1;

enum class Kind { kFilledCircle, kCircle, kFilledSquare, kSquare };

/// Every kind, in the order of the published inventory.
inline constexpr std::array<Kind, 4> kKinds = {Kind::kFilledCircle, Kind::kCircle,
                                               Kind::kFilledSquare, Kind::kSquare};

/// A shape as written; the parser only makes shapes that keep the ranges below.
struct Shape {
  Kind kind = Kind::kFilledCircle;
  int cx = 0;      // 0 .. kCanvasSize - 1
  int cy = 0;      // 0 .. kCanvasSize - 1
  int extent = 0;  // radius of a circle, side of a square: kMinExtent .. kMaxExtent
  int stroke = 0;  // kMinStroke .. max_stroke(kind, extent); 0 for filled kinds

  friend bool operator==(const Shape&, const Shape&) = default;
};

struct Program {
  std::vector<Shape> shapes;

  friend bool operator==(const Program&, const Program&) = default;
};

constexpr bool is_circle(Kind kind) { return kind == Kind::kFilledCircle || kind == Kind::kCircle; }
constexpr bool is_outlined(Kind kind) { return kind == Kind::kCircle || kind == Kind::kSquare; }

/// The function name of a kind: "filled_circle", "circle", "filled_square" or "square".
std::string_view kind_name(Kind kind);

/// The widest stroke of an outlined kind: the radius, or half the side rounded up.
constexpr int max_stroke(Kind kind, int extent) {
  return is_circle(kind) ? extent : std::max(1, (extent + 1) / 2);
}

/// Inclusive pixel bounds; they may reach beyond the canvas.
scene::Box bounds(const Shape& shape);

/// Canonical text: one call per line, joined by "\n", without a trailing line end.
std::string serialise(const Program& program);

scene::PixelScene to_scene(const Program& program);

/// The same into a scene whose storage is reused.
void to_scene(const Program& program, scene::PixelScene& reuse);

}  // namespace papert::lang::shapes
