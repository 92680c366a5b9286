// A chart as data: what is drawn, before any picture of it. Everything that makes charts (runs, a
// data set, a calibration, answers of people) makes this value; chart_svg writes it as a picture,
// chart_sheet as a table with the same figures, so a file, the page and a terminal never differ.
//
//     kind        x                  points of a series
//     bars        categories         a value each, with its interval
//     radar       categories         a value on each spoke
//     line        numbers            a value with its interval
//     curves      numbers            many values, without intervals
//     histogram   categories (bins)  a count each
//     entropy     categories (bins)  a share of the questions each
//     shares      categories         a share each: the series is a bar that is cut into them
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "report/sheet.h"

namespace papert::report {

enum class ChartKind { kBars, kRadar, kLine, kCurves, kHistogram, kEntropy, kShares };

inline constexpr std::array<std::string_view, 7> kChartKindNames{
    "bars", "radar", "line", "curves", "histogram", "entropy", "shares"};

[[nodiscard]] constexpr std::string_view name_of(ChartKind kind) {
  return kChartKindNames[static_cast<std::size_t>(kind)];
}

/// kUsage for others, with the kinds there are.
[[nodiscard]] Result<ChartKind> chart_kind_from_name(std::string_view name);

struct ChartPoint {
  double x = 0;             // a number of the axis, or the place of a category
  std::optional<double> y;  // none: not defined here, a gap
  std::optional<double> low;
  std::optional<double> high;
  std::optional<double> error;  // standard
  std::optional<std::int64_t> n;
  double reach = 0;  // of a curve: how far to both sides y holds, so that it goes by steps

  /// The ends of the error bar: of the interval, or one standard error away where there is none.
  [[nodiscard]] std::optional<double> bar_low() const {
    return low || !y || !error ? low : std::optional(*y - *error);
  }
  [[nodiscard]] std::optional<double> bar_high() const {
    return high || !y || !error ? high : std::optional(*y + *error);
  }
};

struct ChartSeries {
  std::string name;
  std::vector<ChartPoint> points;
};

struct ChartAxis {
  std::string title;
  std::vector<std::string> categories;  // of x; none: numbers
  bool log = false;                     // of y
  bool whole = false;                   // of y: counts
};

/// A line across the plot at a number of x, as a threshold is.
struct ChartMark {
  double x = 0;
  std::string text;
};

struct Chart {
  ChartKind kind = ChartKind::kBars;
  std::string suite;
  std::string title;
  ChartAxis x;
  ChartAxis y;
  std::vector<ChartSeries> series;
  std::vector<ChartMark> marks;
  std::vector<std::string> notes;  // sentences below the picture

  /// Whether no series has a value.
  [[nodiscard]] bool empty() const;
};

/// The values as a table: a row for each point.
[[nodiscard]] Sheet chart_sheet(const Chart& chart);

/// What the chart shows, in sentences, for those who cannot see it: the first values, and how many
/// more there are.
[[nodiscard]] std::string chart_text(const Chart& chart);

/// A self-contained SVG document: the same chart gives the same bytes. It follows the colour scheme
/// of its reader and prints light. No text of a name is ever markup.
[[nodiscard]] std::string chart_svg(const Chart& chart);

/// The picture as PNG, twice the size, light.
[[nodiscard]] Result<std::string> chart_png(const Chart& chart);

/// {kind, title, text, svg (base64), columns, rows, notes}: what the page needs.
[[nodiscard]] Json chart_json(const Chart& chart);

}  // namespace papert::report
