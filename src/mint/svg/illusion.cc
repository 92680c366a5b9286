#include "mint/svg/illusion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>

#include "lang/svg/numbers.h"

namespace papert::mint::svg {
namespace {

constexpr std::array<std::string_view, 8> kInks{"#c0392b", "#d35400", "#b7950b", "#1e8449",
                                                "#1f618d", "#6c3483", "#2c3e50", "#ad1457"};
constexpr std::array<std::string_view, 5> kGrounds{"#ffffff", "#fdf6e3", "#eef6fb", "#f3f0fa",
                                                   "#eef7ee"};

std::string number(double value) { return lang::svg::format_number(value, 1); }
double rounded(double value) { return std::round(value * 10) / 10; }

/// What both pictures of a pair share: the sheet, its colours, and how the design lies on it.
struct Frame {
  double side = 0;  // of the square sheet
  std::string_view ground;
  std::string_view target;   // the colour of what is compared
  std::string_view context;  // of what is around it
  bool upright = false;      // the two are above each other, or for shafts side by side
  double angle = 0;          // degrees, of the design on the sheet
  double fill = 0;           // the share of the sheet that the design takes
  double shift_x = 0;        // from -1 to 1, of the room that is left
  double shift_y = 0;
  bool second_first = false;  // in the order of the program
  std::size_t larger = 0;     // which of the two is, in the opposite picture
  double growth = 1;
};

/// `quarter` is the turn, in degrees, of a design that stands upright.
Frame draw_frame(double quarter, Random& random) {
  Frame frame;
  frame.side = static_cast<double>(random.randint(30, 60) * 10);
  frame.ground = random.choice(kGrounds);
  std::array<std::string_view, kInks.size()> inks = kInks;
  random.shuffle(inks);
  frame.target = inks[0];
  frame.context = random.randbelow(4) == 0 ? inks[0] : inks[1];
  frame.upright = random.randbelow(2) == 1;
  const auto tilt = static_cast<double>(random.randint(-25, 25));
  frame.angle = tilt + (frame.upright ? quarter : 0);
  frame.fill = random.uniform(0.8, 0.94);
  frame.shift_x = random.uniform(-1, 1);
  frame.shift_y = random.uniform(-1, 1);
  frame.second_first = random.randbelow(2) == 1;
  frame.larger = static_cast<std::size_t>(random.randbelow(2));
  frame.growth = random.uniform(kLeastGrowth + 0.02, kMostGrowth - 0.02);
  return frame;
}

/// Half the width and height of a design around its middle.
struct Extent {
  double x = 0;
  double y = 0;
};

/// The same on the sheet, where the design is turned.
Extent turned(Extent extent, double degrees) {
  const double angle = degrees * std::numbers::pi / 180;
  const double across = std::abs(std::cos(angle));
  const double along = std::abs(std::sin(angle));
  return {extent.x * across + extent.y * along, extent.x * along + extent.y * across};
}

/// How large a unit of the design is on the sheet.
double unit_of(const Frame& frame, Extent extent) {
  const Extent on_sheet = turned(extent, frame.angle);
  return frame.side * frame.fill / (2 * std::max(on_sheet.x, on_sheet.y));
}

/// The two parts of a design, which has its middle at the origin, on their sheet.
std::string program_of(const Frame& frame, Extent extent, const std::array<std::string, 2>& parts) {
  const Extent room = turned(extent, frame.angle);
  const double x = frame.side / 2 + frame.shift_x * (frame.side / 2 - room.x) * 0.8;
  const double y = frame.side / 2 + frame.shift_y * (frame.side / 2 - room.y) * 0.8;
  const std::string side = number(frame.side);
  const std::size_t first = frame.second_first ? 1 : 0;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\">\n"
      "  <rect width=\"{}\" height=\"{}\" fill=\"{}\"/>\n"
      "  <g transform=\"translate({} {}) rotate({})\">\n{}{}  </g>\n</svg>",
      side, side, side, side, frame.ground, number(x), number(y), number(frame.angle), parts[first],
      parts[1 - first]);
}

/// The sizes of the two, in the classic picture and in the opposite one.
std::array<std::array<double, 2>, 2> sizes_of(const Frame& frame, double size) {
  std::array<double, 2> opposite{size, size};
  opposite[frame.larger] = rounded(size * frame.growth);
  return {{{size, size}, opposite}};
}

template <class Draw>
void draw_pair(const Frame& frame, double size, Draw draw, IllusionPair& pair) {
  const auto sizes = sizes_of(frame, size);
  pair.classic = {draw(sizes[0]), 2};
  pair.opposite = {draw(sizes[1]), frame.larger};
}

/// A ring of discs around one, in units of the radius of that one.
struct Ring {
  double disc = 0;    // the radius of each
  double middle = 0;  // from the centre to the middle of each
  int count = 0;
  double turn = 0;  // of the first, in radians

  [[nodiscard]] double reach() const { return middle + disc; }
};

Ring draw_ring(double least, double most, int count, Random& random) {
  Ring ring;
  ring.disc = random.uniform(least, most);
  const double gap = random.uniform(0.15, 0.4);
  ring.middle = kMostGrowth + gap + ring.disc;
  // As many as fit without touching.
  const double angle = 2 * std::asin(1.06 * ring.disc / ring.middle);
  ring.count = std::min(count, static_cast<int>(2 * std::numbers::pi / angle));
  ring.turn = random.uniform(0, 2 * std::numbers::pi);
  return ring;
}

std::string disc(double x, double y, double radius, std::string_view color) {
  return fmt::format("    <circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>\n", number(x),
                     number(y), number(radius), color);
}

std::string ring_text(const Ring& ring, double x, double unit, const Frame& frame) {
  std::string text;
  for (int i = 0; i < ring.count; ++i) {
    const double angle = ring.turn + 2 * std::numbers::pi * i / ring.count;
    text += disc(x + unit * ring.middle * std::cos(angle), unit * ring.middle * std::sin(angle),
                 unit * ring.disc, frame.context);
  }
  return text;
}

IllusionPair ebbinghaus(Random& random) {
  const Frame frame = draw_frame(90, random);
  const int large_count = static_cast<int>(random.randint(5, 6));
  const Ring large = draw_ring(1.2, 1.6, large_count, random);
  const int small_count = static_cast<int>(random.randint(7, 10));
  const Ring small = draw_ring(0.3, 0.5, small_count, random);
  const bool small_comes_first = random.randbelow(2) == 1;
  const double gap = random.uniform(0.3, 0.8);
  const std::array<Ring, 2> rings =
      small_comes_first ? std::array{small, large} : std::array{large, small};
  const Extent extent{rings[0].reach() + rings[1].reach() + gap / 2, large.reach()};
  const double unit = unit_of(frame, extent);
  const Extent scaled{extent.x * unit, extent.y * unit};
  const std::array<double, 2> xs{unit * (rings[0].reach() - extent.x),
                                 unit * (extent.x - rings[1].reach())};
  IllusionPair pair;
  pair.text =
      "Two groups of discs are drawn, each around a disc in its middle. Which of the two middle "
      "discs is larger?";
  pair.options = {frame.upright ? "The upper one" : "The left one",
                  frame.upright ? "The lower one" : "The right one", "Both are equally large"};
  const auto draw = [&](const std::array<double, 2>& radii) {
    std::array<std::string, 2> parts;
    for (std::size_t i = 0; i < 2; ++i) {
      parts[i] = disc(xs[i], 0, radii[i], frame.target) + ring_text(rings[i], xs[i], unit, frame);
    }
    return program_of(frame, scaled, parts);
  };
  draw_pair(frame, rounded(unit), draw, pair);
  return pair;
}

/// How the fins of a pair are: in units of the length of a shaft.
struct Fins {
  double length = 0;
  double angle = 0;  // from the shaft, in radians
  double width = 0;  // of all lines

  [[nodiscard]] double along() const { return length * std::cos(angle); }
  [[nodiscard]] double across() const { return length * std::sin(angle); }
};

std::string line(double x1, double y1, double x2, double y2, std::string_view color) {
  return fmt::format("    <line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\"/>\n",
                     number(x1), number(y1), number(x2), number(y2), color);
}

/// A shaft with its left end at x and four fins; `outwards` is 1 or -1.
std::string shaft(double x, double y, double length, const Fins& fins, double outwards,
                  const Frame& frame) {
  std::string text = line(x, y, x + length, y, frame.target);
  for (const double end : {-1.0, 1.0}) {
    const double tip = end < 0 ? x : x + length;
    const double back = tip + end * outwards * fins.along();
    text += line(tip, y, back, y - fins.across(), frame.context);
    text += line(tip, y, back, y + fins.across(), frame.context);
  }
  return text;
}

IllusionPair mueller_lyer(Random& random) {
  const Frame frame = draw_frame(-90, random);
  Fins fins;
  fins.length = random.uniform(0.18, 0.28);
  fins.angle = random.uniform(0.5, 0.85);
  fins.width = random.uniform(0.012, 0.022);
  const double gap = 2 * fins.across() + random.uniform(0.12, 0.3);
  const double offset = random.uniform(-0.1, 0.1);
  const double outwards = random.randbelow(2) == 1 ? 1 : -1;  // of the first
  const double margin = fins.width + fins.across();
  const Extent extent{kMostGrowth / 2 + fins.along() + std::abs(offset) / 2, gap / 2 + margin};
  const double unit = unit_of(frame, extent);
  const Fins scaled{fins.length * unit, fins.angle, fins.width * unit};
  IllusionPair pair;
  pair.text =
      "Two straight shafts are drawn, each with two fins at either end. Fins aside, which of the "
      "two shafts is longer?";
  pair.options = {frame.upright ? "The left one" : "The upper one",
                  frame.upright ? "The right one" : "The lower one", "Both are equally long"};
  const auto draw = [&](const std::array<double, 2>& lengths) {
    std::array<std::string, 2> parts;
    for (std::size_t i = 0; i < 2; ++i) {
      const double sign = i == 0 ? -1 : 1;
      const double x = rounded(sign * offset * unit / 2 - lengths[i] / 2);
      parts[i] = fmt::format(
          "    <g stroke-width=\"{}\" stroke-linecap=\"round\">\n{}    </g>\n",
          number(scaled.width),
          shaft(x, rounded(sign * gap * unit / 2), lengths[i], scaled, sign * -outwards, frame));
    }
    return program_of(frame, {extent.x * unit, extent.y * unit}, parts);
  };
  draw_pair(frame, rounded(unit), draw, pair);
  return pair;
}

}  // namespace

IllusionPair mint_illusion(IllusionKind kind, Random& random) {
  return kind == IllusionKind::kEbbinghaus ? ebbinghaus(random) : mueller_lyer(random);
}

}  // namespace papert::mint::svg
