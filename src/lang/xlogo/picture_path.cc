// Arrows lie kBeside units to the right of the line between two cell middles and stop as far from
// each middle, where a curve leads on to the next arrow. Every arrow and every curve is drawn once,
// however often a loop repeats it, so a picture stays small whatever the program does.
#include "lang/xlogo/picture_path.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "lang/xlogo/picture_shapes.h"

namespace papert::lang::xlogo {
namespace {

constexpr double kBeside = 9;
constexpr std::string_view kPathColor = "#00838F";

struct Point {
  double x = 0;
  double y = 0;
};

std::size_t at(Direction d) { return static_cast<std::size_t>(d); }

/// From the middle of a cell: `ahead` in a direction and `right` to its right.
Point place(int x, int y, Direction d, double ahead, double right) {
  const Direction side = turned(d, 1);
  return {middle(x) + ahead * kStepX[at(d)] + right * kStepX[at(side)],
          middle(y) + ahead * kStepY[at(d)] + right * kStepY[at(side)]};
}

struct Move {
  int x = 0;  // of the cell left
  int y = 0;
  Direction moving = Direction::kNorth;
  bool backward = false;
  friend auto operator<=>(const Move&, const Move&) = default;
};

/// Leaving a cell in one direction after entering it in another.
struct Turn {
  int x = 0;
  int y = 0;
  Direction in = Direction::kNorth;
  Direction out = Direction::kNorth;
  friend auto operator<=>(const Turn&, const Turn&) = default;
};

struct Way {
  std::vector<Move> moves;  // all of them, in order
  std::optional<Move> cut;  // the one that crashed
};

Way way_of(const Trace& path) {
  Way way;
  State here = path.start;
  for (const TraceStep& step : path.steps) {
    for (const Direction d :
         {Direction::kNorth, Direction::kEast, Direction::kSouth, Direction::kWest}) {
      if (step.after.x == here.x + kStepX[at(d)] && step.after.y == here.y + kStepY[at(d)]) {
        way.moves.push_back({here.x, here.y, d, d != here.heading});
      }
    }
    here = step.after;
  }
  if (path.crash && path.crash->kind != CrashKind::kExceedMaxCalls) {
    way.cut = Move{here.x, here.y, path.crash->moving, path.crash->moving != here.heading};
  }
  return way;
}

void append_arrow(std::string& out, const Move& move, bool cut) {
  const double end = cut ? kCell / 2 - 4 : kCell - kBeside;
  const Point a = place(move.x, move.y, move.moving, kBeside, kBeside);
  const Point b = place(move.x, move.y, move.moving, end, kBeside);
  out += fmt::format("<path d='M{:g} {:g}L{:g} {:g}'{}/>", a.x, a.y, b.x, b.y,
                     move.backward ? " stroke-dasharray='7 7'" : "");
  if (cut) return;
  const Point tip = place(move.x, move.y, move.moving, 56, kBeside);
  const Point left = place(move.x, move.y, move.moving, 44, kBeside - 7);
  const Point right = place(move.x, move.y, move.moving, 44, kBeside + 7);
  out += fmt::format("<path d='M{:g} {:g}L{:g} {:g} {:g} {:g}Z' fill='{}'/>", tip.x, tip.y, left.x,
                     left.y, right.x, right.y, kPathColor);
}

void append_turn(std::string& out, const Turn& turn) {
  const int quarters = (static_cast<int>(turn.out) - static_cast<int>(turn.in)) & 3;
  if (quarters == 1) return;  // a right turn: the arrows meet
  const Point a = place(turn.x, turn.y, turn.in, -kBeside, kBeside);
  const Point b = place(turn.x, turn.y, turn.out, kBeside, kBeside);
  const Point bend = quarters == 0   ? place(turn.x, turn.y, turn.in, 0, kBeside)
                     : quarters == 2 ? place(turn.x, turn.y, turn.in, 2 * kBeside, 0)
                                     : place(turn.x, turn.y, turn.in, kBeside, kBeside);
  out +=
      fmt::format("<path d='M{:g} {:g}Q{:g} {:g} {:g} {:g}'/>", a.x, a.y, bend.x, bend.y, b.x, b.y);
}

}  // namespace

std::string edges_svg(const Edges& edges) {
  std::array<std::string, kColors.size()> paths;
  for (const auto& [edge, color] : edges) {
    paths[static_cast<std::size_t>(color)] +=
        fmt::format("M{:g} {:g}{}", middle(edge.x), middle(edge.y), edge.down ? "v100" : "h100");
  }
  std::string out = "<g fill='none' stroke-linecap='round'>";
  const auto append = [&](Color color, std::string_view stroke, int width) {
    const std::string& path = paths[static_cast<std::size_t>(color)];
    if (path.empty()) return;
    out += fmt::format("<path d='{}' stroke='{}' stroke-width='{}'/>", path, stroke, width);
  };
  append(Color::kWhite, "#78909C", 15);
  append(Color::kYellow, "#A68A00", 13);
  for (std::size_t i = 0; i < kColors.size(); ++i) {
    append(static_cast<Color>(i), kColors[i].hex, 10);
  }
  return out + "</g>";
}

std::string arrows_svg(const Trace& path) {
  const Way way = way_of(path);
  std::set<Move> moves(way.moves.begin(), way.moves.end());
  std::set<Turn> turns;
  for (std::size_t i = 0; i < way.moves.size(); ++i) {
    const Move* next = i + 1 < way.moves.size() ? &way.moves[i + 1] : way.cut ? &*way.cut : nullptr;
    if (next != nullptr) turns.insert({next->x, next->y, way.moves[i].moving, next->moving});
  }
  std::string out = fmt::format(
      "<g fill='none' stroke='{}' stroke-width='4' stroke-linecap='round' "
      "stroke-linejoin='round'>",
      kPathColor);
  for (const Move& move : moves) append_arrow(out, move, false);
  for (const Turn& turn : turns) append_turn(out, turn);
  if (way.cut) append_arrow(out, *way.cut, true);
  if (!way.moves.empty()) {
    const Move& first = way.moves.front();
    const Move& last = way.moves.back();
    const Point start = place(first.x, first.y, first.moving, kBeside, kBeside);
    const Point end = place(last.x, last.y, last.moving, kCell - kBeside, kBeside);
    out +=
        fmt::format("<circle cx='{:g}' cy='{:g}' r='4' fill='{}'/>", start.x, start.y, kPathColor);
    if (!way.cut) {
      out += fmt::format("<circle cx='{:g}' cy='{:g}' r='7' fill='#FFFFFF'/>", end.x, end.y);
    }
  }
  return out + "</g>";
}

std::string crash_svg(const Trace& path) {
  if (!path.crash) return {};
  const State& here = path.steps.empty() ? path.start : path.steps.back().after;
  const bool placed = path.crash->kind != CrashKind::kExceedMaxCalls;
  const Point p =
      place(here.x, here.y, path.crash->moving, placed ? kCell / 2 : 0, placed ? kBeside : 0);
  return fmt::format("<g transform='translate({:g} {:g})'>{}</g>", p.x, p.y, burst_svg());
}

}  // namespace papert::lang::xlogo
