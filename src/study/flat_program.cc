#include "study/flat_program.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace papert::study {
namespace {

class FlatWriter {
 public:
  explicit FlatWriter(Steps steps) : steps_(steps) {}

  void operator()(const scene::Stroke& stroke) {
    jump(stroke.points.front());
    line("t.pensize({})", stroke.width);
    line("t.pencolor({})", name(stroke.color));
    line("t.pendown()");
    follow(stroke.points);
  }

  void operator()(const scene::Fill& fill) {
    jump(fill.points.front());
    line("t.fillcolor({})", name(fill.color));
    line("t.begin_fill()");
    follow(fill.points);
    line("t.end_fill()");
  }

  void operator()(const scene::Dot& dot) {
    jump(dot.center);
    line("t.dot({}, {})", dot.diameter, name(dot.color));
  }

  void operator()(const scene::Stamp&) {}
  void operator()(const scene::Text&) {}

  std::string text = "def draw(t):\n    t.penup()\n";

 private:
  template <class... Values>
  void line(fmt::format_string<Values...> format, Values&&... values) {
    text += "    " + fmt::format(format, std::forward<Values>(values)...) + "\n";
  }

  static std::string name(scene::Color color) {
    return fmt::format("\"#{:02x}{:02x}{:02x}\"", color.r, color.g, color.b);
  }

  void jump(const scene::Point& point) {
    line("t.penup()");
    line("t.goto({}, {})", point.x, point.y);
  }

  void follow(const std::vector<scene::Point>& points) {
    for (std::size_t i = 1; i < points.size(); ++i) {
      const double dx = points[i].x - points[i - 1].x;
      const double dy = points[i].y - points[i - 1].y;
      if (steps_ == Steps::kGoto) {
        line("t.goto({}, {})", points[i].x, points[i].y);
      } else {
        line("t.setheading({})", std::atan2(dy, dx) * 180 / std::numbers::pi);
        line("t.forward({})", std::hypot(dx, dy));
      }
    }
  }

  Steps steps_;
};

}  // namespace

std::string flat_program(const scene::Scene& scene, Steps steps) {
  FlatWriter writer(steps);
  for (const scene::Item& item : scene.items) std::visit(writer, item);
  return std::move(writer.text);
}

}  // namespace papert::study
