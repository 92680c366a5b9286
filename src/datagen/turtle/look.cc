#include "datagen/turtle/look.h"

#include <algorithm>
#include <cmath>

#include "scene/canonical.h"

namespace papert::datagen {
namespace {

constexpr float kUnlike = 22;  // of 255, between the means of two windows

}  // namespace

void Look::mix(int x, int y, const scene::Color& color, float share) {
  if (x < 0 || y < 0 || x >= kSide || y >= kSide) return;
  Paint& cell = cells_[static_cast<std::size_t>(y * kSide + x)];
  cell.r += (static_cast<float>(color.r) - cell.r) * share;
  cell.g += (static_cast<float>(color.g) - cell.g) * share;
  cell.b += (static_cast<float>(color.b) - cell.b) * share;
}

void Look::add_line(const scene::Point& from, const scene::Point& to, const scene::Color& color) {
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  const int steps = std::max(1, static_cast<int>(length));
  for (int i = 0; i < steps; ++i) {
    const double at = (i + 0.5) / steps;
    mix(static_cast<int>((from.x + (to.x - from.x) * at) / kCell),
        static_cast<int>((from.y + (to.y - from.y) * at) / kCell), color,
        static_cast<float>(std::min(length, 1.0) / (kCell * kCell)));
  }
}

void Look::add_area(const std::vector<scene::Point>& points, const scene::Color& color) {
  std::vector<double> crossings;
  for (int y = 0; y < kSide; ++y) {
    const double level = (y + 0.5) * kCell;
    crossings.clear();
    for (std::size_t i = 0; i < points.size(); ++i) {
      const scene::Point& a = points[i];
      const scene::Point& b = points[(i + 1) % points.size()];
      if ((a.y <= level) == (b.y <= level)) continue;
      crossings.push_back(a.x + (b.x - a.x) * (level - a.y) / (b.y - a.y));
    }
    std::sort(crossings.begin(), crossings.end());
    for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
      const int first = std::max(0, static_cast<int>(std::ceil(crossings[i] / kCell - 0.5)));
      for (int x = first; x < kSide && (x + 0.5) * kCell < crossings[i + 1]; ++x) {
        mix(x, y, color, 1);
      }
    }
  }
}

void Look::add_disc(const scene::Point& center, double radius, const scene::Color& color) {
  if (radius < kCell) {
    const double share = std::min(1.0, M_PI * radius * radius / (kCell * kCell));
    mix(static_cast<int>(center.x / kCell), static_cast<int>(center.y / kCell), color,
        static_cast<float>(share));
    return;
  }
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const double away = std::hypot((x + 0.5) * kCell - center.x, (y + 0.5) * kCell - center.y);
      if (away < radius) mix(x, y, color, 1);
    }
  }
}

Look::Look(const scene::Scene& scene)
    : cells_(static_cast<std::size_t>(kSide * kSide)),
      windows_(static_cast<std::size_t>(kPlaces * kPlaces)) {
  const scene::Canonical canonical = scene::canonicalise(scene);
  for (const scene::Item& item : canonical.scene.items) {
    if (const auto* stroke = std::get_if<scene::Stroke>(&item)) {
      for (std::size_t i = 1; i < stroke->points.size(); ++i) {
        add_line(stroke->points[i - 1], stroke->points[i], stroke->color);
      }
    } else if (const auto* fill = std::get_if<scene::Fill>(&item)) {
      add_area(fill->points, fill->color);
    } else if (const auto* dot = std::get_if<scene::Dot>(&item)) {
      add_disc(dot->center, dot->diameter / 2, dot->color);
    }
  }
  make_windows();
}

void Look::make_windows() {
  constexpr float kCells = kWindow * kWindow;
  for (int y = 0; y < kPlaces; ++y) {
    for (int x = 0; x < kPlaces; ++x) {
      Paint sum{0, 0, 0};
      for (int i = 0; i < kWindow * kWindow; ++i) {
        const int place = (y + i / kWindow) * kSide + x + i % kWindow;
        const Paint& cell = cells_[static_cast<std::size_t>(place)];
        sum.r += cell.r;
        sum.g += cell.g;
        sum.b += cell.b;
      }
      windows_[static_cast<std::size_t>(y * kPlaces + x)] = {sum.r / kCells, sum.g / kCells,
                                                             sum.b / kCells};
    }
  }
}

float Look::contrast(const Paint& a, const Paint& b) {
  return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

bool Look::stands_out(const Look& other) const {
  for (int y = 1; y + 1 < kPlaces; ++y) {
    for (int x = 1; x + 1 < kPlaces; ++x) {
      const Paint& wanted = windows_[static_cast<std::size_t>(y * kPlaces + x)];
      bool found = false;
      for (int i = 0; i < 9 && !found; ++i) {
        const int nearby = (y + i / 3 - 1) * kPlaces + x + i % 3 - 1;
        found = contrast(wanted, other.windows_[static_cast<std::size_t>(nearby)]) < kUnlike;
      }
      if (!found) return true;
    }
  }
  return false;
}

bool Look::is_unlike(const Look& other) const {
  return stands_out(other) || other.stands_out(*this);
}

}  // namespace papert::datagen
