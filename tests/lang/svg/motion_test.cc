// Every hard case of moving by coordinates: the text that comes out where it is short, the picture
// against a group transform where it is not, and each refusal by its reason.
#include "lang/svg/motion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "lang/svg/motion_check.h"

namespace papert::lang::svg {
namespace {

using testing::HasSubstr;

std::string program(const std::string& inside) {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
         "viewBox=\"0 0 100 100\">" +
         inside + "</svg>";
}

/// The moved children of the root, as text.
std::string moved(const std::string& inside, const Motion& motion) {
  const auto document = parse(program(inside));
  EXPECT_TRUE(document) << document.error().message;
  const auto result = lang::svg::move(*document, motion);
  if (!result) return std::string(name_of(result.error().reason)) + ": " + result.error().text;
  std::string text;
  for (const Node& child : result->root.children) text += to_text(child);
  return text;
}

constexpr Motion kShift{.dx = 10, .dy = -5};
const Motion kQuarter{.angle_degrees = 90};  // (x, y) -> (100 - y, x)

TEST(SvgMotion, ShiftsEveryShape) {
  EXPECT_EQ(moved("<rect x='1' y='6' width='3' height='4' rx='1'/>", kShift),
            R"(<rect x="11" y="1" width="3" height="4" rx="1"/>)");
  EXPECT_EQ(moved("<rect width='3' height='4'/>", kShift),
            R"(<rect width="3" height="4" x="10" y="-5"/>)");
  EXPECT_EQ(moved("<circle r='2' fill='red' cx='1'/>", kShift),
            R"(<circle r="2" fill="red" cx="11" cy="-5"/>)");
  EXPECT_EQ(moved("<ellipse cx='1' cy='2' rx='3' ry='4'/>", kShift),
            R"(<ellipse cx="11" cy="-3" rx="3" ry="4"/>)");
  EXPECT_EQ(moved("<line x2='3' y2='4' stroke='red'/>", kShift),
            R"(<line x2="13" y2="-1" stroke="red" x1="10" y1="-5"/>)");
  EXPECT_EQ(moved("<polygon points='0,0 1 1,2,0'/>", kShift),
            R"(<polygon points="10,-5 11,-4 12,-5"/>)");
  EXPECT_EQ(moved("<path d='m0 5h2v2z' id='a'/>", kShift),
            R"(<path d="M10,0L12,0L12,2Z" id="a"/>)");
}

TEST(SvgMotion, TurnsEveryShape) {
  EXPECT_EQ(moved("<rect fill='red' x='1' y='6' width='3' height='4'/>", kQuarter),
            R"(<polygon fill="red" points="94,1 94,4 90,4 90,1"/>)");
  EXPECT_EQ(moved("<circle cx='1' cy='2' r='3'/>", kQuarter), R"(<circle cx="98" cy="1" r="3"/>)");
  EXPECT_EQ(moved("<ellipse cx='10' cy='20' rx='3' ry='4'/>", kQuarter),
            R"(<path d="M80,13A3,4 90 0,1 80,7A3,4 90 0,1 80,13Z"/>)");
  EXPECT_EQ(moved("<rect x='0' y='0' width='9' height='8' ry='1'/>", kQuarter),
            R"(<path d="M100,1L100,8A1,1 90 0,1 99,9L93,9A1,1 90 0,1 92,8L92,1A1,1 90 0,1 93,0)"
            R"(L99,0A1,1 90 0,1 100,1Z"/>)");
}

TEST(SvgMotion, ThePivotIsTheCentreUnlessGiven) {
  EXPECT_EQ(moved("<circle cx='10' cy='0' r='1'/>",
                  {.angle_degrees = 90, .dx = 1, .pivot = scene::Point{0, 0}}),
            R"(<circle cx="1" cy="10" r="1"/>)");
}

TEST(SvgMotion, ShapesWithoutAreaAreLeftOut) {
  EXPECT_EQ(moved("<rect width='0' height='5'/><circle/><ellipse rx='1' ry='0'/><path d=''/>"
                  "<rect width='-1' height='2'/><g transform='scale(0)'><circle r='1'/></g>",
                  kShift),
            "<g/>");
}

TEST(SvgMotion, TransformsAreFlattenedAndStrokesScaled) {
  EXPECT_EQ(
      moved("<g transform='scale(2)' stroke='red'><path d='M1 3h1' transform='translate(1)'/>"
            "<line x1='1' y1='3' x2='2' y2='3' stroke-width='3' style='stroke-dasharray:1,2'/>"
            "<circle stroke='none' cy='3' r='1'/></g>",
            kShift),
      R"(<g stroke="red"><path d="M14,1L16,1" stroke-width="2"/>)"
      R"(<line x1="12" y1="1" x2="14" y2="1" stroke-width="6" style="stroke-dasharray:2 4"/>)"
      R"(<circle stroke="none" cy="1" r="2" cx="10"/></g>)");
  // Inherited widths and dashes count as well, wherever they were given.
  EXPECT_EQ(
      moved("<g style='stroke:red;stroke-width:3px' stroke-dasharray='4' "
            "stroke-dashoffset='1'><path transform='scale(.5)' d='M0 10h4'/></g>",
            kShift),
      R"(<g style="stroke:red;stroke-width:3px" stroke-dasharray="4" stroke-dashoffset="1">)"
      R"(<path d="M10,0L12,0" stroke-width="1.5" stroke-dasharray="2" stroke-dashoffset="0.5"/>)"
      "</g>");
}

TEST(SvgMotion, CommentsOrderAndForeignThingsStay) {
  EXPECT_EQ(moved("\n <!-- sky --><title>T</title>\n<metadata transform='x'><r:RDF/></metadata>"
                  "<a href='#x'><g id='q' class='c' opacity='.5'/></a>",
                  kShift),
            "\n <!-- sky --><title>T</title>\n<metadata><r:RDF/></metadata>"
            "<a href=\"#x\"><g id=\"q\" class=\"c\" opacity=\".5\"/></a>");
}

TEST(SvgMotion, NumbersAreRoundedByTheViewBox) {
  const auto decimals = [](const char* box) {
    const auto document = parse("<svg viewBox='0 0 " + std::string(box) +
                                "'><circle cx='0.1234567890123' r='1'/></svg>");
    const auto result = lang::svg::move(*document, {.dy = 1});
    const std::string cx(*result->root.children[0].attribute("cx"));
    return cx.size() - 2;
  };
  EXPECT_EQ(decimals("512 100"), 4U);
  EXPECT_EQ(decimals("24 24"), 5U);
  EXPECT_EQ(decimals("1 1"), 6U);
  EXPECT_EQ(decimals("1000 1000"), 3U);
}

TEST(SvgMotion, SharedGradientsBecomeSeveral) {
  const std::string text = moved(
      "<linearGradient id='a' gradientUnits='userSpaceOnUse' x1='0' y1='10' x2='10' y2='10'>"
      "<stop/></linearGradient><rect fill='url(#a)' width='5' height='15'/>"
      "<g transform='translate(5)' fill='url(#a)'><circle r='9' cy='9'/></g>"
      "<circle r='1' cy='9' fill='url(#a) red'/>",
      kShift);
  EXPECT_THAT(text,
              HasSubstr(R"(<linearGradient id="a" gradientUnits="userSpaceOnUse" x1="10" )"
                        R"(y1="5" x2="20" y2="5"><stop/></linearGradient>)"
                        R"(<linearGradient id="a-2" gradientUnits="userSpaceOnUse" x1="15")"));
  EXPECT_THAT(text,
              HasSubstr("<linearGradient id=\"a\" gradientUnits=\"userSpaceOnUse\" x1=\"10\" "
                        "y1=\"5\" x2=\"20\" y2=\"5\"><stop/></linearGradient>"
                        "<linearGradient id=\"a-2\" gradientUnits=\"userSpaceOnUse\" x1=\"15\""));
  EXPECT_THAT(text, HasSubstr("<g fill=\"url(#a)\"><circle r=\"9\" cy=\"4\" cx=\"15\" "
                              "fill=\"url(#a-2)\"/>"));
  EXPECT_THAT(text, HasSubstr("fill=\"url(#a) red\""));
}

TEST(SvgMotion, UseElementsAreCopiedIn) {
  EXPECT_EQ(moved("<defs><path id='p' d='M0 5h1' fill='red'/></defs><use xlink:href='#p' x='3' "
                  "opacity='.5'/>",
                  kShift),
            R"(<defs/><g opacity=".5"><path d="M13,0L14,0" fill="red"/></g>)");
  EXPECT_EQ(moved("<use href='#nothing'/>", kShift), "");
}

struct Picture {
  const char* name;
  const char* inside;
  bool boxes =
      false;  // uses the box of a shape, which the renderer takes too large for turned ones
};

/// In the list of tests, where googletest would show its bytes.
void PrintTo(const Picture& picture, std::ostream* out) { *out << picture.inside; }

/// Programs whose text would be long: the picture decides.
class SvgMotionPicture : public testing::TestWithParam<Picture> {};

TEST_P(SvgMotionPicture, EqualsTheGroupTransform) {
  const auto document = parse(program(GetParam().inside));
  ASSERT_TRUE(document) << document.error().message;
  const double angle = GetParam().boxes ? 90 : 7;
  for (const Motion& motion :
       {Motion{.angle_degrees = angle, .dx = 3, .dy = -2}, Motion{.dx = 4.3},
        Motion{.angle_degrees = GetParam().boxes ? 180.0 : -33.0, .dy = 5}}) {
    const test::Outcome outcome = test::try_motion(*document, motion);
    ASSERT_TRUE(outcome.moved()) << outcome.broken
                                 << (outcome.refusal ? outcome.refusal->text : "");
    EXPECT_LE(outcome.off, test::kMostOff) << outcome.program;
    const auto still = raster::render_svg(to_text(*document), test::kSide, test::kSide);
    const auto now = raster::render_svg(outcome.program, test::kSide, test::kSide);
    EXPECT_GT(test::share_off(*still, *now), test::kMostOff) << "the motion is not seen";
  }
}

constexpr Picture kPictures[] = {
    {"shapes",
     "<rect x='10' y='10' width='30' height='20' fill='red'/><rect x='50' y='10' width='30' "
     "height='20' rx='5' ry='9' fill='green'/><circle cx='30' cy='60' r='15'/><ellipse cx='70' "
     "cy='60' rx='20' ry='8' fill='blue'/><polyline points='5,90 40,80 90,95' fill='none' "
     "stroke='red'/>"},
    {"radii_default_and_clamp",
     "<rect x='10' y='10' width='30' height='20' rx='99'/><rect x='50' y='50' width='20' "
     "height='40' ry='4' stroke='red' stroke-width='3'/>"},
    {"smooth_curves",
     "<path d='M10 50s10-40 30 0 30 40 40 0M20 80q10-20 20 0t20 0 20 5T90 60M5 5S20 40 40 5' "
     "fill='none' stroke='black' stroke-width='2'/>"},
    {"glued_arcs", "<path d='M20 20a10 20 30 0110 10a5 5 0 1 0 20.5.5a1 1 0 0 1 30 30z'/>"},
    {"dashed_round",
     "<circle cx='50' cy='50' r='30' fill='none' stroke='red' stroke-width='8' "
     "stroke-dasharray='20 9'/><ellipse cx='50' cy='50' rx='45' ry='20' fill='none' stroke='blue' "
     "stroke-width='4' stroke-dasharray='9' stroke-dashoffset='3'/><rect x='5' y='5' width='90' "
     "height='90' rx='9' fill='none' stroke='green' stroke-width='3' stroke-dasharray='15 5'/>"},
    {"nested_transforms",
     "<g transform='rotate(20 50 50) scale(.8)' stroke='black'><g transform='translate(5 5)'>"
     "<rect x='10' y='10' width='40' height='30' fill='orange' stroke-width='3'/><path "
     "d='M60 60h20v20z' transform='matrix(0 1 -1 0 130 0)'/></g></g>"},
    {"mirror",
     "<g transform='translate(100) scale(-1 1)'><path d='M20 20A30 10 20 1 1 60 60z'/><rect x='5' "
     "y='70' width='30' height='20' rx='8' fill='red'/></g>"},
    {"stretch",
     "<g transform='scale(1.5 .5) skewX(20)'><path d='M20 20A30 10 20 1 1 30 60z'/><circle "
     "cx='30' cy='120' r='20' fill='red'/><ellipse cx='20' cy='30' rx='5' ry='9' "
     "fill='green'/></g>"},
    {"percentages",
     "<rect x='10%' y='20%' width='30%' height='25%'/><circle cx='70%' cy='50%' r='10%' "
     "stroke='red' stroke-width='2%'/><rect x='1cm' y='60' width='10mm' height='0.2in' "
     "fill='green'/>"},
    {"linear_user_space",
     "<linearGradient id='a' gradientUnits='userSpaceOnUse' x1='10' x2='60' y1='20' y2='50' "
     "gradientTransform='rotate(30)'><stop stop-color='red'/><stop offset='1' "
     "stop-color='blue'/></linearGradient><rect width='90' height='80' x='5' y='10' "
     "fill='url(#a)'/>"},
    {"linear_box",
     "<defs><linearGradient id='a' x2='1' y2='1'><stop stop-color='red'/><stop offset='.5' "
     "stop-color='yellow'/><stop offset='1' stop-color='blue'/></linearGradient></defs><rect x='5' "
     "y='10' width='80' height='30' fill='url(#a)'/><path d='M10 60h30v30z' fill='url(#a)' "
     "transform='scale(1 .9)'/>",
     true},
    {"radial_and_chain",
     "<radialGradient id='b' gradientUnits='userSpaceOnUse' cx='30' cy='40' fx='40' r='30' "
     "xlink:href='#s' gradientTransform='translate(10) scale(1.2)'/><linearGradient id='s' "
     "x1='9' spreadMethod='reflect'><stop stop-color='#fff'/><stop offset='.8' "
     "stop-color='#080'/></linearGradient><circle cx='50' cy='50' r='40' fill='url(#b)'/>"},
    {"radial_box",
     "<radialGradient id='b' cx='.3'><stop stop-color='red'/><stop offset='1'/>"
     "</radialGradient><circle cx='50' cy='50' r='30' fill='url(#b)'/>",
     true},
    {"gradient_stroke",
     "<linearGradient id='a'><stop stop-color='red'/><stop offset='1' stop-color='blue'/>"
     "</linearGradient><circle cx='50' cy='50' r='30' fill='none' stroke='url(#a)' "
     "stroke-width='9'/>",
     true},
    {"clips",
     "<clipPath id='c'><circle cx='50' cy='50' r='30'/></clipPath><g clip-path='url(#c)'><rect "
     "width='100' height='60' fill='red'/></g><rect clip-path='url(#c)' x='30' y='60' width='50' "
     "height='50' transform='translate(5)'/>"},
    {"clip_box_nested",
     "<clipPath id='c' clipPathUnits='objectBoundingBox'><rect x='.2' y='.2' width='.6' "
     "height='.6' rx='.1'/></clipPath><clipPath id='d' clip-path='url(#e)'><rect width='60' "
     "height='99'/></clipPath><clipPath id='e'><circle cx='40' cy='50' r='40'/></clipPath>"
     "<ellipse cx='50' cy='50' rx='40' ry='30' clip-path='url(#c)'/><path d='M0 0h100v40z' "
     "fill='red' clip-path='url(#d)'/>",
     true},
    {"use_and_symbol",
     "<symbol id='s' viewBox='0 0 10 10'><circle cx='5' cy='5' r='6' fill='teal'/></symbol><g "
     "id='q'><path d='M5 5h9v9z'/></g><use href='#s' x='40' y='20' width='30' height='40'/><use "
     "href='#q' transform='translate(60 70) scale(2)' fill='red'/><defs><use id='u' href='#q' "
     "y='20'/></defs><use href='#u'/>"},
    {"clip_by_use",
     "<defs><path id='p' d='M20 20h60v60z'/></defs><clipPath id='c'><use href='#p' x='5'/>"
     "</clipPath><rect width='100' height='100' clip-path='url(#c)' fill='purple'/>"},
    {"nested_svg",
     "<svg x='20' y='10' width='50' height='40' viewBox='0 0 10 20' preserveAspectRatio='xMaxYMid "
     "slice'><rect width='10' height='20' fill='silver'/><circle cx='9' cy='8' r='4'/></svg><svg "
     "x='60' y='60' overflow='visible'><circle r='10%' fill='red'/></svg>"},
    {"style_sheet",
     "<style>.a{fill:none;stroke:#00f;stroke-width:3} /* x */ .b,.c{fill:red}</style><g "
     "transform='scale(.5)'><circle class='a' cx='60' cy='60' r='50'/><path class='x b' d='M99 "
     "99h60v60z'/></g>"},
};

INSTANTIATE_TEST_SUITE_P(Cases, SvgMotionPicture, testing::ValuesIn(kPictures),
                         [](const testing::TestParamInfo<Picture>& picture) {
                           return std::string(picture.param.name);
                         });

struct Refusing {
  RefusalReason reason;
  const char* inside;
};

TEST(SvgMotion, WhatCannotBeExpressedIsRefusedByReason) {
  using R = RefusalReason;
  const Refusing cases[] = {
      {R::kBadValue, "<path d='M0 0L'/>"},
      {R::kBadValue, "<circle r='3em'/>"},
      {R::kBadValue, "<circle r='x'/>"},
      {R::kBadValue, "<circle r='nan'/>"},
      {R::kBadValue, "<rect width='1e400' height='1'/>"},
      {R::kBadValue, "<polygon points='1 2 3'/>"},
      {R::kBadValue, "<g transform='turn(3)'/>"},
      {R::kBadValue, "<g transform='scale(1e300) scale(1e300)'><circle r='1'/></g>"},
      {R::kNonUniformStroke, "<circle r='1' stroke='red' transform='scale(1 2)'/>"},
      {R::kNonUniformStroke, "<g stroke='red' transform='skewX(9)'><path d='M1 1h1'/></g>"},
      {R::kEllipticGradient,
       "<radialGradient id='a'><stop/></radialGradient><rect width='1' height='2' "
       "fill='url(#a)'/>"},
      {R::kBoundingBox,
       "<linearGradient id='a'><stop/></linearGradient><path d='M1 1h1' stroke='url(#a)'/>"},
      {R::kBoundingBox,
       "<clipPath id='c' clipPathUnits='objectBoundingBox'><rect width='1' height='1'/></clipPath>"
       "<g clip-path='url(#c)'/>"},
      {R::kText, "<text x='1' y='1'>a</text>"},
      {R::kImage, "<image href='a.png' width='1' height='1'/>"},
      {R::kForeignObject, "<foreignObject/>"},
      {R::kMask, "<g mask='url(#m)'/>"},
      {R::kFilter, "<circle r='1' style='filter:url(#f)'/>"},
      {R::kPattern, "<pattern id='p'/><circle r='1' fill='url(#p)'/>"},
      {R::kMarker, "<g marker-end='url(#m)'><path d='M1 1h1'/></g>"},
      {R::kClip, "<g clip-path='circle(3)'/>"},
      {R::kStyleSheet, "<style>rect{fill:red}</style>"},
      {R::kStyleSheet, "<style>@import 'a'; .a{}</style>"},
      {R::kStyleSheet, "<g style='fill:var(--x)'/>"},
      {R::kStyleSheet, "<g style='fi\\6cl:red'/>"},
      {R::kCssGeometry, "<g style='transform:rotate(3deg)'/>"},
      {R::kCssGeometry, "<style>.a{CX:3px}</style>"},
      {R::kCssGeometry, "<g transform-origin='1 1'/>"},
      {R::kPathLength, "<path d='M1 1h1' pathLength='3' stroke='red' stroke-dasharray='1'/>"},
      {R::kScript, "<script/>"},
      {R::kAnimation, "<circle r='1'><animate/></circle>"},
      {R::kAnimation, "<set/>"},
      {R::kSwitch, "<switch/>"},
      {R::kNamespace, "<g xmlns='urn:other'/>"},
      {R::kNamespace, "<q:g xmlns:q='http://www.w3.org/2000/svg'/>"},
      {R::kReference, "<g id='a'><use href='#a'/></g>"},
      {R::kReference, "<use id='a' href='#b'/><use id='b' href='#a'/>"},
      {R::kReference, "<use href='other.svg#a'/>"},
      {R::kReference, "<clipPath id='c' clip-path='url(#c)'/><g clip-path='url(#c)'/>"},
      {R::kUnknownElement, "<blink/>"},
  };
  for (const Refusing& refusing : cases) {
    const auto result = lang::svg::move(*parse(program(refusing.inside)), kShift);
    ASSERT_FALSE(result) << refusing.inside << "\n" << to_text(*result);
    EXPECT_EQ(name_of(result.error().reason), name_of(refusing.reason))
        << refusing.inside << ": " << result.error().text;
    EXPECT_FALSE(result.error().text.empty());
  }
  EXPECT_EQ(lang::svg::move(*parse("<svg/>"), kShift).error().reason, R::kNoViewBox);
  EXPECT_EQ(lang::svg::move(*parse("<svg viewBox='0 0 1 1' transform='scale(2)'/>"), kShift)
                .error()
                .reason,
            R::kRoot);
}

TEST(SvgMotion, AUseBombIsTooLarge) {
  std::string text = "<g id='a0'><circle r='1'/></g>";
  for (int i = 1; i < 30; ++i) {
    const std::string before = std::to_string(i - 1);
    text += "<g id='a" + std::to_string(i) + "'><use href='#a" + before + "'/><use href='#a" +
            before + "'/></g>";
  }
  const auto result = lang::svg::move(*parse(program(text)), kShift);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().reason, RefusalReason::kTooLarge);
}

TEST(SvgMotion, DrawsSmallMotionsFromASeed) {
  const ViewBox box{0, 0, 200, 100};
  Random random(5);
  bool left = false;
  bool right = false;
  for (int i = 0; i < 200; ++i) {
    const Motion shift = draw_motion(MotionKind::kTranslation, box, random);
    EXPECT_EQ(shift.angle_degrees, 0);
    EXPECT_GE(std::fabs(shift.dx), 1);
    EXPECT_LE(std::fabs(shift.dx), 2);
    EXPECT_GE(std::fabs(shift.dy), 0.5);
    EXPECT_LE(std::fabs(shift.dy), 1);
    const Motion rigid = draw_motion(MotionKind::kRigid, box, random);
    EXPECT_GE(std::fabs(rigid.angle_degrees), 1);
    EXPECT_LE(std::fabs(rigid.angle_degrees), 5);
    left |= shift.dx < 0;
    right |= shift.dx > 0;
  }
  EXPECT_TRUE(left && right);
  Random again(5);
  Random first(5);
  EXPECT_EQ(draw_motion(MotionKind::kRigid, box, again).angle_degrees,
            draw_motion(MotionKind::kRigid, box, first).angle_degrees);
}

}  // namespace
}  // namespace papert::lang::svg
