// The items of canonicalise(scene, frame) one at a time, for those who look at each once and hold
// none: long drawings have a hundred thousand items, and copying them takes as long as painting.
#pragma once

#include "scene/canonical.h"

namespace papert::scene {

class FrameFitter {
 public:
  explicit FrameFitter(const Bounds& frame);

  /// Valid until the next call.
  [[nodiscard]] const Item& fit(const Item& item);

 private:
  Point center_;
  double scale_ = 1;
  Item fitted_;
};

}  // namespace papert::scene
