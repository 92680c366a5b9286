// Hostile programs: each ends in a typed error or in a picture, and programs for people pass. How
// long the heaviest of them take is measured by bench/svg_bench.cc.
#include "lang/svg/render_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "raster/svg.h"
#include "support/heavy_svg.h"

namespace papert::lang::svg {
namespace {

using testing::HasSubstr;

std::string program(const std::string& inside) { return papert::test::svg_program(inside); }

std::string times(std::size_t count, const std::string& piece) {
  return papert::test::svg_times(count, piece);
}

Result<double> check(const std::string& inside, const RenderLimits& limits = {}) {
  return check_render(TRY(parse(program(inside))), limits);
}

void expect_error(const std::string& inside, ErrorCode code, std::string_view part) {
  const auto result = check(inside);
  ASSERT_FALSE(result) << inside.substr(0, 200) << ": " << *result;
  EXPECT_EQ(result.error().code, code) << result.error().message;
  EXPECT_THAT(result.error().message, HasSubstr(part));
}

/// An element whose content doubles with each of the levels, by references of one kind.
std::string bomb(const std::string& name, const std::string& reference, int levels) {
  std::string text =
      "<" + name + " id='a0' width='9' height='9'><rect width='9' height='9'/></" + name + ">";
  for (int i = 1; i <= levels; ++i) {
    std::string inner = reference;
    inner.replace(inner.find('@'), 1, "a" + std::to_string(i - 1));
    text += "<" + name + " id='a" + std::to_string(i) + "' width='9' height='9'>" + inner + inner +
            "</" + name + ">";
  }
  return text;
}

TEST(SvgRenderCheck, ProgramsForPeopleAreCheap) {
  const auto cost = check(
      "<circle cx='252' cy='252' r='252' fill='#84DBFF'/>" +
      times(40,
            "<path d='M252,135c-75,0-137,61-137,137S176,409,252,409S389,348,389,272z' "
            "style='fill:#324A5E;stroke:#fff'/>") +
      "<g opacity='.5'><rect width='100' height='50' stroke-dasharray='4' stroke='red'/></g>"
      "<linearGradient id='a'><stop/><stop offset='1'/></linearGradient><rect width='400' "
      "height='400' fill='url(#a)'/><filter id='f'><feGaussianBlur stdDeviation='2'/></filter>"
      "<g filter='url(#f)'><circle r='50'/></g>");
  ASSERT_TRUE(cost) << cost.error().message;
  EXPECT_LT(*cost, 0.5);
  EXPECT_GT(*cost, 0.01);
}

TEST(SvgRenderCheck, TheTimeLimitFromBothSides) {
  const std::string inside = times(100, "<rect width='512' height='512'/>");
  const double cost = *check(inside);
  EXPECT_TRUE(check(inside, {.seconds = cost * 1.001}));
  const auto over = check(inside, {.seconds = cost * 0.999});
  ASSERT_FALSE(over);
  EXPECT_EQ(over.error().code, ErrorCode::kLimit);
}

TEST(SvgRenderCheck, ReferencesThatMultiply) {
  expect_error(bomb("g", "<use href='#@'/>", 40), ErrorCode::kLimit, "");
  expect_error(bomb("symbol", "<use href='#@'/>", 40) + "<use href='#a40'/>", ErrorCode::kLimit,
               "longer");
  expect_error(bomb("pattern", "<rect width='9' height='9' fill='url(#@)'/>", 30) +
                   "<rect width='9' height='9' fill='url(#a30)'/>",
               ErrorCode::kLimit, "longer");
  expect_error(
      bomb("mask", "<rect width='9' height='9' mask='url(#@)'/>", 30) + "<g mask='url(#a30)'/>",
      ErrorCode::kLimit, "longer");
  // The content of a pattern inherits where the pattern stands.
  std::string hidden;
  for (int i = 0; i < 30; ++i) {
    hidden += "<g fill='url(#p" + std::to_string(i + 1) + ")'><pattern id='p" + std::to_string(i) +
              "' width='9' height='9'><rect width='9' height='9'/><rect width='9' "
              "height='9'/></pattern></g>";
  }
  expect_error(hidden + "<rect width='9' height='9' fill='url(#p0)'/>", ErrorCode::kLimit,
               "longer");
  expect_error("<marker id='m'>" + times(500, "<circle r='9'/>") +
                   "</marker><path marker-mid='url(#m)' d='M0 0" + times(5000, "h1") + "'/>",
               ErrorCode::kLimit, "longer");
}

TEST(SvgRenderCheck, ReferencesThatReturn) {
  expect_error("<g id='a'><use href='#a'/></g>", ErrorCode::kLimit, "contains itself");
  expect_error("<use id='a' href='#b'/><use id='b' href='#a'/>", ErrorCode::kLimit,
               "contains itself");
  expect_error(
      "<pattern id='p'><rect width='1' height='1' fill='url(#p)'/></pattern><rect "
      "width='9' height='9' fill='url(#p)'/>",
      ErrorCode::kLimit, "contains itself");
}

TEST(SvgRenderCheck, DepthFromBothSides) {
  const auto nested = [](std::size_t depth) { return times(depth, "<g>") + times(depth, "</g>"); };
  EXPECT_TRUE(check(nested(9), {.depth = 10}));
  EXPECT_FALSE(check(nested(10), {.depth = 10}));
}

TEST(SvgRenderCheck, HugeNumbersAndNoNumbers) {
  expect_error("<circle r='nan'/>", ErrorCode::kBadData, "circle: r 'nan'");
  expect_error("<rect width='inf' height='1'/>", ErrorCode::kBadData, "width 'inf'");
  expect_error("<circle r='1e999'/>", ErrorCode::kBadData, "1e999");
  expect_error("<path d='M0 0L1e999 0'/>", ErrorCode::kBadData, "path data");
  expect_error("<path d='M0 0L1e30 0'/>", ErrorCode::kLimit, "reach");
  expect_error("<circle r='1e30'/>", ErrorCode::kLimit, "reach");
  expect_error("<g transform='scale(1e9)'><circle r='1'/></g>", ErrorCode::kLimit, "reach");
  expect_error("<g transform='scale(1e300) scale(1e300)'><circle r='1'/></g>", ErrorCode::kLimit,
               "reach");
  expect_error("<g transform='nonsense'/>", ErrorCode::kBadData, "transform");
  expect_error("<path d='M0 0h1' stroke='red' stroke-width='1e9'/>", ErrorCode::kLimit,
               "stroke-width");
  EXPECT_TRUE(check("<path d='M0 0L51200 0' stroke='red' stroke-width='51200'/>"));
}

TEST(SvgRenderCheck, ScribblesDashesAndStops) {
  Random random(1);
  const auto scribble = [&](int count) {
    std::string points;
    for (int i = 0; i < 2 * count; ++i) points += std::to_string(random.randbelow(512)) + " ";
    return "<polyline fill='none' stroke='red' points='" + points + "'/>";
  };
  EXPECT_TRUE(check(scribble(200)));
  expect_error(scribble(5000), ErrorCode::kLimit, "longer");
  // All in one place, with a line far away to make the drawing look sparse.
  expect_error(
      "<path fill='none' stroke='red' d='M0 0L512 512M256 256" + times(5000, "l1 1l-1-1") + "'/>",
      ErrorCode::kLimit, "longer");
  expect_error("<path stroke='red' stroke-dasharray='.0001' d='M0 0H512'/>", ErrorCode::kLimit,
               "longer");
  expect_error("<path stroke='red' stroke-dasharray='0' d='M0 0H512'/>", ErrorCode::kLimit, "");
  EXPECT_TRUE(check("<linearGradient id='a'>" + times(256, "<stop/>") + "</linearGradient>"));
  expect_error("<linearGradient id='a'>" + times(257, "<stop/>") + "</linearGradient>",
               ErrorCode::kLimit, "stops");
  expect_error(times(4000, "<g opacity='.5'><circle r='9'/></g>"), ErrorCode::kLimit, "longer");
}

TEST(SvgRenderCheck, FiltersPicturesAndStyleSheets) {
  const auto with_filter = [](const std::string& part) {
    return "<filter id='f'>" + part + "</filter><g filter='url(#f)'/>";
  };
  expect_error(with_filter("<feTurbulence baseFrequency='.1' numOctaves='99999'/>"),
               ErrorCode::kLimit, "feTurbulence");
  expect_error(with_filter("<feMorphology radius='999'/>"), ErrorCode::kLimit, "feMorphology");
  expect_error(with_filter("<feImage href='data:image/png;base64,'/>"), ErrorCode::kLimit,
               "feImage");
  expect_error(with_filter(times(50, "<feGaussianBlur stdDeviation='9'/>")), ErrorCode::kLimit,
               "longer");
  expect_error("<image href=' DATA:image/svg+xml,'/>", ErrorCode::kLimit, "embedded");
  EXPECT_TRUE(check("<image href='http://example.org/a.png'/><image xlink:href='/etc/passwd'/>"));
  expect_error("<style>*{FILTER:blur(9px)}</style>", ErrorCode::kLimit, "filter");
  expect_error("<style>@import 'x';</style>", ErrorCode::kLimit, "@");
  expect_error("<style>.a{f\\69lter:blur(9px)}</style>", ErrorCode::kLimit, "");
  expect_error("<g style='f\\69lter:blur(9px)'/>", ErrorCode::kBadData, "style");
  expect_error("<pattern id='p'/><style>*{fill:url(#p)}</style>", ErrorCode::kLimit, "url()");
  expect_error("<style>" + std::string(70'000, 'a') + "</style>", ErrorCode::kLimit, "bytes");
  EXPECT_TRUE(check("<style>.a{fill:red;stroke:#000}</style><circle class='a' r='9'/>"));
}

TEST(SvgRenderCheck, TheHeaviestThatPassesIsPainted) {
  for (const papert::test::HeavySvg& kind : papert::test::heavy_svgs()) {
    const papert::test::HeaviestSvg found = papert::test::heaviest(kind);
    EXPECT_GT(found.passes, 1U) << kind.name;
    EXPECT_TRUE(raster::render_svg(program(kind.inside(found.passes)), 512, 512)) << kind.name;
    const auto refused = check(kind.inside(found.refused));
    ASSERT_FALSE(refused) << kind.name;
    EXPECT_EQ(refused.error().code, ErrorCode::kLimit) << kind.name;
  }
}

}  // namespace
}  // namespace papert::lang::svg
