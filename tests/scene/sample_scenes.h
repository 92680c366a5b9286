// Scenes for the tests of this folder: one of every kind of item, and random ones.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace papert::scene::test {

inline Scene one_of_each() {
  Scene scene;
  scene.background = {1, 2, 3};
  scene.items = {
      Stroke{{{0, 0}, {100, 0}, {0.1, -0.0}}, 2.5, {4, 5, 6}},
      Fill{{{0, 0}, {10, 0}, {10, 10}}, {255, 0, 0}},
      Dot{{5, -5}, 10, {0, 255, 0}},
      Stamp{{{0, 0}, {5, -9}, {0, -7}}, Color{9, 8, 7}, std::nullopt, 1},
      Stamp{{}, std::nullopt, Color{1, 1, 1}, 0.5},
      Text{{3, 4}, "h\xc3\xa9 \"q\"\\\n\t\x01", "center", "Arial", 12, "bold", {7, 7, 7}},
  };
  return scene;
}

/// Anything decode accepts, with numbers of every magnitude.
class RandomScenes {
 public:
  explicit RandomScenes(std::uint32_t seed) : engine_(seed) {}

  Scene next() {
    Scene scene;
    scene.background = color();
    for (unsigned i = below(6); i > 0; --i) scene.items.push_back(item());
    return scene;
  }

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(engine_() % limit); }
  Color color() {
    const std::uint64_t bits = engine_();
    return {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8),
            static_cast<std::uint8_t>(bits >> 16)};
  }

  double number() {
    const double unit = static_cast<double>(engine_() >> 11) / 9007199254740992.0 - 0.5;
    constexpr double kScales[] = {1, 10, 400, 1e9, 1e-9, 1e-300};
    return below(4) == 0 ? static_cast<double>(below(100)) : unit * kScales[below(6)];
  }

  Point point() { return {number(), number()}; }

  std::vector<Point> points(unsigned least) {
    std::vector<Point> points;
    for (unsigned i = least + below(5); i > 0; --i) points.push_back(point());
    return points;
  }

  std::string string() {
    constexpr const char* kParts[] = {
        "a",    " ",    "\"", "\\", "\n", "\r",       "\t",
        "\x1b", "\x7f", "#",  ",",  "=",  "\xc3\xa9", "\xf0\x9f\x90\xa2"};
    std::string text;
    for (unsigned i = below(8); i > 0; --i) text += kParts[below(14)];
    return text;
  }

  Item item() {
    constexpr const char* kAligns[] = {"left", "center", "right"};
    switch (below(5)) {
      case 0:
        return Stroke{points(2), number(), color()};
      case 1:
        return Fill{points(3), color()};
      case 2:
        return Dot{point(), number(), color()};
      case 3: {
        Stamp stamp{points(0), std::nullopt, std::nullopt, number()};
        if (below(2) == 0) stamp.fill = color();
        if (below(2) == 0) stamp.outline = color();
        return stamp;
      }
      default:
        return Text{point(), string(), kAligns[below(3)], string(), number(), string(), color()};
    }
  }

  std::mt19937_64 engine_;
};

}  // namespace papert::scene::test
