#include "report/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/base64.h"
#include "raster/png.h"
#include "raster/svg.h"
#include "report/chart_canvas.h"

namespace papert::report {
namespace {

constexpr std::size_t kToldValues = 40;

Cell value_cell(const Chart& chart, const ChartPoint& point) {
  if (!point.y) return std::monostate{};
  if (chart.y.whole) return static_cast<std::int64_t>(std::llround(*point.y));
  Figure figure;
  figure.mean = point.y;
  figure.error = point.error;
  figure.low = point.low;
  figure.high = point.high;
  figure.n = point.n;
  return figure;
}

/// Cells as the page shows them.
Json row_json(const Chart& chart, const ChartSeries& series, const ChartPoint& point) {
  return Json::array({series.name, x_text(chart, point), value_text(chart, point),
                      point.n ? std::to_string(*point.n) : std::string()});
}

}  // namespace

std::string x_text(const Chart& chart, const ChartPoint& point) {
  if (chart.x.categories.empty()) return tick_text(point.x);
  return chart.x.categories[static_cast<std::size_t>(point.x)];
}

std::string value_text(const Chart& chart, const ChartPoint& point) {
  if (!point.y) return "not defined";
  if (chart.y.whole) return tick_text(*point.y);
  std::string text = fmt::format("{:.4f}", *point.y);
  if (point.low && point.high) {
    text += fmt::format(" [{:.4f}, {:.4f}]", *point.low, *point.high);
  } else if (point.error) {
    text += fmt::format(" \u00b1 {:.4f}", *point.error);
  }
  return text;
}

Result<ChartKind> chart_kind_from_name(std::string_view name) {
  const auto found = std::find(kChartKindNames.begin(), kChartKindNames.end(), name);
  if (found == kChartKindNames.end()) {
    return fail(ErrorCode::kUsage,
                fmt::format("'{}' is not a kind of chart; there are: {}", name,
                            fmt::join(kChartKindNames, ", ")),
                "--chart");
  }
  return static_cast<ChartKind>(found - kChartKindNames.begin());
}

bool Chart::empty() const {
  return std::none_of(series.begin(), series.end(), [](const ChartSeries& each) {
    return std::any_of(each.points.begin(), each.points.end(),
                       [](const ChartPoint& point) { return point.y.has_value(); });
  });
}

Sheet chart_sheet(const Chart& chart) {
  Sheet sheet;
  sheet.name = name_of(chart.kind);
  sheet.suite = chart.suite;
  sheet.title = chart.title;
  const std::string x = chart.x.title.empty() ? "x" : chart.x.title;
  sheet.columns = {{"series", "series"},
                   {x, x},
                   {"value", chart.y.title, chart.y.whole ? Shown::kCount : Shown::kSpread}};
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) {
      sheet.rows.push_back({series.name, x_text(chart, point), value_cell(chart, point)});
    }
  }
  sheet.nested = 1;
  sheet.notes = chart.notes;
  return sheet;
}

std::string chart_text(const Chart& chart) {
  std::string text =
      fmt::format("{} of {} by {}.", name_of(chart.kind), chart.y.title, chart.x.title);
  std::size_t told = 0;
  std::size_t all = 0;
  for (const ChartSeries& series : chart.series) {
    all += series.points.size();
    if (told >= kToldValues) continue;
    text += " " + series.name + ":";
    const char* between = " ";
    for (const ChartPoint& point : series.points) {
      if (told++ >= kToldValues) break;
      text += between + x_text(chart, point) + " " + value_text(chart, point);
      between = "; ";
    }
    text += ".";
  }
  if (all > kToldValues) text += fmt::format(" And {} more values.", all - kToldValues);
  for (const std::string& note : chart.notes) text += " " + note + ".";
  return plain_text(text);
}

std::string chart_svg(const Chart& chart) { return draw_chart(chart).svg; }

Result<std::string> chart_png(const Chart& chart) {
  const DrawnChart drawn = draw_chart(chart);
  double scale = 2;
  for (const double side : {drawn.width, drawn.height}) {
    scale = std::min(scale, raster::kMaxSvgSide / side);
  }
  const raster::Image image = TRY(raster::render_svg(
      drawn.svg, static_cast<int>(drawn.width * scale), static_cast<int>(drawn.height * scale)));
  return raster::encode_png(image, {.compression_level = 6});
}

Json chart_json(const Chart& chart) {
  Json rows = Json::array();
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) rows.push_back(row_json(chart, series, point));
  }
  const std::string x = chart.x.title.empty() ? "x" : chart.x.title;
  return {{"kind", name_of(chart.kind)},
          {"suite", chart.suite},
          {"title", chart.title},
          {"text", chart_text(chart)},
          {"svg", base64(chart_svg(chart))},
          {"columns", Json::array({"series", x, chart.y.title, "n"})},
          {"rows", std::move(rows)},
          {"notes", chart.notes}};
}

}  // namespace papert::report
