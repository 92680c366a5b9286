// Vec2D: a tuple of two with vector arithmetic. The components may be anything that knows +, - and
// *; results are always plain Vec2D objects.
#include "lang/turtle/module/module_state.h"

namespace papert::lang::turtle {

namespace {

PyTypeObject* vec2d_type() { return module_state().vec2d; }
bool is_vec2d(PyObject* object) { return PyObject_TypeCheck(object, vec2d_type()) != 0; }

/// object[index], as the subscript operator would.
Ref item(PyObject* object, int index) {
  const Ref key(PyLong_FromLong(index));
  return key ? Ref(PyObject_GetItem(object, key.get())) : Ref();
}

using Binary = PyObject* (*)(PyObject*, PyObject*);

PyObject* by_components(PyObject* a, PyObject* b, Binary operation) {
  if (!is_vec2d(a)) return Py_NewRef(Py_NotImplemented);
  std::array<Ref, 2> results;
  for (int i = 0; i < 2; ++i) {
    const Ref other = item(b, i);
    if (!other) return nullptr;
    results[static_cast<std::size_t>(i)] = Ref(operation(PyTuple_GET_ITEM(a, i), other.get()));
    if (!results[static_cast<std::size_t>(i)]) return nullptr;
  }
  return new_vec2d(vec2d_type(), std::move(results[0]), std::move(results[1]));
}

PyObject* plus(PyObject* a, PyObject* b) { return by_components(a, b, PyNumber_Add); }
PyObject* minus(PyObject* a, PyObject* b) { return by_components(a, b, PyNumber_Subtract); }

PyObject* scaled(PyObject* v, PyObject* factor) {
  Ref x(PyNumber_Multiply(PyTuple_GET_ITEM(v, 0), factor));
  Ref y(x ? PyNumber_Multiply(PyTuple_GET_ITEM(v, 1), factor) : nullptr);
  return y ? new_vec2d(vec2d_type(), std::move(x), std::move(y)) : nullptr;
}

PyObject* multiply(PyObject* a, PyObject* b) {
  if (!is_vec2d(a)) {
    if (PyLong_Check(a) || PyFloat_Check(a)) return scaled(b, a);
    return Py_NewRef(Py_NotImplemented);
  }
  if (!is_vec2d(b)) return scaled(a, b);
  const Ref x(PyNumber_Multiply(PyTuple_GET_ITEM(a, 0), PyTuple_GET_ITEM(b, 0)));
  const Ref y(x ? PyNumber_Multiply(PyTuple_GET_ITEM(a, 1), PyTuple_GET_ITEM(b, 1)) : nullptr);
  return y ? PyNumber_Add(x.get(), y.get()) : nullptr;
}

PyObject* negative(PyObject* v) {
  Ref x(PyNumber_Negative(PyTuple_GET_ITEM(v, 0)));
  Ref y(x ? PyNumber_Negative(PyTuple_GET_ITEM(v, 1)) : nullptr);
  return y ? new_vec2d(vec2d_type(), std::move(x), std::move(y)) : nullptr;
}

PyObject* absolute(PyObject* v) { return PyObject_Call(module_state().hypot, v, nullptr); }

PyObject* represent(PyObject* v) {
  const Ref format(PyUnicode_FromString("(%.2f,%.2f)"));
  return format ? PyUnicode_Format(format.get(), v) : nullptr;
}

PyObject* rotate(PyObject* v, PyObject* angle) {
  Num x;
  Num y;
  Num by;
  if (!to_num(PyTuple_GET_ITEM(v, 0), x) || !to_num(PyTuple_GET_ITEM(v, 1), y) ||
      !to_num(angle, by)) {
    return nullptr;
  }
  Turn turn;
  const Fault fault = turn_by(by.value, turn);
  if (fault != Fault::kNone) return raise(fault);
  const double across = negated(y).value;
  return new_vec2d({{x.value * turn.cosine + across * turn.sine, NumKind::kFloat},
                    {y.value * turn.cosine + x.value * turn.sine, NumKind::kFloat}});
}

PyObject* components(PyObject* v, PyObject*) {
  return PyTuple_Pack(2, PyTuple_GET_ITEM(v, 0), PyTuple_GET_ITEM(v, 1));
}

PyObject* reduce(PyObject* v, PyObject*) {
  const Ref arguments(components(v, nullptr));
  return arguments ? PyTuple_Pack(2, as_object(Py_TYPE(v)), arguments.get()) : nullptr;
}

PyObject* make(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  PyObject* x = nullptr;
  PyObject* y = nullptr;
  std::array<char*, 3> names{const_cast<char*>("x"), const_cast<char*>("y"), nullptr};
  if (PyArg_ParseTupleAndKeywords(args, kwargs, "OO:Vec2D", names.data(), &x, &y) == 0) {
    return nullptr;
  }
  return new_vec2d(type, Ref::borrow(x), Ref::borrow(y));
}

}  // namespace

PyObject* new_vec2d(PyTypeObject* type, Ref x, Ref y) {
  if (!x || !y) return nullptr;
  PyObject* vec = type->tp_alloc(type, 2);
  if (vec == nullptr) return nullptr;
  PyTuple_SET_ITEM(vec, 0, x.release());
  PyTuple_SET_ITEM(vec, 1, y.release());
  return vec;
}

PyObject* new_vec2d(const Place& place) {
  return new_vec2d(vec2d_type(), Ref(to_python(place.x)), Ref(to_python(place.y)));
}

bool python_hypot(Vec2 v, double& out) {
  const Ref x(PyFloat_FromDouble(v.x));
  const Ref y(PyFloat_FromDouble(v.y));
  if (!x || !y) return false;
  const std::array<PyObject*, 2> args{x.get(), y.get()};
  const Ref result(PyObject_Vectorcall(module_state().hypot, args.data(), 2, nullptr));
  if (!result) return false;
  out = PyFloat_AsDouble(result.get());
  return true;
}

PyTypeObject* make_vec2d_type(PyObject* module) {
  static std::array<PyMethodDef, 4> methods{{
      {"rotate", rotate, METH_O, "Turned counterclockwise by an angle in degrees."},
      {"__getnewargs__", components, METH_NOARGS, nullptr},
      {"__reduce__", reduce, METH_NOARGS, nullptr},
      {nullptr, nullptr, 0, nullptr},
  }};
  std::array<PyType_Slot, 10> slots{{
      {Py_tp_new, slot(make)},
      {Py_tp_repr, slot(represent)},
      {Py_nb_add, slot(plus)},
      {Py_nb_subtract, slot(minus)},
      {Py_nb_multiply, slot(multiply)},
      {Py_nb_negative, slot(negative)},
      {Py_nb_absolute, slot(absolute)},
      {Py_tp_methods, methods.data()},
      {Py_tp_doc, const_cast<char*>("A pair of numbers with vector arithmetic.")},
      {0, nullptr},
  }};
  PyType_Spec spec{"turtle.Vec2D", static_cast<int>(PyTuple_Type.tp_basicsize),
                   static_cast<int>(PyTuple_Type.tp_itemsize),
                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots.data()};
  return as_type(
      PyType_FromModuleAndSpec(module, &spec, reinterpret_cast<PyObject*>(&PyTuple_Type)));
}

}  // namespace papert::lang::turtle
