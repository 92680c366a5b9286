#include "report/chart_canvas.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/html.h"
#include "base/text.h"

namespace papert::report {
namespace {

constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

std::uint32_t code_point(std::string_view bytes) {
  const auto first = static_cast<unsigned char>(bytes[0]);
  if (bytes.size() == 1) return first;
  std::uint32_t code = first & (0xFFU >> (bytes.size() + 1));
  for (const char c : bytes.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3FU);
  return code;
}

/// What has no place in a picture: controls, marks of direction, invisible joints, what XML
/// forbids.
bool is_invisible(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C ||
         (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF || (code & 0xFFFEU) == 0xFFFE;
}

/// In parts of the font size, a little more than common sans serifs need.
double character_width(std::uint32_t code) {
  constexpr std::string_view kNarrow = "ijl.,:;'|!()[]{}tfrI /";
  constexpr std::string_view kWide = "mwMW@%";
  if (code >= 0x1100) return 1.05;
  if (code >= 0x80) return 0.68;
  const char c = static_cast<char>(code);
  if (kNarrow.find(c) != std::string_view::npos) return 0.36;
  if (kWide.find(c) != std::string_view::npos) return 0.95;
  return c >= 'A' && c <= 'Z' ? 0.74 : 0.6;
}

/// The characters of a plain text.
std::vector<std::string_view> characters(std::string_view text) {
  std::vector<std::string_view> list;
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(1, utf8_length(text));
    list.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return list;
}

/// The longest beginning of words that fits, or of characters where a word alone does not.
std::size_t fitting(const std::vector<std::string_view>& text, std::size_t from, double width,
                    double size) {
  double used = 0;
  std::size_t space = from;
  for (std::size_t i = from; i < text.size(); ++i) {
    used += character_width(code_point(text[i])) * size;
    if (text[i] == " ") space = i;
    if (used > width) return space > from ? space : std::max(i, from + 1);
  }
  return text.size();
}

}  // namespace

std::string plain_text(std::string_view text) {
  const std::string whole = sanitise_utf8(text);
  std::string plain;
  for (const std::string_view each : characters(whole)) {
    const bool space = each == "\n" || each == "\t" || each == "\r";
    if (space) plain += ' ';
    if (!space && !is_invisible(code_point(each))) plain += each;
  }
  return plain;
}

double text_width(std::string_view text, double size) {
  double width = 0;
  for (const std::string_view each : characters(text)) width += character_width(code_point(each));
  return width * size;
}

std::string shortened(std::string_view text, double width, double size) {
  const std::string plain = plain_text(text);
  if (text_width(plain, size) <= width) return plain;
  const std::vector<std::string_view> all = characters(plain);
  std::size_t kept = all.size() - 1;
  std::string result;
  do {
    result.clear();
    const std::size_t front = (kept + 1) / 2;
    for (std::size_t i = 0; i < front; ++i) result += all[i];
    result += kEllipsis;
    for (std::size_t i = all.size() - (kept - front); i < all.size(); ++i) result += all[i];
    // Long texts come down in large steps first.
    kept = kept > 200 ? kept / 2 : kept - std::min<std::size_t>(kept, 1);
  } while (kept > 0 && text_width(result, size) > width);
  return result;
}

std::vector<std::string> wrapped(std::string_view text, double width, double size,
                                 std::size_t max_lines) {
  const std::string plain = plain_text(text);
  const std::vector<std::string_view> all = characters(plain);
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < all.size();) {
    const bool last = lines.size() + 1 == max_lines;
    const std::size_t end = fitting(all, at, last ? width - size : width, size);
    std::string& line = lines.emplace_back();
    for (std::size_t i = at; i < end; ++i) line += all[i];
    if (last && end < all.size()) {
      line += kEllipsis;
      break;
    }
    at = end;
    while (at < all.size() && all[at] == " ") ++at;
  }
  return lines;
}

std::string tick_text(double value) {
  if (std::abs(value) < 1e-12) return "0";
  return fmt::format("{:.6g}", value);
}

std::vector<double> nice_ticks(double low, double high, int count) {
  if (!(high > low)) high = low + 1;
  const double rough = (high - low) / count;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0}) {
    if (factor * power >= rough * 0.999) step = factor * power;
  }
  std::vector<double> ticks;
  const double first = std::floor(low / step + 1e-9);
  for (int i = 0; i < 100; ++i) {
    ticks.push_back((first + i) * step);
    if (ticks.back() >= high - step * 1e-9) break;
  }
  return ticks;
}

double Scale::place(double value) const {
  if (!log) return std::clamp((value - low) / (high - low), 0.0, 1.0);
  if (value <= 0) return 0;
  const double part = (std::log10(value) - std::log10(low)) / (std::log10(high) - std::log10(low));
  return kLogStart + (1 - kLogStart) * std::clamp(part, 0.0, 1.0);
}

namespace {

struct Extent {
  double low = 0;
  double high = 0;
  double smallest = 0;  // that is positive; 0: none is
};

Extent extent_of(const Chart& chart) {
  Extent extent;
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) {
      for (const auto& value : {point.y, point.bar_low(), point.bar_high()}) {
        if (!value) continue;
        extent.low = std::min(extent.low, *value);
        extent.high = std::max(extent.high, *value);
      }
      if (point.y && *point.y > 0 && (extent.smallest == 0 || *point.y < extent.smallest)) {
        extent.smallest = *point.y;
      }
    }
  }
  return extent;
}

Scale log_scale(const Extent& extent) {
  constexpr int kDecades = 4;
  Scale scale;
  scale.log = true;
  const double top = extent.high <= 1 ? 0 : std::ceil(std::log10(extent.high) - 1e-9);
  double bottom = std::floor(std::log10(extent.smallest) - 1e-9);
  bottom = std::clamp(bottom, top - kDecades, top - 1);
  scale.low = std::pow(10.0, bottom);
  scale.high = std::pow(10.0, top);
  const int decades = static_cast<int>(top - bottom);
  for (int i = 0; i < decades; ++i) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (factor == 1.0 || decades <= 2) {
        scale.ticks.push_back(factor * std::pow(10.0, bottom + i));
      }
    }
  }
  scale.ticks.push_back(scale.high);
  return scale;
}

}  // namespace

Scale value_scale(const Chart& chart) {
  const Extent extent = extent_of(chart);
  if (chart.y.log && extent.smallest > 0) return log_scale(extent);
  Scale scale;
  const bool fractions = !chart.y.whole && extent.low >= 0 && extent.high <= 1;
  scale.ticks = fractions ? std::vector<double>{0, 0.2, 0.4, 0.6, 0.8, 1}
                          : nice_ticks(extent.low, std::max(extent.high, extent.low + 1e-9), 5);
  if (chart.y.whole) std::erase_if(scale.ticks, [](double t) { return t != std::floor(t); });
  scale.low = scale.ticks.front();
  scale.high = scale.ticks.back();
  if (scale.high <= scale.low) scale.high = scale.low + 1;
  return scale;
}

std::string coordinate(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string fill_style(std::size_t series) {
  constexpr std::array<const char*, 3> kTurns{"", " second", " third"};
  return fmt::format("f{}{}", series % kChartColours,
                     kTurns[series / kChartColours % kTurns.size()]);
}

std::string line_style(std::size_t series) {
  constexpr std::array<const char*, 3> kTurns{"", " dashed", " dotted"};
  return fmt::format("l{}{}", series % kChartColours,
                     kTurns[series / kChartColours % kTurns.size()]);
}

void Canvas::close(const std::string& element, std::string_view tip) {
  if (tip.empty()) {
    svg_ += "/>\n";
  } else {
    svg_ += "><title>" + html_escaped(plain_text(tip)) + "</title></" + element + ">\n";
  }
}

void Canvas::rect(double x, double y, double width, double height, const std::string& style,
                  std::string_view tip) {
  svg_ += fmt::format(R"(<rect class="{}" x="{}" y="{}" width="{}" height="{}")", style,
                      coordinate(x), coordinate(y), coordinate(std::max(width, 0.0)),
                      coordinate(std::max(height, 0.0)));
  close("rect", tip);
}

void Canvas::line(double x1, double y1, double x2, double y2, const std::string& style) {
  svg_ += fmt::format("<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", style,
                      coordinate(x1), coordinate(y1), coordinate(x2), coordinate(y2));
}

void Canvas::path(const std::string& data, const std::string& style, std::string_view tip) {
  svg_ += fmt::format(R"(<path class="{}" d="{}")", style, data);
  close("path", tip);
}

void Canvas::text(double x, double y, std::string_view text, const std::string& style,
                  Anchor anchor, double turn_deg) {
  constexpr std::array<const char*, 3> kAnchors{"", " text-anchor=\"middle\"",
                                                " text-anchor=\"end\""};
  svg_ += fmt::format(R"(<text class="{}" x="{}" y="{}"{})", style, coordinate(x), coordinate(y),
                      kAnchors[static_cast<std::size_t>(anchor)]);
  if (turn_deg != 0) {
    svg_ += fmt::format(" transform=\"rotate({} {} {})\"", coordinate(turn_deg), coordinate(x),
                        coordinate(y));
  }
  svg_ += ">" + html_escaped(plain_text(text)) + "</text>\n";
}

void Canvas::marker(double x, double y, std::size_t series, std::string_view tip) {
  constexpr double kSize = 4.2;
  std::string data;
  const auto corners = [&](std::initializer_list<std::pair<double, double>> points) {
    for (const auto& [dx, dy] : points) {
      data += (data.empty() ? "M" : "L") + coordinate(x + dx * kSize) + "," +
              coordinate(y + dy * kSize);
    }
    data += "Z";
  };
  switch (series % 5) {
    case 0:
      data = fmt::format("M{},{}a4,4 0 1 0 8,0a4,4 0 1 0 -8,0Z", coordinate(x - 4), coordinate(y));
      break;
    case 1:
      corners({{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}});
      break;
    case 2:
      corners({{0, -1.2}, {1.1, 0.8}, {-1.1, 0.8}});
      break;
    case 3:
      corners({{0, -1.3}, {1.3, 0}, {0, 1.3}, {-1.3, 0}});
      break;
    default:
      corners({{0, 1.2}, {1.1, -0.8}, {-1.1, -0.8}});
  }
  path(data, fill_style(series), tip);
}

}  // namespace papert::report
