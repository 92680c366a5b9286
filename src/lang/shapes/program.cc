#include "lang/shapes/program.h"

#include <charconv>
#include <cstddef>

namespace papert::lang::shapes {
namespace {

constexpr std::array<std::string_view, 4> kNames = {"filled_circle", "circle", "filled_square",
                                                    "square"};

void append_argument(std::string& out, std::string_view label, int value) {
  std::array<char, 16> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  out += label;
  out.append(digits.data(), end);
}

void append_shape(std::string& out, const Shape& shape) {
  out += kind_name(shape.kind);
  append_argument(out, "(cx=", shape.cx);
  append_argument(out, ", cy=", shape.cy);
  append_argument(out, is_circle(shape.kind) ? ", radius=" : ", size=", shape.extent);
  if (is_outlined(shape.kind)) append_argument(out, ", stroke=", shape.stroke);
  out += ')';
}

}  // namespace

std::string_view kind_name(Kind kind) { return kNames[static_cast<std::size_t>(kind)]; }

scene::Box bounds(const Shape& shape) {
  if (is_circle(shape.kind)) {
    return {shape.cx - shape.extent, shape.cy - shape.extent, shape.cx + shape.extent,
            shape.cy + shape.extent};
  }
  const int left = shape.cx - shape.extent / 2;
  const int top = shape.cy - shape.extent / 2;
  return {left, top, left + shape.extent - 1, top + shape.extent - 1};
}

std::string serialise(const Program& program) {
  constexpr std::size_t kLongestCall = 56;
  std::string out;
  out.reserve(program.shapes.size() * kLongestCall);
  for (const Shape& shape : program.shapes) {
    if (!out.empty()) out += '\n';
    append_shape(out, shape);
  }
  return out;
}

scene::PixelScene to_scene(const Program& program) {
  scene::PixelScene scene;
  to_scene(program, scene);
  return scene;
}

void to_scene(const Program& program, scene::PixelScene& reuse) {
  reuse.width = kCanvasSize;
  reuse.height = kCanvasSize;
  reuse.items.clear();
  reuse.items.reserve(program.shapes.size());
  for (const Shape& shape : program.shapes) {
    if (is_circle(shape.kind)) {
      reuse.items.emplace_back(scene::Ellipse{bounds(shape), shape.stroke});
    } else {
      reuse.items.emplace_back(scene::Rectangle{bounds(shape), shape.stroke});
    }
  }
}

}  // namespace papert::lang::shapes
