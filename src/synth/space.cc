// Shapes lie in the order of how many variants they have, most first. In round r the shapes with
// more than r variants take turns; they are the first m of the list, so a permutation of m numbers
// gives the turn of each, and rounds with the same m form a phase. The i-th candidate is found in a
// few steps, without what came before it.
#include "synth/space.h"

#include <algorithm>

#include "synth/permutation.h"
#include "synth/saturating.h"

namespace papert::synth {
namespace {

constexpr std::size_t kEnoughShapes = 4'000;

/// What the lengths of a unit's programs are, in blocks more than the reference, tier by tier.
std::vector<ShapeLimits> tiers_of(Difficulty difficulty, Rules rules) {
  if (difficulty == Difficulty::kEasy) return {{.least_more = 0, .most_more = 0}};
  if (difficulty == Difficulty::kMedium) return {{.least_more = 1, .most_more = 2}};
  if (rules == Rules::kPublished) return {{.least_more = 2, .most_more = 2}};
  return {{.least_more = 2, .most_more = 2},
          {.least_more = 1, .most_more = 1},
          {.least_more = 0, .most_more = 0}};
}

std::vector<Shape> shapes_at_level(const Shape& reference, ShapeLimits limits, int level) {
  if (level < kMaxLevel) return shapes_like(reference, limits);
  std::vector<Shape> shapes;
  do {
    ++limits.changes;
    shapes = shapes_like(reference, limits);
  } while (shapes.size() < kEnoughShapes && limits.changes < blocks_of(reference));
  return shapes;
}

}  // namespace

Space::Space(const lang::xlogo::Task& reference, Difficulty difficulty, Rules rules)
    : blanks_(reference.solution),
      constraints_(reference.constraints, difficulty == Difficulty::kHard, rules),
      goals_(reference.goal, difficulty == Difficulty::kHard, rules) {}

Space Space::of(const lang::xlogo::Task& reference, Difficulty difficulty, int level, Rules rules) {
  Space space(reference, difficulty, rules);
  const Shape shape = shape_of(reference.solution);
  for (ShapeLimits limits : tiers_of(difficulty, rules)) {
    if (rules == Rules::kRepaired) {
      const int side = std::max(reference.world.width, reference.world.height);
      limits.longest_run = static_cast<std::size_t>(std::max(2, side - 1));
    }
    space.add_tier(shapes_at_level(shape, limits, level));
  }
  return space;
}

std::uint64_t Space::variants(const Variants& of) const {
  return times(times(blanks_.count(), of.constraints), goals_.count());
}

void Space::add_tier(const std::vector<Shape>& shapes) {
  codes_ = plus(codes_, times(blanks_.count(), shapes.size()));
  Tier tier;
  for (const Shape& shape : shapes) {
    const std::uint64_t sets = constraints_.count(shape);
    pairs_ = plus(pairs_, times(blanks_.count(), sets));
    if (sets > 0 && blanks_.count() > 0 && goals_.count() > 0) tier.shapes.push_back({shape, sets});
  }
  std::sort(tier.shapes.begin(), tier.shapes.end(), [](const Variants& a, const Variants& b) {
    return a.constraints != b.constraints ? a.constraints > b.constraints : a.shape < b.shape;
  });
  std::uint64_t round = 0;
  for (std::size_t left = tier.shapes.size(); left > 0;) {
    const std::uint64_t end = variants(tier.shapes[left - 1]);
    if (end > round) {
      tier.phases.push_back({round, end - round, left});
      tier.size = plus(tier.size, times(end - round, left));
      round = end;
    }
    while (left > 0 && variants(tier.shapes[left - 1]) == round) --left;
  }
  size_ = plus(size_, tier.size);
  if (tier.size > 0) tiers_.push_back(std::move(tier));
}

Candidate Space::candidate(std::int64_t seed, std::uint64_t i) const {
  i %= size_;
  auto tier = tiers_.begin();
  while (i >= tier->size) i -= (tier++)->size;
  auto phase = tier->phases.begin();
  while (i >= times(phase->rounds, phase->shapes)) {
    i -= times(phase->rounds, phase->shapes);
    ++phase;
  }
  const auto key = Permutation::mixed(static_cast<std::uint64_t>(seed));
  const std::uint64_t turn = Permutation(phase->shapes, key).at(i % phase->shapes);
  const Variants& chosen = tier->shapes[turn];
  const std::uint64_t round = phase->first_round + i / phase->shapes;
  return of_variant(chosen, Permutation(variants(chosen), key ^ (turn + 1)).at(round));
}

Candidate Space::of_variant(const Variants& of, std::uint64_t index) const {
  Candidate candidate;
  candidate.constraints = constraints_.at(of.shape, take_digit(index, of.constraints));
  candidate.goal = goals_.at(take_digit(index, goals_.count()));
  candidate.code = blanks_.fill(of.shape, index % blanks_.count());
  return candidate;
}

}  // namespace papert::synth
