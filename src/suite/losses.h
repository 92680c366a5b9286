// In what way answers miss their task, found by comparing them with a right answer. A capability of
// suites whose answers can be taken apart; the figures are made from recorded answers, so any run
// can be asked, whenever it was made.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "suite/task.h"

namespace papert::suite {

/// Some of the figures, as one table shows them.
struct LossTable {
  std::string_view name;   // as programs know it
  std::string_view title;  // as readers do
  std::span<const MetricInfo> metrics;
  std::string_view note;  // below the table: what the figures are over
};

class LossClassifier {
 public:
  virtual ~LossClassifier() = default;

  [[nodiscard]] virtual std::span<const LossTable> loss_tables() const = 0;

  /// Of a scored answer: a value for each metric of each table, in order. `right` is the verdict: a
  /// right answer has no losses, however it was reached. kBadData for a reference that is not one.
  [[nodiscard]] virtual Result<std::vector<std::optional<double>>> losses(
      std::string_view reference, std::string_view answer, bool right) const = 0;
};

}  // namespace papert::suite
