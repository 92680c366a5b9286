// What the families of parts share: what is settled before a part is drawn, outlines for bases and
// holes, and the plan that tells a part with more words than it needs.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mint/cad/plan.h"

namespace papert::mint::cad {

/// What is settled before a part is drawn.
struct PartWish {
  std::size_t family = 0;
  Language language = Language::kCad3d;
  std::size_t choice = 0;  // of four: which depth, letter, peg
  std::size_t base = 0;    // of kBaseNames or kOpenings
  bool flag = false;       // which of two things is asked
  CountPlan few;           // from 0, 1 or 2 on
  CountPlan steps;         // of stairs
};

struct Design {
  std::string category;
  Plan plan;
  Plan told;
  std::vector<Draft> drafts;
  std::size_t openings = 0;  // of a sketch
};

/// Nothing where the numbers that were drawn do not fit each other.
using Family = std::optional<Design> (*)(const PartWish&, Random&);

inline constexpr std::array<std::string_view, 5> kBaseNames{"A rectangle", "A circle", "A hexagon",
                                                            "A triangle", "A slot with round ends"};

[[nodiscard]] inline int draw(Random& random, int low, int high) {
  return static_cast<int>(random.randint(low, high));
}

/// Of one of the base shapes inside a circle of this radius.
[[nodiscard]] Outline outline_within(std::size_t kind, Node middle, int radius);

/// A base outline, its middle and how far from there it surely reaches.
struct Base {
  Outline outline;
  Node middle;
  double reach = 0;
};

[[nodiscard]] Base make_base(std::size_t kind, Random& random);

/// Places on a ring around the middle, far enough from each other and from the edge for holes of
/// the radius that is given too. Nothing if they do not fit.
struct HoleRing {
  std::vector<Node> places;
  int radius = 0;
};

[[nodiscard]] std::optional<HoleRing> hole_ring(const Base& base, std::size_t count, double core,
                                                Random& random);

/// The told plan in the making: what is added, in any order, then what is cut.
class Teller {
 public:
  /// Material fills the disc of radius `core` around `middle` from 0 to `height`; nothing reaches
  /// above `top`.
  Teller(Node middle, int core, int height, int top)
      : middle_(middle), core_(core), height_(height), top_(top) {}

  void add(PlanStep step) { adds_.push_back(std::move(step)); }
  void cut(PlanStep step) { cuts_.push_back(std::move(step)); }

  /// Through the base: left out of it, or cut.
  void open(PlanStep& base, const Outline& outline, Random& random);

  /// Says a shape without a trace: in the air, or one time in `inside` in the material.
  void mention(std::size_t kind, std::uint64_t inside, Random& random);

  /// A cut above the part.
  void air(Outline outline, Random& random);

  [[nodiscard]] Plan take(Random& random);

 private:
  Node middle_;
  int core_ = 0;
  int height_ = 0;
  int top_ = 0;
  std::vector<PlanStep> adds_;
  std::vector<PlanStep> cuts_;
};

/// Asks for the shape of the base, and mentions the others that are offered.
[[nodiscard]] Draft ask_base(std::string text, std::size_t kind, Teller& teller, Random& random);

/// A plate with holes of which some may be blind; a base with a round hub and bolt holes; a long
/// plate with raised parts.
[[nodiscard]] std::optional<Design> plate(const PartWish& wish, Random& random);
[[nodiscard]] std::optional<Design> flange(const PartWish& wish, Random& random);
[[nodiscard]] std::optional<Design> raised(const PartWish& wish, Random& random);

/// Parts of one height: openings in a plate, stairs, an outline like a letter, outlines around each
/// other.
[[nodiscard]] std::optional<Design> openings(const PartWish& wish, Random& random);
[[nodiscard]] std::optional<Design> stairs(const PartWish& wish, Random& random);
[[nodiscard]] std::optional<Design> bracket(const PartWish& wish, Random& random);
[[nodiscard]] std::optional<Design> nest(const PartWish& wish, Random& random);

}  // namespace papert::mint::cad
