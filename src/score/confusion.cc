#include "score/confusion.h"

#include <algorithm>
#include <tuple>

namespace papert::score {
namespace {

std::optional<double> share(std::size_t part, std::size_t whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::optional<double> Confusion::precision() const {
  return share(true_positive, true_positive + false_positive);
}

std::optional<double> Confusion::recall() const {
  return share(true_positive, true_positive + false_negative);
}

std::optional<double> Confusion::f1() const {
  return share(2 * true_positive, 2 * true_positive + false_positive + false_negative);
}

std::optional<double> Confusion::accuracy() const {
  return share(true_positive + true_negative,
               true_positive + false_positive + true_negative + false_negative);
}

Confusion confusion_at(std::span<const LabelledScore> scores, double threshold) {
  Confusion counts;
  for (const LabelledScore& score : scores) {
    const bool says_same = score.similarity > threshold;
    if (score.same) {
      ++(says_same ? counts.true_positive : counts.false_negative);
    } else {
      ++(says_same ? counts.false_positive : counts.true_negative);
    }
  }
  return counts;
}

std::vector<CurvePoint> agreement_curve(std::span<const LabelledScore> scores) {
  if (scores.empty()) return {};
  std::vector<LabelledScore> sorted(scores.begin(), scores.end());
  std::sort(sorted.begin(), sorted.end(), [](const LabelledScore& a, const LabelledScore& b) {
    return a.similarity < b.similarity;
  });
  constexpr double kBeyond = 0.01;  // how far the first and last threshold lie outside
  std::vector<CurvePoint> curve;
  const double lowest = sorted.front().similarity - kBeyond;
  curve.push_back({lowest, kBeyond, confusion_at(sorted, lowest)});
  Confusion counts = curve.front().confusion;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (sorted[i].same) {
      --counts.true_positive;
      ++counts.false_negative;
    } else {
      --counts.false_positive;
      ++counts.true_negative;
    }
    const double here = sorted[i].similarity;
    const double next = i + 1 < sorted.size() ? sorted[i + 1].similarity : here + 2 * kBeyond;
    if (next > here) curve.push_back({(here + next) / 2, (next - here) / 2, counts});
  }
  return curve;
}

std::size_t best_point(std::span<const CurvePoint> curve) {
  const auto worth = [](const CurvePoint& point) {
    return std::tuple(point.confusion.accuracy().value_or(0), point.confusion.f1().value_or(0),
                      point.margin);
  };
  const auto best = std::max_element(
      curve.begin(), curve.end(),
      [&](const CurvePoint& a, const CurvePoint& b) { return worth(a) < worth(b); });
  return static_cast<std::size_t>(best - curve.begin());
}

}  // namespace papert::score
