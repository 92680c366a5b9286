// Glyphs are stroke paths in a box 4 wide and 6 high, drawn with round ends; one table serves the
// coordinates, the counts and the letters that lie on cells.
#include "lang/xlogo/picture_shapes.h"

#include <fmt/format.h>

#include <array>

namespace papert::lang::xlogo {
namespace {

constexpr double kGlyphWidth = 4;
constexpr double kGlyphHeight = 6;
constexpr double kGlyphGap = 1.7;

constexpr std::array<std::string_view, 10> kDigits{
    "M2 0Q.3 0 .3 3T2 6T3.7 3T2 0Z",
    "M.8 1.2 2.2 0V6M.8 6H3.6",
    "M.3 1.6Q.3 0 2 0T3.7 1.6Q3.7 2.8 .3 6H3.8",
    "M.4 .9Q1 0 2 0Q3.5 0 3.5 1.5T1.6 2.9Q3.7 2.9 3.7 4.4T2 6Q.8 6 .2 5",
    "M3 6V0L0 4.2H4",
    "M3.5 0H.8L.5 2.7Q1.2 2.2 2 2.2Q3.8 2.2 3.8 4.1T2 6Q.8 6 .2 5",
    "M3.3 .2Q.3 1.4 .3 4Q.3 6 2 6T3.7 4.1T2 2.3Q.9 2.3 .3 3.6",
    "M.2 0H3.8L1.5 6",
    "M2 2.8A1.4 1.4 0 1 1 2.01 2.8M2 2.8A1.6 1.6 0 1 1 1.99 2.8",
    "M.7 5.8Q3.7 4.6 3.7 2Q3.7 0 2 0T.3 1.9T2 3.7Q3.1 3.7 3.7 2.4"};

constexpr std::array<std::string_view, 26> kLetters{
    "M0 6 2 0 4 6M.7 4H3.3",
    "M0 3H2.3A1.5 1.5 0 0 0 2.3 0H0V6H2.4A1.5 1.5 0 0 0 2.4 3",
    "M4 1.3Q3.4 0 2 0Q0 0 0 3T2 6Q3.4 6 4 4.7",
    "M0 0V6H1.5Q4 6 4 3T1.5 0Z",
    "M4 0H0V6H4M0 3H3",
    "M4 0H0V6M0 3H3",
    "M4 1.3Q3.4 0 2 0Q0 0 0 3T2 6Q4 6 4 3.4H2.3",
    "M0 0V6M4 0V6M0 3H4",
    "M2 0V6M1 0H3M1 6H3",
    "M4 0V4Q4 6 2 6T0 4.4",
    "M0 0V6M4 0 0 3.6M1.4 2.4 4 6",
    "M0 0V6H4",
    "M0 6V0L2 3.5 4 0V6",
    "M0 6V0L4 6V0",
    "M2 0Q0 0 0 3T2 6T4 3T2 0Z",
    "M0 6V0H2.3A1.6 1.6 0 0 1 2.3 3.2H0",
    "M2 0Q0 0 0 3T2 6T4 3T2 0ZM2.5 4.2 4 6",
    "M0 6V0H2.3A1.6 1.6 0 0 1 2.3 3.2H0M2 3.2 4 6",
    "M3.8 1.1Q3.3 0 2 0Q.2 0 .2 1.5T2 3T3.8 4.5T2 6Q.5 6 .1 4.8",
    "M0 0H4M2 0V6",
    "M0 0V4Q0 6 2 6T4 4V0",
    "M0 0 2 6 4 0",
    "M0 0 1 6 2 2 3 6 4 0",
    "M0 0 4 6M4 0 0 6",
    "M0 0 2 3 4 0M2 3V6",
    "M0 0H4L0 6H4"};

constexpr std::string_view kTimes = "M.5 2.2 3.5 5.4M3.5 2.2 .5 5.4";

std::string_view glyph(char c) {
  if (c >= '0' && c <= '9') return kDigits[static_cast<std::size_t>(c - '0')];
  if (c >= 'A' && c <= 'Z') return kLetters[static_cast<std::size_t>(c - 'A')];
  return c == 'x' ? kTimes : std::string_view();
}

/// A thin dark edge; around white the edge is what is seen.
std::string_view edge(Color color) {
  return color == Color::kWhite ? "stroke='#78909C' stroke-width='3'"
                                : "stroke='#000000' stroke-opacity='.3' stroke-width='2.5'";
}

constexpr std::string_view kStrawberry =
    "<path d='M0 31C-12 27-29 9-27-7C-26-18-12-20 0-15C12-20 26-18 27-7C29 9 12 27 0 31Z' {0}/>"
    "<path d='M-14-5v5M0-7v5M14-5v5M-8 6v5M8 6v5M0 16v5' fill='none' stroke='#FFE082' "
    "stroke-width='3.5' stroke-linecap='round'/>"
    "<path d='M0-11 -18-14-11-20-16-29-5-25 0-32 5-25 16-29 11-20 18-14Z' fill='#43A047' "
    "stroke='#1B5E20' stroke-width='2' stroke-linejoin='round'/>";

constexpr std::string_view kLemon =
    "<path d='M2-16C6-30 20-31 27-27C22-17 13-13 2-16Z' fill='#66BB6A' stroke='#1B5E20' "
    "stroke-width='2' stroke-linejoin='round'/>"
    "<g transform='translate(-1 4) rotate(-20)'>"
    "<path d='M-31 0C-27-3-25-8-20-13C-10-23 10-23 20-13C25-8 27-3 32 0C27 3 25 8 20 13C10 23"
    "-10 23-20 13C-25 8-27 3-31 0Z' {0}/>"
    "<path d='M-15-8Q-7-15 4-14' fill='none' stroke='#FFFFFF' stroke-opacity='.8' "
    "stroke-width='4' stroke-linecap='round'/></g>";

std::string_view outline_of(ItemName name) {
  switch (name) {
    case ItemName::kStrawberry:
      return kStrawberry;
    case ItemName::kLemon:
      return kLemon;
    case ItemName::kTriangle:
      return "<path d='M0-28 31 26H-31Z' {0}/>";
    case ItemName::kRectangle:
      return "<path d='M-31-21H31V21H-31Z' {0}/>";
    case ItemName::kCross:
      return "<path d='M-9-29H9V-9H29V9H9V29H-9V9H-29V-9H-9Z' {0}/>";
    default:
      return "<circle r='28' {0}/>";
  }
}

constexpr std::string_view kTurtle =
    "<g stroke='#33691E' stroke-width='2.5' stroke-linejoin='round'>"
    "<path d='M-5 22 0 36 5 22Z' fill='#C5E1A5'/>"
    "<ellipse cx='-21' cy='-13' rx='7' ry='11' transform='rotate(-40 -21 -13)' fill='#C5E1A5'/>"
    "<ellipse cx='21' cy='-13' rx='7' ry='11' transform='rotate(40 21 -13)' fill='#C5E1A5'/>"
    "<ellipse cx='-19' cy='17' rx='6' ry='10' transform='rotate(40 -19 17)' fill='#C5E1A5'/>"
    "<ellipse cx='19' cy='17' rx='6' ry='10' transform='rotate(-40 19 17)' fill='#C5E1A5'/>"
    "<ellipse cy='-27' rx='9.5' ry='11' fill='#C5E1A5'/>"
    "<ellipse rx='21' ry='23' fill='#7CB342'/></g>"
    "<g fill='#1B2A0B'><circle cx='-4.5' cy='-31' r='2'/><circle cx='4.5' cy='-31' r='2'/></g>"
    "<path d='M-10 5 0-9 10 5' fill='none' stroke='#FFFFFF' stroke-width='6' "
    "stroke-linecap='round' stroke-linejoin='round'/>";

constexpr std::string_view kBurst =
    "<path d='M0-20 4-11 10-17 10-8 17-10 12-4 20 0 12 4 17 10 10 8 10 17 4 11 0 20-4 11-10 17-10 8"
    "-17 10-12 4-20 0-12-4-17-10-10-8-10-17-4-11Z' fill='#FFB300' stroke='#BF360C' "
    "stroke-width='2.5' stroke-linejoin='round'/>"
    "<path d='M-5-5 5 5M5-5-5 5' stroke='#BF360C' stroke-width='4' stroke-linecap='round'/>";

}  // namespace

std::string item_svg(ItemName name, Color color) {
  const std::string_view hex = kColors[static_cast<std::size_t>(color)].hex;
  if (name < ItemName::kLetterA) {
    const std::string paint = fmt::format("fill='{}' {} stroke-linejoin='round'", hex, edge(color));
    return fmt::format(fmt::runtime(outline_of(name)), paint);
  }
  const std::string letter = std::string(item_name(name));
  std::string out;
  if (color == Color::kWhite || color == Color::kYellow) {
    out = "<circle r='32' fill='#78909C'/>";  // a light letter needs a dark ground
  }
  return out + label_svg({.text = letter, .height = 48, .color = hex});
}

std::string_view turtle_svg() { return kTurtle; }
std::string_view burst_svg() { return kBurst; }

double label_width(std::size_t characters, double height) {
  if (characters == 0) return 0;
  const auto n = static_cast<double>(characters);
  return (n * kGlyphWidth + (n - 1) * kGlyphGap) * height / kGlyphHeight;
}

std::string label_svg(const Label& label) {
  const double scale = label.height / kGlyphHeight;
  const double left = label.x - label_width(label.text.size(), label.height) / 2;
  std::string out = fmt::format(
      "<g transform='translate({:.2f} {:.2f}) scale({:.3f})' fill='none' stroke='{}' "
      "stroke-width='.9' stroke-linecap='round' stroke-linejoin='round'>",
      left, label.y - label.height / 2, scale, label.color);
  double at = 0;
  for (const char c : label.text) {
    out += fmt::format("<path transform='translate({:.1f} 0)' d='{}'/>", at, glyph(c));
    at += kGlyphWidth + kGlyphGap;
  }
  return out + "</g>";
}

}  // namespace papert::lang::xlogo
