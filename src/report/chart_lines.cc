// Charts of lines: over numbers, and around a centre.
//
// A radar has a spoke for each category. Names of many spokes would run into each other at the top
// and the bottom, so each half of them is pushed apart to lines of their own, tied to their spokes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

#include "report/chart_canvas.h"

namespace papert::report {
namespace {

constexpr std::size_t kMostMarkers = 60;  // of a line; with more it says itself where it goes

std::string point_text(double x, double y) { return coordinate(x) + "," + coordinate(y); }

struct Plot {
  double left = 0;
  double right = kChartWidth - 24;
  double top = 0;
  double height = 300;
  double low = 0;  // of x
  double high = 1;
  std::vector<double> ticks;
  Scale scale;

  [[nodiscard]] double bottom() const { return top + height; }
  [[nodiscard]] double x(double value) const {
    return left + (right - left) * (value - low) / (high - low);
  }
  [[nodiscard]] double y(double value) const { return bottom() - height * scale.place(value); }
};

/// The numbers of x themselves where they are few and far enough from each other, else round ones.
std::vector<double> x_ticks(const std::set<double>& values, double low, double high) {
  constexpr std::size_t kMost = 12;
  double narrowest = high - low;
  double before = low - (high - low);
  for (const double value : values) {
    narrowest = std::min(narrowest, value - before);
    before = value;
  }
  if (values.size() <= kMost && narrowest >= (high - low) / 16) {
    return {values.begin(), values.end()};
  }
  std::vector<double> ticks = nice_ticks(low, high, 8);
  std::erase_if(ticks, [&](double tick) { return tick < low || tick > high; });
  return ticks;
}

Plot plot_of(const Chart& chart, double top) {
  Plot plot;
  plot.top = top + 10;
  plot.scale = value_scale(chart);
  std::set<double> values;
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) values.insert(point.x);
  }
  for (const ChartMark& mark : chart.marks) values.insert(mark.x);
  plot.low = *values.begin();
  plot.high = *values.rbegin();
  if (plot.high <= plot.low) {
    plot.low -= 0.5;
    plot.high += 0.5;
  }
  plot.ticks = x_ticks(values, plot.low, plot.high);
  const double room = (plot.high - plot.low) * 0.03;
  plot.low -= room;
  plot.high += room;
  double numbers = 0;
  for (const double tick : plot.scale.ticks) {
    numbers = std::max(numbers, text_width(tick_text(tick), kChartLabelSize));
  }
  plot.left = kChartMargin + 18 + numbers + 8;
  return plot;
}

void draw_frame(const Chart& chart, const Plot& plot, Canvas& canvas) {
  for (const double tick : plot.scale.ticks) {
    canvas.line(plot.left, plot.y(tick), plot.right, plot.y(tick), "grid");
    canvas.text(plot.left - 8, plot.y(tick) + 4, tick_text(tick), "soft", Anchor::kEnd);
  }
  if (plot.scale.log) {
    canvas.line(plot.left, plot.bottom(), plot.right, plot.bottom(), "grid");
    canvas.text(plot.left - 8, plot.bottom() + 4, "0", "soft", Anchor::kEnd);
  }
  for (const double tick : plot.ticks) {
    canvas.line(plot.x(tick), plot.bottom(), plot.x(tick), plot.bottom() + 5, "axis");
    canvas.text(plot.x(tick), plot.bottom() + 19, tick_text(tick), "soft", Anchor::kMiddle);
  }
  canvas.line(plot.left, plot.top, plot.left, plot.bottom(), "axis");
  canvas.text((plot.left + plot.right) / 2, plot.bottom() + 38,
              shortened(chart.x.title, 500, kChartLabelSize), "soft", Anchor::kMiddle);
  canvas.text(kChartMargin + 8, plot.top + plot.height / 2,
              shortened(chart.y.title, plot.height, kChartLabelSize), "soft", Anchor::kMiddle, -90);
}

/// Pieces between gaps.
std::string line_data(const ChartSeries& series, const Plot& plot) {
  std::string data;
  bool pen_down = false;
  for (const ChartPoint& point : series.points) {
    pen_down = pen_down && point.y;
    if (!point.y) continue;
    const double y = plot.y(*point.y);
    data += (pen_down ? "L" : "M") + point_text(plot.x(point.x - point.reach), y);
    if (point.reach > 0) data += "L" + point_text(plot.x(point.x + point.reach), y);
    pen_down = true;
  }
  return data;
}

void draw_error_bar(const ChartPoint& point, const Plot& plot, std::size_t series, Canvas& canvas) {
  if (!point.bar_low() || !point.bar_high()) return;
  const double x = plot.x(point.x);
  const double low = plot.y(*point.bar_low());
  const double high = plot.y(*point.bar_high());
  canvas.path(fmt::format("M{}L{}M{}L{}M{}L{}", point_text(x, low), point_text(x, high),
                          point_text(x - 4, low), point_text(x + 4, low), point_text(x - 4, high),
                          point_text(x + 4, high)),
              fmt::format("l{}", series % kChartColours));
}

}  // namespace

double draw_lines(const Chart& chart, double top, Canvas& canvas) {
  const Plot plot = plot_of(chart, top);
  draw_frame(chart, plot, canvas);
  for (std::size_t i = 0; i < chart.marks.size(); ++i) {
    const double x = plot.x(chart.marks[i].x);
    canvas.line(x, plot.top, x, plot.bottom(), i == 0 ? "axis mark" : "axis dotted");
  }
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const ChartSeries& series = chart.series[s];
    if (const std::string data = line_data(series, plot); !data.empty()) {
      canvas.path(data, line_style(s), series.name);
    }
    if (series.points.size() > kMostMarkers || chart.kind == ChartKind::kCurves) continue;
    for (const ChartPoint& point : series.points) {
      if (!point.y) continue;
      draw_error_bar(point, plot, s, canvas);
      canvas.marker(plot.x(point.x), plot.y(*point.y), s, tip_of(chart, series, point));
    }
  }
  return plot.bottom() + 48;
}

namespace {

/// Circles, spokes and where on them a value is. The first spoke points up.
struct Web {
  double x = kChartWidth / 2;
  double y = 0;
  double radius = 0;
  std::size_t spokes = 0;
  Scale scale;

  [[nodiscard]] double angle(std::size_t spoke) const {
    return 2 * std::numbers::pi * static_cast<double>(spoke) / static_cast<double>(spokes);
  }
  [[nodiscard]] std::string at(std::size_t spoke, double part) const {
    return point_text(at_x(spoke, part), at_y(spoke, part));
  }
  [[nodiscard]] double at_x(std::size_t spoke, double part) const {
    return x + radius * part * std::sin(angle(spoke));
  }
  [[nodiscard]] double at_y(std::size_t spoke, double part) const {
    return y - radius * part * std::cos(angle(spoke));
  }
};

void draw_web(const Web& web, Canvas& canvas) {
  for (const double tick : web.scale.ticks) {
    std::string ring;
    for (std::size_t i = 0; i < web.spokes; ++i) {
      ring += (i == 0 ? "M" : "L") + web.at(i, web.scale.place(tick));
    }
    canvas.path(ring + "Z", "grid");
  }
  for (std::size_t i = 0; i < web.spokes; ++i) {
    canvas.line(web.x, web.y, web.at_x(i, 1), web.at_y(i, 1), "grid");
  }
}

void draw_web_numbers(const Web& web, Canvas& canvas) {
  double above = web.y + 100;
  for (const double tick : web.scale.ticks) {
    const double y = web.at_y(0, web.scale.place(tick));
    if (above - y < 12) continue;
    above = y;
    canvas.text(web.x + 4, y + 4, tick_text(tick), "soft small halo");
  }
}

/// With more spokes a name in the middle would run into its neighbours'.
constexpr std::size_t kUprightSpokes = 12;

struct SpokeName {
  std::size_t spoke = 0;
  double y = 0;
};

/// Down the side, each at least a line below the one before, then up again from below.
void push_apart(std::vector<SpokeName>& names, double bottom) {
  constexpr double kLine = 15;
  std::stable_sort(names.begin(), names.end(),
                   [](const SpokeName& a, const SpokeName& b) { return a.y < b.y; });
  for (std::size_t i = 1; i < names.size(); ++i) {
    names[i].y = std::max(names[i].y, names[i - 1].y + kLine);
  }
  for (std::size_t i = names.size(); i-- > 0;) {
    names[i].y = std::min(names[i].y, i + 1 < names.size() ? names[i + 1].y - kLine : bottom);
  }
}

void draw_spoke_name(const SpokeName& name, const std::string& text, bool left, const Web& web,
                     Canvas& canvas) {
  const double sign = left ? -1 : 1;
  const double end = web.at_x(name.spoke, 1.0);
  // Names that were moved start at the side of the circle, the others at their spoke.
  const bool moved = std::abs(name.y - web.at_y(name.spoke, 1.07)) > 1;
  const double part = (name.y - web.y) / (web.radius * 1.07);
  const double rim = web.radius * 1.09 * std::sqrt(std::max(0.0, 1 - part * part));
  const double x =
      moved ? web.x + sign * std::max(rim, sign * (end - web.x)) : web.at_x(name.spoke, 1.07);
  if (moved) canvas.line(end, web.at_y(name.spoke, 1), x, name.y, "axis");
  const double room = left ? x - kChartMargin - 6 : kChartWidth - kChartMargin - x - 6;
  const bool upright = web.spokes <= kUprightSpokes && !moved && std::abs(x - web.x) < 2;
  if (upright) {
    canvas.text(x, name.y + (name.y < web.y ? -2 : 4), shortened(text, 2 * room, kChartLabelSize),
                "ink", Anchor::kMiddle);
  } else {
    canvas.text(x + 4 * sign, name.y + 4, shortened(text, room, kChartLabelSize), "ink",
                left ? Anchor::kEnd : Anchor::kStart);
  }
}

void draw_spoke_names(const Chart& chart, const Web& web, Canvas& canvas) {
  std::array<std::vector<SpokeName>, 2> sides;  // right, left
  for (std::size_t i = 0; i < web.spokes; ++i) {
    const bool left = web.angle(i) > std::numbers::pi * 1.0001;
    sides[left ? 1 : 0].push_back({i, web.at_y(i, 1.07)});
  }
  for (const bool left : {false, true}) {
    std::vector<SpokeName>& names = sides[left ? 1 : 0];
    push_apart(names, web.y + web.radius * 1.07 + 4);
    for (const SpokeName& name : names) {
      draw_spoke_name(name, chart.x.categories[name.spoke], left, web, canvas);
    }
  }
}

void draw_polygon(const Chart& chart, std::size_t s, const Web& web, Canvas& canvas) {
  const ChartSeries& series = chart.series[s];
  std::string data;
  bool pen_down = false;
  std::size_t defined = 0;
  for (const ChartPoint& point : series.points) {
    if (point.y) {
      ++defined;
      const auto spoke = static_cast<std::size_t>(point.x);
      data += (pen_down ? "L" : "M") + web.at(spoke, web.scale.place(*point.y));
    }
    pen_down = point.y.has_value();
  }
  if (defined == web.spokes) data += "Z";
  if (!data.empty()) canvas.path(data, line_style(s), series.name);
  for (const ChartPoint& point : series.points) {
    if (!point.y) continue;
    const auto spoke = static_cast<std::size_t>(point.x);
    const double part = web.scale.place(*point.y);
    canvas.marker(web.at_x(spoke, part), web.at_y(spoke, part), s, tip_of(chart, series, point));
  }
}

}  // namespace

double draw_radar(const Chart& chart, double top, Canvas& canvas) {
  Web web;
  web.spokes = chart.x.categories.size();
  web.radius = web.spokes > 24 ? 205 : 185;
  web.y = top + web.radius * 1.07 + 18;
  web.scale = value_scale(chart);
  draw_web(web, canvas);
  for (std::size_t s = 0; s < chart.series.size(); ++s) draw_polygon(chart, s, web, canvas);
  draw_web_numbers(web, canvas);
  draw_spoke_names(chart, web, canvas);
  const double bottom = web.y + web.radius * 1.07 + 16;
  const std::string scale = web.scale.log ? " (log axis)" : "";
  canvas.text(kChartWidth / 2, bottom + 16,
              shortened(chart.y.title + scale + " by " + chart.x.title, 600, kChartLabelSize),
              "soft", Anchor::kMiddle);
  return bottom + 26;
}

}  // namespace papert::report
