// Drawings that must not pass for each other: of tasks whose answers do, only one is asked.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "score/compare_drawings.h"

namespace papert::score {

/// Equal for drawings with the same canonical picture.
[[nodiscard]] std::string drawing_key(const scene::Scene& scene);

/// Whether either is the answer to the other, by the faithful or by the published rule.
[[nodiscard]] bool pass_for_each_other(const PaintedDrawing& a, const PaintedDrawing& b);

/// The difference that compare_drawings() gives for drawings with these runs
/// (PaintedDrawing::runs), for those who keep no more of a drawing than that.
[[nodiscard]] double ink_difference(const std::vector<ColorRun>& a, const std::vector<ColorRun>& b);

/// Neither by the faithful nor by the published rule, whichever is the reference, is one of them
/// the answer to another. A drawing is compared only with those of about its ink, proportions and
/// coarse distribution of ink, so that adding one costs about the same however many there are.
class DrawingIndex {
 public:
  /// False, and nothing is added, if the drawing passes for one that was added before.
  bool add(const PaintedDrawing& drawing);

  /// The name of a drawing for which this one passes; none if it would be new.
  [[nodiscard]] std::optional<std::string> alike(const PaintedDrawing& drawing) const;

  /// Adds the drawing, whatever it passes for.
  void keep(const PaintedDrawing& drawing, std::string name);

 private:
  struct Entry {
    PaintedDrawing drawing;
    std::vector<std::int64_t> histogram;
    std::string name;
  };
  using Key = std::pair<int, int>;  // steps of ink, steps of the shorter side

  /// Where the drawing belongs, and its ink in each square.
  [[nodiscard]] static std::pair<Key, std::vector<std::int64_t>> place_of(
      const PaintedDrawing& drawing);

  std::map<Key, std::vector<Entry>> entries_;
};

}  // namespace papert::score
