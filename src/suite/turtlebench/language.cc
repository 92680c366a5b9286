#include "suite/turtlebench/language.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace papert::turtlebench {
namespace {

struct Rule {
  std::string_view word;
  std::string_view language;
};

/// Marks that nothing but the language has come first; what several languages share comes last.
constexpr std::array<Rule, 51> kRules{{
    {"tikzpicture", "tikz"},
    {"\\draw", "tikz"},
    {"import rabbit", "rabbit"},
    {"from rabbit", "rabbit"},
    {"rabbit.", "rabbit"},
    {"import turtle", "turtle"},
    {"from turtle", "turtle"},
    {"turtle.", "turtle"},
    {"matplotlib", "matplotlib"},
    {"plt.", "matplotlib"},
    {"ImageDraw", "pillow"},
    {"pygame", "pygame"},
    {"tkinter", "tkinter"},
    {"create_line(", "tkinter"},
    {"import cv2", "opencv"},
    {"cv2.", "opencv"},
    {"import cairo", "cairo"},
    {"manim", "manim"},
    {"svgwrite", "svgwrite"},
    {"drawsvg", "drawsvg"},
    {"plotly", "plotly"},
    {"bokeh", "bokeh"},
    {"import drawBot", "drawbot"},
    {"createCanvas(", "p5.js"},
    {"getContext(", "html canvas"},
    {"<canvas", "html canvas"},
    {"<svg", "svg"},
    {"void setup(", "processing"},
    {"ggplot", "r"},
    {"library(", "r"},
    {"using Plots", "julia"},
    {"using Luxor", "julia"},
    {"Graphics[", "mathematica"},
    {"newpath", "postscript"},
    {"moveto", "postscript"},
    {"import graph;", "asymptote"},
    {"figure;", "matlab"},
    {"hold on", "matlab"},
    {"#include", "c++"},
    {"System.out", "java"},
    {"public class", "java"},
    {"repeat ", "logo"},
    {"REPEAT ", "logo"},
    {"console.log", "javascript"},
    {"document.", "javascript"},
    {"const ", "javascript"},
    {"let ", "javascript"},
    {"function ", "javascript"},
    {"def ", "python"},
    {"import ", "python"},
    {"print(", "python"},
}};

/// Calls that move something that leaves a line, with the parenthesis.
constexpr std::array<std::string_view, 17> kMoves{
    "forward(",  "fd(",     "backward(", "back(", "bk(",   "circle(",
    "goto(",     "setpos(", "setx(",     "sety(", "home(", "setposition(",
    "teleport(", "dot(",    "aa(",       "cc(",   "stamp("};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// A call of this name, not of one that ends like it.
bool calls(std::string_view code, std::string_view name) {
  for (std::size_t at = code.find(name); at != std::string_view::npos;
       at = code.find(name, at + 1)) {
    if (at == 0 || !is_word(code[at - 1])) return true;
  }
  return false;
}

}  // namespace

bool draws_with_turtle(std::string_view code) {
  return std::any_of(kMoves.begin(), kMoves.end(),
                     [&](std::string_view move) { return calls(code, move); });
}

std::string_view language_of(std::string_view code) {
  const auto* rule = std::find_if(kRules.begin(), kRules.end(), [&](const Rule& each) {
    return code.find(each.word) != std::string_view::npos;
  });
  // Everything here that names no library but moves a turtle uses the t that is there.
  const bool general = rule == kRules.end() || rule->language == "python";
  if (general && draws_with_turtle(code)) return "turtle";
  return rule == kRules.end() ? "unknown" : rule->language;
}

}  // namespace papert::turtlebench
