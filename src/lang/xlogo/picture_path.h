// The way of a program over a task picture.
#pragma once

#include <string>

#include "lang/xlogo/edges.h"
#include "lang/xlogo/emulator.h"

namespace papert::lang::xlogo {

inline constexpr double kCell = 100;  // units of a task picture

/// The middle of a cell.
[[nodiscard]] inline double middle(int cell) { return kCell * cell + kCell / 2; }

/// Lines between the middles of cells; light ones with a darker outline.
[[nodiscard]] std::string edges_svg(const Edges& edges);

/// Arrows beside the middle of the way, on the right hand of the movement, so that going there and
/// back shows twice.
[[nodiscard]] std::string arrows_svg(const Trace& path);

/// A burst where the path crashes; empty where it does not.
[[nodiscard]] std::string crash_svg(const Trace& path);

}  // namespace papert::lang::xlogo
