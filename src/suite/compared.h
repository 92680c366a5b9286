// What a rule lays over each other: the target and the drawing of an answer after both were brought
// to one size and place, say. What readers are shown as an overlay is what was compared.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "raster/image.h"
#include "suite/suite.h"

namespace papert::suite {

struct Compared {
  raster::Image target;
  raster::Image drawing;
  int same_color = 0;  // of 255: samples that differ by no more are the same to the rule
  std::string how;     // sentences: what was done to both before
};

/// Beside TaskSet, where the rule does not compare its pictures as they are.
class ComparedTasks {
 public:
  virtual ~ComparedTasks() = default;

  /// As the rule that decides sees both. Nothing where nothing was drawn, and always nothing where
  /// pictures are not what is judged.
  [[nodiscard]] virtual std::optional<Compared> compared(std::size_t index,
                                                         const Judged& judged) const = 0;
};

}  // namespace papert::suite
