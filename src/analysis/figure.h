// A figure of a table: a mean, and how far it can be trusted.
#pragma once

#include <cstdint>
#include <optional>

#include "base/json.h"

namespace papert::analysis {

struct Figure {
  std::optional<double> mean;
  std::optional<double> error;  // standard
  std::optional<double> low;    // of the interval
  std::optional<double> high;
  std::optional<std::int64_t> n;
};

/// {mean, stderr, low, high, n}, null for what there is not.
[[nodiscard]] inline Json to_json(const Figure& figure) {
  return {{"mean", number_or_null(figure.mean)},
          {"stderr", number_or_null(figure.error)},
          {"low", number_or_null(figure.low)},
          {"high", number_or_null(figure.high)},
          {"n", figure.n ? Json(*figure.n) : Json(nullptr)}};
}

/// How much of a run is there.
struct Progress {
  std::int64_t done = 0;
  std::int64_t planned = 0;  // tasks x epochs

  [[nodiscard]] bool complete() const { return done >= planned; }
};

}  // namespace papert::analysis
