// Fixed here, because two runs of a program must not differ: the hash seed, the state of `random`,
// the clock. random.seed() without an argument would ask the system for entropy; it takes the next
// of a fixed sequence of seeds instead, so that calling it twice still gives two sequences.

#include "zygote/interpreter.h"

#include <cstdlib>

#include "sandbox/drawing_module.h"
#include "zygote/clock.h"
#include "zygote/exits.h"
#include "zygote/import_gate.h"
#include "zygote/nursery.h"
#include "zygote/output.h"
#include "zygote/python_ref.h"
#include "zygote/step_counter.h"
#include "zygote/warm_up.h"

namespace papert::zygote {
namespace {

constexpr char kFixRandom[] = R"(
def fix():
    import itertools, random
    plain_seed = random.Random.seed
    seeds = itertools.count(20250615)
    def seed(self, a=None, version=2):
        plain_seed(self, next(seeds) if a is None else a, version)
    random.Random.seed = seed
    random.seed = random._inst.seed
    random.seed()
fix()
del fix
)";

std::string initialise() {
  PyPreConfig preconfig;
  PyPreConfig_InitIsolatedConfig(&preconfig);
  preconfig.utf8_mode = 1;
  PyStatus status = Py_PreInitialize(&preconfig);
  if (PyStatus_Exception(status)) return status.err_msg ? status.err_msg : "preinitialisation";
  install_nursery();  // in front of the allocator that has just been chosen
  PyConfig config;
  PyConfig_InitIsolatedConfig(&config);
  config.use_hash_seed = 1;
  config.hash_seed = 0;
  config.install_signal_handlers = 0;
  config.site_import = 0;
  config.write_bytecode = 0;
  config.buffered_stdio = 0;
  // The library is found beside the system's interpreter, wherever this program lies; a bundle
  // brings its own.
  const char* home = std::getenv("PAPERT_PYTHON_HOME");
  if (home != nullptr) {
    status = PyConfig_SetBytesString(&config, &config.home, home);
  } else {
    status = PyConfig_SetString(&config, &config.program_name, L"/usr/bin/python3");
  }
  if (!PyStatus_Exception(status)) status = PyWideStringList_Append(&config.warnoptions, L"ignore");
  if (!PyStatus_Exception(status)) status = Py_InitializeFromConfig(&config);
  PyConfig_Clear(&config);
  if (!PyStatus_Exception(status)) return {};
  return status.err_msg != nullptr ? status.err_msg : "initialisation";
}

std::string pending_exception() {
  PyObject* type = nullptr;
  PyObject* value = nullptr;
  PyObject* trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  const Ref owned_type(type);
  const Ref owned_value(value);
  const Ref owned_trace(trace);
  const Ref text(value != nullptr ? PyObject_Str(value) : nullptr);
  const char* message = text ? PyUnicode_AsUTF8(text.get()) : nullptr;
  return message != nullptr ? message : "unknown exception";
}

bool fix_random() {
  const Ref names(PyDict_New());
  if (!names) return false;
  PyDict_SetItemString(names.get(), "__builtins__", PyEval_GetBuiltins());
  const Ref result(PyRun_String(kFixRandom, Py_file_input, names.get(), names.get()));
  return static_cast<bool>(result);
}

/// The module gc, which is for us only.
Ref take_collector() {
  Ref collector(PyImport_ImportModule("gc"));
  if (!collector || PyDict_DelItemString(PyImport_GetModuleDict(), "gc") != 0) return {};
  return collector;
}

}  // namespace

std::string start_interpreter(const std::vector<std::string>& modules) {
  if (!sandbox::drawing_module().install()) return "the drawing module cannot be installed";
  if (std::string problem = initialise(); !problem.empty()) {
    return "Python does not start: " + problem;
  }
  const Ref collector = take_collector();
  // The clock needs datetime, which is always loaded; the gate comes last, it closes the files.
  const bool ready = collector && install_streams() && fix_random() && install_clock() &&
                     install_exits() && install_import_gate(modules) && disarm_tracing_switches() &&
                     warm_up(collector.get());
  if (!ready) return "Python cannot be prepared: " + pending_exception();
  return {};
}

}  // namespace papert::zygote
