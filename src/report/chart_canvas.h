// What charts are drawn with: pieces of SVG, numbers and texts of axes, and how wide a text is
// about to be. Private to charts.
//
// An SVG file does not know its reader's fonts, so widths are estimated from above: a label that is
// taken for wider than it is leaves a gap, the other way round it would be cut or run into the
// next.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/chart.h"

namespace papert::report {

inline constexpr std::size_t kChartColours = 8;  // then they repeat, dashed or paler
inline constexpr double kChartWidth = 760;
inline constexpr double kChartMargin = 16;
inline constexpr double kChartLabelSize = 12;

/// On one line, without characters that control something (also the direction of text) and with
/// damaged UTF-8 replaced.
[[nodiscard]] std::string plain_text(std::string_view text);

/// How wide the text is at most, in units of the picture.
[[nodiscard]] double text_width(std::string_view text, double size);

/// With its middle left out where it is wider than `width`.
[[nodiscard]] std::string shortened(std::string_view text, double width, double size);

/// Lines no wider than `width`, at most so many; what is left over is cut with an ellipsis.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, double width, double size,
                                               std::size_t max_lines);

/// The shortest text of a number with at most six digits: "0.05", "12", "1e-07".
[[nodiscard]] std::string tick_text(double value);

/// Where an axis has its marks: 1, 2 or 5 times a power of ten, about `count` of them, from below
/// `low` to above `high`.
[[nodiscard]] std::vector<double> nice_ticks(double low, double high, int count);

struct Scale {
  double low = 0;
  double high = 1;
  bool log = false;
  std::vector<double> ticks;

  /// From 0 at the low end to 1 at the high one. On a log axis positive values start at kLogStart,
  /// and zero, which has no place there, is at 0.
  [[nodiscard]] double place(double value) const;
};
inline constexpr double kLogStart = 0.08;

/// The axis of the values: fractions go from 0 to 1 (a cut axis would make small differences look
/// large), on a log axis down to the power of ten below the smallest value, at most four of them.
[[nodiscard]] Scale value_scale(const Chart& chart);

enum class Anchor { kStart, kMiddle, kEnd };

/// The inside of an SVG, element by element. Classes name the colours: ink, soft, grid, axis, and
/// for a series fN (filled) and lN (its line).
class Canvas {
 public:
  void rect(double x, double y, double width, double height, const std::string& style,
            std::string_view tip = {});
  void line(double x1, double y1, double x2, double y2, const std::string& style);
  void path(const std::string& data, const std::string& style, std::string_view tip = {});
  void text(double x, double y, std::string_view text, const std::string& style,
            Anchor anchor = Anchor::kStart, double turn_deg = 0);
  /// The sign of a series, so that colour is not all that tells it.
  void marker(double x, double y, std::size_t series, std::string_view tip = {});

  [[nodiscard]] const std::string& svg() const { return svg_; }

 private:
  void close(const std::string& element, std::string_view tip);

  std::string svg_;
};

/// class="f3", with what tells the ninth series from the first.
[[nodiscard]] std::string fill_style(std::size_t series);
[[nodiscard]] std::string line_style(std::size_t series);

/// "12.5": two decimals at most, no trailing zeros.
[[nodiscard]] std::string coordinate(double value);

/// Each form draws from `top` down and gives where it ends.
double draw_bars(const Chart& chart, double top, Canvas& canvas);
double draw_columns(const Chart& chart, double top, Canvas& canvas);
double draw_lines(const Chart& chart, double top, Canvas& canvas);
double draw_radar(const Chart& chart, double top, Canvas& canvas);
double draw_shares(const Chart& chart, double top, Canvas& canvas);

/// "0.2500 [0.1000, 0.4000]".
[[nodiscard]] std::string value_text(const Chart& chart, const ChartPoint& point);

/// "hard", or the number.
[[nodiscard]] std::string x_text(const Chart& chart, const ChartPoint& point);

/// "m/1, hard: 0.2500 [0.1000, 0.4000], n = 20": what a point says of itself.
[[nodiscard]] std::string tip_of(const Chart& chart, const ChartSeries& series,
                                 const ChartPoint& point);

struct DrawnChart {
  double width = 0;
  double height = 0;
  std::string svg;
};
[[nodiscard]] DrawnChart draw_chart(const Chart& chart);

}  // namespace papert::report
