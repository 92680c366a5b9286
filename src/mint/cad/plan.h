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
#include "mint/draft.h"

namespace papert::mint::cad {

struct Node {
  int x = 0;
  int y = 0;

  friend bool operator==(const Node&, const Node&) = default;
};

/// A closed outline: straight between corners, or a circle, or a slot (two half circles joined by
/// straight sides, along x), or a half disc with its flat side at the bottom.
struct Outline {
  enum class Kind { kCorners, kCircle, kSlot, kHalfDisc };
  Kind kind = Kind::kCorners;
  std::vector<Node> corners;  // counter-clockwise
  Node center;                // of a circle, a half disc, or the left half circle of a slot
  int radius = 0;
  int length = 0;  // between the centres of a slot's half circles

  [[nodiscard]] double area() const;
  [[nodiscard]] std::size_t sides() const;  // faces that it makes when extruded
};

[[nodiscard]] Outline box_outline(Node low, Node high);
[[nodiscard]] Outline circle_outline(Node center, int radius);
[[nodiscard]] Outline slot_outline(Node left, int radius, int length);
[[nodiscard]] Outline half_disc_outline(Node center, int radius);
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

// How a plan is written. Without a generator it is said in the shortest way; with one, circles may
// become arcs that complete each other, sides break into pieces that lie in one line, and outlines
// with corners all have about as many pieces, so that counting words tells nothing.

/// All lengths fit on the grid of 8 bits: outlines span at most 120 units, heights at most 100.
[[nodiscard]] std::string to_extrude_text(const Plan& plan, Random* random = nullptr);

/// The short text form, a unit being a millimetre.
[[nodiscard]] std::string to_reconstruction_text(const Plan& plan, Random* random = nullptr);

/// The outlines of the first step as a flat sketch, a unit being a millimetre. With a generator the
/// pieces of all outlines are mixed, and some are drawn twice.
[[nodiscard]] std::string to_sketch_text(const Plan& plan, Random* random = nullptr);

/// Builds the program and compares it with what follows from the plan by hand: a valid single body
/// of exactly this volume and number of faces. kInternal if it is anything else.
[[nodiscard]] Result<void> verify_solid(const Plan& plan, Language language,
                                        const std::string& program);

/// Whether two sketches make the same picture, and it shows this many openings inside its outline.
[[nodiscard]] Result<bool> same_sketch(const std::string& a, const std::string& b,
                                       std::size_t openings);

/// A part of any family in any notation.
[[nodiscard]] Result<Minted> mint_part(Random& random);

}  // namespace papert::mint::cad
