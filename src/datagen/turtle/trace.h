// What a drawing program does, worked out here instead of in a jail: where its lines lie, what each
// statement does to the turtle, how the rounds of its loops differ. For programs of draw(t) that
// keep to the tree (lang/turtle/syntax) and to what drawings need: numbers, colours by name, lists,
// helpers, the functions of math. What goes beyond ends the trace, and it says so. Deterministic:
// not time but steps and vertices are limited.
//
// It does not judge: what counts as a drawing is what the jail gives. It is there to choose changes
// that can be seen and to say what a program is made of.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lang/turtle/syntax/program.h"
#include "scene/canonical.h"
#include "scene/scene.h"

namespace papert::datagen {

inline constexpr std::size_t kMostTraceSteps = 200'000;
inline constexpr std::size_t kMostTraceVertices = 20'000;

/// Where the turtle is.
struct Pose {
  scene::Point place;
  double heading = 0;  // degrees, any number of turns
  bool pen = true;

  /// The same place, direction and pen, but for rounding.
  [[nodiscard]] bool is_like(const Pose& other) const;
};

/// What a statement did when it ran for the first time.
struct Effect {
  Pose before;
  Pose after;
  std::optional<scene::Bounds> ink;  // of what it painted
  bool absolute = false;             // it went to a place or a heading of the sheet
  std::size_t marks = 0;             // lines, areas, dots

  [[nodiscard]] bool is_closed() const { return after.is_like(before); }
};

/// A round of a loop.
struct LoopRound {
  Pose start;
  std::optional<scene::Bounds> ink;
  double length = 0;      // of its lines, and around its dots
  std::size_t marks = 0;  // lines, areas, dots
  std::size_t calls = 0;  // that painted: a circle is one
  Pose first;             // where it first painted
  std::size_t hops = 0;   // moves with the pen up until then, since the program began
  scene::Color pen;       // at its end
};

struct LoopRun {
  const turtle::Statement* loop = nullptr;
  int depth = 1;  // 1: in no other loop, of any function
  std::vector<LoopRound> rounds;
  Pose end;
};

struct Trace {
  bool complete = false;  // it ran to its end; else `problem` says why not
  std::string problem;
  scene::Scene scene;
  std::size_t steps = 0;
  std::size_t vertices = 0;
  int loop_depth = 0;          // loops that ran in each other
  std::vector<LoopRun> loops;  // as they ended, the first thousand
  std::map<const turtle::Statement*, Effect> effects;
};

/// `program` must outlive the trace.
[[nodiscard]] Trace trace_program(const turtle::Program& program);

/// The colour of a name or of "#rrggbb", without its quotes; nothing for one that is not known
/// here.
[[nodiscard]] std::optional<scene::Color> color_of(std::string_view name);

/// The name of a colour, or "#rrggbb".
[[nodiscard]] std::string color_name(const scene::Color& color);

}  // namespace papert::datagen
