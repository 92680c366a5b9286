// The module in an embedded interpreter: what programs see, what the host gets.

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lang/turtle/module/turtle_module.h"
#include "scene/wire.h"

#if defined(PAPERT_SANITIZED)
/// The interpreter keeps what it has loaded until the process ends, and with it our objects.
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }  // NOLINT: its name
#endif

namespace papert::lang::turtle {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

class Interpreter : public ::testing::Environment {
 public:
  void SetUp() override {
    install();
    Py_InitializeEx(0);
  }
};

const auto* const kInterpreter = ::testing::AddGlobalTestEnvironment(new Interpreter);

class Module : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(set_limits({})); }

  /// "" or the exception as "Type: message"
  static std::string run(const std::string& program) {
    PyObject* names = PyDict_New();
    PyDict_SetItemString(names, "__builtins__", PyEval_GetBuiltins());
    PyObject* result = PyRun_String(program.c_str(), Py_file_input, names, names);
    std::string failure;
    if (result == nullptr) {
      PyObject* type = nullptr;
      PyObject* value = nullptr;
      PyObject* trace = nullptr;
      PyErr_Fetch(&type, &value, &trace);
      PyErr_NormalizeException(&type, &value, &trace);
      PyObject* text = PyObject_Str(value);
      const char* utf8 = text == nullptr ? nullptr : PyUnicode_AsUTF8(text);
      failure = std::string(reinterpret_cast<PyTypeObject*>(type)->tp_name) + ": " +
                (utf8 == nullptr ? "?" : utf8);
      PyErr_Clear();
      Py_XDECREF(text);
      Py_XDECREF(type);
      Py_XDECREF(value);
      Py_XDECREF(trace);
    }
    Py_XDECREF(result);
    Py_DECREF(names);
    return failure;
  }

  static scene::Scene drawn() {
    std::string bytes(1 << 22, '\0');
    std::size_t used = 0;
    EXPECT_EQ(serialise(std::as_writable_bytes(std::span(bytes)), used), SerialiseStatus::kOk);
    const auto scene = scene::decode(std::string_view(bytes).substr(0, used));
    EXPECT_TRUE(scene.has_value());
    return scene.value_or(scene::Scene{});
  }

  static scene::Scene draw(const std::string& program) {
    EXPECT_EQ(run(program), "");
    return drawn();
  }
};

TEST_F(Module, DrawsInBothStyles) {
  const std::string square = "for _ in range(4): {}forward(100); {}left(90)\n";
  const auto replaced = [&](const std::string& prefix) {
    std::string text = square;
    for (std::size_t at = text.find("{}"); at != std::string::npos; at = text.find("{}")) {
      text.replace(at, 2, prefix);
    }
    return text;
  };
  const auto by_module = draw("import turtle\n" + replaced("turtle."));
  reset();
  const auto by_star = draw("from turtle import *\n" + replaced("") + "done()\n");
  reset();
  const auto by_object =
      draw("import turtle\nt = turtle.Turtle()\n" + replaced("t.") + "turtle.mainloop()\n");
  reset();
  const auto by_class = draw("import turtle\nclass T(turtle.Turtle): pass\nt = T()\n" +
                             replaced("t.") + "turtle.Screen().exitonclick()\n");
  ASSERT_THAT(by_module.items, SizeIs(1));
  EXPECT_EQ(std::get<scene::Stroke>(by_module.items[0]).points.size(), 5U);
  EXPECT_EQ(by_module, by_star);
  EXPECT_EQ(by_module, by_object);
  EXPECT_EQ(by_module, by_class);
}

TEST_F(Module, ADrawingCutShortByAnExceptionIsKept) {
  EXPECT_THAT(run("import turtle\nturtle.forward(10)\nturtle.color('nocolor')\n"),
              HasSubstr("TurtleGraphicsError: bad color string: nocolor"));
  EXPECT_THAT(drawn().items, SizeIs(1));
}

TEST_F(Module, OrderColoursTextAndStamps) {
  const auto scene = draw(
      "import turtle\n"
      "turtle.bgcolor('light blue')\n"
      "turtle.color('red', (0, 0.5, 1))\n"
      "turtle.begin_fill(); turtle.circle(10); turtle.end_fill()\n"
      "turtle.write('h\\u00e9', align='center', font=('Courier', 14, 'bold', 'italic'))\n"
      "turtle.shape('square'); turtle.stamp()\n"
      "turtle.tracer(0); turtle.forward(5)\n");
  EXPECT_EQ(scene.background, (scene::Color{173, 216, 230}));
  ASSERT_THAT(scene.items, SizeIs(4));
  EXPECT_EQ(std::get<scene::Fill>(scene.items[0]).color, (scene::Color{0, 128, 255}));
  const auto& line = std::get<scene::Stroke>(scene.items[1]);
  EXPECT_EQ(line.color, (scene::Color{255, 0, 0}));
  EXPECT_EQ(line.points.size(), 15U);  // the circle and the last move
  const auto& text = std::get<scene::Text>(scene.items[2]);
  EXPECT_EQ(text.text, "h\u00e9");
  EXPECT_EQ(text.align, "center");
  EXPECT_EQ(text.font_family, "Courier");
  EXPECT_EQ(text.font_size, 14);
  EXPECT_EQ(text.font_style, "bold italic");
  const auto& stamp = std::get<scene::Stamp>(scene.items[3]);
  EXPECT_EQ(stamp.points.size(), 4U);
  EXPECT_EQ(stamp.fill, (scene::Color{0, 128, 255}));
  EXPECT_EQ(stamp.outline, (scene::Color{255, 0, 0}));
}

TEST_F(Module, WindowsKeysAndTheMouseAreAccepted) {
  EXPECT_EQ(run("import turtle\n"
                "s = turtle.Screen(); s.setup(600, 400); s.title('t'); s.screensize(800, 600)\n"
                "s.onkey(print, 'a'); s.onkeypress(print); s.listen(); s.ontimer(print, 10)\n"
                "s.onclick(print); s.getcanvas().postscript(file='x.eps')\n"
                "s.getcanvas().winfo_toplevel().attributes('-topmost', True)\n"
                "assert s.textinput('a', 'b') is None and s.numinput('a', 'b') is None\n"
                "t = turtle.Turtle(); t.onclick(print); t.ondrag(t.goto); t.speed('fastest')\n"
                "t.screen.mainloop(); turtle.bye(); turtle.exitonclick(); turtle.done()\n"
                "turtle.TurtleScreen._RUNNING = True\n"
                "turtle.forward(1)\n"),
            "");
}

TEST_F(Module, TeleportIsThere) {
  const auto scene = draw(
      "import turtle\nturtle.teleport(10, 20)\nturtle.forward(5)\nturtle.teleport(y=0)\n"
      "assert turtle.pos() == (15, 0), turtle.pos()\nturtle.forward(1)\n");
  ASSERT_THAT(scene.items, SizeIs(2));
  EXPECT_EQ(std::get<scene::Stroke>(scene.items[0]).points,
            (std::vector<scene::Point>{{10, 20}, {15, 20}}));
}

TEST_F(Module, ClonesCopyAttributes) {
  EXPECT_EQ(run("import turtle\n"
                "class T(turtle.Turtle):\n"
                "    def __init__(self, n):\n"
                "        super().__init__(); self.list = [n]; self.me = self\n"
                "t = T(3); t.forward(5); u = t.clone()\n"
                "assert u.list == [3] and u.list is not t.list and u.me is u and type(u) is T\n"
                "assert u.pos() == t.pos() and u in turtle.Screen().turtles()\n"),
            "");
}

TEST_F(Module, AClassInThePlaceOfTurtleIsUsedByFunctionsToo) {
  const auto scene = draw(
      "import turtle\n"
      "class Wide(turtle.Turtle):\n"
      "    def __init__(self, *a, **k):\n"
      "        super().__init__(*a, **k); self.pensize(5)\n"
      "turtle.Turtle = Wide\n"
      "t = turtle.Turtle(); t.forward(10); turtle.left(90); turtle.forward(10)\n"
      "assert len(turtle.Screen().turtles()) == 2 and t.screen is turtle.Screen()\n"
      "turtle.Turtle = Wide.__mro__[1]\n");
  ASSERT_THAT(scene.items, SizeIs(2));
  for (const auto& item : scene.items) EXPECT_EQ(std::get<scene::Stroke>(item).width, 5);
}

TEST_F(Module, AnUninitialisedTurtleIsAnAttributeError) {
  EXPECT_THAT(run("import turtle\nclass T(turtle.Turtle):\n"
                  "    def __init__(self): self.forward(10)\nT()\n"),
              HasSubstr("AttributeError"));
}

TEST_F(Module, ImportingAgainKeepsTheDrawing) {
  EXPECT_THAT(draw("import turtle, sys\nturtle.forward(10)\n"
                   "first = turtle\ndel sys.modules['turtle'], turtle\n"
                   "import turtle\nassert turtle is first\n"
                   "turtle.left(90); turtle.forward(5)\n")
                  .items,
              SizeIs(1));
}

TEST_F(Module, ResetForgetsEverything) {
  EXPECT_EQ(run("import turtle\nturtle.bgcolor('red'); turtle.colormode(255); turtle.forward(9)"),
            "");
  reset();
  EXPECT_EQ(drawn(), scene::Scene{});
  EXPECT_EQ(run("import turtle\nassert turtle.colormode() == 1.0 and turtle.pos() == (0, 0)\n"
                "assert turtle.Turtle().stamp() == 8\n"),
            "");
}

TEST_F(Module, HostileArgumentsAreExceptions) {
  for (const char* call : {"forward('a')",
                           "forward(None)",
                           "forward()",
                           "forward(1, 2)",
                           "forward(10**400)",
                           "left([])",
                           "goto(1, 2, 3)",
                           "goto('ab', 1)",
                           "circle('a')",
                           "circle(10, steps=3.5)",
                           "circle(10, steps='a')",
                           "degrees(0)",
                           "pensize({})",
                           "speed([])",
                           "color(1, 2, 3, 4)",
                           "color('\\ud800')",
                           "pencolor(float('nan'), 0, 0)",
                           "pen(nonsense=1)",
                           "pen(resizemode='x')",
                           "shape('none')",
                           "shapesize(0)",
                           "shapetransform(1, 1, 1, 1)",
                           "write('a', align='x')",
                           "write('a', align=5)",
                           "setundobuffer('a')",
                           "setundobuffer(10**30)",
                           "clearstamps('a')",
                           "dot([1])",
                           "towards(5)",
                           "distance('a', 'b')",
                           "Turtle(shape='none')",
                           "RawTurtle(5)",
                           "Turtle(undobuffersize='a')",
                           "Shape('x')",
                           "register_shape('x')",
                           "mode('x')",
                           "tracer('x')",
                           "bgcolor('')",
                           "Vec2D(1)",
                           "setworldcoordinates(0, 0, 0, 0)",
                           "forward(distance=1, x=2)",
                           "goto(x=1, y=2, z=3)"}) {
    reset();
    EXPECT_NE(run(std::string("import turtle\nturtle.") + call), "") << call;
    EXPECT_EQ(PyErr_Occurred(), nullptr);
  }
}

TEST_F(Module, LimitsAreMemoryErrorsAndAStatus) {
  ASSERT_TRUE(set_limits({.max_items = 1'000'000, .max_vertices = 100}));
  EXPECT_THAT(run("import turtle\nturtle.circle(10, steps=10**12)\n"), HasSubstr("MemoryError"));
  std::string bytes(1 << 16, '\0');
  std::size_t used = 0;
  EXPECT_EQ(serialise(std::as_writable_bytes(std::span(bytes)), used),
            SerialiseStatus::kRecordLimit);
  ASSERT_TRUE(set_limits({.max_items = 100}));
  EXPECT_THAT(run("import turtle\nwhile True: turtle.Turtle()\n"), HasSubstr("MemoryError"));
}

TEST_F(Module, NumbersKeepTheirType) {
  EXPECT_EQ(run("import turtle\nfrom fractions import Fraction\n"
                "turtle.goto(3, 4)\n"
                "assert type(turtle.xcor()) is int and repr(turtle.pos()) == '(3.00,4.00)'\n"
                "turtle.forward(Fraction(1, 2))\n"
                "assert turtle.xcor() == 3.5 and type(turtle.ycor()) is float\n"
                "turtle.home(); turtle.back(0)\n"
                "assert str(turtle.xcor()) == '0.0'\n"
                "turtle.pensize(2.5); assert turtle.pensize() == 2.5\n"),
            "");
}

TEST_F(Module, WorldCoordinatesFillTheWindow) {
  const auto scene = draw(
      "import turtle\nturtle.setup(820, 420)\nturtle.setworldcoordinates(0, 0, 10, 10)\n"
      "turtle.goto(10, 10)\n");
  ASSERT_THAT(scene.items, SizeIs(1));
  EXPECT_EQ(std::get<scene::Stroke>(scene.items[0]).points,
            (std::vector<scene::Point>{{-400, -200}, {400, 200}}));
}

}  // namespace
}  // namespace papert::lang::turtle
