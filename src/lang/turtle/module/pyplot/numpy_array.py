# The arrays of a small numpy: a flat list of Python numbers and a shape. What drawing programs do
# with arrays is arithmetic, slices and stacks, and that is here. Elements are copied, so a slice is
# no view of its array; in-place operators and assignments to slices work on the array itself.
import math
from itertools import product


def _size(shape):
    return math.prod(shape)


def _shape_of(value):
    if isinstance(value, ndarray):
        return value.shape
    if isinstance(value, (list, tuple, range)):
        rows = list(value)
        shapes = {_shape_of(each) for each in rows}
        if len(shapes) > 1:
            raise ValueError("setting an array element with a sequence: the rows differ in length")
        return (len(rows), *(shapes.pop() if shapes else ()))
    return ()


def _collect(value, flat):
    if isinstance(value, ndarray):
        flat.extend(value._flat)
    elif isinstance(value, (list, tuple, range)):
        for each in value:
            _collect(each, flat)
    elif isinstance(value, (int, float, complex)):
        flat.append(value)
    elif hasattr(value, "__float__"):
        flat.append(float(value))
    else:
        raise TypeError("an array of numbers cannot hold %r" % (value,))


def asarray(value, dtype=None, **ignored):
    """An array of these numbers; the array itself if it is one."""
    if isinstance(value, (map, filter, zip, set, dict)) or hasattr(value, "__next__"):
        raise TypeError("make a list of it first")
    if not isinstance(value, ndarray):
        shape = _shape_of(value)
        flat = []
        _collect(value, flat)
        value = ndarray(flat, shape)
    return value if dtype is None else value.astype(dtype)


def _kind(dtype):
    """The Python type that stands for a dtype."""
    if isinstance(dtype, str):
        return int if dtype.startswith(("int", "i", "u")) else bool if dtype == "bool" else float
    return dtype if dtype in (int, float, bool, complex) else float


def _joint_shape(one, other):
    length = max(len(one), len(other))
    one, other = (1,) * (length - len(one)) + one, (1,) * (length - len(other)) + other
    for a, b in zip(one, other):
        if a != b and 1 not in (a, b):
            raise ValueError("operands could not be broadcast together: %r and %r" % (one, other))
    return tuple(b if a == 1 else a for a, b in zip(one, other))


def _steps(shape):
    steps, step = [], 1
    for length in reversed(shape):
        steps.insert(0, step)
        step *= length
    return steps


def _spread(array, shape):
    """The elements of an array repeated to fill a larger shape."""
    if array.shape == shape:
        return array._flat
    if len(array._flat) == 1:
        return array._flat * _size(shape)
    own = (1,) * (len(shape) - len(array.shape)) + array.shape
    steps = [0 if length == 1 else step for length, step in zip(own, _steps(own))]
    places = [[i * step for i in range(length)] for length, step in zip(shape, steps)]
    return [array._flat[sum(place)] for place in product(*places)]


def _together(function, one, other):
    one, other = asarray(one), asarray(other)
    shape = one.shape if one.shape == other.shape else _joint_shape(one.shape, other.shape)
    pairs = zip(_spread(one, shape), _spread(other, shape))
    return _scalar(ndarray([function(a, b) for a, b in pairs], shape))


def _scalar(array):
    return array._flat[0] if array.shape == () else array


def _divide(a, b):
    try:
        return a / b
    except ZeroDivisionError:
        return math.nan if a == 0 or a != a else math.copysign(math.inf, a)


def _power(a, b):
    try:
        result = a ** b
    except (ZeroDivisionError, OverflowError):
        return math.inf
    return math.nan if isinstance(result, complex) and not isinstance(a, complex) else result


def _modulo(a, b):
    return math.nan if b == 0 else a % b


def _floor_divide(a, b):
    return _divide(a, b) if b == 0 else a // b


def _operator(function):
    def forwards(self, other):
        return NotImplemented if _is_foreign(other) else _together(function, self, other)

    def backwards(self, other):
        return NotImplemented if _is_foreign(other) else _together(function, other, self)

    def in_place(self, other):
        result = asarray(_together(function, self, other))
        if result.shape != self.shape:
            raise ValueError("the result does not fit into the array")
        self._flat = result._flat
        return self

    return forwards, backwards, in_place


def _figure(function):
    """A method: of all elements, or along an axis."""
    def method(self, axis=None, keepdims=False):
        return self._reduced(function, axis, keepdims)
    return method


def _is_foreign(other):
    return other is None or isinstance(other, (str, dict))


def _normal_place(index, length):
    index = index.__index__()
    if not -length <= index < length:
        raise IndexError("index %d is out of bounds for a length of %d" % (index, length))
    return index % length


class ndarray:
    """Numbers in rows and columns."""

    __slots__ = ("_flat", "_shape")
    __hash__ = None

    def __init__(self, flat, shape):
        self._flat, self._shape = flat, tuple(shape)

    shape = property(lambda self: self._shape)
    ndim = property(lambda self: len(self._shape))
    size = property(lambda self: len(self._flat))
    T = property(lambda self: self.transpose())
    flat = property(lambda self: iter(self._flat))
    real = property(lambda self: self._each(lambda each: each.real))
    imag = property(lambda self: self._each(lambda each: each.imag))
    dtype = property(lambda self: type(self._flat[0]) if self._flat else float)

    # Elements

    def _places(self, key):
        """For each dimension the places that a key names, and whether the dimension stays."""
        key = key if isinstance(key, tuple) else (key,)
        given = sum(each is not None and each is not Ellipsis for each in key)
        places, kept, at = [], [], 0
        for each in key if Ellipsis in [e for e in key if e is Ellipsis] else (*key, Ellipsis):
            if each is None:
                kept.append(1)
                continue
            if each is Ellipsis:
                for length in self._shape[at:at + self.ndim - given]:
                    places.append(range(length))
                    kept.append(length)
                at += self.ndim - given
                continue
            if at >= self.ndim:
                raise IndexError("too many indices for the array")
            length = self._shape[at]
            at += 1
            if isinstance(each, slice):
                places.append(range(length)[each])
                kept.append(len(places[-1]))
            elif _is_list(each):
                places.append(_chosen(each, length))
                kept.append(len(places[-1]))
            else:
                places.append((_normal_place(each, length),))
        steps = _steps(self._shape)
        scaled = [[i * step for i in line] for line, step in zip(places, steps)]
        return [sum(place) for place in product(*scaled)], tuple(kept)

    def _masked(self, key):
        return (isinstance(key, ndarray) and key.shape == self._shape and key.ndim > 0
                and all(isinstance(each, bool) for each in key._flat))

    def __getitem__(self, key):
        if self._masked(key):
            chosen = [each for each, take in zip(self._flat, key._flat) if take]
            return ndarray(chosen, (len(chosen),))
        if isinstance(key, tuple) and sum(_is_list(each) for each in key) > 1:
            return asarray([self[place] for place in zip(*key, strict=True)])
        places, shape = self._places(key)
        return _scalar(ndarray([self._flat[place] for place in places], shape))

    def __setitem__(self, key, value):
        value = asarray(value)
        if self._masked(key):
            places = [i for i, take in enumerate(key._flat) if take]
            shape = (len(places),)
        else:
            places, shape = self._places(key)
        if _joint_shape(value.shape, shape) != shape and value.size != 1:
            raise ValueError("the value does not fit")
        for place, each in zip(places, _spread(value, shape) if shape else value._flat):
            self._flat[place] = each

    def __len__(self):
        if not self._shape:
            raise TypeError("len() of an array without dimensions")
        return self._shape[0]

    def __iter__(self):
        if not self._shape:
            raise TypeError("iteration over an array without dimensions")
        if self.ndim == 1:
            return iter(self._flat)
        return (self[i] for i in range(self._shape[0]))

    def __contains__(self, value):
        return value in self._flat

    def __bool__(self):
        if self.size != 1:
            raise ValueError("the truth value of an array is ambiguous: use any() or all()")
        return bool(self._flat[0])

    def item(self, *place):
        """The one number of the array, or the one at a place."""
        if place:
            return asarray(self[place])._flat[0]
        if self.size != 1:
            raise ValueError("only arrays of one element can be converted to a number")
        return self._flat[0]

    def __float__(self):
        return float(self.item())

    def __int__(self):
        return int(self.item())

    def __index__(self):
        return self.item().__index__()

    def __repr__(self):
        return "array(%r)" % (self.tolist(),)

    def tolist(self):
        """Nested lists."""
        if self.ndim < 2:
            return list(self._flat) if self.ndim else self._flat[0]
        return [row.tolist() for row in self]

    # Other shapes

    def reshape(self, *shape):
        """The same elements in another shape, one length of which may be -1."""
        shape = tuple(shape[0]) if isinstance(shape[0], (list, tuple)) else shape
        if -1 in shape:
            rest = max(_size([each for each in shape if each != -1]), 1)
            shape = tuple(self.size // rest if each == -1 else each for each in shape)
        if _size(shape) != self.size:
            raise ValueError("cannot reshape %r into %r" % (self._shape, shape))
        return ndarray(list(self._flat), shape)

    def ravel(self, order="C"):
        """The elements in a row."""
        return ndarray(list(self._flat), (self.size,))

    flatten = ravel

    def transpose(self):
        """Rows become columns."""
        shape, steps = self._shape[::-1], _steps(self._shape)[::-1]
        places = product(*[[i * step for i in range(n)] for n, step in zip(shape, steps)])
        return ndarray([self._flat[sum(place)] for place in places], shape)

    def copy(self):
        """Another array of the same elements."""
        return ndarray(list(self._flat), self._shape)

    def astype(self, dtype, **ignored):
        """The elements as another type of number."""
        kind = _kind(dtype)
        return ndarray([kind(each) for each in self._flat], self._shape)

    # Arithmetic

    __add__, __radd__, __iadd__ = _operator(lambda a, b: a + b)
    __sub__, __rsub__, __isub__ = _operator(lambda a, b: a - b)
    __mul__, __rmul__, __imul__ = _operator(lambda a, b: a * b)
    __truediv__, __rtruediv__, __itruediv__ = _operator(_divide)
    __floordiv__, __rfloordiv__, __ifloordiv__ = _operator(_floor_divide)
    __mod__, __rmod__, __imod__ = _operator(_modulo)
    __pow__, __rpow__, __ipow__ = _operator(_power)
    __and__, __rand__, __iand__ = _operator(lambda a, b: a & b)
    __or__, __ror__, __ior__ = _operator(lambda a, b: a | b)
    __xor__, __rxor__, __ixor__ = _operator(lambda a, b: a ^ b)
    __lt__ = _operator(lambda a, b: a < b)[0]
    __le__ = _operator(lambda a, b: a <= b)[0]
    __gt__ = _operator(lambda a, b: a > b)[0]
    __ge__ = _operator(lambda a, b: a >= b)[0]
    __eq__ = _operator(lambda a, b: a == b)[0]
    __ne__ = _operator(lambda a, b: a != b)[0]

    def _each(self, function):
        return ndarray([function(each) for each in self._flat], self._shape)

    def __neg__(self):
        return self._each(lambda each: -each)

    def __abs__(self):
        return self._each(abs)

    def __invert__(self):
        return self._each(lambda each: not each if isinstance(each, bool) else ~each)

    def round(self, decimals=0):
        """Every element rounded."""
        return self._each(lambda each: round(each, decimals))

    def __matmul__(self, other):
        return dot(self, other)

    def __rmatmul__(self, other):
        return dot(other, self)

    def dot(self, other):
        """The product of matrices."""
        return dot(self, other)

    # Figures of all elements, or of each row or column

    def _reduced(self, function, axis, keepdims=False):
        if axis is None:
            return function(self._flat)
        axis = _normal_place(axis, self.ndim)
        shape = self._shape[:axis] + self._shape[axis + 1:]
        step, length = _steps(self._shape)[axis], self._shape[axis]
        block = step * length
        flat = [function([self._flat[start + inner + i * step] for i in range(length)])
                for start in range(0, self.size, block or 1) for inner in range(step)]
        kept = self._shape[:axis] + (1,) + self._shape[axis + 1:]
        return _scalar(ndarray(flat, kept if keepdims else shape))

    sum, prod, any, all = (_figure(each) for each in (sum, math.prod, any, all))
    max, min = _figure(max), _figure(min)
    mean = _figure(lambda all_: _divide(sum(all_), len(all_)))
    argmax = _figure(lambda all_: all_.index(max(all_)))
    argmin = _figure(lambda all_: all_.index(min(all_)))


def _is_list(key):
    return isinstance(key, (list, tuple, range, ndarray))


def _chosen(key, length):
    """The places that a list of numbers or of truth values names."""
    values = asarray(key)._flat
    if values and all(isinstance(each, bool) for each in values):
        return [i for i, take in enumerate(values) if take]
    return [_normal_place(each, length) for each in values]


def dot(a, b):
    """The product of vectors and matrices."""
    a, b = asarray(a), asarray(b)
    if a.ndim == 0 or b.ndim == 0:
        return _together(lambda x, y: x * y, a, b)
    if a.ndim > 2 or b.ndim > 2:
        raise ValueError("a product of more than two dimensions")
    rows = a.reshape(1, -1) if a.ndim == 1 else a
    columns = (b.reshape(-1, 1) if b.ndim == 1 else b).transpose()
    if rows.shape[1] != columns.shape[1]:
        raise ValueError("shapes %r and %r do not fit" % (a.shape, b.shape))
    flat = [sum(x * y for x, y in zip(row, column)) for row in rows for column in columns]
    return _scalar(ndarray(flat, a.shape[:-1] + (b.shape[1:] if b.ndim == 2 else ())))
