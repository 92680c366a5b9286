// Whether two drawings look different at a glance: a quick stand-in for painting both. Each is
// fitted to a small sheet, whatever its place and size, and looked at through windows; they differ
// where a window of one is unlike all windows of the other in its place and just beside it.
#pragma once

#include <vector>

#include "scene/scene.h"

namespace papert::datagen {

/// A drawing on its small sheet.
class Look {
 public:
  explicit Look(const scene::Scene& scene);

  [[nodiscard]] bool is_unlike(const Look& other) const;

 private:
  static constexpr int kSide = 80;                     // cells
  static constexpr double kCell = 4;                   // pixels of the canonical sheet
  static constexpr int kWindow = 3;                    // cells
  static constexpr int kPlaces = kSide - kWindow + 1;  // of a window, in one direction

  void add_line(const scene::Point& from, const scene::Point& to, const scene::Color& color);
  void add_area(const std::vector<scene::Point>& points, const scene::Color& color);
  void add_disc(const scene::Point& center, double radius, const scene::Color& color);
  void mix(int x, int y, const scene::Color& color, float share);
  void make_windows();
  [[nodiscard]] bool stands_out(const Look& other) const;

  struct Paint {
    float r = 255;
    float g = 255;
    float b = 255;
  };
  [[nodiscard]] static float contrast(const Paint& a, const Paint& b);

  std::vector<Paint> cells_;
  std::vector<Paint> windows_;  // their means, a row of kPlaces after the other
};

}  // namespace papert::datagen
