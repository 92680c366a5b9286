// The fast path. A plain program is, byte for byte:
//
//     ( line-end* name "(" argument ( "," space* argument )* ")" (space | tab)* (line-end | end) )+
//     argument = ("cx" | "cy" | "radius" | "size" | "stroke") "=" number of 1 to 3 digits
//
// with every argument of the shape once and in range. All of it is ASCII and none of it needs
// Python's rules. Anything else, if only a space before a bracket, is left to the general path, so
// this file decides nothing on its own. Hand-written because scoring parses some hundred thousand
// programs a second: one pass over the bytes, no allocation beyond the shapes.

#include <cstring>

#include "lang/shapes/parse_paths.h"

namespace papert::lang::shapes {
namespace {

class PlainScanner {
 public:
  explicit PlainScanner(std::string_view text)
      : position_(text.data()), end_(text.data() + text.size()) {}

  bool scan(std::size_t max_calls, std::vector<Shape>& shapes) {
    for (;;) {
      while (position_ != end_ && (*position_ == '\n' || *position_ == '\r')) ++position_;
      if (position_ == end_) return !shapes.empty();
      Shape shape;
      if (!name(shape.kind) || !arguments(shape) || !line_end()) return false;
      if (shapes.size() >= max_calls) return false;
      shapes.push_back(shape);
    }
  }

 private:
  enum Slot : unsigned { kCx = 1, kCy = 2, kExtent = 4, kStroke = 8 };

  template <std::size_t kSize>
  bool skip(const char (&word)[kSize]) {
    constexpr std::size_t kLength = kSize - 1;
    if (static_cast<std::size_t>(end_ - position_) < kLength) return false;
    if (std::memcmp(position_, word, kLength) != 0) return false;
    position_ += kLength;
    return true;
  }

  bool name(Kind& kind) {
    const bool filled = skip("filled_");
    if (skip("circle(")) {
      kind = filled ? Kind::kFilledCircle : Kind::kCircle;
    } else if (skip("square(")) {
      kind = filled ? Kind::kFilledSquare : Kind::kSquare;
    } else {
      return false;
    }
    return true;
  }

  bool arguments(Shape& shape) {
    unsigned seen = 0;
    for (;;) {
      int* value = nullptr;
      const unsigned slot = argument_name(shape, value);
      if (slot == 0 || (seen & slot) != 0 || !number(*value)) return false;
      seen |= slot;
      if (position_ == end_) return false;
      const char separator = *position_++;
      if (separator == ')') break;
      if (separator != ',') return false;
      while (position_ != end_ && *position_ == ' ') ++position_;
    }
    const unsigned wanted = kCx | kCy | kExtent | (is_outlined(shape.kind) ? kStroke : 0u);
    return seen == wanted && in_range(shape);
  }

  unsigned argument_name(Shape& shape, int*& value) {
    if (skip("cx=")) {
      value = &shape.cx;
      return kCx;
    }
    if (skip("cy=")) {
      value = &shape.cy;
      return kCy;
    }
    if (is_circle(shape.kind) ? skip("radius=") : skip("size=")) {
      value = &shape.extent;
      return kExtent;
    }
    if (skip("stroke=")) {
      value = &shape.stroke;
      return kStroke;
    }
    return 0;
  }

  bool number(int& value) {
    constexpr int kMaxDigits = 3;
    const char* const first = position_;
    value = 0;
    while (position_ != end_ && *position_ >= '0' && *position_ <= '9') {
      if (position_ - first == kMaxDigits) return false;
      value = value * 10 + (*position_++ - '0');
    }
    const auto digits = position_ - first;
    return digits > 0 && (*first != '0' || digits == 1);
  }

  static bool in_range(const Shape& shape) {
    if (shape.cx >= kCanvasSize || shape.cy >= kCanvasSize) return false;
    if (shape.extent < kMinExtent || shape.extent > kMaxExtent) return false;
    return !is_outlined(shape.kind) ||
           (shape.stroke >= kMinStroke && shape.stroke <= max_stroke(shape.kind, shape.extent));
  }

  bool line_end() {
    while (position_ != end_ && (*position_ == ' ' || *position_ == '\t')) ++position_;
    return position_ == end_ || *position_ == '\n' || *position_ == '\r';
  }

  const char* position_;
  const char* end_;
};

}  // namespace

bool parse_plain(std::string_view text, std::size_t max_calls, Program& out) {
  out.shapes.clear();
  return PlainScanner(text).scan(max_calls, out.shapes);
}

}  // namespace papert::lang::shapes
