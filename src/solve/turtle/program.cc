#include "solve/turtle/program.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace papert::solve::turtle {
namespace {

constexpr std::size_t kColumns = 96;

/// At most two decimals, and no more than are needed.
std::string number(double value, int decimals = 1) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.find('.') != std::string::npos) {
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

/// A list in brackets over as many lines as it needs.
std::vector<std::string> listed(std::string_view before, const std::vector<std::string>& items,
                                std::string_view after) {
  std::string whole = std::string(before) + "[" + fmt::format("{}", fmt::join(items, ", ")) + "]" +
                      std::string(after);
  if (whole.size() <= kColumns) return {whole};
  std::vector<std::string> lines{std::string(before) + "["};
  std::string line = "   ";
  for (const std::string& item : items) {
    if (line.size() + item.size() + 2 > kColumns) {
      lines.push_back(line);
      line = "   ";
    }
    line += " " + item + ",";
  }
  lines.push_back(line);
  lines.push_back("]" + std::string(after));
  return lines;
}

class Writer {
 public:
  Writer(const Drawing& drawing, const ProgramOptions& options)
      : drawing_(drawing), options_(options) {}

  std::string write() {
    if (drawing_.paper != scene::Color{255, 255, 255} && options_.with_pens) {
      add(fmt::format("t.getscreen().bgcolor({})", color_text(drawing_.paper)));
    }
    for (const Path& path : drawing_.paths) write_path(path);
    std::string text = options_.in_function ? "def draw(t):\n" : "";
    const std::string_view indent = options_.in_function ? "    " : "";
    for (const std::string& line : lines_) text += std::string(indent) + line + "\n";
    return text;
  }

 private:
  void add(std::string line) { lines_.push_back(std::move(line)); }

  [[nodiscard]] static std::string color_text(const scene::Color& color) {
    return fmt::format("\"#{:02x}{:02x}{:02x}\"", color.r, color.g, color.b);
  }

  [[nodiscard]] scene::Point turtle(const scene::Point& at) const {
    return {(at.x - options_.origin_x) / drawing_.unit, (options_.origin_y - at.y) / drawing_.unit};
  }

  [[nodiscard]] std::string pair(const scene::Point& at) const {
    const scene::Point own = turtle(at);
    return fmt::format("({}, {})", number(own.x), number(own.y));
  }

  /// Lifts the pen on the way.
  void move(const scene::Point& to) {
    const std::string place = pair(to);
    if (place == place_) return;
    if (down_) add("t.penup()");
    add("t.goto" + place);
    place_ = place;
    down_ = false;
  }

  void lower(bool down) {
    if (down && !down_) add("t.pendown()");
    if (!down && down_) add("t.penup()");
    down_ = down;
  }

  void set(std::string& state, std::string line) {
    if (state == line) return;
    state = line;
    add(std::move(line));
  }

  void set_style(const Path& path) {
    if (!options_.with_pens) return;
    if (path.pen > 0) {
      set(pen_, fmt::format("t.pensize({})", number(std::max(path.pen / drawing_.unit, 0.1))));
      set(ink_, fmt::format("t.pencolor({})", color_text(path.color)));
    }
    if (path.fill && !path.dot) {
      set(paint_, fmt::format("t.fillcolor({})", color_text(*path.fill)));
    }
  }

  void write_path(const Path& path) {
    set_style(path);
    if (path.dot) {
      move(path.ring->center);
      add(fmt::format("t.dot({}, {})", number(2 * path.ring->radius / drawing_.unit),
                      color_text(*path.fill)));
      return;
    }
    move(path.points[0]);
    lower(path.pen > 0);
    if (path.fill) add("t.begin_fill()");
    if (path.ring) {
      write_ring(path);
    } else {
      write_pieces(path);
    }
    if (path.fill) add("t.end_fill()");
  }

  void turn_to(double degrees) {
    const double heading = degrees < 0 ? degrees + 360 : degrees;
    set(heading_, fmt::format("t.setheading({})", number(heading, 2)));
  }

  /// Around with the middle to the left.
  void write_ring(const Path& path) {
    const scene::Point out = path.points[0] - path.ring->center;
    turn_to(wrapped(std::atan2(-out.y, out.x) * kDegrees + 90));
    add(fmt::format("t.circle({})", number(path.ring->radius / drawing_.unit)));
  }

  void write_pieces(const Path& path) {
    std::vector<std::string> straight;
    const auto flush = [&] {
      if (straight.size() < 3) {
        for (const std::string& each : straight) add("t.goto" + each);
      } else {
        for (std::string& line : listed("for x, y in ", straight, ":")) add(std::move(line));
        add("    t.goto(x, y)");
      }
      if (!straight.empty()) place_ = straight.back();
      straight.clear();
    };
    for (std::size_t i = 0; i < path.pieces(); ++i) {
      const scene::Point& to = path.points[(i + 1) % path.points.size()];
      if (path.turns[i] == 0) {
        straight.push_back(pair(to));
        continue;
      }
      flush();
      write_arc(path, i);
    }
    flush();
  }

  void write_arc(const Path& path, std::size_t piece) {
    const scene::Point& from = path.points[piece];
    const scene::Point& to = path.points[(piece + 1) % path.points.size()];
    const double turn = path.turns[piece];  // as seen: to the right if positive
    const scene::Point chord = to - from;
    turn_to(wrapped(std::atan2(-chord.y, chord.x) * kDegrees + turn / 2));
    const double radius = radius_of(from, to, turn) / drawing_.unit;
    add(fmt::format("t.circle({}, {})", number(turn > 0 ? -radius : radius),
                    number(std::abs(turn))));
    heading_.clear();
    place_ = pair(to);
  }

  const Drawing& drawing_;
  ProgramOptions options_;
  std::vector<std::string> lines_;
  bool down_ = true;
  std::string place_ = "(0, 0)";
  std::string heading_ = "t.setheading(0)";
  std::string pen_ = "t.pensize(1)";
  std::string ink_ = "t.pencolor(\"#000000\")";
  std::string paint_ = "t.fillcolor(\"#000000\")";
};

}  // namespace

std::string write_program(const Drawing& drawing, const ProgramOptions& options) {
  return Writer(drawing, options).write();
}

}  // namespace papert::solve::turtle
