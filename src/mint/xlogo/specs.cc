// Which kinds of tasks there are, and how often minted draws each. Refused are pens outside
// pictures, where nothing sees them; and, but for pictures, solutions with loops of more than ten
// blocks in grids of at most three by three: nearly all of those have shorter ones, and a search
// for the rest takes too long.
//
// Kinds run dry: there are few pictures of five blocks. A kind with about n different tasks is
// drawn less and less often as seeds grow beyond the first 2,000: with probability
// 1 / (1 + (seed - 2000) / n), so that the tries grow with the logarithm of the seeds. The first
// seeds are close to the real tasks' proportions; later ones have longer solutions and larger
// grids. (Drawing others where a task is known already would make the task of a seed depend on
// which seeds came before.)

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "base/random.h"
#include "mint/xlogo/seed.h"
#include "mint/xlogo/xlogo.h"

namespace papert::mint::xlogo {
namespace {

/// How often each kind is drawn: per type and concept, then within it. The sums come close to the
/// real tasks' (find 33, draw 33, math 10, logic 9, and so on); hybrids, which those lack, are few.
struct Share {
  TaskType type;
  CodeConcept code;
  double weight;
  std::array<double, 5> constraints;
  std::array<double, 3> lengths;
  std::array<double, 5> sides;
};
constexpr std::array<Share, 8> kShares{{
    {TaskType::kFind, CodeConcept::kBasic, 25, {16, 2, 3, 3, 1}, {17, 5, 3}, {21, 2, 1, 1, 0}},
    {TaskType::kFind, CodeConcept::kLoops, 8, {1, 7, 0, 0, 0}, {5, 3, 0}, {1, 5, 1, 1, 0}},
    {TaskType::kDraw, CodeConcept::kBasic, 5, {2, 2, 1, 0, 0}, {1, 2, 2}, {4, 1, 0, 0, 0}},
    {TaskType::kDraw, CodeConcept::kLoops, 14, {5, 7, 1, 1, 0}, {7, 6, 1}, {7, 4, 1, 1, 1}},
    {TaskType::kDraw, CodeConcept::kVariables, 7, {7, 0, 0, 0, 0}, {1, 3, 3}, {5, 1, 0.5, 0.5, 0}},
    {TaskType::kDraw,
     CodeConcept::kLoopsAndVariables,
     7,
     {5, 2, 0, 0, 0},
     {3, 3, 1},
     {4, 1, 0.5, 0.5, 1}},
    {TaskType::kMath, CodeConcept::kBasic, 10, {9, 1, 0, 0, 0}, {3, 3, 4}, {9, 1, 0, 0, 0}},
    {TaskType::kLogic, CodeConcept::kBasic, 9, {9, 0, 0, 0, 0}, {3, 5, 1}, {8, 1, 0, 0, 0}},
}};

template <class Enum, std::size_t n>
Enum drawn(Random& rng, const std::array<double, n>& weights) {
  return static_cast<Enum>(rng.choice_indices_weighted(weights, 1).front());
}

/// About how many different tasks of a kind there are; those that never run dry have no number.
double supply(const MintSpec& spec) {
  constexpr double kEndless = 1e9;
  const bool smallest = spec.grid == GridBand::kUpTo3;
  if (spec.type == TaskType::kDraw) {
    if (spec.length == LengthBand::kShort) return 600;
    if (spec.length == LengthBand::kMiddle) return smallest ? 3'000 : 12'000;
    return smallest ? 12'000 : kEndless;
  }
  if (spec.length != LengthBand::kShort) return smallest ? 60'000 : kEndless;
  if (spec.code == CodeConcept::kLoops) return spec.grid <= GridBand::k4 ? 3'000 : 12'000;
  return smallest ? 6'000 : 30'000;
}

/// How far a seed is beyond the first ones. Seeds are counted in blocks of about a million, so that
/// large seeds (a date, say) are not all late ones.
double position_of(std::int64_t seed) {
  constexpr std::uint64_t kBlock = 1U << 20;
  constexpr double kFirst = 2'000;
  return std::max(static_cast<double>(static_cast<std::uint64_t>(seed) % kBlock) - kFirst, 0.0);
}

MintSpec draw_spec(Random& rng, double position) {
  for (;;) {
    std::array<double, kShares.size()> weights;
    std::transform(kShares.begin(), kShares.end(), weights.begin(),
                   [](const Share& share) { return share.weight; });
    const Share& share = kShares[drawn<std::size_t>(rng, weights)];
    const MintSpec spec{share.type, drawn<ConstraintKind>(rng, share.constraints), share.code,
                        drawn<LengthBand>(rng, share.lengths), drawn<GridBand>(rng, share.sides)};
    const double chance = rng.random();
    if (possible(spec) && chance * (1 + position / supply(spec)) < 1) return spec;
  }
}

}  // namespace

bool possible(const MintSpec& spec) {
  if (spec.type == TaskType::kDraw) return true;
  const bool loops = spec.code == CodeConcept::kLoops;
  const bool pens = !loops && spec.code != CodeConcept::kBasic;
  const bool too_long = loops && spec.length == LengthBand::kLong && spec.grid == GridBand::kUpTo3;
  return !pens && !too_long;
}

std::vector<MintSpec> all_specs() {
  std::vector<MintSpec> specs;
  MintSpec spec;
  for (std::size_t i = 0; i < std::size_t{4} * 5 * 4 * 3 * 5; ++i) {
    spec.grid = static_cast<GridBand>(i % 5);
    spec.length = static_cast<LengthBand>(i / 5 % 3);
    spec.code = static_cast<CodeConcept>(i / 15 % 4);
    spec.constraint = static_cast<ConstraintKind>(i / 60 % 5);
    spec.type = static_cast<TaskType>(i / 300);
    if (possible(spec)) specs.push_back(spec);
  }
  return specs;
}

lang::xlogo::Task minted(std::int64_t seed) {
  Random rng(mixed_seed(seed, 0));
  for (;;) {
    const MintSpec spec = draw_spec(rng, position_of(seed));
    if (std::optional<lang::xlogo::Task> task = mint_task(seed, spec)) return std::move(*task);
  }
}

}  // namespace papert::mint::xlogo
