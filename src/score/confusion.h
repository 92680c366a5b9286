// How well a similarity agrees with people. Given drawings that people labelled "same" or
// "different" and the similarity a rule gave them: what a threshold makes of it, and which
// threshold is best.
//
//     auto curve = agreement_curve(scores);
//     curve[best_point(curve)].threshold
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace papert::score {

struct LabelledScore {
  double similarity = 0;
  bool same = false;  // what people say
};

/// "Same" is the positive answer. A figure is undefined where its divisor is zero.
struct Confusion {
  std::size_t true_positive = 0;   // both say same
  std::size_t false_positive = 0;  // only the rule does
  std::size_t true_negative = 0;
  std::size_t false_negative = 0;

  [[nodiscard]] std::optional<double> precision() const;
  [[nodiscard]] std::optional<double> recall() const;
  [[nodiscard]] std::optional<double> f1() const;
  [[nodiscard]] std::optional<double> accuracy() const;

  friend bool operator==(const Confusion&, const Confusion&) = default;
};

/// The rule says same where the similarity is above the threshold.
[[nodiscard]] Confusion confusion_at(std::span<const LabelledScore> scores, double threshold);

struct CurvePoint {
  double threshold = 0;
  double margin = 0;  // to the nearest similarity
  Confusion confusion;
};

/// Every threshold that makes a difference: below all similarities, halfway between neighbouring
/// ones, above all; in rising order. Sorting is the cost.
[[nodiscard]] std::vector<CurvePoint> agreement_curve(std::span<const LabelledScore> scores);

/// The point of highest accuracy; of equals that of the highest F1, then of the widest margin, then
/// the first. The curve must not be empty.
[[nodiscard]] std::size_t best_point(std::span<const CurvePoint> curve);

}  // namespace papert::score
