// From a score to a reward: a finite number from 0 to 1, or nothing where nothing was learnt.
//
//     success   1 for a right answer, else 0
//     shaped    1 for a right answer; else 0.1 for a program that ran and 0.9 of how near it came,
//               together at most 0.95
//
// How near is the figure of the suite in the table of policy.cc: similarity, intersection over
// union, the share of the goal; nothing for a choice. What did not run (no answer, invalid,
// crashed, past a limit, forbidden, truncated) is worth 0, so failing on purpose never pays.
// docs/rl.md has what was tried to get more than a reply is worth.
#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"
#include "suite/suite.h"

namespace papert::reward {

enum class Policy { kSuccess, kShaped };

/// What stands for a reply that could not be scored: nothing, 0, or an error.
enum class Unscored { kNone, kZero, kRaise };

inline constexpr double kForRunning = 0.1;
inline constexpr double kMostForWrong = 0.95;

/// kUsage, listing the names there are: success, shaped; none, zero, raise.
[[nodiscard]] Result<Policy> policy_from_name(std::string_view name);
[[nodiscard]] Result<Unscored> unscored_from_name(std::string_view name);
[[nodiscard]] std::string_view policy_name(Policy policy);
[[nodiscard]] std::string_view unscored_name(Unscored unscored);

/// How near a wrong answer came, from 0 to 1; 0 where the suite has no such figure.
[[nodiscard]] double nearness(const suite::Suite& suite, const suite::Score& score);

/// None where the verdict says nothing about the reply.
[[nodiscard]] std::optional<double> reward_of(Policy policy, const suite::Suite& suite,
                                              const suite::Score& score);

/// The same with what stands for none; kInternal, naming the verdict, for Unscored::kRaise.
[[nodiscard]] Result<std::optional<double>> reward_of(Policy policy, Unscored unscored,
                                                      const suite::Suite& suite,
                                                      const suite::Score& score);

}  // namespace papert::reward
