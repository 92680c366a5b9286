// Programs whose text does not give the picture away.
//
// What a reader could learn from words alone is made worthless one by one:
//
// clang-format off
//     tags        a circle may be a circle, an ellipse that is squeezed, a rect with round corners,
//                 a dot of a round pen or a path of arcs or cubics; a rectangle may be a rect, a
//                 thick line, a polygon or a path
//     corners     every polygon has ten to twelve points: extra ones lie on its sides
//     commands    straight sides are lines or cubics and quadratics whose handles lie on them
//     numbers     sizes and places are those of nested groups that move, turn, mirror and scale,
//                 and of elements that stretch once more; the viewBox begins anywhere
//     colours     from attributes, styles, classes or the group around; shapes may be `use`d
//     elements    parts that are never drawn stand in <defs> beside those that are
// clang-format on
//
// Nothing here depends on whether a part can be seen.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "mint/svg/parts.h"
#include "mint/svg/write_element.h"

namespace papert::mint::svg {
namespace {

using scene::Point;

Frame draw_frame(double outer_scale, Random& random) {
  constexpr std::array<double, 7> kScales{0.4, 0.5, 0.8, 1, 1.25, 2, 2.5};
  Frame frame;
  frame.shift.x = static_cast<double>(random.randint(-120, 320)) / outer_scale;
  frame.shift.y = static_cast<double>(random.randint(-120, 320)) / outer_scale;
  frame.angle = static_cast<double>(random.randint(-35, 36)) * 5;
  double scale = random.choice(kScales);
  if (outer_scale * scale > 3 || outer_scale * scale < 0.35) scale = 1;
  frame.scale = {chance(random, 0.35) ? -scale : scale, scale};
  return frame;
}

class ProgramWriter {
 public:
  explicit ProgramWriter(Random& random) : random_(random) {}

  [[nodiscard]] std::string write(const std::vector<Part>& parts) {
    constexpr std::array<double, 5> kSizes{100, 160, 200, 250, 320};
    const double size = random_.choice(kSizes);
    Frame sheet;  // from what the viewBox shows to the sheet
    sheet.scale = {kSheet / size, kSheet / size};
    const auto left = static_cast<double>(random_.randint(-15, 15)) * 10;
    const auto top = static_cast<double>(random_.randint(-15, 15)) * 10;
    sheet.shift = {-left * sheet.scale.x, -top * sheet.scale.y};
    const bool sheet_of_styles = chance(random_, 0.6);
    if (sheet_of_styles) name_classes(parts);
    std::vector<Part> drawn;
    for (const Part& part : parts) {
      if (part.role == Role::kUnused) {
        definitions_.push_back(define_unused(sheet.inside(part)));
      } else {
        drawn.push_back(sheet.inside(part));
      }
    }
    std::string body;
    add_run(drawn, {1, kSheet / size, ""}, body);
    return head(left, top, size) + body + "</svg>\n";
  }

 private:
  struct Context {
    std::size_t depth = 0;
    double scale = 1;  // of a unit here on the sheet
    std::string fill;  // that elements without one get
  };

  [[nodiscard]] std::string head(double left, double top, double size) {
    std::string text =
        fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\">\n", left,
                    top, size, size);
    if (!classes_.empty()) {
      text += "  <style>";
      for (const auto& [fill, name] : classes_) text += fmt::format(".{}{{fill:{}}}", name, fill);
      text += "</style>\n";
    }
    random_.shuffle(definitions_);
    if (!definitions_.empty()) {
      text += "  <defs>\n";
      for (const std::string& definition : definitions_) text += "    " + definition + "\n";
      text += "  </defs>\n";
    }
    return text;
  }

  /// A letter and a number that nothing else is called.
  [[nodiscard]] std::string fresh_name() {
    for (;;) {
      const char letter = static_cast<char>('a' + random_.randbelow(26));
      const std::string name = letter + std::to_string(random_.randint(1, 99));
      if (names_.insert(name).second) return name;
    }
  }

  void name_classes(const std::vector<Part>& parts) {
    for (const Part& part : parts) {
      const bool wanted = chance(random_, 0.6);
      if (wanted && !classes_.contains(part.fill)) classes_[part.fill] = fresh_name();
    }
  }

  [[nodiscard]] std::string paint(const std::string& fill, bool stroked, const Context& context) {
    const double kind = random_.random();
    if (stroked) {
      return kind < 0.6 ? fmt::format(" stroke=\"{}\"", fill)
                        : fmt::format(" style=\"stroke:{}\"", fill);
    }
    if (fill == context.fill && kind < 0.7) return "";
    const auto named = classes_.find(fill);
    if (named != classes_.end() && kind < 0.8) {
      return fmt::format(" class=\"{}\"", named->second);
    }
    return kind < 0.5 ? fmt::format(" fill=\"{}\"", fill) : fmt::format(" style=\"fill:{}\"", fill);
  }

  [[nodiscard]] std::string element_text(const Element& element, const std::string& paint) {
    return "<" + element.tag + paint + element.attributes + "/>";
  }

  [[nodiscard]] std::string define_unused(const Part& part) {
    Element element = placed_element(part, random_);
    element.attributes = " id=\"" + fresh_name() + "\"" + element.attributes;
    return element_text(element, paint(part.fill, element.stroked, {}));
  }

  /// What all of one kind are stretched from: squares for rectangles, circles for ellipses.
  [[nodiscard]] const std::string& definition_of(Shape shape) {
    if (shape == Shape::kEllipse) shape = Shape::kCircle;
    if (shape == Shape::kRectangle) shape = Shape::kSquare;
    std::string& name = shapes_[shape];
    if (name.empty()) {
      name = fresh_name();
      Part part;
      part.shape = shape;
      part.rx = part.ry = kDefinedSize;
      Element element = centred_element(part, random_);
      element.attributes = " id=\"" + name + "\"" + element.attributes;
      definitions_.push_back(element_text(element, ""));
    }
    return name;
  }

  [[nodiscard]] std::string part_text(const Part& part, const Context& context) {
    if (!chance(random_, 0.25)) {
      const Element element = placed_element(part, random_);
      return element_text(element, paint(part.fill, element.stroked, context));
    }
    const std::string name = definition_of(part.shape);
    const Frame frame{part.center, part.angle, {part.rx / kDefinedSize, part.ry / kDefinedSize}};
    const bool as_matrix = chance(random_, 0.35);
    return fmt::format(R"(<use href="#{}"{} transform="{}"/>)", name,
                       paint(part.fill, false, context), frame.text(as_matrix));
  }

  void add_run(const std::vector<Part>& parts, const Context& context, std::string& text) {
    const std::string indent(2 * context.depth, ' ');
    for (std::size_t first = 0; first < parts.size();) {
      const auto run =
          std::min(static_cast<std::size_t>(random_.randint(1, 4)), parts.size() - first);
      const bool grouped = chance(random_, context.depth == 1 ? 0.9 : context.depth == 2 ? 0.5 : 0);
      if (grouped) {
        const std::vector<Part> some(parts.begin() + static_cast<std::ptrdiff_t>(first),
                                     parts.begin() + static_cast<std::ptrdiff_t>(first + run));
        add_group(some, context, text);
      } else {
        for (std::size_t i = first; i < first + run; ++i) {
          text += indent + part_text(parts[i], context) + "\n";
        }
      }
      first += run;
    }
  }

  void add_group(const std::vector<Part>& parts, const Context& context, std::string& text) {
    const std::string indent(2 * context.depth, ' ');
    const Frame frame = draw_frame(context.scale, random_);
    const bool as_matrix = chance(random_, 0.3);
    Context inner{context.depth + 1, context.scale * frame.size(), context.fill};
    std::string shared;
    if (chance(random_, 0.5)) {
      inner.fill = random_.choice(parts).fill;
      shared = paint(inner.fill, false, {});
    }
    std::vector<Part> local;
    local.reserve(parts.size());
    for (const Part& part : parts) local.push_back(frame.inside(part));
    text += fmt::format("{}<g{} transform=\"{}\">\n", indent, shared, frame.text(as_matrix));
    add_run(local, inner, text);
    text += indent + "</g>\n";
  }

  static constexpr double kDefinedSize = 20;

  Random& random_;
  std::map<std::string, std::string> classes_;  // by fill
  std::map<Shape, std::string> shapes_;         // names of definitions
  std::set<std::string> names_;
  std::vector<std::string> definitions_;
};

}  // namespace

std::string write_program(const std::vector<Part>& parts, Random& random) {
  return ProgramWriter(random).write(parts);
}

}  // namespace papert::mint::svg
