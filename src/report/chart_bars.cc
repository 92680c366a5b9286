// Charts whose lengths are the values: bars side by side below each category's name, columns above
// each bin, and bars that are cut into shares.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/chart_canvas.h"

namespace papert::report {
namespace {

constexpr double kSmallSize = 10.5;
constexpr double kMaxLabelWidth = 230;

/// The widest of the names, cut to what they may take.
double widest(const std::vector<std::string>& names) {
  double width = 0;
  for (const std::string& name : names) {
    width = std::max(width,
                     text_width(shortened(name, kMaxLabelWidth, kChartLabelSize), kChartLabelSize));
  }
  return width;
}

std::string value_label(const Chart& chart, double value) {
  return chart.y.whole ? tick_text(value) : fmt::format("{:.3f}", value);
}

const ChartPoint* point_at(const ChartSeries& series, std::size_t category) {
  for (const ChartPoint& point : series.points) {
    if (static_cast<std::size_t>(point.x) == category) return &point;
  }
  return nullptr;
}

/// Lines and numbers of a value axis that runs from left to right.
struct AcrossAxis {
  double left = 0;
  double width = 0;
  Scale scale;

  [[nodiscard]] double x(double value) const { return left + width * scale.place(value); }

  void draw_grid(double top, double bottom, Canvas& canvas) const {
    for (const double tick : scale.ticks) {
      canvas.line(x(tick), top, x(tick), bottom, tick == 0 ? "axis" : "grid");
    }
  }
  void draw_numbers(double baseline, Canvas& canvas) const {
    for (const double tick : scale.ticks) {
      canvas.text(x(tick), baseline, tick_text(tick), "soft", Anchor::kMiddle);
    }
  }
};

void draw_whisker(const AcrossAxis& axis, const ChartPoint& point, double middle, double half,
                  Canvas& canvas) {
  if (!point.bar_low() || !point.bar_high()) return;
  const double low = axis.x(*point.bar_low());
  const double high = axis.x(*point.bar_high());
  canvas.line(low, middle, high, middle, "whisker");
  canvas.line(low, middle - half, low, middle + half, "whisker");
  canvas.line(high, middle - half, high, middle + half, "whisker");
}

double bar_height(std::size_t series) {
  if (series <= 4) return 15;
  return series <= 10 ? 12 : 8;
}

void draw_bar(const Chart& chart, std::size_t s, std::size_t category, const AcrossAxis& axis,
              double y, Canvas& canvas) {
  const double height = bar_height(chart.series.size());
  const ChartPoint* point = point_at(chart.series[s], category);
  if (point == nullptr || !point->y) return;
  const double zero = axis.x(std::clamp(0.0, axis.scale.low, axis.scale.high));
  const double end = axis.x(*point->y);
  canvas.rect(std::min(zero, end), y + 1, std::abs(end - zero), height - 2, fill_style(s),
              tip_of(chart, chart.series[s], *point));
  draw_whisker(axis, *point, y + height / 2, height / 4, canvas);
  if (height >= kSmallSize) {
    canvas.text(axis.left + axis.width + 8, y + height / 2 + 4, value_label(chart, *point->y),
                "ink small");
  }
}

}  // namespace

double draw_bars(const Chart& chart, double top, Canvas& canvas) {
  constexpr double kGap = 11;
  const std::vector<std::string>& names = chart.x.categories;
  const double row = bar_height(chart.series.size()) * static_cast<double>(chart.series.size());
  AcrossAxis axis;
  axis.left = kChartMargin + widest(names) + 10;
  axis.width = kChartWidth - axis.left - 66;
  axis.scale = value_scale(chart);
  const double height = static_cast<double>(names.size()) * (row + kGap) + kGap / 2;
  double y = top + (height > 600 ? 20 : 4);
  if (height > 600) axis.draw_numbers(y - 6, canvas);
  axis.draw_grid(y, y + height, canvas);
  const double bottom = y + height;
  y += kGap / 2;
  for (std::size_t c = 0; c < names.size(); ++c) {
    canvas.text(axis.left - 10, y + row / 2 + 4,
                shortened(names[c], kMaxLabelWidth, kChartLabelSize), "ink", Anchor::kEnd);
    for (std::size_t s = 0; s < chart.series.size(); ++s) {
      const double place = y + bar_height(chart.series.size()) * static_cast<double>(s);
      draw_bar(chart, s, c, axis, place, canvas);
    }
    y += row + kGap;
  }
  axis.draw_numbers(bottom + 16, canvas);
  canvas.text(axis.left + axis.width, bottom + 34,
              shortened(chart.y.title, axis.width, kChartLabelSize), "soft", Anchor::kEnd);
  return bottom + 44;
}

namespace {

/// The plot of columns: where each bin is, and how its name stands below it.
struct Columns {
  double left = 0;
  double top = 0;
  double height = 250;
  double slot = 0;  // the width of a bin
  double bar = 0;   // of a column
  Scale scale;

  [[nodiscard]] double bottom() const { return top + height; }
  [[nodiscard]] double y(double value) const { return bottom() - height * scale.place(value); }
};

Columns columns_of(const Chart& chart, double top) {
  Columns plot;
  plot.top = top + 14;
  plot.scale = value_scale(chart);
  double numbers = 0;
  for (const double tick : plot.scale.ticks) {
    numbers = std::max(numbers, text_width(tick_text(tick), kChartLabelSize));
  }
  plot.left = kChartMargin + 18 + numbers + 8;
  const auto bins = static_cast<double>(std::max<std::size_t>(1, chart.x.categories.size()));
  plot.slot = (kChartWidth - kChartMargin - plot.left) / bins;
  plot.bar = std::min(60.0, plot.slot * 0.86 / static_cast<double>(chart.series.size()));
  return plot;
}

void draw_column_axis(const Chart& chart, const Columns& plot, Canvas& canvas) {
  for (const double tick : plot.scale.ticks) {
    canvas.line(plot.left, plot.y(tick), kChartWidth - kChartMargin, plot.y(tick),
                tick == 0 ? "axis" : "grid");
    canvas.text(plot.left - 8, plot.y(tick) + 4, tick_text(tick), "soft", Anchor::kEnd);
  }
  const double middle = (plot.top + plot.bottom()) / 2;
  canvas.text(kChartMargin + 8, middle, shortened(chart.y.title, plot.height, kChartLabelSize),
              "soft", Anchor::kMiddle, -90);
}

void draw_bin(const Chart& chart, const Columns& plot, std::size_t c, Canvas& canvas) {
  const double all = plot.bar * static_cast<double>(chart.series.size());
  double x = plot.left + plot.slot * (static_cast<double>(c) + 0.5) - all / 2;
  for (std::size_t s = 0; s < chart.series.size(); ++s, x += plot.bar) {
    const ChartPoint* point = point_at(chart.series[s], c);
    if (point == nullptr || !point->y) continue;
    const double y = plot.y(*point->y);
    canvas.rect(x + 0.5, y, plot.bar - 1, plot.bottom() - y, fill_style(s),
                tip_of(chart, chart.series[s], *point));
    const std::string label = value_label(chart, *point->y);
    if (text_width(label, kSmallSize) <= plot.bar + 1) {
      canvas.text(x + plot.bar / 2, y - 4, label, "ink small", Anchor::kMiddle);
    }
  }
}

}  // namespace

double draw_columns(const Chart& chart, double top, Canvas& canvas) {
  constexpr double kTurn = -38;
  const Columns plot = columns_of(chart, top);
  draw_column_axis(chart, plot, canvas);
  const std::vector<std::string>& names = chart.x.categories;
  const bool turned = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return text_width(plain_text(name), kChartLabelSize) > plot.slot - 4;
  });
  double below = 18;
  for (std::size_t c = 0; c < names.size(); ++c) {
    draw_bin(chart, plot, c, canvas);
    const double x = plot.left + plot.slot * (static_cast<double>(c) + 0.5);
    // What is turned must not run out of the picture on the left.
    const double room = turned ? std::min(150.0, (x - kChartMargin) / 0.79) : plot.slot;
    const std::string label = shortened(names[c], room, kChartLabelSize);
    canvas.text(turned ? x + 4 : x, plot.bottom() + 16, label, "ink",
                turned ? Anchor::kEnd : Anchor::kMiddle, turned ? kTurn : 0);
    if (turned) below = std::max(below, 18 + text_width(label, kChartLabelSize) * 0.62);
  }
  canvas.text((plot.left + kChartWidth - kChartMargin) / 2, plot.bottom() + below + 18,
              shortened(chart.x.title, 500, kChartLabelSize), "soft", Anchor::kMiddle);
  return plot.bottom() + below + 28;
}

double draw_shares(const Chart& chart, double top, Canvas& canvas) {
  constexpr double kRow = 26;
  std::vector<std::string> names;
  names.reserve(chart.series.size());
  for (const ChartSeries& series : chart.series) names.push_back(series.name);
  AcrossAxis axis;
  axis.left = kChartMargin + widest(names) + 10;
  axis.width = kChartWidth - axis.left - 2 * kChartMargin;
  axis.scale.ticks = {0, 0.2, 0.4, 0.6, 0.8, 1};
  const double bottom = top + 4 + static_cast<double>(names.size()) * (kRow + 8);
  axis.draw_grid(top + 4, bottom, canvas);
  double y = top + 8;
  for (const ChartSeries& series : chart.series) {
    canvas.text(axis.left - 10, y + kRow / 2 + 4,
                shortened(series.name, kMaxLabelWidth, kChartLabelSize), "ink", Anchor::kEnd);
    double before = 0;
    for (const ChartPoint& point : series.points) {
      const double share = point.y.value_or(0);
      if (share <= 0) continue;
      const auto c = static_cast<std::size_t>(point.x);
      const double width = axis.width * share;
      canvas.rect(axis.x(before) + 0.5, y, width - 1, kRow, fill_style(c),
                  tip_of(chart, series, point));
      const std::string label = fmt::format("{:.0f} %", 100 * share);
      if (text_width(label, kSmallSize) + 4 < width) {
        canvas.text(axis.x(before) + width / 2, y + kRow / 2 + 4, label,
                    fmt::format("small on{}", c % kChartColours), Anchor::kMiddle);
      }
      before += share;
    }
    y += kRow + 8;
  }
  axis.draw_numbers(bottom + 16, canvas);
  canvas.text(axis.left + axis.width, bottom + 34,
              shortened(chart.y.title, axis.width, kChartLabelSize), "soft", Anchor::kEnd);
  return bottom + 44;
}

}  // namespace papert::report
