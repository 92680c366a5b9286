// Every shape that may be part of an answer: its visible pixels are all black, and no other such
// shape that is as good covers all of them.
//
// Shapes of one centre are nested (discs by radius, squares by side, rings and frames by stroke),
// so each family is known by its largest member; and a member that a neighbouring centre's covers
// is left out. What is left is complete: a smallest cover by any shapes is as large as a smallest
// cover by these.
#pragma once

#include <cstdint>
#include <vector>

#include "lang/shapes/program.h"
#include "solve/shapecode_ink.h"

namespace papert::solve::shapecode {

/// Steps that a search may still take. What is counted is work, not seconds: the same picture ends
/// at the same place on every machine.
class Budget {
 public:
  explicit Budget(std::int64_t steps) : left_(steps) {}
  void spend(std::int64_t steps) { left_ -= steps; }
  [[nodiscard]] bool spent() const { return left_ < 0; }

 private:
  std::int64_t left_;
};

/// The largest solid shape of each centre, row by row; 0 where there is none.
struct Solids {
  std::vector<std::int16_t> radius;
  std::vector<std::int16_t> side;

  static std::size_t at(int x, int y) {
    return static_cast<std::size_t>(y) * kSize + static_cast<std::size_t>(x);
  }
};

[[nodiscard]] Solids measure_solids(const Ink& ink);

void append_discs(const Solids& solids, std::vector<lang::shapes::Shape>& out);
void append_squares(const Solids& solids, std::vector<lang::shapes::Shape>& out);

/// Only those that go around something white; the others are inside a solid shape. When the budget
/// is spent they stop where they are: what they found so far is right, but not all.
void append_rings(const Ink& ink, const Solids& solids, int largest_radius, Budget& budget,
                  std::vector<lang::shapes::Shape>& out);
void append_frames(const Ink& ink, const Solids& solids, Budget& budget,
                   std::vector<lang::shapes::Shape>& out);

}  // namespace papert::solve::shapecode
