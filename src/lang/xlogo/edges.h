// Lines between the middles of neighbouring cells, whatever end they were drawn from.
#pragma once

#include <compare>
#include <map>

#include "lang/xlogo/emulator.h"

namespace papert::lang::xlogo {

/// The upper or left of two neighbouring cells, and whether the other is below (else to the right).
struct Edge {
  int y = 0;
  int x = 0;
  bool down = false;
  friend auto operator<=>(const Edge&, const Edge&) = default;
};
using Edges = std::map<Edge, Color>;  // row by row

/// The world's lines.
[[nodiscard]] Edges line_edges(const World& world);

/// What the pen draws along a path; the last colour stays.
[[nodiscard]] Edges drawn_edges(const Trace& path);

}  // namespace papert::lang::xlogo
