# Arrays from other arrays: joined, repeated, turned round.
import math

from matplotlib import _unknown
from numpy._array import _scalar, _together, asarray, ndarray

def concatenate(arrays, axis=0):
    """One behind the other."""
    arrays = [asarray(each) for each in arrays]
    if axis is None:
        arrays, axis = [each.ravel() for each in arrays], 0
    if axis % arrays[0].ndim == 0:
        rest = arrays[0].shape[1:]
        if any(each.shape[1:] != rest for each in arrays):
            raise ValueError("the arrays differ in their other dimensions")
        flat = [number for each in arrays for number in each._flat]
        return ndarray(flat, (sum(each.shape[0] for each in arrays), *rest))
    return concatenate([each.T for each in arrays]).T


def append(arr, values, axis=None):
    """The array with these behind it."""
    return concatenate([asarray(arr), asarray(values)], axis) if axis is not None else \
        concatenate([asarray(arr).ravel(), asarray(values).ravel()])


def _rows(each):
    each = asarray(each)
    return each if each.ndim > 1 else each.reshape(1, -1)


def vstack(tup):
    """Rows below each other."""
    return concatenate([_rows(each) for each in tup])


row_stack = vstack


def hstack(tup):
    """Side by side."""
    arrays = [asarray(each) for each in tup]
    arrays = [each if each.ndim else each.ravel() for each in arrays]
    return concatenate(arrays, 0 if arrays[0].ndim == 1 else 1)


def column_stack(tup):
    """Vectors as columns."""
    arrays = [asarray(each) for each in tup]
    return concatenate([each.reshape(-1, 1) if each.ndim < 2 else each for each in arrays], 1)


def stack(arrays, axis=0):
    """Along a new dimension."""
    whole = asarray([asarray(each) for each in arrays])
    if axis == 0:
        return whole
    if whole.ndim != 2:
        _unknown("numpy", "stack of arrays with several dimensions")
    return whole.T


def outer(a, b):
    """Every product of two elements."""
    a, b = asarray(a).ravel(), asarray(b).ravel()
    return ndarray([x * y for x in a for y in b], (a.size, b.size))


def cross(a, b):
    """The product of vectors."""
    a, b = asarray(a)._flat, asarray(b)._flat
    if len(a) == 2 and len(b) == 2:
        return a[0] * b[1] - a[1] * b[0]
    return asarray([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def roll(a, shift, axis=None):
    """The elements moved round."""
    a = asarray(a)
    if axis is not None and a.ndim > 1:
        rows = list(a if axis == 0 else a.T)
        shift %= len(rows) or 1
        moved = asarray(rows[-shift:] + rows[:-shift] if shift else rows)
        return moved if axis == 0 else moved.T
    shift %= a.size or 1
    return ndarray(a._flat[-shift:] + a._flat[:-shift] if shift else list(a._flat), a.shape)


def repeat(a, repeats, axis=None):
    """Every element several times."""
    a = asarray(a)
    if axis is not None and a.ndim > 1:
        _unknown("numpy", "repeat with an axis")
    times = asarray(repeats)._flat
    times = times * a.size if len(times) == 1 else times
    flat = [each for each, count in zip(a._flat, times) for _ in range(count)]
    return ndarray(flat, (len(flat),))


def tile(A, reps):
    """The whole several times."""
    A, reps = asarray(A), tuple(reps) if isinstance(reps, (list, tuple)) else (reps,)
    if len(reps) == 1:
        flat_row = concatenate([A] * reps[0], -1) if A.ndim > 1 else A
        return flat_row if A.ndim > 1 else ndarray(A._flat * reps[0], (A.size * reps[0],))
    row = tile(A, reps[-1])
    return concatenate([_rows(row)] * reps[0])


def flip(m, axis=None):
    """Backwards."""
    m = asarray(m)
    if axis is None:
        return ndarray(m._flat[::-1], m.shape)
    return m[::-1] if axis == 0 else m[:, ::-1]


flipud, fliplr = (lambda m: flip(m, 0)), (lambda m: flip(m, 1))


def diff(a, n=1, axis=-1):
    """From each element to the next."""
    a = asarray(a)
    return a[1:] - a[:-1] if a.ndim == 1 or axis == 0 else a[:, 1:] - a[:, :-1]


def insert(arr, obj, values, axis=None):
    """The elements with others before a place."""
    flat = list(asarray(arr)._flat)
    flat[obj:obj] = asarray(values)._flat
    return ndarray(flat, (len(flat),))


def cumsum(a, axis=None):
    """The sum up to each element."""
    a = asarray(a)
    if axis is not None and a.ndim == 2:
        sums = asarray([cumsum(each) for each in (a.T if axis == 0 else a)])
        return sums.T if axis == 0 else sums
    total, flat = 0, []
    for each in a._flat:
        total += each
        flat.append(total)
    return ndarray(flat, (a.size,))


def interp(x, xp, fp, **ignored):
    """On the lines between known points."""
    xp, fp = asarray(xp)._flat, asarray(fp)._flat

    def one(at):
        if at <= xp[0]:
            return fp[0]
        for i in range(1, len(xp)):
            if at <= xp[i]:
                return fp[i - 1] + (fp[i] - fp[i - 1]) * (at - xp[i - 1]) / (xp[i] - xp[i - 1])
        return fp[-1]
    return _scalar(asarray(x)._each(one))


def sort(a, axis=-1):
    """The elements, or those of each row, by their size."""
    a = asarray(a)
    if a.ndim < 2:
        return ndarray(sorted(a._flat), a.shape)
    return asarray([sort(each) for each in a]) if axis in (-1, a.ndim - 1) else sort(a.T).T


def argsort(a):
    """The places of the elements by their size."""
    flat = asarray(a)._flat
    return ndarray(sorted(range(len(flat)), key=flat.__getitem__), (len(flat),))


def unique(ar):
    """Each element once, by their size."""
    flat = sorted(set(asarray(ar)._flat))
    return ndarray(flat, (len(flat),))


def delete(arr, obj):
    """A row without some places."""
    flat = asarray(arr)._flat
    if asarray(arr).ndim != 1:
        _unknown("numpy", "delete from a table")
    gone = {each % len(flat) for each in asarray(obj).ravel()._flat}
    kept = [each for i, each in enumerate(flat) if i not in gone]
    return ndarray(kept, (len(kept),))


def ravel(a):
    """The elements in a row."""
    return asarray(a).ravel()


def reshape(a, newshape):
    """The same elements in another shape."""
    return asarray(a).reshape(newshape)


def transpose(a):
    """Rows become columns."""
    return asarray(a).transpose()


def array_equal(a1, a2):
    """The same shape and elements."""
    a1, a2 = asarray(a1), asarray(a2)
    return a1.shape == a2.shape and a1._flat == a2._flat


def allclose(a, b, **ignored):
    """Nearly equal everywhere."""
    near = _together(lambda x, y: math.isclose(x, y, rel_tol=1e-5, abs_tol=1e-8), a, b)
    return bool(asarray(near).all())


def copy(a):
    """Another array of the same elements."""
    return asarray(a).copy()


def shape(a):
    """The lengths of its dimensions."""
    return asarray(a).shape


def size(a):
    """How many elements it has."""
    return asarray(a).size


def atleast_1d(a):
    """At least a row."""
    a = asarray(a)
    return a if a.ndim else a.ravel()


def atleast_2d(a):
    """At least a table."""
    return _rows(a)


