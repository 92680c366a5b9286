// Capsules and polygons by one rule: a pixel is painted if the shape covers any part of its inside.
// Private to this folder; tk_shapes.cc has the theory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "raster/tk_canvas.h"

namespace papert::raster::detail {

/// Device coordinates: pixel (i, j) is the square from (i, j) to (i + 1, j + 1), y downwards.
struct DevicePoint {
  double x = 0;
  double y = 0;

  friend bool operator==(const DevicePoint&, const DevicePoint&) = default;
};

/// All points within `radius` of the segment from `a` to `b`: a piece of a line with round ends, or
/// a disc. A radius of 0 is the segment itself.
struct Capsule {
  DevicePoint a;
  DevicePoint b;
  double radius = 0;

  friend bool operator==(const Capsule&, const Capsule&) = default;
};

void fill_capsule(TkCanvas& canvas, const Capsule& capsule);

/// The rectangle between two corners.
void fill_box(TkCanvas& canvas, const DevicePoint& low, const DevicePoint& high);

/// For polygons on one canvas.
class PolygonFiller {
 public:
  /// Even-odd, closed by itself.
  void fill(TkCanvas& canvas, std::span<const DevicePoint> points);

 private:
  void fill_insides(TkCanvas& canvas, int y);

  std::vector<std::uint64_t> bits_;  // a bit a pixel; between calls all 0
};

}  // namespace papert::raster::detail
