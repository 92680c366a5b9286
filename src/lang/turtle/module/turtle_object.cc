// The classes: one layout, and on it navigator, pen, RawTurtle (both) and Turtle.
#include "lang/turtle/module/turtle_object.h"

#include <structmember.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "lang/turtle/module/descriptors.h"
#include "lang/turtle/module/screen_object.h"

namespace papert::lang::turtle {

namespace {

constexpr std::array<const char*, 3> kModes{"standard", "logo", "world"};

PyObject* core_new(PyTypeObject* type, PyObject*, PyObject*) noexcept {
  PyObject* object = type->tp_alloc(type, 0);
  if (object == nullptr) return nullptr;
  try {
    as_turtle(object).turtle = new Turtle(module_state().world, nullptr);
    return object;
  } catch (const std::bad_alloc&) {
    Py_DECREF(object);
    return PyErr_NoMemory();
  }
}

int core_traverse(PyObject* object, visitproc visit, void* arg) {
  TurtleObject& self = as_turtle(object);
  Py_VISIT(Py_TYPE(object));
  Py_VISIT(self.dict);
  Py_VISIT(self.screen);
  Py_VISIT(self.home_screen);
  Py_VISIT(self.shape_name);
  return 0;
}

int core_clear(PyObject* object) {
  TurtleObject& self = as_turtle(object);
  Py_CLEAR(self.dict);
  Py_CLEAR(self.screen);
  Py_CLEAR(self.home_screen);
  Py_CLEAR(self.shape_name);
  return 0;
}

void core_dealloc(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  PyObject_GC_UnTrack(object);
  TurtleObject& self = as_turtle(object);
  if (self.weak_references != nullptr) PyObject_ClearWeakRefs(object);
  core_clear(object);
  delete self.turtle;
  type->tp_free(object);
  Py_DECREF(type);
}

bool read_pair(PyObject* object, Place& out) {
  const Ref pair(object == nullptr ? nullptr : PySequence_Tuple(object));
  if (!pair) return false;
  if (PyTuple_GET_SIZE(pair.get()) != 2) {
    raise_error(PyExc_TypeError, "a pair of numbers is required");
    return false;
  }
  return to_num(PyTuple_GET_ITEM(pair.get(), 0), out.x) &&
         to_num(PyTuple_GET_ITEM(pair.get(), 1), out.y);
}

PyObject* get_position(PyObject* object, void*) {
  return as_turtle(object).ready ? new_vec2d(as_turtle(object).turtle->position)
                                 : raise_not_ready();
}

int set_position(PyObject* object, PyObject* value, void*) {
  return read_pair(value, as_turtle(object).turtle->position) ? 0 : -1;
}

PyObject* get_heading(PyObject* object, void*) {
  const Vec2 heading = as_turtle(object).turtle->heading;
  return as_turtle(object).ready
             ? new_vec2d({{heading.x, NumKind::kFloat}, {heading.y, NumKind::kFloat}})
             : raise_not_ready();
}

int set_heading(PyObject* object, PyObject* value, void*) {
  Place place;
  if (!read_pair(value, place)) return -1;
  as_turtle(object).turtle->heading = place.vec();
  return 0;
}

using Options = std::array<PyObject*, 4>;

/// The arguments of __init__, as tuple and dictionary.
bool init_arguments(PyObject* args, PyObject* kwargs, std::span<const char* const> names,
                    std::span<PyObject*> out) {
  const Py_ssize_t count = PyTuple_GET_SIZE(args);
  if (count > static_cast<Py_ssize_t>(names.size())) {
    raise_error(PyExc_TypeError, "too many arguments");
    return false;
  }
  for (Py_ssize_t i = 0; i < count; ++i)
    out[static_cast<std::size_t>(i)] = PyTuple_GET_ITEM(args, i);
  PyObject* name = nullptr;
  PyObject* value = nullptr;
  Py_ssize_t at = 0;
  while (kwargs != nullptr && PyDict_Next(kwargs, &at, &name, &value) != 0) {
    std::size_t i = 0;
    while (i < names.size() && PyUnicode_CompareWithASCIIString(name, names[i]) != 0) ++i;
    if (i == names.size() || out[i] != nullptr) {
      PyErr_Format(PyExc_TypeError, "unexpected keyword argument '%U'", name);
      return false;
    }
    out[i] = value;
  }
  return true;
}

int navigator_init(PyObject* object, PyObject* args, PyObject* kwargs) {
  Options options{};
  constexpr std::array<const char*, 1> kNames{"mode"};
  const bool ok = init_arguments(args, kwargs, kNames, options) &&
                  init_navigator(as_turtle(object), options[0]);
  return ok ? 0 : -1;
}

int pen_init(PyObject* object, PyObject* args, PyObject* kwargs) {
  Options options{};
  constexpr std::array<const char*, 1> kNames{"resizemode"};
  const bool ok = init_arguments(args, kwargs, kNames, options) && init_pen(as_turtle(object));
  return ok ? 0 : -1;
}

int raw_turtle_init(PyObject* object, PyObject* args, PyObject* kwargs) {
  Options options{};
  constexpr std::array<const char*, 4> kNames{"canvas", "shape", "undobuffersize", "visible"};
  if (!init_arguments(args, kwargs, kNames, options)) return -1;
  PyObject* canvas = options[0] == nullptr ? Py_None : options[0];
  const Ref screen(PyObject_CallOneArg(module_state().find_screen, canvas));
  const bool ok = screen && init_drawing(as_turtle(object), screen.get(), options.data() + 1);
  return ok ? 0 : -1;
}

int turtle_init(PyObject* object, PyObject* args, PyObject* kwargs) {
  Options options{};
  constexpr std::array<const char*, 3> kNames{"shape", "undobuffersize", "visible"};
  if (!init_arguments(args, kwargs, kNames, options)) return -1;
  const ModuleState& state = module_state();
  Ref screen(PyObject_GetAttr(as_object(state.turtle), state.names.screen));
  if (screen && screen.get() == Py_None) screen = Ref(PyObject_CallNoArgs(state.main_screen));
  const bool ok = screen && init_drawing(as_turtle(object), screen.get(), options.data());
  return ok ? 0 : -1;
}

PyTypeObject* make_type(PyObject* module, const char* name, PyType_Slot* slots, PyObject* bases) {
  const unsigned own_gc = bases == nullptr ? Py_TPFLAGS_HAVE_GC : 0;  // else it is inherited
  PyType_Spec spec{name, static_cast<int>(sizeof(TurtleObject)), 0,
                   static_cast<unsigned>(Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE) | own_gc, slots};
  return as_type(PyType_FromModuleAndSpec(module, &spec, bases));
}

/// screen.mode(), which is Python code, unless a program has replaced it.
Ref mode_of(PyObject* screen, const ScreenObject& native) {
  const ModuleState& state = module_state();
  const bool plain = _PyType_Lookup(Py_TYPE(screen), state.names.mode) == state.show_mode;
  if (plain && native.mode != nullptr) return Ref::borrow(native.mode);
  return Ref(PyObject_CallMethodNoArgs(screen, state.names.mode));
}

PyTypeObject* with_methods(PyTypeObject* type, std::span<const MethodEntry> table) {
  return type != nullptr && add_methods(type, table) ? type : nullptr;
}

/// undobuffersize: any int. Null: the default.
bool undo_size_from(PyObject* object, std::int64_t& size) {
  if (object == nullptr) return true;
  const Ref index(PyNumber_Index(object));
  if (!index) return false;
  size = PyLong_AsLongLong(index.get());
  if (size == -1 && PyErr_Occurred() != nullptr) return false;
  if (size <= UndoRing::kLargest) return true;
  PyErr_NoMemory();
  return false;
}

}  // namespace

PyObject* raise_not_ready() {
  return raise_error(PyExc_AttributeError,
                     "the turtle is not initialised: call super().__init__()");
}

bool call_method(TurtleObject& self, const char* name, std::initializer_list<PyObject*> args) {
  const Ref method(PyObject_GetAttrString(as_object(self), name));
  if (!method) return false;
  const Ref result(PyObject_Vectorcall(method.get(), args.begin(), args.size(), nullptr));
  return static_cast<bool>(result);
}

bool join_turtles(PyObject* screen, PyObject* turtle) {
  const Names& names = module_state().names;
  const Ref turtles(PyObject_GetAttr(screen, names.turtles));
  const Ref added(turtles ? PyObject_CallMethodOneArg(turtles.get(), names.append, turtle)
                          : nullptr);
  return static_cast<bool>(added);
}

std::optional<Mode> mode_named(PyObject* name) {
  for (std::size_t i = 0; i < kModes.size(); ++i) {
    if (PyUnicode_Check(name) && PyUnicode_CompareWithASCIIString(name, kModes[i]) == 0) {
      return static_cast<Mode>(i);
    }
  }
  return std::nullopt;
}

PyObject* mode_name(Mode mode) {
  return PyUnicode_FromString(kModes[static_cast<std::size_t>(mode)]);
}

std::optional<ColorId> color_from(TurtleObject& self, PyObject* color) {
  const ScreenObject* screen = self.home_screen == nullptr ? nullptr : as_screen(self.home_screen);
  return read_color(self.turtle->world().canvas.colors, screen != nullptr && screen->byte_colors,
                    color);
}

PyObject* color_to_python(TurtleObject& self, ColorId color) {
  const ScreenObject* screen = self.home_screen == nullptr ? nullptr : as_screen(self.home_screen);
  return show_color(self.turtle->world().canvas.colors.text(color),
                    screen != nullptr && screen->byte_colors);
}

PyObject* text_of(const TurtleObject& self, ColorId color) {
  const std::string text = self.turtle->world().canvas.colors.text(color);
  return PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
}

bool init_navigator(TurtleObject& self, PyObject* mode) {
  Turtle& turtle = *self.turtle;
  const auto named = mode == nullptr ? Mode::kStandard : mode_named(mode);
  if (!named) {
    PyErr_SetObject(PyExc_KeyError, mode);
    return false;
  }
  turtle.undo_ring.reset();
  turtle.full_circle = {{360, NumKind::kFloat}};
  turtle.degrees_per_unit = 1;
  self.ready = true;
  const Fault fault = turtle.set_mode(*named);
  turtle.reset_navigation();
  return fault == Fault::kNone;
}

bool init_pen(TurtleObject& self) {
  self.turtle->undo_ring.reset();
  self.turtle->pen.resize = ResizeMode::kNoResize;
  self.turtle->reset_pen();
  self.ready = true;
  return true;
}

bool init_drawing(TurtleObject& self, PyObject* screen, PyObject* const* options) {
  ScreenObject* native = as_screen(screen);
  if (native == nullptr) return false;
  Turtle& turtle = *self.turtle;
  turtle.flush();
  const Names& names = module_state().names;
  const Ref mode = mode_of(screen, *native);
  if (!mode) return false;
  Py_XSETREF(self.screen, Py_NewRef(screen));
  Py_XSETREF(self.home_screen, Py_NewRef(screen));
  self.is_drawing = true;
  if (!init_navigator(self, mode.get()) || !init_pen(self)) return false;
  turtle.attach(*native->state);
  if (!join_turtles(screen, as_object(self))) return false;
  turtle.world().canvas.create(ItemKind::kUnseen);  // the line of a move under way
  const Ref shape = Ref::borrow(options[0] == nullptr ? names.classic : options[0]);
  self.cursor = Cursor::kNone;
  if (!shape || !set_cursor(self, shape.get())) {
    self.is_drawing = false;
    return false;
  }
  if (options[2] != nullptr) {
    const int visible = PyObject_IsTrue(options[2]);
    if (visible < 0) return false;
    turtle.pen.shown = {static_cast<double>(visible), NumKind::kBool};
  }
  std::int64_t undo_size = 1000;
  if (!undo_size_from(options[1], undo_size)) return false;
  const Fault fault = turtle.open_drawing(undo_size);
  if (fault != Fault::kNone) raise(fault);
  return fault == Fault::kNone;
}

PyTypeObject* make_core_type(PyObject* module) {
  static std::array<PyMemberDef, 4> members{{
      {"__dictoffset__", T_PYSSIZET, offsetof(TurtleObject, dict), READONLY, nullptr},
      {"__weaklistoffset__", T_PYSSIZET, offsetof(TurtleObject, weak_references), READONLY,
       nullptr},
      {"screen", T_OBJECT_EX, offsetof(TurtleObject, screen), 0, nullptr},
      {nullptr, 0, 0, 0, nullptr},
  }};
  static std::array<PyGetSetDef, 4> properties{{
      {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
      {"_position", get_position, set_position, nullptr, nullptr},
      {"_orient", get_heading, set_heading, nullptr, nullptr},
      {nullptr, nullptr, nullptr, nullptr, nullptr},
  }};
  std::array<PyType_Slot, 7> slots{{
      {Py_tp_new, slot(core_new)},
      {Py_tp_dealloc, slot(core_dealloc)},
      {Py_tp_traverse, slot(core_traverse)},
      {Py_tp_clear, slot(core_clear)},
      {Py_tp_members, members.data()},
      {Py_tp_getset, properties.data()},
      {0, nullptr},
  }};
  return make_type(module, "turtle._TurtleCore", slots.data(), nullptr);
}

PyTypeObject* make_navigator_type(PyObject* module, PyTypeObject* core) {
  std::array<PyType_Slot, 2> slots{{{Py_tp_init, slot(navigator_init)}, {0, nullptr}}};
  return with_methods(make_type(module, "turtle.TNavigator", slots.data(), as_object(core)),
                      navigator_methods());
}

PyTypeObject* make_pen_type(PyObject* module, PyTypeObject* core) {
  std::array<PyType_Slot, 2> slots{{{Py_tp_init, slot(pen_init)}, {0, nullptr}}};
  return with_methods(make_type(module, "turtle.TPen", slots.data(), as_object(core)),
                      pen_methods());
}

PyTypeObject* make_raw_turtle_type(PyObject* module, PyTypeObject* pen, PyTypeObject* navigator) {
  const Ref bases(PyTuple_Pack(2, as_object(pen), as_object(navigator)));
  std::array<PyType_Slot, 2> slots{{{Py_tp_init, slot(raw_turtle_init)}, {0, nullptr}}};
  if (!bases) return nullptr;
  return with_methods(make_type(module, "turtle.RawTurtle", slots.data(), bases.get()),
                      drawing_methods());
}

std::span<const MethodEntry> all_methods() {
  static const std::vector<MethodEntry> methods = [] {
    std::vector<MethodEntry> merged;
    for (const auto table : {drawing_methods(), pen_methods(), navigator_methods()}) {
      for (const MethodEntry& method : table) {
        const auto same = [&](const MethodEntry& known) {
          return std::string_view(known.name) == method.name;
        };
        if (std::none_of(merged.begin(), merged.end(), same)) merged.push_back(method);
      }
    }
    return merged;
  }();
  return methods;
}

PyTypeObject* make_turtle_type(PyObject* module, PyTypeObject* raw_turtle) {
  std::array<PyType_Slot, 2> slots{{{Py_tp_init, slot(turtle_init)}, {0, nullptr}}};
  return with_methods(make_type(module, "turtle.Turtle", slots.data(), as_object(raw_turtle)),
                      all_methods());
}

}  // namespace papert::lang::turtle
