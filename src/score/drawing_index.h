// Drawings that must not pass for each other: of tasks whose answers do, only one is asked.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "score/compare_drawings.h"

namespace papert::score {

/// Equal for drawings with the same canonical picture.
[[nodiscard]] std::string drawing_key(const scene::Scene& scene);

/// Neither by the faithful nor by the published rule, whichever is the reference, is one of them
/// the answer to another. A drawing is compared only with those of about its ink, proportions and
/// coarse distribution of ink, so that adding one costs about the same however many there are.
class DrawingIndex {
 public:
  /// False, and nothing is added, if the drawing passes for one that was added before.
  bool add(const PaintedDrawing& drawing);

 private:
  struct Entry {
    PaintedDrawing drawing;
    std::vector<std::int64_t> histogram;
  };
  using Key = std::pair<int, int>;  // steps of ink, steps of the shorter side

  std::map<Key, std::vector<Entry>> entries_;
};

}  // namespace papert::score
