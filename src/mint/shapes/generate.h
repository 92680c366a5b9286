// The published generator of shape scenes: a tier and a seed give a program, the same one as the
// Python original draws from random.Random(seed).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lang/shapes/program.h"

namespace papert::mint::shapes {

enum class Tier { kEasy, kMedium, kHard };

inline constexpr std::array<Tier, 3> kTiers = {Tier::kEasy, Tier::kMedium, Tier::kHard};

/// "easy", "medium" or "hard".
std::string_view tier_name(Tier tier);
std::optional<Tier> tier_from_name(std::string_view name);

/// What a scene of a tier may be; both ends of a range are included.
struct TierRules {
  int min_shapes = 0;
  int max_shapes = 0;
  int min_extent = 0;
  int max_extent = 0;
  int min_stroke = 0;
  int max_stroke = 0;
  double clip_probability = 0;    // that a centre may be anywhere, so that the shape may be cut off
  std::optional<double> max_iou;  // of the bounding boxes of any two shapes; none: unlimited
  bool needs_overlap = false;     // at least two bounding boxes must share a pixel
};

const TierRules& tier_rules(Tier tier);

/// The scene of a seed. kLimit if the rules cannot be met within the published number of tries,
/// which no seed is known to do.
Result<lang::shapes::Program> generate(Tier tier, std::int64_t seed);

/// The scenes of several seeds, in less time than one by one.
std::vector<Result<lang::shapes::Program>> generate_all(Tier tier,
                                                        std::span<const std::int64_t> seeds);

}  // namespace papert::mint::shapes
