// A module of these is a Python text, run in its namespace when the first of its family is
// imported. Parts of a family are modules of their own, "matplotlib._axes" say, and stand in
// sys.modules before they run: there are no files that an import could look for.
#include "lang/turtle/module/pyplot_module.h"

#include <array>
#include <cstring>
#include <span>

#include "lang/turtle/module/python_support.h"

#define PAPERT_PART(name) extern "C" const char papert_embedded_pyplot_##name[]
PAPERT_PART(artists);
PAPERT_PART(axes);
PAPERT_PART(colors);
PAPERT_PART(matplotlib);
PAPERT_PART(numpy);
PAPERT_PART(numpy_array);
PAPERT_PART(numpy_joined);
PAPERT_PART(patches);
PAPERT_PART(path);
PAPERT_PART(pyplot);
PAPERT_PART(sheet);
PAPERT_PART(view);
#undef PAPERT_PART

namespace papert::lang::turtle {
namespace {

struct Part {
  const char* name;
  const char* text;
};

/// Each after those it needs.
constexpr std::array<Part, 8> kMatplotlibParts{{
    {"matplotlib._colors", papert_embedded_pyplot_colors},
    {"matplotlib._path", papert_embedded_pyplot_path},
    {"matplotlib._artists", papert_embedded_pyplot_artists},
    {"matplotlib._patches", papert_embedded_pyplot_patches},
    {"matplotlib._sheet", papert_embedded_pyplot_sheet},
    {"matplotlib._view", papert_embedded_pyplot_view},
    {"matplotlib._axes", papert_embedded_pyplot_axes},
    {"matplotlib.pyplot", papert_embedded_pyplot_pyplot},
}};
constexpr std::array<Part, 2> kNumpyParts{{
    {"numpy._array", papert_embedded_pyplot_numpy_array},
    {"numpy._joined", papert_embedded_pyplot_numpy_joined},
}};

bool run_text(PyObject* module, const char* text) {
  PyObject* names = PyModule_GetDict(module);
  if (PyDict_SetItemString(names, "__builtins__", PyEval_GetBuiltins()) < 0) return false;
  const Ref code(Py_CompileString(text, "<matplotlib>", Py_file_input));
  const Ref result(code ? PyEval_EvalCode(code.get(), names, names) : nullptr);
  return static_cast<bool>(result);
}

bool add_part(PyObject* family, const Part& part) {
  PyObject* module = PyImport_AddModule(part.name);  // borrowed
  return module != nullptr && run_text(module, part.text) &&
         PyObject_SetAttrString(family, std::strchr(part.name, '.') + 1, module) == 0;
}

bool add_parts(PyObject* family, std::span<const Part> parts) {
  for (const Part& part : parts) {
    if (!add_part(family, part)) return false;
  }
  return true;
}

PyModuleDef definition_of(const char* name, const char* words) {
  return {PyModuleDef_HEAD_INIT, name, words, -1, nullptr, nullptr, nullptr, nullptr, nullptr};
}

Ref make_family(PyModuleDef& definition) {
  Ref module(PyModule_Create(&definition));
  const bool known = module && PyDict_SetItemString(PyImport_GetModuleDict(), definition.m_name,
                                                    module.get()) == 0;
  return known ? std::move(module) : Ref();
}

PyObject* make_matplotlib() {
  static PyModuleDef definition = definition_of("matplotlib", "Lines and patches.");
  Ref module = make_family(definition);
  const bool made = module && run_text(module.get(), papert_embedded_pyplot_matplotlib) &&
                    add_parts(module.get(), kMatplotlibParts);
  return made ? module.release() : nullptr;
}

PyObject* make_numpy() {
  static PyModuleDef definition = definition_of("numpy", "Arrays of numbers.");
  Ref module = make_family(definition);
  const bool made = module && add_parts(module.get(), kNumpyParts) &&
                    run_text(module.get(), papert_embedded_pyplot_numpy);
  return made ? module.release() : nullptr;
}

}  // namespace
}  // namespace papert::lang::turtle

extern "C" PyObject* PyInit_matplotlib() { return papert::lang::turtle::make_matplotlib(); }
extern "C" PyObject* PyInit_numpy() { return papert::lang::turtle::make_numpy(); }
