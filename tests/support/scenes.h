// What tests of several folders make drawings of.
#pragma once

#include <utility>
#include <vector>

#include "scene/scene.h"

namespace papert::test {

inline constexpr scene::Color kBlack{0, 0, 0};
inline constexpr scene::Color kRed{255, 0, 0};
inline constexpr scene::Color kBlue{0, 0, 255};
inline constexpr scene::Color kWhite{255, 255, 255};

/// On white.
inline scene::Scene scene_of(std::vector<scene::Item> items) {
  scene::Scene scene;
  scene.items = std::move(items);
  return scene;
}

}  // namespace papert::test
