// What tests of several folders make drawings of.
#pragma once

#include <utility>
#include <variant>
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

/// `count` squares in a row; `skip` leaves out a side of the last.
inline scene::Scene squares(int count, bool skip = false, scene::Color last = {}) {
  scene::Scene scene;
  for (int i = 0; i < count; ++i) {
    const double x = i * 30;
    scene::Stroke stroke{{{x, 0}, {x + 20, 0}, {x + 20, 20}, {x, 20}, {x, 0}}, 1, {}};
    if (i + 1 == count) {
      stroke.color = last;
      if (skip) stroke.points.pop_back();
    }
    scene.items.push_back(stroke);
  }
  return scene;
}

/// Of strokes alone: scaled, then shifted to the right and down.
inline scene::Scene moved(scene::Scene scene, double factor, double offset) {
  for (scene::Item& item : scene.items) {
    for (scene::Point& point : std::get<scene::Stroke>(item).points) {
      point = {point.x * factor + offset, point.y * factor - offset};
    }
  }
  return scene;
}

}  // namespace papert::test
