// The screen's native part: scale, tracing, colour mode and the canvas behind it.
#include "lang/turtle/module/screen_object.h"

#include <structmember.h>

#include <cstddef>

#include "lang/turtle/module/tracer.h"

namespace papert::lang::turtle {

namespace {

ScreenObject& self_of(PyObject* object) { return *reinterpret_cast<ScreenObject*>(object); }
ScreenState& state_of(PyObject* object) { return **self_of(object).state; }
Canvas& canvas() { return module_state().world->canvas; }

PyObject* screen_new(PyTypeObject* type, PyObject*, PyObject*) noexcept {
  PyObject* object = type->tp_alloc(type, 0);
  if (object == nullptr) return nullptr;
  try {
    self_of(object).state = new std::shared_ptr<ScreenState>(std::make_shared<ScreenState>());
    module_state().world->view = *self_of(object).state;
    return object;
  } catch (const std::bad_alloc&) {
    Py_DECREF(object);
    return PyErr_NoMemory();
  }
}

int screen_traverse(PyObject* object, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(object));
  Py_VISIT(self_of(object).dict);
  Py_VISIT(self_of(object).mode);
  return 0;
}

int screen_clear(PyObject* object) {
  Py_CLEAR(self_of(object).dict);
  Py_CLEAR(self_of(object).mode);
  return 0;
}

void screen_dealloc(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  PyObject_GC_UnTrack(object);
  if (self_of(object).weak_references != nullptr) PyObject_ClearWeakRefs(object);
  screen_clear(object);
  delete self_of(object).state;
  type->tp_free(object);
  Py_DECREF(type);
}

template <double ScreenState::* member>
PyObject* get_real(PyObject* object, void*) {
  return PyFloat_FromDouble(state_of(object).*member);
}

template <double ScreenState::* member>
int set_real(PyObject* object, PyObject* value, void*) {
  Num number;
  if (!to_num(value, number)) return -1;
  state_of(object).*member = number.value;
  return 0;
}

template <std::int64_t ScreenState::* member>
PyObject* get_whole(PyObject* object, void*) {
  return PyLong_FromLongLong(state_of(object).*member);
}

template <std::int64_t ScreenState::* member>
int set_whole(PyObject* object, PyObject* value, void*) {
  if (value == nullptr) return -1;
  const long long number = PyLong_AsLongLong(value);
  if (number == -1 && PyErr_Occurred() != nullptr) return -1;
  state_of(object).*member = number;
  return 0;
}

PyObject* get_color_mode(PyObject* object, void*) {
  return self_of(object).byte_colors ? PyLong_FromLong(255) : PyFloat_FromDouble(1.0);
}

int set_color_mode(PyObject* object, PyObject* value, void*) {
  Num number;
  if (!to_num(value, number)) return -1;
  self_of(object).byte_colors = number.value == 255;
  return 0;
}

using ScreenMethod = PyObject* (*)(PyObject*, PyObject*);

/// No C++ exception beyond this line.
template <ScreenMethod method>
PyObject* entry(PyObject* self, PyObject* argument) noexcept {
  try {
    return method(self, argument);
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  }
}

void note_screen() {
  const ModuleState& state = module_state();
  if (state.tracer != nullptr) state.tracer->note(*state.world, nullptr);
}

PyObject* text_of(ColorId color) {
  const std::string text = canvas().colors.text(color);
  return PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
}

PyObject* color_string(PyObject* self, PyObject* color) {
  const auto found = read_color(canvas().colors, self_of(self).byte_colors, color);
  return found ? text_of(*found) : nullptr;
}

PyObject* show(PyObject* self, PyObject* color) {
  const char* text = PyUnicode_AsUTF8(color);
  return text == nullptr ? nullptr : show_color(text, self_of(self).byte_colors);
}

PyObject* set_background(PyObject*, PyObject* color) {
  const char* text = PyUnicode_AsUTF8(color);
  if (text == nullptr) return nullptr;
  const auto found = canvas().colors.find(text);
  if (!found || !canvas().colors.rgb(*found)) {
    PyErr_Format(module_state().error, "bad color string: %S", color);
    return nullptr;
  }
  canvas().background = *found;
  note_screen();
  return none();
}

PyObject* background(PyObject*, PyObject*) { return text_of(canvas().background); }

PyObject* erase_all(PyObject*, PyObject*) {
  canvas().erase_all();
  note_screen();
  return none();
}

/// What tracer(0) holds back is shown.
PyObject* show_lines(PyObject*, PyObject*) {
  for (Turtle* turtle : module_state().world->turtles) turtle->flush();
  return none();
}

PyObject* new_item(PyObject*, PyObject*) {
  return PyLong_FromLong(canvas().create(ItemKind::kUnseen));
}

PyObject* set_center(PyObject* self, PyObject* pair) {
  Num x;
  Num y;
  if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2) return raise(Fault::kType);
  if (!to_num(PyTuple_GET_ITEM(pair, 0), x) || !to_num(PyTuple_GET_ITEM(pair, 1), y)) {
    return nullptr;
  }
  state_of(self).center = {x.value, y.value};
  return none();
}

PyMethodDef* methods() {
  static std::array<PyMethodDef, 9> table{{
      {"_colorstr", entry<color_string>, METH_O, nullptr},
      {"_color", entry<show>, METH_O, nullptr},
      {"_set_background", entry<set_background>, METH_O, nullptr},
      {"_background", entry<background>, METH_NOARGS, nullptr},
      {"_erase_all", entry<erase_all>, METH_NOARGS, nullptr},
      {"_show_lines", entry<show_lines>, METH_NOARGS, nullptr},
      {"_new_item", entry<new_item>, METH_NOARGS, nullptr},
      {"_set_center", entry<set_center>, METH_O, nullptr},
      {nullptr, nullptr, 0, nullptr},
  }};
  return table.data();
}

PyGetSetDef* properties() {
  static std::array<PyGetSetDef, 7> table{{
      {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
      {"xscale", get_real<&ScreenState::x_scale>, set_real<&ScreenState::x_scale>, nullptr,
       nullptr},
      {"yscale", get_real<&ScreenState::y_scale>, set_real<&ScreenState::y_scale>, nullptr,
       nullptr},
      {"_tracing", get_whole<&ScreenState::tracing>, set_whole<&ScreenState::tracing>, nullptr,
       nullptr},
      {"_delayvalue", get_whole<&ScreenState::delay>, set_whole<&ScreenState::delay>, nullptr,
       nullptr},
      {"_colormode", get_color_mode, set_color_mode, nullptr, nullptr},
      {nullptr, nullptr, nullptr, nullptr, nullptr},
  }};
  return table.data();
}

}  // namespace

ScreenObject* as_screen(PyObject* object) {
  if (PyObject_TypeCheck(object, module_state().screen) != 0) return &self_of(object);
  raise_error(PyExc_TypeError, "a screen is required");
  return nullptr;
}

PyTypeObject* make_screen_type(PyObject* module) {
  static std::array<PyMemberDef, 4> members{{
      {"__dictoffset__", T_PYSSIZET, offsetof(ScreenObject, dict), READONLY, nullptr},
      {"__weaklistoffset__", T_PYSSIZET, offsetof(ScreenObject, weak_references), READONLY,
       nullptr},
      {"_mode", T_OBJECT_EX, offsetof(ScreenObject, mode), 0, nullptr},
      {nullptr, 0, 0, 0, nullptr},
  }};
  std::array<PyType_Slot, 8> slots{{
      {Py_tp_new, slot(screen_new)},
      {Py_tp_dealloc, slot(screen_dealloc)},
      {Py_tp_traverse, slot(screen_traverse)},
      {Py_tp_clear, slot(screen_clear)},
      {Py_tp_methods, methods()},
      {Py_tp_members, members.data()},
      {Py_tp_getset, properties()},
      {0, nullptr},
  }};
  PyType_Spec spec{"turtle._ScreenCore", static_cast<int>(sizeof(ScreenObject)), 0,
                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots.data()};
  return as_type(PyType_FromModuleAndSpec(module, &spec, nullptr));
}

}  // namespace papert::lang::turtle
