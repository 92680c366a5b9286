// The interpreter fills caches while it runs: which attribute a type has, how often a function was
// called, the names that occur. Filled in a child, each is a page copied, in every child again.
// Filled here, they are inherited. A program that only calls common things, the way programs do,
// is enough; it is run until nothing changes any more (a function is looked at eight times before
// the interpreter settles on its fastest form).
//
// The collection at the end frees what was left over, empties the interpreter's lists of spare
// objects (which would be handed out from old pages), and takes everything that survived out of
// the sight of later collections, which would otherwise write to each object.

#include "zygote/warm_up.h"

#include <array>
#include <cstddef>

#include "sandbox/drawing_module.h"
#include "zygote/python_ref.h"
#include "zygote/session.h"
#include "zygote/step_counter.h"

namespace papert::zygote {
namespace {

constexpr int kRounds = 20;

constexpr char kExample[] = R"(
import math
from math import sin
class Point:
    def __init__(self, x, y=0):
        self.x = x
        self.y = y
def double(x):
    return 2 * x if x > 0.5 else -x
points = [Point(i, double(i)) for i in range(3)]
total = 0
for i, point in enumerate(points):
    total += math.hypot(point.x, point.y) + sin(i)
names = {'a': f'{total:.2f}', 'b': str(total) + '%d' % 3}
while total > 1:
    total /= 2
assert names['a'] and not isinstance(total, int)
)";

constexpr char kDrawing[] = R"(
import turtle
def star(t, size, corners=5):
    """A star."""
    for i in range(corners):
        t.forward(size * 1.5)
        t.right(180 - 180 / corners)
        if i % 2 == 0:
            t.pencolor('#ff8800')
        else:
            t.fillcolor('pale green')
def draw(t):
    colors = ['red', 'blue', "gold"]
    t.speed(0)
    t.pensize(2)
    t.width(3)
    t.hideturtle()
    for row in range(2):
        t.color(colors[row % 3], 'tan')
        t.penup()
        t.goto(row * 10, -20.5)
        t.setheading(90)
        t.pendown()
        t.begin_fill()
        star(t, size=30)
        t.end_fill()
        t.circle(5)
        t.circle(5, 180)
        t.dot(10, 'black')
        t.setpos(1, 2)
        t.up()
        t.fd(10)
        t.bk(10)
        t.lt(10)
        t.rt(10)
        t.down()
        t.left(5)
        t.backward(2)
        t.back(1)
    x, y = t.position()
t = turtle.Turtle()
screen = turtle.Screen()
draw(t)
turtle.forward(1)
turtle.left(1)
turtle.done()
)";

bool run(const char* text, PyObject* names) {
  PyCompilerFlags flags{PyCF_IGNORE_COOKIE, PY_MINOR_VERSION};
  const Ref code(Py_CompileStringExFlags(text, kProgramName, Py_file_input, &flags, -1));
  if (!code) return false;
  start_counting();
  const Ref result(PyEval_EvalCode(code.get(), names, names));
  stop_counting();
  return static_cast<bool>(result);
}

bool run(const char* text) {
  const Ref names(PyDict_New());
  return names && PyDict_SetItemString(names.get(), "__builtins__", PyEval_GetBuiltins()) == 0 &&
         run(text, names.get());
}

}  // namespace

bool warm_up(PyObject* collector) {
  for (int round = 0; round < kRounds; ++round) {
    if (!run(kExample)) return false;
    // A configuration without the drawing module, or a test's with few functions, is not a failure.
    if (!run(kDrawing)) PyErr_Clear();
    sandbox::drawing_module().reset();
  }
  session().steps = 0;
  PyGC_Collect();
  const Ref frozen(PyObject_CallMethod(collector, "freeze", nullptr));
  PyGC_Collect();
  return static_cast<bool>(frozen);
}

void run_examples() {
  PyObject* main = PyImport_AddModule("__main__");  // borrowed
  for (const char* text : {kExample, kDrawing}) {
    if (main == nullptr || !run(text, PyModule_GetDict(main))) PyErr_Clear();
  }
  std::array<std::byte, 4096> record{};
  std::size_t used = 0;
  static_cast<void>(sandbox::drawing_module().serialise(record, used));
}

}  // namespace papert::zygote
