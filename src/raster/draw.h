// Shapes, drawn with exactly the pixels of Pillow 9.4's ImageDraw, clipped to the canvas.
//
// Every function comes twice: on a Bitmap it sets bits, on an Image it writes a colour (a gray
// Image takes the red sample). Geometry is computed unclipped in 64 bits, so a shape far larger
// than its canvas costs what its visible rows and its own outline cost. Boxes are inclusive. What
// Pillow refuses (a box with x1 < x0 given to an ellipse, a polygon of one point) draws nothing.
//
// Pillow truncates float coordinates towards zero before drawing; truncated() does the same.
#pragma once

#include <span>

#include "raster/bitmap.h"
#include "raster/image.h"
#include "scene/pixel_scene.h"

namespace papert::raster {

struct Point {
  int x = 0;
  int y = 0;

  friend bool operator==(const Point&, const Point&) = default;
};

/// Towards zero, kept within the range of int; not-a-number becomes 0.
[[nodiscard]] Point truncated(double x, double y);

/// Opposite corners may come in any order.
void fill_rectangle(Bitmap& canvas, const scene::Box& box);
void fill_rectangle(Image& canvas, const scene::Box& box, Color color);

/// `width` pixels inwards. A width of more than half the box grows out of it again, as Pillow's
/// does: the rows and columns are drawn one by one from each side. Below 1: nothing.
void stroke_rectangle(Bitmap& canvas, const scene::Box& box, int width);
void stroke_rectangle(Image& canvas, const scene::Box& box, int width, Color color);

/// The error terms of an ellipse fit 64 bits up to here; an ellipse with a larger box draws
/// nothing.
inline constexpr int kMaxEllipseDiameter = 400'000;

/// A box of a single pixel draws nothing, as in Pillow.
void fill_ellipse(Bitmap& canvas, const scene::Box& box);
void fill_ellipse(Image& canvas, const scene::Box& box, Color color);

/// Everything between the outline and the outline `width` - 1 pixels further in, both included.
/// Below 1: nothing.
void stroke_ellipse(Bitmap& canvas, const scene::Box& box, int width);
void stroke_ellipse(Image& canvas, const scene::Box& box, int width, Color color);

/// Both ends included. A width below 2 is a line of single pixels.
void line(Bitmap& canvas, Point from, Point to, int width = 1);
void line(Image& canvas, Point from, Point to, int width, Color color);

/// Even-odd, the boundary included; closed by itself. The cost is height times vertices, and at a
/// row where many edges begin or end together the square of their number.
void fill_polygon(Bitmap& canvas, std::span<const Point> vertices);
void fill_polygon(Image& canvas, std::span<const Point> vertices, Color color);

/// The closed outline, one pixel wide.
void stroke_polygon(Bitmap& canvas, std::span<const Point> vertices);
void stroke_polygon(Image& canvas, std::span<const Point> vertices, Color color);

}  // namespace papert::raster
