// The pen of 5. The published pictures of TurtleBench have it, so every turtle must, whoever makes
// it: t, the turtle of the module's functions, and those that a reply makes itself. The prelude
// gives it to all of them, and changes the methods that set it so that they set 5: a turtle's marks
// without length and its dots without size depend on it, too. It changes the turtle classes
// themselves. A turtle of a derived class draws its dots by setting its pen, so meanwhile that is
// allowed.
//
// `from __future__ import ...` must be the first statement of a program, before any prelude. So
// such lines are moved from the reply to the front (lang/python/future_imports.h).
//
// The functions of math are there, too, but only those are imported whose names occur in the text:
// a star import touches all of them, and in a freshly forked interpreter each costs a page fault,
// together a third of the time of a short program. For the same reason methods are changed only
// where the text has a name through which a pen's size is set. A text that could name one without
// spelling it out gets everything.
//
// A plot is painted when it is shown, or else by a line behind the program. It is compared with the
// reference drawn with round circles: a turtle's are polygons of 20 sides or so, and on the
// canonical sheet a true circle is not one of those.
#include "lang/turtle/host/library.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/embedded.h"
#include "lang/python/future_imports.h"
#include "lang/python/math_import.h"

PAPERT_EMBEDDED(library_turtle_prelude);
PAPERT_EMBEDDED(library_rabbit_prelude);
PAPERT_EMBEDDED(library_matplotlib_prelude);
PAPERT_EMBEDDED(library_round_circles_prelude);
PAPERT_EMBEDDED(library_rabbit_turtle);
PAPERT_EMBEDDED(library_matplotlib_turtle);

namespace papert::lang::turtle {
namespace {

/// Names through which a pen gets another size; some of them make a turtle begin anew.
constexpr std::array<std::string_view, 9> kPenNames{
    "RawPen", "RawTurtle",          "mode", "pen", "pensize", "reset", "resetscreen",
    "width",  "setworldcoordinates"};
constexpr std::array<std::string_view, 8> kIndirect{"eval",   "exec", "getattr",  "globals",
                                                    "locals", "vars", "__dict__", "__main__"};

constexpr std::string_view kPaintPlot =
    "\n\nimport matplotlib as _matplotlib\n_matplotlib._end()\n";

bool contains(std::span<const std::string_view> names, std::string_view word) {
  return std::find(names.begin(), names.end(), word) != names.end();
}

/// What of the prelude a text may need.
struct Needs {
  bool pens = false;      // methods that cannot change a pen's size
  bool indirect = false;  // names may be made up at run time
};

Needs needs_of(std::string_view text) {
  Needs needs;
  python::for_each_word(text, [&](std::string_view word) {
    needs.pens |= contains(kPenNames, word);
    needs.indirect |= contains(kIndirect, word);
  });
  return needs;
}

std::string_view prelude(Library library, const Needs& needs) {
  if (library == Library::kRabbit) {
    return embedded(papert_embedded_library_rabbit_prelude,
                    papert_embedded_library_rabbit_prelude_end);
  }
  if (library == Library::kMatplotlib) {
    return embedded(papert_embedded_library_matplotlib_prelude,
                    papert_embedded_library_matplotlib_prelude_end);
  }
  const std::string_view whole =
      embedded(papert_embedded_library_turtle_prelude, papert_embedded_library_turtle_prelude_end);
  return needs.pens || needs.indirect ? whole : whole.substr(0, whole.find("# The rest is for"));
}

/// The name of the module would make it a turtle's program again.
std::string without_module(std::string_view code) {
  constexpr std::string_view kModule = "turtle.";
  std::string text(code);
  for (std::size_t at = text.find(kModule); at != std::string::npos; at = text.find(kModule, at)) {
    text.erase(at, kModule.size());
  }
  return text;
}

/// What runs before the code, which keeps its lines but not its future imports.
std::string text_before(Library library, std::string_view variables, std::string& code) {
  std::string before = python::take_future_imports(code);
  const std::string text = std::string(variables) + "\n" + code;
  const Needs needs = needs_of(text);
  before += prelude(library, needs);
  before += needs.indirect ? "from math import *\n" : python::math_import(text);
  before += variables;
  before += '\n';
  return before;
}

}  // namespace

std::string reference_text(Library library, std::string_view variables, std::string_view code) {
  std::string own(code);
  std::string given(variables);
  if (library == Library::kMatplotlib) {
    given.insert(0, embedded(papert_embedded_library_round_circles_prelude,
                             papert_embedded_library_round_circles_prelude_end));
  }
  const std::string before = text_before(Library::kTurtle, given, own);
  return before + own;
}

Result<Drawing> run_with_library(JailPool& jails, Library library, std::string_view variables,
                                 std::string_view code, const Deadline& deadline) {
  const bool plots = library == Library::kMatplotlib;
  std::string own(code);
  const std::string before = text_before(library, variables, own);
  const std::string text = before + own + std::string(plots ? kPaintPlot : "");
  Drawing drawing =
      TRY(plots ? jails.run_as_it_is(text, {}, deadline) : jails.run(text, {}, deadline));
  const auto lines = static_cast<int>(std::count(before.begin(), before.end(), '\n'));
  int& line = drawing.outcome.line;
  line = std::max(line - lines, 0);
  // What paints is not the program's.
  if (plots && line > std::count(own.begin(), own.end(), '\n') + 1) line = 0;
  return drawing;
}

Result<scene::Replay> replay_with_library(JailPool& jails, Library library,
                                          std::string_view variables, std::string_view code) {
  const bool plots = library == Library::kMatplotlib;
  std::string own(code);
  const std::string before = text_before(library, variables, own);
  const std::string text = before + own + std::string(plots ? kPaintPlot : "");
  sandbox::Limits limits;
  limits.trace = true;
  Drawing drawing = TRY(plots ? jails.run_as_it_is(text, limits) : jails.run(text, limits));
  scene::Replay replay = TRY(replay_of(std::move(drawing)));
  const auto first = static_cast<int>(std::count(before.begin(), before.end(), '\n'));
  scene::keep_lines(replay, first, std::move(own));
  return replay;
}

std::string version_for(Library library, std::string_view code) {
  if (library == Library::kRabbit) {
    return std::string(embedded(papert_embedded_library_rabbit_turtle,
                                papert_embedded_library_rabbit_turtle_end)) +
           std::string(code);
  }
  if (library != Library::kMatplotlib) return std::string(code);
  return std::string(embedded(papert_embedded_library_matplotlib_turtle,
                              papert_embedded_library_matplotlib_turtle_end)) +
         without_module(code) + "\nplt.show()\n";
}

}  // namespace papert::lang::turtle
