#include "reward/policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace papert::reward {
namespace {

struct PolicyName {
  Policy policy;
  std::string_view name;
};
constexpr std::array<PolicyName, 2> kPolicies{
    {{Policy::kSuccess, "success"}, {Policy::kShaped, "shaped"}}};

struct UnscoredName {
  Unscored unscored;
  std::string_view name;
};
constexpr std::array<UnscoredName, 3> kUnscored{
    {{Unscored::kNone, "none"}, {Unscored::kZero, "zero"}, {Unscored::kRaise, "raise"}}};

double metric(const suite::Score& score, std::string_view name) {
  const auto found = std::find_if(score.metrics.begin(), score.metrics.end(),
                                  [&](const suite::Metric& each) { return each.name == name; });
  return found == score.metrics.end() ? 0 : found->value.value_or(0);
}

/// The smaller of the similarities by the rule that decides and by pixels: to the first a fill and
/// dots that stand close are alike until they are compared place by place.
double similarity(const suite::Score& score) {
  const double by_rule = metric(score, "similarity");
  const auto difference = score.detail.find("pixel_difference");
  if (difference == score.detail.end() || !difference->is_number()) return by_rule;
  return std::min(by_rule, 1 - difference->get<double>());
}
double box_iou(const suite::Score& score) { return metric(score, "published_iou"); }
double foreground_iou(const suite::Score& score) { return metric(score, "foreground_iou"); }
double letter(const suite::Score& score) { return metric(score, "accuracy"); }

/// The share of the goal, half of it where the code breaks its constraints: those are kept by the
/// empty program, too, so alone they are worth nothing.
double goal_share(const suite::Score& score) {
  const auto share = score.detail.find("goal_share");
  if (share == score.detail.end() || !share->is_number()) return 0;
  return share->get<double>() * (metric(score, "constraints") > 0 ? 1 : 0.5);
}

/// How near a wrong answer of a suite came. Of a suite that is not here it is the first metric.
struct Nearness {
  std::string_view suite;
  double (*measure)(const suite::Score& score);
};
constexpr std::array<Nearness, 5> kNearness{{{"turtleai", similarity},
                                             {"turtlebench", box_iou},
                                             {"shapecode", foreground_iou},
                                             {"xlogo", goal_share},
                                             {"sgp", letter}}};

double measured(const suite::Suite& suite, const suite::Score& score) {
  for (const Nearness& each : kNearness) {
    if (each.suite == suite.name()) return each.measure(score);
  }
  return suite.metrics().empty() ? 0 : metric(score, suite.metrics().front().name);
}

}  // namespace

Result<Policy> policy_from_name(std::string_view name) {
  for (const PolicyName& each : kPolicies) {
    if (each.name == name) return each.policy;
  }
  return fail(ErrorCode::kUsage,
              fmt::format("there is no reward '{}'; there are: success, shaped", name), "policy");
}

Result<Unscored> unscored_from_name(std::string_view name) {
  for (const UnscoredName& each : kUnscored) {
    if (each.name == name) return each.unscored;
  }
  return fail(
      ErrorCode::kUsage,
      fmt::format("'{}' cannot stand for what was not scored; there are: none, zero, raise", name),
      "unscored");
}

std::string_view policy_name(Policy policy) {
  return kPolicies[static_cast<std::size_t>(policy)].name;
}

std::string_view unscored_name(Unscored unscored) {
  return kUnscored[static_cast<std::size_t>(unscored)].name;
}

double nearness(const suite::Suite& suite, const suite::Score& score) {
  const double near = measured(suite, score);
  return std::isfinite(near) ? std::clamp(near, 0.0, 1.0) : 0;
}

std::optional<double> reward_of(Policy policy, const suite::Suite& suite,
                                const suite::Score& score) {
  if (!suite::is_scored(score.verdict)) return std::nullopt;
  if (score.right()) return 1;
  if (policy == Policy::kSuccess || score.verdict != suite::Verdict::kWrong) return 0;
  return std::min(kForRunning + (1 - kForRunning) * nearness(suite, score), kMostForWrong);
}

Result<std::optional<double>> reward_of(Policy policy, Unscored unscored, const suite::Suite& suite,
                                        const suite::Score& score) {
  const std::optional<double> reward = reward_of(policy, suite, score);
  if (reward || unscored == Unscored::kNone) return reward;
  if (unscored == Unscored::kZero) return std::optional<double>(0);
  const auto message = score.detail.find("message");
  const bool told = message != score.detail.end() && message->is_string();
  return fail(ErrorCode::kInternal,
              fmt::format("a reply could not be scored: {}{}{}", suite::verdict_name(score.verdict),
                          told ? ": " : "", told ? message->get<std::string>() : std::string()));
}

}  // namespace papert::reward
