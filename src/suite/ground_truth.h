// What a rule elsewhere needs to judge a reply, for task sets whose references do not decide it.
#pragma once

#include <cstddef>
#include <string>

namespace papert::suite {

/// Beside TaskSet, of a set whose tasks many answers solve.
class GroundTruths {
 public:
  virtual ~GroundTruths() = default;

  /// The task itself as one text, e.g. JSON.
  [[nodiscard]] virtual std::string ground_truth(std::size_t index) const = 0;
};

}  // namespace papert::suite
