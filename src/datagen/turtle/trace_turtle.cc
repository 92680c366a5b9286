#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/numbers.h"
#include "datagen/turtle/trace_machine.h"

namespace papert::datagen {
namespace {

struct NamedColor {
  std::string_view name;
  scene::Color color;
};

/// The names that drawing programs use, as Tk paints them.
constexpr std::array<NamedColor, 32> kNamedColors{{
    {"black", {0, 0, 0}},
    {"white", {255, 255, 255}},
    {"red", {255, 0, 0}},
    {"green", {0, 128, 0}},
    {"blue", {0, 0, 255}},
    {"yellow", {255, 255, 0}},
    {"cyan", {0, 255, 255}},
    {"magenta", {255, 0, 255}},
    {"orange", {255, 165, 0}},
    {"purple", {128, 0, 128}},
    {"brown", {165, 42, 42}},
    {"pink", {255, 192, 203}},
    {"gray", {128, 128, 128}},
    {"grey", {128, 128, 128}},
    {"tan", {210, 180, 140}},
    {"gold", {255, 215, 0}},
    {"violet", {238, 130, 238}},
    {"navy", {0, 0, 128}},
    {"maroon", {128, 0, 0}},
    {"turquoise", {64, 224, 208}},
    {"salmon", {250, 128, 114}},
    {"coral", {255, 127, 80}},
    {"beige", {245, 245, 220}},
    {"light green", {144, 238, 144}},
    {"lightgreen", {144, 238, 144}},
    {"light blue", {173, 216, 230}},
    {"lightblue", {173, 216, 230}},
    {"dark green", {0, 100, 0}},
    {"darkgreen", {0, 100, 0}},
    {"sky blue", {135, 206, 235}},
    {"skyblue", {135, 206, 235}},
    {"khaki", {240, 230, 140}},
}};

std::optional<scene::Color> hex_color(std::string_view text) {
  if (text.size() != 7 || text[0] != '#') return std::nullopt;
  std::array<std::uint8_t, 3> parts{};
  for (std::size_t i = 0; i < 6; ++i) {
    const char c = text[i + 1];
    const bool digit = c >= '0' && c <= '9';
    const int lower = c | 0x20;
    if (!digit && (lower < 'a' || lower > 'f')) return std::nullopt;
    const int value = digit ? c - '0' : lower - 'a' + 10;
    parts[i / 2] = static_cast<std::uint8_t>(parts[i / 2] * 16 + value);
  }
  return scene::Color{parts[0], parts[1], parts[2]};
}

}  // namespace

std::optional<scene::Color> color_of(std::string_view name) {
  for (const NamedColor& each : kNamedColors) {
    if (each.name == name) return each.color;
  }
  return hex_color(name);
}

std::string color_name(const scene::Color& color) {
  for (const NamedColor& each : kNamedColors) {
    if (each.color == color) return std::string(each.name);
  }
  return fmt::format("#{:02x}{:02x}{:02x}", color.r, color.g, color.b);
}

namespace detail {

void TracePen::note(scene::Point point) {
  std::optional<scene::Bounds>& ink = inks.back();
  if (!ink) {
    ink = scene::Bounds{point.x, point.y, point.x, point.y};
    return;
  }
  ink = scene::Bounds{std::min(ink->x0, point.x), std::min(ink->y0, point.y),
                      std::max(ink->x1, point.x), std::max(ink->y1, point.y)};
}

void TracePen::note_first() {
  for (FirstMark& first : firsts) {
    if (!first.made) first = {true, before_call, hops};
  }
}

void TracePen::move_to(scene::Point place, Trace& trace) {
  if (filling_) {
    fill_points_.push_back(place);
    ++trace.vertices;
  }
  if (pose.pen) {
    if (!in_stroke_) {
      scene::Stroke stroke;
      stroke.points.push_back(pose.place);
      stroke.width = width;
      stroke.color = color;
      trace.scene.items.emplace_back(std::move(stroke));
      in_stroke_ = true;
      ++trace.vertices;
    }
    std::get<scene::Stroke>(trace.scene.items.back()).points.push_back(place);
    ++trace.vertices;
    note_first();
    ++marks;
    length += std::hypot(place.x - pose.place.x, place.y - pose.place.y);
    note(pose.place);
    note(place);
  } else {
    in_stroke_ = false;
    ++hops;
  }
  pose.place = place;
}

void TracePen::forward(double step, Trace& trace) {
  const double angle = pose.heading * M_PI / 180;
  move_to({pose.place.x + step * std::cos(angle), pose.place.y + step * std::sin(angle)}, trace);
}

void TracePen::circle(double radius, double extent, std::size_t sides, Trace& trace) {
  const double share = std::abs(extent) / 360;
  if (sides == 0) {
    sides = 1 + static_cast<std::size_t>(std::min(11 + std::abs(radius) / 6, 59.0) * share);
  }
  double turn = extent / static_cast<double>(sides);
  double side = 2 * radius * std::sin(turn / 2 * M_PI / 180);
  if (radius < 0) {
    side = -side;
    turn = -turn;
  }
  pose.heading += turn / 2;
  for (std::size_t i = 0; i < sides && trace.vertices <= kMostTraceVertices; ++i) {
    forward(side, trace);
    pose.heading += turn;
  }
  pose.heading -= turn / 2;
}

void TracePen::dot(double diameter, scene::Color paint, Trace& trace) {
  trace.scene.items.emplace_back(scene::Dot{pose.place, diameter, paint});
  in_stroke_ = false;
  ++trace.vertices;
  note_first();
  ++marks;
  length += M_PI * diameter;
  note({pose.place.x - diameter / 2, pose.place.y - diameter / 2});
  note({pose.place.x + diameter / 2, pose.place.y + diameter / 2});
}

void TracePen::begin_fill(Trace& trace) {
  filling_ = true;
  in_stroke_ = false;
  fill_item_ = trace.scene.items.size();
  fill_points_ = {pose.place};
}

void TracePen::end_fill(Trace& trace) {
  if (!filling_) return;
  filling_ = false;
  in_stroke_ = false;
  if (fill_points_.size() < 3) return;
  for (const scene::Point& point : fill_points_) note(point);
  trace.scene.items.insert(trace.scene.items.begin() + static_cast<std::ptrdiff_t>(fill_item_),
                           scene::Fill{std::move(fill_points_), fill});
  fill_points_.clear();
  ++marks;
}

void TracePen::set_width(double value) {
  width = value;
  in_stroke_ = false;
}

void TracePen::set_color(scene::Color value) {
  color = value;
  in_stroke_ = false;
}

double TraceMachine::number(const std::vector<Value>& arguments, std::size_t index,
                            double otherwise) {
  if (index >= arguments.size()) return otherwise;
  if (arguments[index].kind != Value::Kind::kNumber) {
    stop("an argument that is not a number");
    return otherwise;
  }
  return arguments[index].number;
}

scene::Color TraceMachine::color(const Value& value) {
  const auto found = value.kind == Value::Kind::kString ? color_of(value.text) : std::nullopt;
  if (!found) stop("the colour " + value.text);
  return found.value_or(scene::Color{});
}

bool TraceMachine::move(std::string_view name, const std::vector<Value>& arguments) {
  if (name == "forward" || name == "fd") {
    pen_.forward(number(arguments, 0, 0), trace_);
  } else if (name == "back" || name == "backward" || name == "bk") {
    pen_.forward(-number(arguments, 0, 0), trace_);
  } else if (name == "left" || name == "lt") {
    pen_.pose.heading += number(arguments, 0, 0);
  } else if (name == "right" || name == "rt") {
    pen_.pose.heading -= number(arguments, 0, 0);
  } else if (name == "circle") {
    const double extent = arguments.size() > 1 && arguments[1].kind != Value::Kind::kNone
                              ? number(arguments, 1, 360)
                              : 360;
    const double sides = std::clamp(number(arguments, 2, 0), 0.0, 1000.0);
    pen_.circle(number(arguments, 0, 0), extent, static_cast<std::size_t>(sides), trace_);
  } else {
    return false;
  }
  return true;
}

bool TraceMachine::go(std::string_view name, const std::vector<Value>& arguments) {
  scene::Point place = pen_.pose.place;
  if (name == "setheading" || name == "seth") {
    pen_.pose.heading = number(arguments, 0, 0);
  } else if (name == "home") {
    place = {};
  } else if (name == "goto" || name == "setpos" || name == "setposition") {
    const bool pair = arguments.size() == 1 && arguments[0].kind == Value::Kind::kList;
    const std::vector<Value>& point = pair ? *arguments[0].items : arguments;
    if (point.size() != 2) stop("a place that is not a pair");
    place = {number(point, 0, 0), number(point, 1, 0)};
  } else if (name == "setx") {
    place.x = number(arguments, 0, 0);
  } else if (name == "sety") {
    place.y = number(arguments, 0, 0);
  } else {
    return false;
  }
  ++pen_.absolute_moves;
  if (name.starts_with("seth")) return true;
  pen_.move_to(place, trace_);
  if (name == "home") pen_.pose.heading = 0;
  return true;
}

bool TraceMachine::paint(std::string_view name, const std::vector<Value>& arguments) {
  if (name == "penup" || name == "pu" || name == "up") {
    pen_.pose.pen = false;
  } else if (name == "pendown" || name == "pd" || name == "down") {
    pen_.pose.pen = true;
  } else if (name == "pensize" || name == "width") {
    pen_.set_width(number(arguments, 0, 1));
  } else if (name == "pencolor" && arguments.size() == 1) {
    pen_.set_color(color(arguments[0]));
  } else if (name == "fillcolor" && arguments.size() == 1) {
    pen_.fill = color(arguments[0]);
  } else if (name == "color" && (arguments.size() == 1 || arguments.size() == 2)) {
    pen_.set_color(color(arguments[0]));
    pen_.fill = color(arguments.back());
  } else if (name == "begin_fill") {
    pen_.begin_fill(trace_);
  } else if (name == "end_fill") {
    pen_.end_fill(trace_);
  } else if (name == "dot") {
    const double least = std::max(pen_.width + 4, 2 * pen_.width);
    const double size = number(arguments, 0, least);
    pen_.dot(size, arguments.size() > 1 ? color(arguments[1]) : pen_.color, trace_);
  } else {
    return false;
  }
  return true;
}

bool TraceMachine::ask(std::string_view name, Value& answer) const {
  if (name == "position" || name == "pos") {
    std::vector<Value> place{Value::of(pen_.pose.place.x), Value::of(pen_.pose.place.y)};
    answer = Value::list(std::move(place));
  } else if (name == "xcor") {
    answer = Value::of(pen_.pose.place.x);
  } else if (name == "ycor") {
    answer = Value::of(pen_.pose.place.y);
  } else if (name == "heading") {
    answer = Value::of(pen_.pose.heading - 360 * std::floor(pen_.pose.heading / 360));
  } else {
    return name == "speed" || name == "hideturtle" || name == "ht" || name == "showturtle" ||
           name == "st";
  }
  return true;
}

Value TraceMachine::turtle_method(const std::string& name, const std::vector<Value>& arguments,
                                  const std::vector<std::string>& names) {
  for (const std::string& each : names) {
    if (!each.empty()) stop("an argument with a name");
  }
  Value answer;
  const std::size_t marks = pen_.marks;
  pen_.before_call = pen_.pose;
  if (!running_ || move(name, arguments) || go(name, arguments) || paint(name, arguments) ||
      ask(name, answer)) {
    if (pen_.marks != marks) ++pen_.calls;
    return answer;
  }
  stop("the method " + name);
  return answer;
}

}  // namespace detail
}  // namespace papert::datagen
