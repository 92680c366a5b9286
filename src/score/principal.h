// The directions in which records differ most, and records seen along them.
//
// The directions are orthonormal, so a projection never lengthens a distance: records whose
// projections lie further apart than some length do so themselves. That holds for any orthonormal
// directions; those of the largest variance only make it say the most. So they are sought in a
// sample of the records, by a few steps of subspace iteration, and need not be exact.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/result.h"
#include "score/feature_file.h"

namespace papert::score {

/// Records along `width` directions, in single precision. Where the records have fewer directions
/// in which they differ, the last numbers are 0.
struct Projected {
  std::size_t width = 0;
  std::vector<float> numbers;  // of record i from i x width
  /// Rounding may lengthen a distance between projections by no more than this.
  double slack = 0;

  [[nodiscard]] const float* operator[](std::size_t record) const {
    return numbers.data() + record * width;
  }
};

/// kBadData, naming the record, for a number that is not finite.
[[nodiscard]] Result<Projected> project_on_principal(const FeatureRecords& records,
                                                     std::size_t width);

}  // namespace papert::score
