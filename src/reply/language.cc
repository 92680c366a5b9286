#include "reply/language.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "reply/pseudocode.h"
#include "reply/turtle_code.h"

namespace papert::reply {
namespace {

struct Rule {
  std::string_view word;
  std::string_view language;
};

/// Marks that nothing but the language has come first; what several languages share comes last.
constexpr std::array<Rule, 53> kRules{{
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
    {"draw(circle(", "asymptote"},
    {")--(", "asymptote"},
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

/// Labels of fences that exclude Python. Others, "python", "text" or the name of a file, say
/// nothing.
constexpr std::array<Rule, 63> kLabels{{
    {"algorithm", "pseudocode"},
    {"asy", "asymptote"},
    {"asymptote", "asymptote"},
    {"bash", "shell"},
    {"c", "c"},
    {"c#", "c#"},
    {"c++", "c++"},
    {"clojure", "clojure"},
    {"cpp", "c++"},
    {"cs", "c#"},
    {"csharp", "c#"},
    {"dart", "dart"},
    {"dot", "graphviz"},
    {"elm", "elm"},
    {"geogebra", "geogebra"},
    {"glsl", "glsl"},
    {"gnuplot", "gnuplot"},
    {"go", "go"},
    {"golang", "go"},
    {"graphviz", "graphviz"},
    {"haskell", "haskell"},
    {"html", "html"},
    {"java", "java"},
    {"javascript", "javascript"},
    {"jl", "julia"},
    {"js", "javascript"},
    {"jsx", "javascript"},
    {"julia", "julia"},
    {"kotlin", "kotlin"},
    {"latex", "latex"},
    {"logo", "logo"},
    {"lua", "lua"},
    {"mathematica", "mathematica"},
    {"matlab", "matlab"},
    {"mermaid", "mermaid"},
    {"metapost", "metapost"},
    {"octave", "matlab"},
    {"openscad", "openscad"},
    {"p5", "p5.js"},
    {"p5.js", "p5.js"},
    {"p5js", "p5.js"},
    {"perl", "perl"},
    {"php", "php"},
    {"postscript", "postscript"},
    {"processing", "processing"},
    {"ps", "postscript"},
    {"pseudo", "pseudocode"},
    {"pseudocode", "pseudocode"},
    {"r", "r"},
    {"racket", "racket"},
    {"ruby", "ruby"},
    {"rust", "rust"},
    {"scala", "scala"},
    {"scratch", "scratch"},
    {"sh", "shell"},
    {"svg", "svg"},
    {"swift", "swift"},
    {"tex", "latex"},
    {"tikz", "tikz"},
    {"ts", "javascript"},
    {"typescript", "javascript"},
    {"wolfram", "mathematica"},
    {"xml", "xml"},
}};

/// A library, and a language that programs for it may be labelled with.
constexpr std::array<Rule, 7> kLibraries{{{"p5.js", "javascript"},
                                          {"p5.js", "html"},
                                          {"html canvas", "javascript"},
                                          {"html canvas", "html"},
                                          {"svg", "html"},
                                          {"svg", "xml"},
                                          {"tikz", "latex"}}};

/// Languages whose words are found in pseudocode, too.
bool may_be_pseudocode(std::string_view by_words) {
  return by_words.empty() || by_words == "logo" || by_words == "javascript" || by_words == "python";
}

}  // namespace

std::string_view language_of(std::string_view code, std::string_view label) {
  const auto* rule = std::find_if(kRules.begin(), kRules.end(), [&](const Rule& each) {
    return code.find(each.word) != std::string_view::npos;
  });
  const std::string name = lower(label.substr(0, label.find_first_of(" \t,{")));
  const auto* other = std::find_if(kLabels.begin(), kLabels.end(),
                                   [&](const Rule& each) { return each.word == name; });
  if (other != kLabels.end()) {
    const auto* library = std::find_if(kLibraries.begin(), kLibraries.end(), [&](const Rule& each) {
      return rule != kRules.end() && each.word == rule->language &&
             each.language == other->language;
    });
    return library != kLibraries.end() ? library->word : other->language;
  }
  if (may_be_pseudocode(rule == kRules.end() ? "" : rule->language) && is_pseudocode(code)) {
    return "pseudocode";
  }
  // Everything here that names no library but moves a turtle uses the t that is there.
  const bool general = rule == kRules.end() || rule->language == "python";
  if (general && reply::draws_with_turtle(code)) return "turtle";
  return rule == kRules.end() ? "unknown" : rule->language;
}

}  // namespace papert::reply
