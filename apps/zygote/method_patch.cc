// A built-in function object points into its module's static method table. Every copy of the
// object, and every object made again from the same table, calls what the table says.

#include "zygote/method_patch.h"

#include "zygote/python_ref.h"

namespace papert::zygote {
namespace {

bool unexpected(const char* module, const char* name) {
  PyErr_Format(PyExc_RuntimeError, "%s.%s is not the built-in of CPython 3.11", module, name);
  return false;
}

bool patch(const char* module, const char* name, int flags, void* function, PyCFunction* original) {
  const Ref owner(PyImport_ImportModule(module));
  if (!owner) return false;
  const Ref object(PyObject_GetAttrString(owner.get(), name));
  if (!object) return false;
  if (!PyCFunction_Check(object.get())) return unexpected(module, name);
  PyMethodDef* method = reinterpret_cast<PyCFunctionObject*>(object.get())->m_ml;
  if (method->ml_flags != flags) return unexpected(module, name);
  if (original != nullptr) *original = method->ml_meth;
  method->ml_meth = reinterpret_cast<PyCFunction>(function);
  return true;
}

bool patch_class(const char* module, const char* type, const char* name, int flags,
                 void* function) {
  const Ref owner(PyImport_ImportModule(module));
  if (!owner) return false;
  const Ref object(PyObject_GetAttrString(owner.get(), type));
  if (!object) return false;
  if (!PyType_Check(object.get())) return unexpected(module, type);
  PyObject* descriptor =
      PyDict_GetItemString(reinterpret_cast<PyTypeObject*>(object.get())->tp_dict, name);
  if (descriptor == nullptr || !Py_IS_TYPE(descriptor, &PyClassMethodDescr_Type)) {
    return unexpected(type, name);
  }
  PyMethodDef* method = reinterpret_cast<PyMethodDescrObject*>(descriptor)->d_method;
  if (method->ml_flags != flags) return unexpected(type, name);
  method->ml_meth = reinterpret_cast<PyCFunction>(function);
  return true;
}

}  // namespace

bool patch_method(const char* module, const char* name, int flags, PyCFunction function,
                  PyCFunction* original) {
  return patch(module, name, flags, reinterpret_cast<void*>(function), original);
}

bool patch_method(const char* module, const char* name, int flags, FastFunction function) {
  return patch(module, name, flags, reinterpret_cast<void*>(function), nullptr);
}

bool patch_class_method(const char* module, const char* type, const char* name, int flags,
                        PyCFunction function) {
  return patch_class(module, type, name, flags, reinterpret_cast<void*>(function));
}

bool patch_class_method(const char* module, const char* type, const char* name, int flags,
                        FastFunction function) {
  return patch_class(module, type, name, flags, reinterpret_cast<void*>(function));
}

}  // namespace papert::zygote
