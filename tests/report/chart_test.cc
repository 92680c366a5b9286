// Pictures of charts: well-formed, the same bytes every time, nothing outside the frame, whatever
// names and values there are.
#include "report/chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "lang/svg/document.h"
#include "raster/png.h"
#include "report/chart_canvas.h"

namespace papert::report {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Chart made(ChartKind kind, std::size_t series, std::size_t categories) {
  Chart chart;
  chart.kind = kind;
  chart.suite = "demo";
  chart.title = "demo: success by tag";
  chart.x.title = "tag";
  chart.y.title = "success";
  const bool numbers = kind == ChartKind::kLine || kind == ChartKind::kCurves;
  for (std::size_t c = 0; c < categories && !numbers; ++c) {
    chart.x.categories.push_back("value " + std::to_string(c));
  }
  for (std::size_t s = 0; s < series; ++s) {
    ChartSeries& each = chart.series.emplace_back();
    each.name = "model/" + std::to_string(s);
    for (std::size_t c = 0; c < categories; ++c) {
      const double share = 1 / static_cast<double>(categories);
      const double y =
          kind == ChartKind::kShares ? share : static_cast<double>((s * 7 + c * 3) % 10) / 10;
      each.points.push_back(
          {.x = static_cast<double>(c), .y = y, .low = y * 0.9, .high = y * 0.9 + 0.1, .n = 20});
    }
  }
  return chart;
}

constexpr std::array kKinds{ChartKind::kBars,   ChartKind::kRadar,   ChartKind::kLine,
                            ChartKind::kCurves, ChartKind::kEntropy, ChartKind::kHistogram,
                            ChartKind::kShares};

lang::svg::Document parsed(const Chart& chart) {
  auto document = lang::svg::parse(chart_svg(chart));
  EXPECT_TRUE(document) << document.error().to_string();
  return document.value_or(lang::svg::Document{});
}

void visit(const lang::svg::Node& node, const std::function<void(const lang::svg::Node&)>& see) {
  if (node.is_element()) see(node);
  for (const lang::svg::Node& child : node.children) visit(child, see);
}

double number(const lang::svg::Node& node, std::string_view name) {
  return std::stod(std::string(node.attribute(name).value_or("0")));
}

std::size_t count_of(const lang::svg::Document& document, std::string_view element,
                     std::string_view style) {
  std::size_t count = 0;
  visit(document.root, [&](const auto& node) {
    const bool same = node.name == element;
    if (same && node.attribute("class").value_or("").starts_with(style)) ++count;
  });
  return count;
}

TEST(ChartKinds, AreKnownByName) {
  for (const ChartKind kind : kKinds) EXPECT_EQ(chart_kind_from_name(name_of(kind)), kind);
  const auto wrong = chart_kind_from_name("pie");
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message, HasSubstr("'pie'"));
  EXPECT_THAT(wrong.error().message, HasSubstr("bars, radar, line, curves, histogram, entropy"));
}

TEST(ChartSvg, IsWellFormedAndTheSameEveryTime) {
  for (const ChartKind kind : kKinds) {
    for (const auto& [series, categories] : {std::pair(1, 3), std::pair(12, 40), std::pair(3, 8)}) {
      const Chart chart =
          made(kind, static_cast<std::size_t>(series), static_cast<std::size_t>(categories));
      EXPECT_EQ(chart_svg(chart), chart_svg(chart));
      const lang::svg::Document document = parsed(chart);
      EXPECT_EQ(document.root.attribute("role"), "img");
      EXPECT_EQ(document.root.children.at(1).name, "title");
    }
  }
}

TEST(ChartSvg, EveryTextIsInsideTheFrame) {
  for (const ChartKind kind : kKinds) {
    Chart chart = made(kind, 12, 40);
    for (std::string& name : chart.x.categories) name += std::string(200, 'w');
    for (ChartSeries& series : chart.series) series.name += std::string(300, 'M');
    chart.title = std::string(500, 'T');
    chart.notes = {std::string(900, 'n')};
    const lang::svg::Document document = parsed(chart);
    const double height = number(document.root, "height");
    visit(document.root, [&](const lang::svg::Node& node) {
      if (node.name != "text" || node.attribute("transform")) return;
      const std::string& text = node.children.at(0).text;
      const double width = text_width(text, 12);
      const std::string_view anchor = node.attribute("text-anchor").value_or("start");
      const double left = number(node, "x") - (anchor == "end"      ? width
                                               : anchor == "middle" ? width / 2
                                                                    : 0);
      EXPECT_GE(left, -1) << name_of(kind) << ": " << text;
      EXPECT_LE(number(node, "y"), height) << text;
      // Titles are larger than what is measured here; they are wrapped to their own size.
      EXPECT_LE(left + width, kChartWidth + 1) << name_of(kind) << ": " << text;
    });
  }
}

TEST(ChartSvg, NamesAreNeverMarkup) {
  for (const ChartKind kind : kKinds) {
    Chart chart = made(kind, 2, 4);
    const std::string hostile =
        "</title><script>alert(1)</script> & \"q\" \x01\x1b[31m \xE2\x80\xAE";
    chart.title = hostile;
    chart.series[0].name = hostile + "\xff";
    chart.notes = {hostile};
    for (std::string& name : chart.x.categories) name = hostile;
    const lang::svg::Document document = parsed(chart);
    visit(document.root, [](const auto& node) { EXPECT_NE(node.name, "script"); });
    EXPECT_THAT(chart_svg(chart), Not(HasSubstr("\x1b")));
    EXPECT_THAT(chart_svg(chart), Not(HasSubstr("\xE2\x80\xAE")));
  }
}

TEST(ChartSvg, DrawsAMarkForEveryValueAndNoneForAGap) {
  Chart chart = made(ChartKind::kBars, 2, 3);
  EXPECT_EQ(count_of(parsed(chart), "rect", "f"), 6U + 2U);  // with the legend
  chart.series[0].points[1].y.reset();
  EXPECT_EQ(count_of(parsed(chart), "rect", "f"), 5U + 2U);
  chart = made(ChartKind::kLine, 2, 3);
  chart.series[1].points[1].y.reset();
  EXPECT_EQ(count_of(parsed(chart), "path", "f"), 5U + 2U);
}

TEST(ChartSvg, SaysSoWhereThereIsNothingToDraw) {
  for (const ChartKind kind : kKinds) {
    Chart chart = made(kind, 2, 4);
    for (ChartSeries& series : chart.series) {
      for (ChartPoint& point : series.points) point.y.reset();
    }
    EXPECT_TRUE(chart.empty());
    EXPECT_THAT(chart_svg(chart), HasSubstr("no values to draw"));
    chart.series.clear();
    chart.x.categories.clear();
    EXPECT_THAT(chart_svg(chart), HasSubstr("no values to draw"));
  }
}

TEST(ChartSvg, OnePointIsInTheMiddleOfItsLine) {
  const lang::svg::Document document = parsed(made(ChartKind::kLine, 1, 1));
  EXPECT_EQ(count_of(document, "path", "f0"), 2U);  // the point and its sign in the legend
}

TEST(ChartSvg, FollowsTheColourSchemeAndPrintsLight) {
  EXPECT_THAT(chart_svg(made(ChartKind::kRadar, 2, 4)),
              HasSubstr("@media screen and (prefers-color-scheme:dark)"));
}

TEST(ChartPng, IsAPictureOfTheSameShapeAndLight) {
  const Chart chart = made(ChartKind::kRadar, 2, 5);
  const auto png = chart_png(chart);
  ASSERT_TRUE(png) << png.error().to_string();
  const auto image = raster::decode_png(*png);
  ASSERT_TRUE(image);
  EXPECT_EQ(image->width(), 2 * static_cast<int>(kChartWidth));
  EXPECT_EQ(image->height(), 2 * static_cast<int>(draw_chart(chart).height));
  EXPECT_EQ(image->data()[0], 255);
}

TEST(ChartPng, OfATallChartIsAsLargeAsPicturesMayBe) {
  const auto png = chart_png(made(ChartKind::kBars, 12, 60));
  ASSERT_TRUE(png) << png.error().to_string();
}

TEST(LogAxis, ZeroIsInTheCentreAndTheSmallestValueIsNot) {
  Chart chart = made(ChartKind::kRadar, 1, 3);
  chart.y.log = true;
  chart.series[0].points[0].y = 0;
  chart.series[0].points[1].y = 0.02;
  chart.series[0].points[2].y = 1;
  const Scale scale = value_scale(chart);
  EXPECT_TRUE(scale.log);
  EXPECT_DOUBLE_EQ(scale.low, 0.01);
  EXPECT_EQ(scale.place(0), 0);
  EXPECT_GT(scale.place(0.02), kLogStart);
  EXPECT_DOUBLE_EQ(scale.place(0.01), kLogStart);
  EXPECT_DOUBLE_EQ(scale.place(1), 1);
  EXPECT_LT(scale.place(0.02), scale.place(0.2));
}

TEST(LogAxis, WithoutAPositiveValueIsLinear) {
  Chart chart = made(ChartKind::kRadar, 1, 1);
  chart.y.log = true;
  EXPECT_FALSE(value_scale(chart).log);
}

TEST(Axes, FractionsGoFromZeroToOneAndOthersToARoundNumber) {
  Chart chart = made(ChartKind::kBars, 1, 1);
  chart.series[0].points = {{.x = 0, .y = 0.31}};
  EXPECT_EQ(value_scale(chart).high, 1);
  chart.series[0].points = {{.x = 0, .y = 317}};
  EXPECT_EQ(value_scale(chart).high, 400);
  chart.y.whole = true;
  chart.series[0].points = {{.x = 0, .y = 1}};
  EXPECT_THAT(value_scale(chart).ticks, ElementsAre(0, 1));
  EXPECT_THAT(nice_ticks(0, 10, 5), ElementsAre(0, 2, 4, 6, 8, 10));
}

TEST(Texts, AreShortenedInTheMiddleAndWrapped) {
  EXPECT_EQ(shortened("short", 200, 12), "short");
  const std::string name = shortened("openai/a-very-long-name form=picture", 120, 12);
  EXPECT_TRUE(name.starts_with("openai/")) << name;
  EXPECT_TRUE(name.ends_with("picture")) << name;
  EXPECT_LE(text_width(name, 12), 120);
  const auto lines = wrapped("one two three four " + std::string(200, 'x'), 100, 12, 4);
  EXPECT_EQ(lines.size(), 4U);
  for (const std::string& line : lines) EXPECT_LE(text_width(line, 12), 100) << line;
}

TEST(ChartSheet, HasTheValuesOfThePicture) {
  const Chart chart = made(ChartKind::kBars, 2, 3);
  const Sheet sheet = chart_sheet(chart);
  const std::string csv = write_sheets({&sheet, 1}, Format::kCsv);
  EXPECT_THAT(csv, HasSubstr("bars,demo,model/1,value 2,value,0.3,,0.27,"));
  EXPECT_THAT(chart_text(chart), HasSubstr("model/0: value 0 0.0000 [0.0000, 0.1000]; value 1"));
  const Json json = chart_json(chart);
  EXPECT_EQ(json["rows"].size(), 6U);
  EXPECT_EQ(json["rows"][1], Json::array({"model/0", "value 1", "0.3000 [0.2700, 0.3700]", "20"}));
}

}  // namespace
}  // namespace papert::report
