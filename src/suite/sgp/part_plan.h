// Plans of machine parts: flat outlines, raised or cut one after the other along z.
//
// Lengths are whole units, so that every notation can say them exactly and the volume can be worked
// out by hand: what is raised lies side by side or on top of each other without overlap, and what
// is cut lies wholly inside what is there.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "suite/sgp/mint_draft.h"

namespace papert::sgp {

struct Node {
  int x = 0;
  int y = 0;

  friend bool operator==(const Node&, const Node&) = default;
};

/// A closed outline: straight between corners, or a circle, or a slot (two half circles joined by
/// straight sides, along x).
struct Outline {
  enum class Kind { kCorners, kCircle, kSlot };
  Kind kind = Kind::kCorners;
  std::vector<Node> corners;  // counter-clockwise, the first with the smallest x, then y
  Node center;                // of a circle, or the left half circle of a slot
  int radius = 0;
  int length = 0;  // between the centres of a slot's half circles

  [[nodiscard]] double area() const;
  [[nodiscard]] std::size_t sides() const;  // faces that it makes when extruded
};

[[nodiscard]] Outline box_outline(Node low, Node high);
[[nodiscard]] Outline circle_outline(Node center, int radius);
[[nodiscard]] Outline slot_outline(Node left, int radius, int length);
/// `low` is the smallest corner of the box around it; the corners lie on whole units, so that the
/// sides are only nearly equal.
[[nodiscard]] Outline hexagon_outline(Node low, int radius);
[[nodiscard]] Outline triangle_outline(Node low, int side);

struct PlanStep {
  Outline outline;
  std::vector<Outline> holes;
  int low = 0;  // z
  int high = 0;
  bool cut = false;
};

struct Plan {
  std::vector<PlanStep> steps;
  std::size_t faces = 0;  // that the finished part must have

  [[nodiscard]] double volume() const;  // in cubic units
};

/// All lengths fit on the grid of 8 bits: outlines span at most 120 units, heights at most 100.
[[nodiscard]] std::string to_extrude_text(const Plan& plan);

/// The short text form, a unit being a millimetre.
[[nodiscard]] std::string to_reconstruction_text(const Plan& plan);

/// The outlines of the first step as a flat sketch, a unit being a millimetre.
[[nodiscard]] std::string to_sketch_text(const Plan& plan, Random& random);

/// Builds the program and compares it with the plan: a valid single body of exactly this volume and
/// number of faces. kInternal if it is anything else.
[[nodiscard]] Result<void> verify_solid(const Plan& plan, Language language,
                                        const std::string& program);

/// A part of any family in any notation.
[[nodiscard]] Result<Minted> mint_part(Random& random);

}  // namespace papert::sgp
