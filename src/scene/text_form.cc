#include "scene/text_form.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <system_error>
#include <utility>

#include "base/text.h"

namespace papert::scene {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

void append_hex(std::string& out, std::uint8_t byte) {
  out.push_back(kHexDigits[byte >> 4]);
  out.push_back(kHexDigits[byte & 15]);
}

void append_quoted(std::string& out, std::string_view text) {
  out.push_back('"');
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const char c = text[0];
    if (length > 1) {
      out.append(text.substr(0, length));
    } else if (c == '"' || c == '\\') {
      out.push_back('\\');
      out.push_back(c);
    } else if (c == '\n' || c == '\r' || c == '\t') {
      out.append(c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t");
    } else if (length == 0 || static_cast<std::uint8_t>(c) < 0x20 || c == 0x7f) {
      out.append("\\x");
      append_hex(out, static_cast<std::uint8_t>(c));
    } else {
      out.push_back(c);
    }
    text.remove_prefix(length > 1 ? length : 1);
  }
  out.push_back('"');
}

void append_point(std::string& out, const Point& point) {
  append_number(out, point.x);
  out.push_back(',');
  append_number(out, point.y);
}

void append_points(std::string& out, const std::vector<Point>& points) {
  for (const Point& point : points) {
    out.push_back(' ');
    append_point(out, point);
  }
}

void append_optional(std::string& out, const std::optional<Color>& color) {
  if (color) {
    append_color(out, *color);
  } else {
    out.append("none");
  }
}

struct LineWriter {
  std::string& out;

  void operator()(const Stroke& stroke) const {
    out.append("stroke width=");
    append_number(out, stroke.width);
    out.push_back(' ');
    append_color(out, stroke.color);
    append_points(out, stroke.points);
  }

  void operator()(const Fill& fill) const {
    out.append("fill ");
    append_color(out, fill.color);
    append_points(out, fill.points);
  }

  void operator()(const Dot& dot) const {
    out.append("dot ");
    append_number(out, dot.diameter);
    out.push_back(' ');
    append_color(out, dot.color);
    out.push_back(' ');
    append_point(out, dot.center);
  }

  void operator()(const Stamp& stamp) const {
    out.append("stamp fill=");
    append_optional(out, stamp.fill);
    out.append(" outline=");
    append_optional(out, stamp.outline);
    out.append(" width=");
    append_number(out, stamp.outline_width);
    append_points(out, stamp.points);
  }

  void operator()(const Text& text) const {
    out.append("text ");
    append_quoted(out, text.text);
    out.append(" align=").append(text.align).append(" font=");
    append_quoted(out, text.font_family);
    out.append(" size=");
    append_number(out, text.font_size);
    out.append(" style=");
    append_quoted(out, text.font_style);
    out.push_back(' ');
    append_color(out, text.color);
    out.push_back(' ');
    append_point(out, text.position);
  }
};

/// What is left of one line. Every reader takes its token and the white space before it.
class Line {
 public:
  Line(std::string_view text, const WireLimits& limits, std::size_t& vertices)
      : rest_(text), limits_(limits), vertices_(vertices) {}

  bool at_end() {
    skip_space();
    return rest_.empty();
  }

  std::string_view word() {
    skip_space();
    const std::string_view found = rest_.substr(0, rest_.find_first_of(" \t"));
    rest_.remove_prefix(found.size());
    return found;
  }

  /// "width=" and the like.
  Result<void> label(std::string_view expected) {
    skip_space();
    if (!rest_.starts_with(expected)) return wanted(expected);
    rest_.remove_prefix(expected.size());
    return {};
  }

  Result<double> number() {
    skip_space();
    double value = 0;
    const char* begin = rest_.data();
    const auto [stop, problem] = std::from_chars(begin, begin + rest_.size(), value);
    const auto length = static_cast<std::size_t>(stop - begin);
    if (problem == std::errc::invalid_argument) return wanted("a number");
    if (problem != std::errc() || !std::isfinite(value) ||
        std::abs(value) > limits_.max_coordinate) {
      return fail(ErrorCode::kLimit, "the number '" + std::string(rest_.substr(0, length)) +
                                         "' is not finite or out of range");
    }
    rest_.remove_prefix(length);
    return value;
  }

  Result<Color> color() {
    skip_space();
    std::uint32_t value = 0;
    const char* first = rest_.data() + 1;
    if (rest_.size() < 7 || rest_[0] != '#' ||
        std::from_chars(first, first + 6, value, 16).ptr != first + 6) {
      return wanted("a colour such as #ff0000");
    }
    rest_.remove_prefix(7);
    return Color{static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8),
                 static_cast<std::uint8_t>(value)};
  }

  Result<std::optional<Color>> color_or_none() {
    if (label("none")) return std::optional<Color>();
    return std::optional<Color>(TRY(color()));
  }

  Result<Point> point() {
    const double x = TRY(number());
    if (!rest_.starts_with(',')) return wanted("',' between x and y");
    rest_.remove_prefix(1);
    const double y = TRY(number());
    return Point{x, y};
  }

  /// All that is left.
  Result<std::vector<Point>> points(std::size_t least) {
    std::vector<Point> points;
    while (!at_end()) {
      points.push_back(TRY(point()));
      if (++vertices_ > limits_.max_vertices) {
        return fail(ErrorCode::kLimit, "more than " + std::to_string(limits_.max_vertices) +
                                           " vertices in the drawing");
      }
    }
    if (points.size() < least) {
      return fail(ErrorCode::kBadData, "has " + std::to_string(points.size()) +
                                           " points, at least " + std::to_string(least) +
                                           " are needed");
    }
    return points;
  }

  Result<std::string> quoted() {
    TRY(label("\""));
    std::string text;
    while (!rest_.empty() && rest_[0] != '"') {
      const char c = rest_[0];
      rest_.remove_prefix(1);
      text.push_back(c == '\\' ? TRY(escape()) : c);
    }
    TRY(label("\""));
    if (text.size() > limits_.max_text_bytes) {
      return fail(ErrorCode::kLimit,
                  "a string has more than " + std::to_string(limits_.max_text_bytes) + " bytes");
    }
    if (!is_valid_utf8(text)) return fail(ErrorCode::kBadData, "a string is not UTF-8");
    return text;
  }

  [[nodiscard]] tl::unexpected<Error> wanted(std::string_view what) const {
    const std::string found =
        rest_.empty() ? "the line ends" : "found '" + std::string(cut_utf8(rest_, 20)) + "'";
    return fail(ErrorCode::kBadData, "expected " + std::string(what) + ", but " + found);
  }

 private:
  void skip_space() {
    while (rest_.starts_with(' ') || rest_.starts_with('\t')) rest_.remove_prefix(1);
  }

  /// What follows a backslash.
  Result<char> escape() {
    constexpr std::string_view kNames = "\"\\nrt";
    constexpr std::string_view kValues = "\"\\\n\r\t";
    const std::size_t index = rest_.empty() ? std::string_view::npos : kNames.find(rest_[0]);
    if (index != std::string_view::npos) {
      rest_.remove_prefix(1);
      return kValues[index];
    }
    std::uint8_t byte = 0;
    const char* first = rest_.data() + 1;
    if (rest_.size() < 3 || rest_[0] != 'x' ||
        std::from_chars(first, first + 2, byte, 16).ptr != first + 2) {
      return wanted(R"(one of \" \\ \n \r \t \x1f)");
    }
    rest_.remove_prefix(3);
    return static_cast<char>(byte);
  }

  std::string_view rest_;
  const WireLimits& limits_;
  std::size_t& vertices_;  // of the drawing so far
};

Result<Item> read_stroke(Line& line) {
  TRY(line.label("width="));
  const double width = TRY(line.number());
  const Color color = TRY(line.color());
  std::vector<Point> points = TRY(line.points(2));
  return Stroke{std::move(points), width, color};
}

Result<Item> read_fill(Line& line) {
  const Color color = TRY(line.color());
  std::vector<Point> points = TRY(line.points(3));
  return Fill{std::move(points), color};
}

Result<Item> read_dot(Line& line) {
  const double diameter = TRY(line.number());
  const Color color = TRY(line.color());
  const Point center = TRY(line.point());
  return Dot{center, diameter, color};
}

Result<Item> read_stamp(Line& line) {
  Stamp stamp;
  TRY(line.label("fill="));
  stamp.fill = TRY(line.color_or_none());
  TRY(line.label("outline="));
  stamp.outline = TRY(line.color_or_none());
  TRY(line.label("width="));
  stamp.outline_width = TRY(line.number());
  stamp.points = TRY(line.points(0));
  return stamp;
}

Result<Item> read_text(Line& line) {
  Text text;
  text.text = TRY(line.quoted());
  TRY(line.label("align="));
  text.align = line.word();
  if (text.align != "left" && text.align != "center" && text.align != "right") {
    return fail(ErrorCode::kBadData, "the alignment is left, center or right");
  }
  TRY(line.label("font="));
  text.font_family = TRY(line.quoted());
  TRY(line.label("size="));
  text.font_size = TRY(line.number());
  TRY(line.label("style="));
  text.font_style = TRY(line.quoted());
  text.color = TRY(line.color());
  text.position = TRY(line.point());
  return text;
}

Result<void> read_line(Line& line, Scene& scene, bool& has_background) {
  const std::string_view kind = line.word();
  if (kind == "background") {
    if (has_background || !scene.items.empty()) {
      return fail(ErrorCode::kBadData, "the background comes once and before every item");
    }
    has_background = true;
    scene.background = TRY(line.color());
  } else if (kind == "stroke") {
    scene.items.push_back(TRY(read_stroke(line)));
  } else if (kind == "fill") {
    scene.items.push_back(TRY(read_fill(line)));
  } else if (kind == "dot") {
    scene.items.push_back(TRY(read_dot(line)));
  } else if (kind == "stamp") {
    scene.items.push_back(TRY(read_stamp(line)));
  } else if (kind == "text") {
    scene.items.push_back(TRY(read_text(line)));
  } else {
    return fail(ErrorCode::kBadData,
                "expected background, stroke, fill, dot, stamp or text, but found '" +
                    std::string(cut_utf8(kind, 20)) + "'");
  }
  if (!line.at_end()) return line.wanted("the end of the line");
  return {};
}

}  // namespace

void append_number(std::string& out, double value) {
  char buffer[32];  // the shortest form of a double has at most 24 characters
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  out.append(buffer, end);
}

void append_color(std::string& out, Color color) {
  out.push_back('#');
  for (const std::uint8_t sample : {color.r, color.g, color.b}) append_hex(out, sample);
}

std::string to_text(const Scene& scene) {
  std::string out;
  if (scene.background != Color{255, 255, 255}) {
    out.append("background ");
    append_color(out, scene.background);
    out.push_back('\n');
  }
  for (const Item& item : scene.items) {
    std::visit(LineWriter{out}, item);
    out.push_back('\n');
  }
  return out;
}

Result<Scene> from_text(std::string_view text, const WireLimits& limits) {
  Scene scene;
  std::size_t vertices = 0;
  std::size_t number = 0;
  bool has_background = false;
  while (!text.empty()) {
    ++number;
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view content = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (content.empty() || content == "#" || content.starts_with("# ")) continue;
    Line line(content, limits, vertices);
    Result<void> read = read_line(line, scene, has_background);
    if (read && scene.items.size() > limits.max_items) {
      read = fail(ErrorCode::kLimit, "more than " + std::to_string(limits.max_items) + " items");
    }
    if (!read) {
      read.error().where = "line " + std::to_string(number);
      return fail(std::move(read.error()));
    }
  }
  TRY(check_painting_rows(scene, limits));
  return scene;
}

}  // namespace papert::scene
