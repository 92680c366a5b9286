# A small numpy for drawing programs: the functions that make and change arrays of numbers. What is
# not here ends the program as one of another language (matplotlib/__init__).
import cmath
import math

from matplotlib import _unknown, _namespace
from numpy._array import (_divide, _kind, _modulo, _power, _scalar,
                          _shape_of, _size, _together,
                          asarray, dot, ndarray)
from numpy._joined import *

pi, e, inf, nan, newaxis = math.pi, math.e, math.inf, math.nan, None
float16 = float32 = float64 = float_ = double = float
int8 = int16 = int32 = int64 = uint8 = int_ = intp = int
bool_ = bool
complex128 = complex
matmul = dot
asanyarray = asfarray = asarray


def __getattr__(name):
    return _unknown("numpy", name)


# Arrays from nothing

def array(object, dtype=None, **ignored):
    """A new array of these numbers."""
    return asarray(object, dtype).copy()


def _lengths(shape):
    return tuple(shape) if isinstance(shape, (list, tuple, ndarray)) else (shape.__index__(),)


def full(shape, fill_value, dtype=None):
    """The same number everywhere."""
    shape = _lengths(shape)
    if isinstance(fill_value, (list, tuple, ndarray)):
        return _together(lambda a, b: b, full(shape, 0), fill_value)
    return ndarray([fill_value if dtype is None else _kind(dtype)(fill_value)] * _size(shape), shape)


def zeros(shape, dtype=float):
    """Noughts."""
    return full(shape, 0, dtype)


def ones(shape, dtype=float):
    """Ones."""
    return full(shape, 1, dtype)


empty = zeros


def zeros_like(a, dtype=None):
    """Noughts, as many as `a` has elements."""
    return zeros(_shape_of(a), dtype or float)


def ones_like(a, dtype=None):
    """Ones, as many as `a` has elements."""
    return ones(_shape_of(a), dtype or float)


def full_like(a, fill_value, dtype=None):
    """The same number, as often as `a` has elements."""
    return full(_shape_of(a), fill_value, dtype)


empty_like = zeros_like


def eye(N, M=None, dtype=float):
    """Ones on the diagonal."""
    columns = N if M is None else M
    return ndarray([float(i == j) for i in range(N) for j in range(columns)], (N, columns))


identity = eye


def arange(start, stop=None, step=1, dtype=None):
    """Numbers at equal distances, the end left out."""
    start, stop = (0, start) if stop is None else (start, stop)
    count = math.ceil((stop - start) / step)
    count = count if count > 0 else 0
    numbers = ndarray([start + i * step for i in range(count)], (count,))
    return numbers if dtype is None else numbers.astype(dtype)


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None):
    """So many numbers at equal distances."""
    num = num.__index__() if hasattr(num, "__index__") else int(num)
    if _shape_of(start) or _shape_of(stop):
        shares = linspace(0, 1, num, endpoint).reshape(-1, 1)
        return asarray(start) + shares * subtract(stop, start)
    start, stop = float(start), float(stop)
    gaps = num - 1 if endpoint else num
    step = (stop - start) / gaps if gaps > 0 else math.nan
    flat = [start + i * step for i in range(num)] if num > 1 else [start] * num
    if endpoint and num > 1:
        flat[-1] = stop
    numbers = ndarray(flat, (num,))
    numbers = numbers if dtype is None else numbers.astype(dtype)
    return (numbers, step) if retstep else numbers


def meshgrid(*axes, indexing="xy"):
    """The coordinates of the points of a grid."""
    if len(axes) != 2:
        _unknown("numpy", "meshgrid of %d axes" % len(axes))
    x, y = (asarray(each).ravel() for each in axes)
    columns, rows = x.size, y.size
    across = ndarray(x._flat * rows, (rows, columns))
    down = ndarray([each for each in y._flat for _ in range(columns)], (rows, columns))
    return [across, down] if indexing == "xy" else [across.T, down.T]


# Every element by itself

def _lift(function):
    def lifted(x, *ignored, **options):
        x = asarray(x)
        return _scalar(x._each(lambda each: _tried(function, each)))
    return lifted


def _or_complex(real, complex_):
    return lambda x: complex_(x) if isinstance(x, complex) else real(x)


def _tried(function, *numbers):
    try:
        return function(*numbers)
    except ValueError:
        return math.nan
    except OverflowError:
        return math.inf


sin, cos, tan = _lift(math.sin), _lift(math.cos), _lift(math.tan)
arcsin, arccos, arctan = _lift(math.asin), _lift(math.acos), _lift(math.atan)
sinh, cosh, tanh = _lift(math.sinh), _lift(math.cosh), _lift(math.tanh)
exp = _lift(_or_complex(math.exp, cmath.exp))
sqrt = _lift(_or_complex(math.sqrt, cmath.sqrt))
cbrt = _lift(math.cbrt)
real, imag = _lift(lambda x: x.real), _lift(lambda x: x.imag)
angle, conj = _lift(cmath.phase), _lift(lambda x: x.conjugate())
log, log2, log10 = _lift(math.log), _lift(math.log2), _lift(math.log10)
radians = deg2rad = _lift(math.radians)
degrees = rad2deg = _lift(math.degrees)
floor = _lift(lambda x: float(math.floor(x)))
trunc = _lift(lambda x: float(math.trunc(x)))
ceil = _lift(lambda x: float(math.ceil(x)))
rint = _lift(lambda x: float(round(x)))
abs = absolute = fabs = _lift(abs)
sign = _lift(lambda x: (x > 0) - (x < 0))
square = _lift(lambda x: x * x)
negative = _lift(lambda x: -x)
isnan, isfinite = _lift(math.isnan), _lift(math.isfinite)
logical_not = _lift(lambda x: not x)
sinc = _lift(lambda x: 1.0 if x == 0 else math.sin(pi * x) / (pi * x))


def round(a, decimals=0):
    """Every element rounded."""
    import builtins
    return _scalar(asarray(a)._each(lambda each: builtins.round(each, decimals)))


around = round_ = round


def _pairs(function):
    return lambda x1, x2: _together(lambda a, b: _tried(function, a, b), x1, x2)


add, subtract = _pairs(lambda a, b: a + b), _pairs(lambda a, b: a - b)
multiply, divide = _pairs(lambda a, b: a * b), _pairs(_divide)
true_divide, power, mod = divide, _pairs(_power), _pairs(_modulo)
remainder = mod
arctan2, hypot = _pairs(math.atan2), _pairs(math.hypot)
maximum = _pairs(lambda a, b: a if a >= b or a != a else b)
minimum = _pairs(lambda a, b: a if a <= b or a != a else b)
logical_and = _pairs(lambda a, b: bool(a and b))
logical_or = _pairs(lambda a, b: bool(a or b))
isclose = _pairs(lambda a, b: math.isclose(a, b, rel_tol=1e-5, abs_tol=1e-8))


def vectorize(pyfunc, **ignored):
    """A function of one number for arrays of them."""
    return lambda x: _scalar(asarray(x)._each(pyfunc))


def clip(a, a_min, a_max):
    """No smaller and no larger than this."""
    return minimum(maximum(a, a_min), a_max)


def where(condition, *choices):
    """From the one where the condition holds, else from the other."""
    if not choices:
        condition = asarray(condition)
        places = [i for i, each in enumerate(condition._flat) if each]
        return (ndarray(places, (len(places),)),)
    masked = _together(lambda take, each: (take, each), condition, choices[0])
    return _together(lambda pair, other: pair[1] if pair[0] else other,
                     _Pairs(masked), choices[1])


def _Pairs(value):
    return value if isinstance(value, ndarray) else ndarray([value], ())


# Figures of all elements

def _figure(name):
    return lambda a, axis=None, **options: getattr(asarray(a), name)(axis, **options)


sum, mean, prod, any, all = (_figure(each) for each in ("sum", "mean", "prod", "any", "all"))
max = amax = _figure("max")
min = amin = _figure("min")
argmax, argmin = _figure("argmax"), _figure("argmin")
average = mean


def _norm(x, ord=None, axis=None):
    squares = asarray(x) * asarray(x)
    return sqrt(asarray(squares).sum(axis))


ndarray.cumsum = cumsum
ndarray.conj = lambda self: conj(self)
ndarray.__getattr__ = lambda self, name: _unknown("numpy.ndarray", name)


class _Rows:
    """np.r_: rows by their pieces."""

    def __getitem__(self, key):
        pieces = key if isinstance(key, tuple) else (key,)
        return hstack([arange(each.start or 0, each.stop, each.step or 1)
                       if isinstance(each, slice) else each for each in pieces])


class _Columns:
    """np.c_: columns side by side."""

    def __getitem__(self, key):
        return column_stack(key if isinstance(key, tuple) else (key,))


r_, c_ = _Rows(), _Columns()
linalg = _namespace("numpy.linalg", norm=_norm)
random = _namespace("numpy.random")
