// Making the module: the native classes, then the prelude in the module's namespace, then the names
// the native side needs back from it. The module's state is found through the interpreter, so that
// a program cannot detach it, and importing again after `del sys.modules["turtle"]` gives the same
// module with the same drawing.
#include "lang/turtle/module/turtle_module.h"

#include "lang/turtle/module/descriptors.h"
#include "lang/turtle/module/module_state.h"
#include "lang/turtle/module/pyplot_module.h"
#include "lang/turtle/module/turtle_object.h"

extern "C" const char papert_embedded_turtle_prelude[];

namespace papert::lang::turtle {

namespace {

PyModuleDef& definition() {
  static PyModuleDef module_definition{PyModuleDef_HEAD_INIT,
                                       "turtle",
                                       "Turtle graphics without a window: programs draw, "
                                       "the host keeps the drawing.",
                                       sizeof(ModuleState*),
                                       nullptr,
                                       nullptr,
                                       nullptr,
                                       nullptr,
                                       nullptr};
  return module_definition;
}

ModuleState** state_place(PyObject* module) {
  return static_cast<ModuleState**>(PyModule_GetState(module));
}

bool add_type(PyObject* module, PyTypeObject* type) {
  return type != nullptr && PyModule_AddType(module, type) == 0;
}

bool make_names(Names& names) {
  struct Spelling {
    PyObject*& name;
    const char* text;
  };
  for (const Spelling& each : {Spelling{names.append, "append"},
                               {names.classic, "classic"},
                               {names.data, "_data"},
                               {names.mode, "mode"},
                               {names.pen, "_pen"},
                               {names.screen, "_screen"},
                               {names.screen_maker, "Screen"},
                               {names.shapes, "_shapes"},
                               {names.turtle_maker, "Turtle"},
                               {names.turtles, "_turtles"},
                               {names.type, "_type"}}) {
    each.name = PyUnicode_InternFromString(each.text);
    if (each.name == nullptr) return false;
  }
  return true;
}

bool add_types(PyObject* module, ModuleState& state) {
  state.method = make_method_type();
  state.cell = make_cell_type();
  return state.method != nullptr && state.cell != nullptr &&
         add_type(module, state.vec2d = make_vec2d_type(module)) &&
         add_type(module, state.core = make_core_type(module)) &&
         add_type(module, state.navigator = make_navigator_type(module, state.core)) &&
         add_type(module, state.pen = make_pen_type(module, state.core)) &&
         add_type(module,
                  state.raw_turtle = make_raw_turtle_type(module, state.pen, state.navigator)) &&
         add_type(module, state.turtle = make_turtle_type(module, state.raw_turtle)) &&
         add_type(module, state.screen = make_screen_type(module));
}

bool run_prelude(PyObject* module) {
  PyObject* names = PyModule_GetDict(module);
  if (PyDict_SetItemString(names, "__builtins__", PyEval_GetBuiltins()) < 0) return false;
  const Ref code(Py_CompileString(papert_embedded_turtle_prelude, "<turtle>", Py_file_input));
  const Ref result(code ? PyEval_EvalCode(code.get(), names, names) : nullptr);
  return static_cast<bool>(result);
}

Ref attribute(const char* module_name, const char* name) {
  const Ref module(PyImport_ImportModule(module_name));
  return module ? Ref(PyObject_GetAttrString(module.get(), name)) : Ref();
}

bool find_names(PyObject* module, ModuleState& state) {
  const auto own = [module](const char* name) { return PyObject_GetAttrString(module, name); };
  state.error = own("TurtleGraphicsError");
  state.find_screen = own("_find_screen");
  state.main_screen = own("Screen");
  state.deepcopy = own("_deepcopy");
  const Ref screen_class(own("TurtleScreen"));
  if (screen_class) state.show_mode = PyObject_GetAttr(screen_class.get(), state.names.mode);
  state.hypot = attribute("math", "hypot").release();
  return PyErr_Occurred() == nullptr;
}

/// What `from turtle import *` gives.
bool add_public_names(PyObject* module) {
  const Ref names(PyDict_Keys(PyModule_GetDict(module)));
  const Ref all(PyList_New(0));
  if (!names || !all) return false;
  constexpr std::array kHidden{"TNavigator",       "TPen", "Canvas", "TurtleGraphicsError",
                               "TurtleScreenBase", "math", "sys",    "time"};
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(names.get()); ++i) {
    PyObject* name = PyList_GET_ITEM(names.get(), i);
    bool hidden = PyUnicode_READ_CHAR(name, 0) == '_';
    for (const char* other : kHidden) {
      hidden = hidden || PyUnicode_CompareWithASCIIString(name, other) == 0;
    }
    if (!hidden && PyList_Append(all.get(), name) < 0) return false;
  }
  return PyModule_AddObjectRef(module, "__all__", all.get()) == 0;
}

bool fill(PyObject* module) {
  auto* state = new ModuleState;
  *state_place(module) = state;
  state->module = module;
  state->world = std::make_shared<World>();
  return PyState_AddModule(module, &definition()) == 0 && make_names(state->names) &&
         add_types(module, *state) &&
         add_cell(state->turtle, state->names.pen, &state->unnamed_pen) &&
         add_cell(state->turtle, state->names.screen, &state->unnamed_screen) &&
         add_procedures(module) && run_prelude(module) && find_names(module, *state) &&
         add_public_names(module);
}

PyObject* make_module() noexcept {
  if (PyObject* made = PyState_FindModule(&definition())) return Py_NewRef(made);
  try {
    Ref module(PyModule_Create(&definition()));
    if (module && fill(module.get())) return module.release();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  }
  return nullptr;
}

/// What methods are called by while a trace is made.
PyObject* traced_call(PyObject* method, PyObject* const* args, std::size_t flagged_count,
                      PyObject* names) noexcept {
  PyObject* result =
      reinterpret_cast<MethodObject*>(method)->plain(method, args, flagged_count, names);
  if (has_self(method, args, PyVectorcall_NARGS(flagged_count)) && as_turtle(args[0]).ready) {
    const ModuleState& state = module_state();
    state.tracer->note(*state.world, as_turtle(args[0]).turtle);
  }
  return result;
}

}  // namespace

ModuleState& module_state() { return **state_place(PyState_FindModule(&definition())); }

void install() {
  PyImport_AppendInittab("turtle", &PyInit_turtle);
  PyImport_AppendInittab("matplotlib", &PyInit_matplotlib);
  PyImport_AppendInittab("numpy", &PyInit_numpy);
}

bool set_limits(const DrawingLimits& limits) {
  const Ref module(PyImport_ImportModule("turtle"));
  if (!module) {
    PyErr_Clear();
    return false;
  }
  module_state().limits = limits;
  reset();
  return true;
}

SerialiseStatus serialise(std::span<std::byte> out, std::size_t& used, const RecordLimits& limits) {
  try {
    if (PyState_FindModule(&definition()) != nullptr) {
      return write_record(*module_state().world, out, used, limits);
    }
    World empty;
    return write_record(empty, out, used, limits);
  } catch (const std::bad_alloc&) {
    return SerialiseStatus::kNoRoom;
  }
}

void start_trace(std::span<std::byte> memory, FindPlace find_place) {
  if (PyState_FindModule(&definition()) == nullptr || memory.size() < Tracer::kBytes) return;
  // Not on the heap: addresses there are the program's business.
  alignas(Tracer) static std::array<std::byte, sizeof(Tracer)> place;
  ModuleState& state = module_state();
  state.tracer = new (place.data()) Tracer(memory, state.world->canvas, find_place);
  for (PyTypeObject* type :
       {state.core, state.navigator, state.pen, state.raw_turtle, state.turtle}) {
    watch_methods(type, traced_call);
  }
}

std::size_t finish_trace() {
  if (PyState_FindModule(&definition()) == nullptr) return 0;
  const ModuleState& state = module_state();
  return state.tracer == nullptr ? 0 : state.tracer->finish(*state.world);
}

void reset() {
  PyObject* module = PyState_FindModule(&definition());
  if (module == nullptr) return;
  ModuleState& state = module_state();
  state.world = std::make_shared<World>(state.limits);
  const Ref done(PyObject_CallMethod(module, "_start_over", nullptr));
  if (!done) PyErr_Clear();
}

}  // namespace papert::lang::turtle

extern "C" PyObject* PyInit_turtle() { return papert::lang::turtle::make_module(); }
