// Path data: read into absolute commands, mapped by any affine map, measured, written again.
//
//     auto path = TRY(parse_path("m1 1h2v2z"));   // M1,1 L3,1 L3,3 Z
//     write_path(map_path(path, rotation(90)), 4);
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lang/svg/affine.h"

namespace papert::lang::svg {

/// An absolute command: M L C S Q T A Z. H and V have become L.
struct PathCommand {
  char letter = 'M';
  /// Control points, then the end point. Z has none; for an arc only points[2], its end.
  std::array<Point, 3> points{};
  double rx = 0;  // arcs only, as the next four
  double ry = 0;
  double angle_degrees = 0;
  bool large = false;
  bool sweep = false;
};
using Path = std::vector<PathCommand>;

/// How many of `points` a letter uses, counted from the end of the array.
int point_count(char letter);

/// The whole of a path's data. An empty text is an empty path. kBadData names the place and the
/// text there; a path that starts well and ends badly is refused as a whole. kLimit for more than
/// kMaxPathCommands.
inline constexpr std::size_t kMaxPathCommands = 200'000;
Result<Path> parse_path(std::string_view text);

/// Every number rewritten so that the drawn curve is the image of the old one. Arcs stay arcs:
/// under a stretch their radii and angle come from the singular values. The map must not be
/// singular.
Path map_path(const Path& path, const Affine& map);

/// "M1,1L3,1L3,3Z" with so many decimals (arc radii two more). The radii of half circles are
/// written slightly too small, so that rounding never takes the two halves of a circle apart.
std::string write_path(const Path& path, int decimals);

struct Bounds {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
  bool empty = true;

  void include(Point point);
};

/// The tight box of the drawn curve (extrema of the curves, not their control points).
Bounds bounds_of(const Path& path);

/// Follows a path with every implied point filled in: visit(command, from, first, second, to). For
/// a curve, first and second are the control points of the cubic; for anything else the ends.
template <class Visit>
void follow_path(const Path& path, Visit visit) {
  Point current;
  Point start;
  Point control;  // of the previous curve, for S and T
  char previous = 'M';
  for (const PathCommand& command : path) {
    const Point to = command.letter == 'Z' ? start : command.points[2];
    Point first = current;
    Point second = to;
    const bool after_cubic = previous == 'C' || previous == 'S';
    const bool after_quad = previous == 'Q' || previous == 'T';
    const Point reflected{2 * current.x - control.x, 2 * current.y - control.y};
    switch (command.letter) {
      case 'C':
      case 'S':
        first = command.letter == 'C' ? command.points[0] : (after_cubic ? reflected : current);
        second = command.points[1];
        control = second;
        break;
      case 'Q':
      case 'T': {
        control = command.letter == 'Q' ? command.points[1] : (after_quad ? reflected : current);
        first = {current.x + (control.x - current.x) * 2 / 3,
                 current.y + (control.y - current.y) * 2 / 3};
        second = {to.x + (control.x - to.x) * 2 / 3, to.y + (control.y - to.y) * 2 / 3};
        break;
      }
      default:
        break;
    }
    visit(command, current, first, second, to);
    if (command.letter == 'M') start = to;
    current = to;
    previous = command.letter;
  }
}

}  // namespace papert::lang::svg
