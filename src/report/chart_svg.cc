// The picture of a chart: title and legend above, one form in the middle, notes below. Every height
// follows from the texts, so nothing is cut or runs over something else.
//
// Colours are those of Okabe and Ito ("Color Universal Design", 2008), which people of all kinds of
// colour vision tell apart, without their yellow, which is too pale for lines; lines have signs and
// dashes besides. The style follows the reader's colour scheme; programs that do not know media
// queries (librsvg) leave that part out and draw light.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/html.h"
#include "report/chart_canvas.h"

namespace papert::report {
namespace {

constexpr double kTitleSize = 16;
constexpr double kLegendSize = 12.5;
constexpr double kNoteSize = 12;
constexpr std::size_t kMaxLegend = 40;

struct Theme {
  const char* ground;
  const char* ink;
  const char* soft;
  const char* grid;
  const char* axis;
  std::array<const char*, kChartColours> series;
  std::array<const char*, kChartColours> on_series;  // text on such a colour
};

constexpr const char* kWhite = "#fff";
constexpr const char* kBlack = "#111";
constexpr Theme kLight{
    kWhite,
    "#1c1f23",
    "#59616b",
    "#e6e8ea",
    "#8b939c",
    {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#5c6670", "#a6961e"},
    {kWhite, kBlack, kBlack, kBlack, kBlack, kBlack, kWhite, kBlack}};
constexpr Theme kDark{
    "#15181b",
    "#e5e7e9",
    "#a2abb4",
    "#2a2f34",
    "#76808a",
    {"#4da3d9", "#f0814b", "#3cc39d", "#dd9cc0", "#f0b73d", "#8accf5", "#aab2ba", "#c9bb4a"},
    {kBlack, kBlack, kBlack, kBlack, kBlack, kBlack, kBlack, kBlack}};

std::string theme_style(const Theme& theme) {
  std::string style = fmt::format(
      ".ground{{fill:{0}}}.ink{{fill:{1}}}.soft{{fill:{2}}}.grid{{stroke:{3}}}.axis{{stroke:{4}}}"
      ".whisker{{stroke:{1}}}.halo{{stroke:{0}}}",
      theme.ground, theme.ink, theme.soft, theme.grid, theme.axis);
  for (std::size_t i = 0; i < kChartColours; ++i) {
    style += fmt::format(".f{0}{{fill:{1};stroke:{1}}}.l{0}{{stroke:{1}}}.on{0}{{fill:{2}}}", i,
                         theme.series[i], theme.on_series[i]);
  }
  return style;
}

std::string style_text() {
  return "text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Noto Sans',"
         "'Liberation Sans',Arial,sans-serif;font-size:12px}"
         ".title{font-size:16px;font-weight:600}.legend{font-size:12.5px}.small{font-size:10.5px}"
         ".halo{paint-order:stroke;stroke-width:3px}.grid,.axis,.whisker{stroke-width:1;fill:none}."
         "mark{stroke-dasharray:4 3}" +
         [] {
           std::string lines;
           for (std::size_t i = 0; i < kChartColours; ++i) {
             lines += fmt::format("{}.l{}", i > 0 ? "," : "", i);
           }
           return lines;
         }() +
         "{fill:none;stroke-width:1.8;stroke-linejoin:round}"
         ".second{fill-opacity:.45}.third{fill-opacity:.12}"
         ".dashed{stroke-dasharray:7 3}.dotted{stroke-dasharray:2 3}" +
         theme_style(kLight) + "\n@media screen and (prefers-color-scheme:dark){" +
         theme_style(kDark) + "}";
}

/// Names as the legend shows them: shortened, and told apart where shortening made them equal.
std::vector<std::string> legend_names(const std::vector<std::string>& names) {
  std::vector<std::string> shown;
  std::set<std::string> seen;
  for (const std::string& name : names) {
    std::string text = shortened(name, 330, kLegendSize);
    for (int i = 2; !seen.insert(text).second; ++i) {
      text = fmt::format("{} ({})", shortened(name, 300, kLegendSize), i);
    }
    shown.push_back(std::move(text));
  }
  return shown;
}

bool has_lines(ChartKind kind) {
  return kind == ChartKind::kLine || kind == ChartKind::kCurves || kind == ChartKind::kRadar;
}

double draw_legend(const Chart& chart, double top, Canvas& canvas) {
  std::vector<std::string> names;
  if (chart.kind == ChartKind::kShares) {
    names = chart.x.categories;
  } else {
    for (const ChartSeries& series : chart.series) names.push_back(series.name);
  }
  // A count of one thing needs no key.
  const bool said = names.size() == 1 && names.front() == chart.y.title;
  if (names.empty() || said) return top - 8;
  const std::size_t left_out = names.size() - std::min(names.size(), kMaxLegend);
  names.resize(names.size() - left_out);
  double x = kChartMargin;
  double y = top + 10;
  const std::vector<std::string> shown = legend_names(names);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const double width = 30 + text_width(shown[i], kLegendSize);
    if (x > kChartMargin && x + width > kChartWidth - kChartMargin) {
      x = kChartMargin;
      y += 20;
    }
    if (has_lines(chart.kind)) {
      canvas.line(x, y, x + 22, y, line_style(i));
      if (chart.kind != ChartKind::kCurves) canvas.marker(x + 11, y, i, names[i]);
    } else {
      canvas.rect(x + 4, y - 6, 14, 12, fill_style(i), names[i]);
    }
    canvas.text(x + 28, y + 4, shown[i], "ink legend");
    x += width + 18;
  }
  if (left_out > 0) {
    y += 20;
    canvas.text(kChartMargin, y + 4, fmt::format("and {} more", left_out), "soft legend");
  }
  return y + 18;
}

double draw_texts(const std::vector<std::string>& texts, double top, Canvas& canvas) {
  double y = top;
  for (const std::string& text : texts) {
    for (const std::string& line : wrapped(text, kChartWidth - 2 * kChartMargin, kNoteSize, 5)) {
      y += 16;
      canvas.text(kChartMargin, y, line, "soft");
    }
  }
  return y;
}

double draw_form(const Chart& chart, double top, Canvas& canvas) {
  if (chart.empty()) {
    canvas.text(kChartWidth / 2, top + 40, "no values to draw", "soft", Anchor::kMiddle);
    return top + 70;
  }
  switch (chart.kind) {
    case ChartKind::kBars:
      return draw_bars(chart, top, canvas);
    case ChartKind::kRadar:
      return draw_radar(chart, top, canvas);
    case ChartKind::kLine:
    case ChartKind::kCurves:
      return draw_lines(chart, top, canvas);
    case ChartKind::kHistogram:
    case ChartKind::kEntropy:
      return draw_columns(chart, top, canvas);
    case ChartKind::kShares:
      break;
  }
  return draw_shares(chart, top, canvas);
}

}  // namespace

std::string tip_of(const Chart& chart, const ChartSeries& series, const ChartPoint& point) {
  const std::string before = chart.x.categories.empty() ? chart.x.title + " " : "";
  std::string tip = fmt::format("{}, {}{}: {}", series.name, before, x_text(chart, point),
                                value_text(chart, point));
  if (point.n) tip += fmt::format(", n = {}", *point.n);
  return tip;
}

DrawnChart draw_chart(const Chart& chart) {
  Canvas canvas;
  double y = 8;
  for (const std::string& line :
       wrapped(chart.title, kChartWidth - 2 * kChartMargin, kTitleSize, 3)) {
    y += 20;
    canvas.text(kChartMargin, y, line, "ink title");
  }
  y = draw_legend(chart, y + 12, canvas);
  y = draw_form(chart, y + 4, canvas);
  y = draw_texts(chart.notes, y + (chart.notes.empty() ? 0 : 4), canvas);
  DrawnChart drawn;
  drawn.width = kChartWidth;
  drawn.height = std::ceil(y + 14);
  drawn.svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" role=\"img\" aria-labelledby=\"title desc\">\n"
      "<title id=\"title\">{2}</title>\n<desc id=\"desc\">{3}</desc>\n<style>{4}</style>\n"
      "<rect class=\"ground\" width=\"{0}\" height=\"{1}\"/>\n{5}</svg>\n",
      coordinate(drawn.width), coordinate(drawn.height), html_escaped(plain_text(chart.title)),
      html_escaped(chart_text(chart)), style_text(), canvas.svg());
  return drawn;
}

}  // namespace papert::report
