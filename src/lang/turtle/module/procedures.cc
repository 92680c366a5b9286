// The procedural style: turtle.forward(100) is the method of an unnamed turtle, turtle.bgcolor()
// that of the screen, both made at first use. A function knows its method's name; the lookup by
// name goes through Python's type cache and costs little.
#include <new>
#include <vector>

#include "lang/turtle/module/descriptors.h"
#include "lang/turtle/module/module_state.h"

namespace papert::lang::turtle {

namespace {

constexpr std::array kScreenFunctions{
    "addshape",     "bgcolor",       "bgpic",       "bye",
    "clearscreen",  "colormode",     "delay",       "exitonclick",
    "getcanvas",    "getshapes",     "listen",      "mainloop",
    "mode",         "numinput",      "onkey",       "onkeypress",
    "onkeyrelease", "onscreenclick", "ontimer",     "register_shape",
    "resetscreen",  "screensize",    "setup",       "setworldcoordinates",
    "textinput",    "title",         "tracer",      "turtles",
    "update",       "window_height", "window_width"};

constexpr std::array kTurtleFunctions{"back",
                                      "backward",
                                      "begin_fill",
                                      "begin_poly",
                                      "bk",
                                      "circle",
                                      "clear",
                                      "clearstamp",
                                      "clearstamps",
                                      "clone",
                                      "color",
                                      "degrees",
                                      "distance",
                                      "dot",
                                      "down",
                                      "end_fill",
                                      "end_poly",
                                      "fd",
                                      "fillcolor",
                                      "filling",
                                      "forward",
                                      "get_poly",
                                      "getpen",
                                      "getscreen",
                                      "get_shapepoly",
                                      "getturtle",
                                      "goto",
                                      "heading",
                                      "hideturtle",
                                      "home",
                                      "ht",
                                      "isdown",
                                      "isvisible",
                                      "left",
                                      "lt",
                                      "onclick",
                                      "ondrag",
                                      "onrelease",
                                      "pd",
                                      "pen",
                                      "pencolor",
                                      "pendown",
                                      "pensize",
                                      "penup",
                                      "pos",
                                      "position",
                                      "pu",
                                      "radians",
                                      "right",
                                      "reset",
                                      "resizemode",
                                      "rt",
                                      "seth",
                                      "setheading",
                                      "setpos",
                                      "setposition",
                                      "settiltangle",
                                      "setundobuffer",
                                      "setx",
                                      "sety",
                                      "shape",
                                      "shapesize",
                                      "shapetransform",
                                      "shearfactor",
                                      "showturtle",
                                      "speed",
                                      "st",
                                      "stamp",
                                      "teleport",
                                      "tilt",
                                      "tiltangle",
                                      "towards",
                                      "turtlesize",
                                      "undo",
                                      "undobufferentries",
                                      "up",
                                      "width",
                                      "write",
                                      "xcor",
                                      "ycor"};

/// The class attribute, or what the module's function or class of this name makes and the attribute
/// then holds. By name, because programs put a class of their own in the place of Turtle.
Ref unnamed(PyObject* attribute, PyObject* maker) {
  const ModuleState& state = module_state();
  PyObject* type = as_object(state.turtle);
  Ref object(PyObject_GetAttr(type, attribute));
  if (!object || object.get() != Py_None) return object;
  const Ref make(PyObject_GetAttr(state.module, maker));
  object = Ref(make ? PyObject_CallNoArgs(make.get()) : nullptr);
  if (object && !set_attribute(state.turtle, attribute, object.get())) return {};
  return object;
}

PyObject* call_on(const Ref& object, PyObject* name, const Call& call) try {
  if (!object) return nullptr;
  constexpr std::size_t kFew = 8;
  const std::size_t keywords =
      call.names == nullptr ? 0 : static_cast<std::size_t>(PyTuple_GET_SIZE(call.names));
  const std::size_t count = static_cast<std::size_t>(call.count) + keywords;
  std::array<PyObject*, kFew + 1> few;
  std::vector<PyObject*> many;
  PyObject** args = few.data();
  if (count > kFew) {
    many.resize(count + 1);
    args = many.data();
  }
  args[0] = object.get();
  for (std::size_t i = 0; i < count; ++i) args[i + 1] = call.args[i];
  return PyObject_VectorcallMethod(name, args, static_cast<std::size_t>(call.count) + 1,
                                   call.names);
} catch (const std::bad_alloc&) {
  return PyErr_NoMemory();
}

PyObject* turtle_function(PyObject* name, PyObject* const* args, Py_ssize_t count,
                          PyObject* names) noexcept {
  const Names& known = module_state().names;
  return call_on(unnamed(known.pen, known.turtle_maker), name, {args, count, names});
}

PyObject* screen_function(PyObject* name, PyObject* const* args, Py_ssize_t count,
                          PyObject* names) noexcept {
  const Names& known = module_state().names;
  return call_on(unnamed(known.screen, known.screen_maker), name, {args, count, names});
}

/// For the prelude: set_attribute() of the class Turtle.
PyObject* share(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject*) noexcept {
  if (count != 2) return raise_error(PyExc_TypeError, "a name and a value are required");
  return set_attribute(module_state().turtle, args[0], args[1]) ? none() : nullptr;
}

template <std::size_t N>
std::array<PyMethodDef, N> definitions(const std::array<const char*, N>& names,
                                       FastFunction function) {
  std::array<PyMethodDef, N> table{};
  for (std::size_t i = 0; i < N; ++i) table[i] = method_def(names[i], function);
  return table;
}

bool add_functions(PyObject* module, std::span<PyMethodDef> table) {
  const Ref module_name(PyModule_GetNameObject(module));
  for (PyMethodDef& definition : table) {
    const Ref name(PyUnicode_InternFromString(definition.ml_name));
    const Ref function(name ? PyCFunction_NewEx(&definition, name.get(), module_name.get())
                            : nullptr);
    if (!function || PyModule_AddObjectRef(module, definition.ml_name, function.get()) < 0) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool add_procedures(PyObject* module) {
  static auto screen_table = definitions(kScreenFunctions, screen_function);
  static auto turtle_table = definitions(kTurtleFunctions, turtle_function);
  static std::array<PyMethodDef, 1> own_table{method_def("_share", share)};
  return add_functions(module, own_table) && add_functions(module, screen_table) &&
         add_functions(module, turtle_table);
}

}  // namespace papert::lang::turtle
