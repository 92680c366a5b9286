// A drawing on the canonical sheet as straight pieces and closed parts, for rules about it. Lines
// that go on from each other are one, whatever their colours. Private to this folder.
#pragma once

#include <cstddef>
#include <vector>

#include "scene/canonical.h"
#include "scene/scene.h"

namespace papert::datagen::detail {

struct Segment {
  scene::Point from;
  scene::Point to;
  std::size_t id = 0;
  bool arc = false;  // of a circle: between neighbours of its length, with a small turn

  [[nodiscard]] double length() const;
  [[nodiscard]] scene::Point at(double share) const;
  [[nodiscard]] double distance(const scene::Point& point) const;
};

/// A stretch of a line that comes back to where it began, or what is left of one.
struct Part {
  double length = 0;
  std::size_t sides = 0;
  double roundness = 0;  // length by the farthest distance from its middle
  bool closed = false;
  std::size_t arcs = 0;  // of its sides
  scene::Point middle;
  double radius = 0;

  /// The same shape up to place, turn and size; single lines are not called alike.
  [[nodiscard]] bool is_like(const Part& other) const;
  /// The same sort of shape: as many corners, or round as well.
  [[nodiscard]] bool is_kind_of(const Part& other) const;
};

/// An end of a line that does not close. All other ends of segments meet another.
struct LooseEnd {
  scene::Point place;
  std::size_t segment = 0;  // the id of its own
};

struct Strokes {
  std::vector<Segment> segments;  // of lines, and of areas and discs that have no line around them
  std::vector<Part> parts;
  std::vector<LooseEnd> ends;  // of lines that do not close
  std::vector<scene::Color> colors;
  double length = 0;

  /// Directions of straight segments, 5 degrees apart; all arcs together are one.
  [[nodiscard]] std::size_t directions() const;
};

[[nodiscard]] Strokes strokes_of(const scene::Scene& scene);

}  // namespace papert::datagen::detail
