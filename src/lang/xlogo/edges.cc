#include "lang/xlogo/edges.h"

#include <algorithm>

namespace papert::lang::xlogo {
namespace {

Edge edge_between(int x1, int y1, int x2, int y2) {
  return {.y = std::min(y1, y2), .x = std::min(x1, x2), .down = y1 != y2};
}

}  // namespace

Edges line_edges(const World& world) {
  Edges edges;
  for (const Line& line : world.lines) {
    edges[edge_between(line.x1, line.y1, line.x2, line.y2)] = line.color;
  }
  return edges;
}

Edges drawn_edges(const Trace& path) {
  Edges edges;
  const State* here = &path.start;
  for (const TraceStep& step : path.steps) {
    const State& next = step.after;
    if (next.x != here->x || next.y != here->y) {
      edges[edge_between(here->x, here->y, next.x, next.y)] = next.pen.value_or(Color::kBlack);
    }
    here = &next;
  }
  return edges;
}

}  // namespace papert::lang::xlogo
