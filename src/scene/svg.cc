#include "scene/svg.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/text.h"
#include "scene/canonical.h"
#include "scene/text_form.h"

namespace papert::scene {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr double kMargin = 1.0 / 20;  // of the longer side
constexpr double kLineHeight = 1.2;   // of the font size

/// Text for an element or a quoted attribute.
void append_escaped(std::string& out, std::string_view text) {
  const std::string clean = sanitise_utf8(text);
  for (std::size_t i = 0; i < clean.size(); ++i) {
    const char c = clean[i];
    if (c == '&') {
      out.append("&amp;");
    } else if (c == '<') {
      out.append("&lt;");
    } else if (c == '>') {
      out.append("&gt;");
    } else if (c == '"') {
      out.append("&quot;");
    } else if (static_cast<unsigned char>(c) < 0x20 && c != '\t') {
      out.append(kReplacement);
    } else if (clean.compare(i, 3, "\xEF\xBF\xBE") == 0 ||
               clean.compare(i, 3, "\xEF\xBF\xBF") == 0) {
      out.append(kReplacement);  // U+FFFE and U+FFFF are not XML characters
      i += 2;
    } else {
      out.push_back(c);
    }
  }
}

struct ElementWriter {
  std::string& out;

  void number(std::string_view name, double value) const {
    out.append(" ").append(name).append("=\"");
    append_number(out, value);
    out.push_back('"');
  }

  void color(std::string_view name, Color value) const {
    out.append(" ").append(name).append("=\"");
    append_color(out, value);
    out.push_back('"');
  }

  void points(const std::vector<Point>& points) const {
    out.append(" points=\"");
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (i > 0) out.push_back(' ');
      append_number(out, points[i].x);
      out.push_back(',');
      append_number(out, 0 - points[i].y);  // and not -y: a zero stays without a sign
    }
    out.push_back('"');
  }

  void pen(Color value, double width) const {
    color("stroke", value);
    number("stroke-width", width > 0 ? width : 1);
    out.append(R"( stroke-linecap="round" stroke-linejoin="round")");
    if (!(width > 0)) out.append(R"( vector-effect="non-scaling-stroke")");
  }

  void operator()(const Stroke& stroke) const {
    out.append(R"(<polyline fill="none")");
    pen(stroke.color, stroke.width);
    points(stroke.points);
    out.append("/>\n");
  }

  void operator()(const Fill& fill) const {
    out.append("<polygon");
    color("fill", fill.color);
    out.append(R"( fill-rule="evenodd")");
    points(fill.points);
    out.append("/>\n");
  }

  void operator()(const Dot& dot) const {
    out.append("<circle");
    color("fill", dot.color);
    number("cx", dot.center.x);
    number("cy", 0 - dot.center.y);
    number("r", std::max(dot.diameter, 0.0) / 2);
    out.append("/>\n");
  }

  void operator()(const Stamp& stamp) const {
    out.append("<polygon");
    if (stamp.fill) {
      color("fill", *stamp.fill);
    } else {
      out.append(R"( fill="none")");
    }
    out.append(R"( fill-rule="evenodd")");
    if (stamp.outline) pen(*stamp.outline, stamp.outline_width);
    points(stamp.points);
    out.append("/>\n");
  }

  void operator()(const Text& text) const {
    const double size = std::abs(text.font_size);
    out.append("<text");
    color("fill", text.color);
    number("font-size", size);
    out.append(" font-family=\"");
    append_escaped(out, text.font_family);
    out.append("\"");
    if (text.font_style.find("bold") != std::string::npos) out.append(R"( font-weight="bold")");
    if (text.font_style.find("italic") != std::string::npos) out.append(R"( font-style="italic")");
    if (text.align == "center") out.append(R"( text-anchor="middle")");
    if (text.align == "right") out.append(R"( text-anchor="end")");
    out.append(R"( xml:space="preserve">)");
    const std::vector<std::string_view> lines = split(text.text, '\n');
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto below = static_cast<double>(lines.size() - 1 - i);
      out.append("<tspan");
      number("x", text.position.x);
      // The letters stand on a base line 0.3 of the size above the foot of the line.
      number("y", 0 - (text.position.y + (below * kLineHeight + 0.3) * size));
      out.append(">");
      append_escaped(out, lines[i]);
      out.append("</tspan>");
    }
    out.append("</text>\n");
  }
};

Bounds view_of(const Scene& scene) {
  const std::optional<Bounds> painted = painted_bounds(scene, true);
  if (!painted) return {-50, -50, 50, 50};
  const double longest = std::max(painted->width(), painted->height());
  const double margin = longest > 0 ? longest * kMargin : 1.0;
  return {painted->x0 - margin, painted->y0 - margin, painted->x1 + margin, painted->y1 + margin};
}

}  // namespace

std::string to_svg(const Scene& scene, const std::optional<Bounds>& given,
                   const std::optional<SvgSize>& size) {
  const Bounds view = given ? *given : view_of(scene);
  std::string out = R"(<svg xmlns="http://www.w3.org/2000/svg")";
  if (size) {
    out.append(" width=\"" + std::to_string(size->width) + "\" height=\"" +
               std::to_string(size->height) + "\"");
  }
  out.append(" viewBox=\"");
  for (const double value : {view.x0, 0 - view.y1, view.width(), view.height()}) {
    if (out.back() != '"') out.push_back(' ');
    append_number(out, value);
  }
  out.append("\">\n");
  const ElementWriter writer{out};
  out.append("<rect");
  writer.number("x", view.x0);
  writer.number("y", 0 - view.y1);
  writer.number("width", view.width());
  writer.number("height", view.height());
  writer.color("fill", scene.background);
  out.append("/>\n");
  for (const Item& item : scene.items) std::visit(writer, item);
  out.append("</svg>\n");
  return out;
}

}  // namespace papert::scene
