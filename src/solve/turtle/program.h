// A drawing as a Python program for the turtle.
#pragma once

#include <string>

#include "solve/turtle/drawing.h"
#include "solve/turtle/work.h"

namespace papert::solve::turtle {

struct ProgramOptions {
  bool in_function = true;  // def draw(t); otherwise lines for a turtle t that is there
  bool with_pens = true;    // sets pens and colours
  double origin_x = 0;      // the pixel of the turtle's home
  double origin_y = 0;
  double tolerance = 1;  // pixels by which rounding may move a corner
  Work* work = nullptr;  // what may be spent on loops; corners are listed when it is spent
};

[[nodiscard]] std::string write_program(const Drawing& drawing, const ProgramOptions& options);

}  // namespace papert::solve::turtle
